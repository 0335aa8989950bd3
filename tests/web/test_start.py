"""What a server has done before it answers."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.web.serving import sqlite
from trackside.games import GAMES, Game
from trackside.web.app import make_app

PRINT_MISSING = """
import sys
from trackside.games import GAMES
from trackside.games.game import MODULES
from trackside.web.app import make_app
make_app(sys.argv[1], bot_processes=0)
names = [f"{game.package}.{name}" for game in GAMES.values() for name in MODULES if game.has(f"{name}.py")]
print(len(names), [name for name in names if name not in sys.modules])
"""


def test_all_games_are_imported_before_the_server_answers(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PRINT_MISSING, sqlite(tmp_path)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    count, _, missing = said.strip().partition(" ")
    assert int(count) > 15
    assert missing == "[]"


def test_a_game_that_cannot_be_imported_is_logged_and_the_server_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = next(iter(GAMES.values()))
    part = Game.part

    def fail(game: Game, name: str) -> ModuleType | None:
        if game is broken and name == "board":
            raise ImportError("no such thing")
        return part(game, name)

    monkeypatch.setattr(Game, "part", fail)
    app = make_app(sqlite(tmp_path), bot_processes=0)
    assert f"{broken.name}: cannot be imported" in caplog.messages

    async def start_and_stop() -> None:
        async with app.router.lifespan_context(app):
            pass

    asyncio.run(start_and_stop())
