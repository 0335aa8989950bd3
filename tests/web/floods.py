"""Floods against a server by one client, and honest players who measure how long their moves take meanwhile.

`python -m tests.web.floods [SECONDS]` starts a server, runs every flood, and prints what the honest players felt.
A flood is a process of its own with an address of its own: 127.0.0.2 where the honest players are 127.0.0.1.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from tests.web.serving import PATIENCE, Server, sqlite
from trackside.web.limits import DEFAULTS

FLOODER = ("127.0.0.2", 0)
PAIRS = 3
PAUSE = 0.05
"""Seconds between two moves of an honest pair."""

BUDGET = ("--limit", f"work={DEFAULTS.work}")

GET = "GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
UPGRADE = (
    "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, PING = 0x81, 0x89


class Target(NamedTuple):
    """What a flood is aimed at."""

    port: int
    finished: str
    """A finished table."""


# The floods


async def finished_tables(target: Target) -> None:
    """Get a finished table again and again, on 8 connections."""
    await _many(8, lambda: _requests(target, f"/api/tables/{target.finished}", own_token=False))


async def replays(target: Target) -> None:
    """Get the replay of a game on 60 connections, each time with another self-made token."""
    await _many(60, lambda: _requests(target, f"/api/tables/{target.finished}/replay", own_token=True))


async def lists(target: Target) -> None:
    """Get the lists of the lobby on 60 connections."""
    await _many(60, lambda: _requests(target, "/api/tables", own_token=True))


async def syncs(target: Target) -> None:
    """Ask for the whole table on 50 sockets, 150 times a second each."""
    await _many(50, lambda: _frames(target, TEXT, b'{"type":"sync"}', 150))


async def malformed(target: Target) -> None:
    """Send what is no message on 50 sockets, 150 times a second each."""
    await _many(50, lambda: _frames(target, TEXT, b'{"type":"move","seat":[[[[', 150))


async def pings(target: Target) -> None:
    """Ping on 50 sockets, 500 times a second each."""
    await _many(50, lambda: _frames(target, PING, b"x" * 20, 500))


async def unread(target: Target) -> None:
    """Ask for whole tables on 60 sockets and read nothing."""
    await _many(60, lambda: _frames(target, TEXT, b'{"type":"sync"}', 20, reads=False))


FLOODS: dict[str, Callable[[Target], Awaitable[None]]] = {
    flood.__name__: flood for flood in (finished_tables, replays, lists, syncs, malformed, pings, unread)
}


async def _many(count: int, client: Callable[[], Awaitable[None]]) -> None:
    async def again_and_again() -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await client()
            await asyncio.sleep(0.01)

    await asyncio.gather(*(again_and_again() for _ in range(count)))


async def _requests(target: Target, path: str, own_token: bool) -> None:
    """Send requests on one connection, each as soon as the one before is answered."""
    token = secrets.token_urlsafe(24)
    reader, writer = await asyncio.open_connection("127.0.0.1", target.port, local_addr=FLOODER)
    try:
        while True:
            token = secrets.token_urlsafe(24) if own_token else token
            writer.write(GET.format(path=path, token=token).encode())
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            await reader.readexactly(int(head.split(b"content-length: ")[1].split(b"\r\n")[0]))
            if b"connection: close" in head:
                return
    finally:
        writer.close()


async def _frames(target: Target, first: int, payload: bytes, rate: int, reads: bool = True) -> None:
    """Send the same frame again and again on one socket."""
    frame = bytes((first, 0x80 | len(payload))) + bytes(4) + payload  # the mask is zero
    reader, writer = await asyncio.open_connection("127.0.0.1", target.port, local_addr=FLOODER)
    reading = None
    try:
        writer.write(UPGRADE.format(table=target.finished).encode())
        await reader.readuntil(b"\r\n\r\n")
        reading = asyncio.create_task(_discard(reader)) if reads else None
        while reading is None or not reading.done():
            writer.write(max(1, rate // 50) * frame)
            await writer.drain()
            await asyncio.sleep(0.02 if rate >= 50 else 1 / rate)
    finally:
        if reading is not None:
            reading.cancel()
        writer.close()


async def _discard(reader: asyncio.StreamReader) -> None:
    while await reader.read(1 << 16):
        pass


@contextmanager
def flooded(name: str, target: Target) -> Iterator[None]:
    """A flood by a process of its own."""
    command = [sys.executable, "-m", "tests.web.floods", "flood", name, json.dumps(target)]
    with subprocess.Popen(command) as process:
        try:
            yield
        finally:
            process.kill()


# The honest players


class Pair:
    """Two players at a table of their own who move by turns."""

    def __init__(self, server: Server) -> None:
        self.server, self.players = server, [server.player("Ana"), server.player("Ben")]
        self.seconds: list[float] = []
        """How long each move took until it was acknowledged."""

    async def play(self, until: float) -> None:
        """Move until this time, at new tables as old ones end."""
        while time.monotonic() < until:
            ana, ben = self.players
            table = await asyncio.to_thread(ana.table, "whole-nine", "me", "open", watch="anyone")
            await asyncio.to_thread(ben.post, f"/tables/{table}/seats/1")
            async with self._at(table, 0) as first, self._at(table, 1) as second:
                over = False
                while not over and time.monotonic() < until:
                    for line in (first, second):
                        over = over or await self._move(line, until)

    @asynccontextmanager
    async def _at(self, table: str, seat: int) -> AsyncIterator[Seat]:
        url = f"ws://127.0.0.1:{self.server.port}/api/tables/{table}/socket"
        async with connect(url, additional_headers=self.players[seat].headers, open_timeout=PATIENCE) as socket:
            yield Seat(socket, seat)

    async def _move(self, line: Seat, until: float) -> bool:
        """Make all moves this seat has now; return whether the game is over."""
        await line.read_all()
        while not line.over and line.offers and time.monotonic() < until:
            await asyncio.sleep(PAUSE)
            began = time.monotonic()
            await line.move()
            self.seconds.append(time.monotonic() - began)
        await asyncio.sleep(0.005)
        return line.over


class Seat:
    """A seat at a table, connected."""

    def __init__(self, socket: ClientConnection, seat: int) -> None:
        self.socket, self.seat = socket, seat
        self.table: dict[str, Any] = {}

    @property
    def offers(self) -> list[dict[str, Any]]:
        """The moves this seat has now."""
        view = self.table.get("view")
        return view["offers"] if view else []

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.table.get("result") is not None

    async def read_all(self) -> None:
        """Read what has arrived."""
        with contextlib.suppress(TimeoutError):
            while True:
                self._take(await asyncio.wait_for(self.socket.recv(), 0.002))

    async def move(self) -> None:
        """Make the first move and wait until it is acknowledged."""
        message = {"type": "move", "id": uuid.uuid4().hex, "seat": self.seat, "move": self.offers[0]["move"]}
        await self.socket.send(json.dumps(message))
        while True:
            for answer in self._take(await self.socket.recv()):
                if answer.get("id") == message["id"]:
                    assert answer["ok"], answer
                    return

    def _take(self, text: str | bytes) -> list[dict[str, Any]]:
        messages = [json.loads(line) for line in text.splitlines()]
        for message in messages:
            if message["type"] == "table":
                self.table |= message
        return messages


async def honest_moves(pairs: list[Pair], seconds: float) -> list[float]:
    """How long the moves of honest players take, in seconds, sorted."""
    for pair in pairs:
        pair.seconds.clear()
    until = time.monotonic() + seconds
    played = (asyncio.wait_for(pair.play(until), seconds + PATIENCE) for pair in pairs)
    await asyncio.gather(*played, return_exceptions=True)  # where nothing is answered, there are no moves
    return sorted(duration for pair in pairs for duration in pair.seconds)


def p99(durations: list[float]) -> float:
    """The 99th percentile of some durations."""
    return durations[min(len(durations) - 1, int(0.99 * len(durations)))]


def finished_table(server: Server) -> str:
    """A finished game of four, which takes long to show."""
    ana = server.player("Ana")
    table = ana.table("whole-nine", "me", "greedy", "greedy", "greedy")
    with ana.at(table) as line:
        line.play_on()
    return table


def memory(process: int) -> float:
    """How much memory a process has, in MB."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(seconds: float, *names: str) -> None:
    """Run every flood, or some, and say what honest players felt."""
    for name in names or FLOODS:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(sqlite(Path(folder)), *BUDGET)
            target, pairs = Target(server.port, finished_table(server)), [Pair(server) for _ in range(PAIRS)]
            idle = asyncio.run(honest_moves(pairs, seconds))
            with flooded(name, target):
                time.sleep(1)
                moves = asyncio.run(honest_moves(pairs, seconds))
            for label, durations in (("idle", idle), (name, moves)):
                shown = [1000 * (durations[len(durations) // 2] if durations else 0), 1000 * p99(durations or [0])]
                rounded = statistics.fmean(durations or [0]) * 1000
                print(
                    f"{label:16} {len(durations):5} moves, median {shown[0]:7.1f} ms, p99 {shown[1]:7.1f} ms, "
                    f"mean {rounded:7.1f} ms, server {memory(server.process.pid):6.0f} MB",
                    flush=True,
                )
            server.kill()


if __name__ == "__main__":
    if sys.argv[1:2] == ["flood"]:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(FLOODS[sys.argv[2]](Target(*json.loads(sys.argv[3]))))  # type: ignore[arg-type]
    else:
        main(float(sys.argv[1]) if len(sys.argv) > 1 else 10, *sys.argv[2:])
