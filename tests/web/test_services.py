from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.web.serving import sqlite
from trackside.web.admin.interventions import Operator
from trackside.web.services import Services
from trackside.web.settings import Settings
from trackside.web.store.lock import DatabaseLock


def test_a_server_that_cannot_start_stops_what_has_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(operator: Operator) -> None:
        raise ValueError("a fault")

    async def start() -> None:
        with pytest.raises(ValueError, match="a fault"):
            async with services.running():
                pass
        assert asyncio.all_tasks() == {asyncio.current_task()}

    monkeypatch.setattr(Operator, "start", fail)
    services = Services(Settings(sqlite(tmp_path), bot_processes=0))
    asyncio.run(start())
    DatabaseLock(sqlite(tmp_path)).close()
