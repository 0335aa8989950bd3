"""A real server in its own process, and clients that talk to it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from trackside.web.store.database import connect as open_database

START = "import sys; from trackside.cli import main; sys.exit(main(sys.argv[1:]))"
PATIENCE = 240


class Server:
    """`trackside serve` on a free port; bots do not look ahead, move and take over without a pause.

    Programs may use all of its time, so that tests are not slowed down; `--limit work=200` sets a budget again.
    `before` is code that its process runs first.
    """

    def __init__(
        self, database: str, *arguments: str, environment: dict[str, str] | None = None, before: str = ""
    ) -> None:
        self.database, self.arguments, self.before, self.port = database, arguments, before, 0
        self.environment = os.environ | {"PYTHONUNBUFFERED": "1"} | (environment or {})
        self.players: list[Player] = []
        self.start()

    def command(self) -> list[str]:
        """The command that starts it."""
        started = [sys.executable, "-c", self.before + START, "serve", "--no-browser", "--port", str(self.port)]
        quick = ["--bot-processes", "0", "--pace", "0", "--takeover-after", "0", "--limit", "work=off"]
        return [*started, *quick, "--database", self.database, *self.arguments]

    def start(self) -> None:
        """Start it, on the same port as before if there was one."""
        self.process = subprocess.Popen(self.command(), stderr=subprocess.PIPE, text=True, env=self.environment)
        assert self.process.stderr is not None
        said = ""
        while not (found := re.search(r"Trackside is at http://[^:]+:(\d+)/", said)):
            line = self.process.stderr.readline()
            assert line, said
            said += line
        self.port = int(found[1])
        self.process.stderr.readline()
        self.wait_until_it_answers()

    def wait_until_it_answers(self) -> None:
        """It listens before it answers."""
        httpx.get(f"{self.url}/api/rules/whole-nine", timeout=PATIENCE).raise_for_status()

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://localhost:{self.port}"

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait()
        self.close()

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)
        self.close()

    def player(self, name: str = "") -> Player:
        """Somebody new."""
        self.players.append(Player(self, name))
        return self.players[-1]

    def close(self) -> None:
        """Let go of what is open on this side."""
        for player in self.players:
            player.http.close()
        if self.process.stderr is not None:
            self.process.stderr.close()


class Player:
    """A program with a token of its own."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        answer = httpx.post(f"{server.url}/api/players", json={"name": name}, timeout=PATIENCE)
        self.token: str = answer.raise_for_status().json()["token"]
        self.headers = {"authorization": f"Bearer {self.token}"}
        self.http = httpx.Client(base_url=server.url, headers=self.headers, timeout=PATIENCE)

    def get(self, path: str, **query: Any) -> Any:
        """Return the answer of a path."""
        return self.http.get(f"/api{path}", params=query).raise_for_status().json()

    def post(self, path: str, **body: Any) -> Any:
        """Send a request; return the answer."""
        return self.http.post(f"/api{path}", json=body).raise_for_status().json()

    def leave(self, table: str) -> bool:
        """Leave a table; return whether it is closed now."""
        closed: bool = self.http.delete(f"/api/tables/{table}").raise_for_status().json()["closed"]
        return closed

    def refused(self, path: str, **body: Any) -> tuple[int, str]:
        """The status and the words of a refusal."""
        answer = self.http.post(f"/api{path}", json=body)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["error"]

    def table(self, game: str, *seats: str, **more: Any) -> str:
        """A new table: seats are `me`, `open`, `here`, or the name of a bot."""
        wanted = [
            {"kind": seat} if seat in ("me", "open", "here") else {"kind": "bot", "level": seat} for seat in seats
        ]
        table: str = self.post("/tables", game=game, seats=wanted, **more)["table"]
        return table

    @contextmanager
    def at(self, table: str, language: str = "en", **query: Any) -> Iterator[Line]:
        """A live connection to a table."""
        extra = "".join(f"&{name}={value}" for name, value in query.items())
        url = f"ws://localhost:{self.server.port}/api/tables/{table}/socket?language={language}{extra}"
        with connect(url, additional_headers=self.headers, open_timeout=PATIENCE) as socket:
            yield Line(socket)


class Line:
    """A live connection: keeps what it was told, as a page does."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.lines: list[str] = []
        self.heard: list[str] = []
        self.table: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.wait()

    def receive(self) -> dict[str, Any]:
        """The next message."""
        if not self.lines:
            text = self.socket.recv(PATIENCE)
            assert isinstance(text, str)
            self.lines = text.split("\n")
        text = self.lines.pop(0)
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "table":
            self.table = self.table | message
            self.log = self.log[: message["log_from"]] + message["log"]
        return message

    def wait(self) -> dict[str, Any]:
        """The next news of the table."""
        while self.receive()["type"] != "table":
            pass
        return self.table

    def say(self, kind: str, **more: Any) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        message = {"type": kind, "id": uuid.uuid4().hex} | more
        self.socket.send(json.dumps(message))
        while (answer := self.receive()).get("id") != message["id"]:
            pass
        return answer

    def send(self, text: str | bytes) -> dict[str, Any]:
        """Send anything, and wait for an answer."""
        self.socket.send(text)
        while (answer := self.receive())["type"] != "answer":
            pass
        return answer

    @property
    def view(self) -> dict[str, Any]:
        """Return the current view."""
        view: dict[str, Any] = self.table["view"]
        return view

    def move(self, move: int | str | None = None, **more: Any) -> dict[str, Any]:
        """Make a move: this one, or the first that is offered."""
        seat = self.table["perspective"]
        chosen = self.view["offers"][0]["move"] if move is None else move
        return self.say("move", **({"seat": seat, "version": self.table["version"], "move": chosen} | more))

    def play_on(self, moves: int = 10_000) -> int:
        """Make `moves` moves, or all until the game is over; return their number."""
        made = 0
        while made < moves and self.table["result"] is None:
            if self.view["offers"]:
                answer = self.move()
                assert answer["ok"], answer
                made += 1
            else:
                self.wait()
        return made


Starter = Callable[[], Server]
"""Starts a server."""


def alive(server: Server) -> Server:
    """A server that runs for many tests, started again if the last one has ended it."""
    if server.process.poll() is not None:
        server.start()
    return server


def free_port() -> int:
    """A port of this machine on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


def sqlite(folder: Path) -> str:
    """The URL of a database in a folder."""
    return f"sqlite:///{folder / 'tables.db'}"


@contextmanager
def frozen(url: str) -> Iterator[None]:
    """A PostgreSQL whose processes all stand still."""
    engine = open_database(url)
    with engine.connect() as connection:
        folder = connection.exec_driver_sql("SHOW data_directory").scalar_one()
    engine.dispose()
    first = int((Path(folder) / "postmaster.pid").read_text().split()[0])
    os.kill(first, signal.SIGSTOP)
    processes = [first]
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = int(stat.read_text().rsplit(")", 1)[1].split()[1])
            if parent == first:
                os.kill(int(stat.parent.name), signal.SIGSTOP)
                processes.append(int(stat.parent.name))
    try:
        yield
    finally:
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)
