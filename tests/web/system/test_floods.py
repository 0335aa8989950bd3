"""Honest moves under floods by one client: never much slower than on an idle server."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.campaigns.floods import FLOODS, flood_new_server

SECONDS = 30.0


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", FLOODS)
def test_honest_moves_stay_fast_under_a_flood(tmp_path: Path, name: str) -> None:
    _, faults = asyncio.run(flood_new_server(tmp_path, SECONDS, "1", [name]))
    assert faults == []
