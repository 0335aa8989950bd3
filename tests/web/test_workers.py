from __future__ import annotations

import asyncio
import os
import signal

import pytest

from trackside.core.errors import TracksideError
from trackside.web.workers import Worker


def test_signals_to_the_group_are_for_the_server_and_not_for_its_workers() -> None:
    async def test() -> None:
        worker = Worker()
        with pytest.raises(TracksideError, match="there is no game"):
            await worker.ask("warm up", "no game")
        process = worker.process
        assert process is not None
        assert os.getpgid(process.pid) not in (os.getpgrp(), 0)
        await worker.close()
        assert process.returncode == -signal.SIGTERM

    asyncio.run(asyncio.wait_for(test(), 120))
