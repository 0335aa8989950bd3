"""The start of a server, before it answers."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import signal
import socket
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from types import ModuleType

import httpx
import pytest

from tests.web.serving import PATIENCE, START, sqlite
from trackside.games import GAMES, Game
from trackside.web.app import make_app
from trackside.web.server.log_format import JsonFormatter
from trackside.web.settings import Settings

PRINT_MISSING = """
import sys
from trackside.games import GAMES
from trackside.games.game import MODULES
from trackside.web.app import make_app
from trackside.web.settings import Settings
make_app(Settings(sys.argv[1], bot_processes=0))
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
    app = make_app(Settings(sqlite(tmp_path), bot_processes=0))
    assert f"{broken.name}: cannot be imported" in caplog.messages

    async def start_and_stop() -> None:
        async with app.router.lifespan_context(app):
            pass

    asyncio.run(start_and_stop())


def test_a_log_in_json_has_one_object_per_line_from_start_to_stop(tmp_path: Path) -> None:
    command = [sys.executable, "-c", START, "serve", "--no-browser", "--port", "0", "--bot-processes", "0"]
    options = ["--database", sqlite(tmp_path), "--log-format", "json"]
    with subprocess.Popen([*command, *options], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        lines: list[str] = []
        while not lines or "It listens" not in lines[-1]:
            lines.append(process.stderr.readline())
            assert lines[-1]
        found = re.search(r"localhost:(\d+)/", "".join(lines))
        assert found
        assert httpx.get(f"http://localhost:{found[1]}/healthz", timeout=PATIENCE).status_code == 200
        with socket.create_connection(("localhost", int(found[1]))) as nonsense:
            nonsense.sendall(b"nonsense\r\n\r\n")
            nonsense.recv(100)
        process.send_signal(signal.SIGINT)
        lines += process.communicate(timeout=PATIENCE)[1].splitlines()
    records = [json.loads(line) for line in lines]
    for record in records:
        assert datetime.fromisoformat(record["time"]).tzinfo is not None
        assert record["process"] == process.pid
    said = [(record["level"], record["logger"], record["message"]) for record in records]
    assert said[0] == ("info", "trackside.web", f"created a new database at {sqlite(tmp_path)}")
    assert said[1][2].startswith("Trackside is at http://")
    assert "uvicorn.error" in {logger for _, logger, _ in said}, "libraries write to the same log"
    assert said[-1] == ("info", "trackside.serve", "Trackside has stopped. All games are kept.")


def test_an_exception_is_part_of_its_line() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("trackside.web", logging.ERROR, __file__, 1, "%s failed", ("it",), sys.exc_info())
    line = JsonFormatter().format(record)
    assert "\n" not in line
    said = json.loads(line)
    assert (said["level"], said["message"]) == ("error", "it failed")
    assert said["exception"].startswith("Traceback")
    assert said["exception"].endswith("ValueError: two\nlines")
