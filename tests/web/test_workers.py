"""The processes that think for the bots."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from trackside.cli.new import write_game
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


def test_a_game_that_cannot_be_compiled_is_told_and_leaves_the_others_their_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_game("dictionary-game", tmp_path / "package")
    rules = tmp_path / "package" / "dictionary_game" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("    s.rolling = 0\n", "    s.rolling = {1: 0}[1]\n"), encoding="utf-8")
    monkeypatch.setenv("TRACKSIDE_GAMES", str(rules.parent))

    async def test() -> None:
        worker = Worker()
        with pytest.raises(TracksideError, match=r"rules\.py, line \d+: this cannot be compiled"):
            await worker.ask("warm up", "dictionary-game")
        process = worker.process
        with pytest.raises(TracksideError, match="there is no game"):
            await worker.ask("warm up", "no game")
        assert worker.process is process
        await worker.close()

    asyncio.run(asyncio.wait_for(test(), 120))
