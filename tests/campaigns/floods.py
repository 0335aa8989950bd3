"""Floods that cost the server more than the client, and honest players who measure how long their moves take.

Each flood is one client: a process of its own with an address of its own. Honest pairs at other tables, from another
address, are measured without a flood and under each one, in one run.

python -m tests.campaigns.floods NAME PORT TABLE runs one flood until it is killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import secrets
import subprocess
import sys
import time
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

from tests.campaigns.play import PATIENCE, Lost, headers
from tests.campaigns.site import Site

ENFORCED = False
"""Whether it is a fault if honest moves take longer than `MOST` times as long as without a flood."""

MOST = 3.0
FAST, QUICK = 0.05, 1.0
"""Seconds in which a move is acknowledged, and in which a bot answers, that are never too long."""

SHORTEST = 4.0
"""Seconds in which enough moves are made to measure them."""

PAIRS = 3
PAUSE = 0.05
"""Seconds between two moves of an honest pair."""

FLOODER = ("127.0.0.2", 0)
GET = "GET /api{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
UPGRADE = (
    "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, PING = 0x81, 0x89

Flood = Callable[[int, str], Awaitable[None]]
"""Floods a port, at a finished table, until it is cancelled."""


# The floods


async def finished(port: int, table: str) -> None:
    """Get a finished table again and again, on 8 connections."""
    await _many(8, lambda: _requests(port, f"/tables/{table}"))


async def replays(port: int, table: str) -> None:
    """Get a replay on 60 connections, each time with another self-made token."""
    await _many(60, lambda: _requests(port, f"/tables/{table}/replay"))


async def lists(port: int, table: str) -> None:
    """Get the lists of the lobby on 60 connections."""
    await _many(60, lambda: _requests(port, "/tables"))


async def syncs(port: int, table: str) -> None:
    """Ask for the whole table on 50 sockets, 150 times a second each."""
    await _many(50, lambda: _frames(port, table, TEXT, b'{"type":"sync"}', 150))


async def malformed(port: int, table: str) -> None:
    """Send messages that cannot be read on 50 sockets, 150 times a second each."""
    await _many(50, lambda: _frames(port, table, TEXT, b'{"type":"move","seat":[[[[', 150))


async def pings(port: int, table: str) -> None:
    """Ping on 50 sockets, 500 times a second each."""
    await _many(50, lambda: _frames(port, table, PING, b"ping", 500))


async def deaf(port: int, table: str) -> None:
    """Ask for whole tables on 60 sockets and read nothing."""
    await _many(60, lambda: _frames(port, table, TEXT, b'{"type":"sync"}', 20, reads=False))


FLOODS: dict[str, Flood] = {
    flood.__name__: flood for flood in (finished, replays, lists, syncs, malformed, pings, deaf)
}


async def _many(count: int, client: Callable[[], Awaitable[None]]) -> None:
    async def again_and_again() -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, IndexError):
                await client()
            await asyncio.sleep(0.01)

    await asyncio.gather(*(again_and_again() for _ in range(count)))


async def _requests(port: int, path: str) -> None:
    """Send requests on one connection, each as soon as the one before is answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=FLOODER)
    try:
        while True:
            writer.write(GET.format(path=path, token=secrets.token_urlsafe(24)).encode())
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            await reader.readexactly(int(head.split(b"content-length: ")[1].split(b"\r\n")[0]))
            if b"connection: close" in head:
                return
    finally:
        writer.close()


async def _frames(port: int, table: str, first: int, payload: bytes, rate: int, reads: bool = True) -> None:
    """Send the same frame again and again on one socket."""
    frame = bytes((first, 0x80 | len(payload))) + bytes(4) + payload  # the mask is zero
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=FLOODER)
    reading = None
    try:
        writer.write(UPGRADE.format(table=table).encode())
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
def flooding(name: str, port: int, table: str) -> Iterator[None]:
    """A flood by a process of its own, which leaves the processor to others."""
    command = [sys.executable, "-m", "tests.campaigns.floods", name, str(port), table]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.kill()


# The honest players


class Pair:
    """Two players at a table of their own; keeps how long each of their moves took until it was acknowledged."""

    def __init__(self, site: Site, rng: random.Random, seats: tuple[str, ...] = ("me", "open")) -> None:
        self.site, self.rng, self.seats = site, rng, seats
        self.moves: list[tuple[float, float]] = []
        """When each move was sent, and how many seconds it took."""
        self.sent: float | None = None
        """When the move that waits for its answer was sent."""

    async def play(self) -> None:
        """Play one game after the other until cancelled."""
        while True:
            with contextlib.suppress(*Lost):
                await self._play_one()
            await asyncio.sleep(0.2)

    async def _play_one(self) -> None:
        people = [seat for seat, kind in enumerate(self.seats) if kind in ("me", "open")]
        tokens = [(await self.site.post("/players", name=f"P{seat}"))["token"] for seat in people]
        seats = [{"kind": one} if one in ("me", "open") else {"kind": "bot", "level": one} for one in self.seats]
        form = {"game": "whole-nine", "seats": seats, "watch": "anyone"}
        table = (await self.site.post("/tables", tokens[0], **form))["table"]
        for seat, token in zip(people[1:], tokens[1:], strict=True):
            await self.site.post(f"/tables/{table}/seats/{seat}", token)
        await asyncio.gather(*(self._sit(table, seat, token) for seat, token in zip(people, tokens, strict=True)))

    async def _sit(self, table: str, seat: int, token: str) -> None:
        address = f"ws://127.0.0.1:{self.site.port}/api/tables/{table}/socket?form=state&eyes={seat}"
        shown: dict[str, Any] = {}
        async with connect(address, additional_headers=headers(token), open_timeout=PATIENCE, max_size=None) as socket:
            waiting = ""
            while not shown.get("result"):
                for line in (await socket.recv(decode=True)).splitlines():
                    message = json.loads(line)
                    if message["type"] == "table":
                        shown |= message
                    elif message.get("id") == waiting:
                        self._answered()
                        waiting = ""
                if shown.get("view") and shown["view"]["moves"] and not waiting and not shown.get("result"):
                    await asyncio.sleep(PAUSE)
                    waiting, self.sent = uuid.uuid4().hex, time.monotonic()
                    move = {
                        "type": "move",
                        "id": waiting,
                        "seat": seat,
                        "move": self.rng.choice(shown["view"]["moves"]),
                    }
                    await socket.send(json.dumps(move))

    def _answered(self) -> None:
        if self.sent is not None:
            self.moves.append((self.sent, time.monotonic() - self.sent))
            self.sent = None

    def since(self, when: float) -> list[float]:
        """Return how long the moves sent since then took; one that still waits counts as long as it has waited."""
        found = [seconds for sent, seconds in self.moves if sent >= when]
        return found if self.sent is None else [*found, time.monotonic() - max(self.sent, when)]


async def measure(pairs: list[Pair], seconds: float) -> list[float]:
    """Return how long the moves of honest players take for a while."""
    began = time.monotonic()
    await asyncio.sleep(seconds)
    return [one for pair in pairs for one in pair.since(began)]


def p99(durations: list[float]) -> float:
    """Return the 99th percentile; infinite where nothing was answered."""
    return sorted(durations)[int(0.99 * len(durations))] if durations else float("inf")


async def flood(site: Site, seconds: float, seed: str) -> list[str]:
    """Measure honest moves without a flood, and under each one; return what is wrong."""
    rng = random.Random(seed)
    table = await _finished_table(site)
    pairs = [Pair(site, random.Random(rng.random())) for _ in range(PAIRS)]
    playing = [asyncio.create_task(pair.play()) for pair in pairs]
    window = max(SHORTEST, seconds / (2 * len(FLOODS)))
    site.measured["idle"] = []
    try:
        await measure(pairs, window / 2)  # everybody sits down
        for name in FLOODS:
            site.measured["idle"] += await measure(pairs, window)
            with flooding(name, site.port, table):
                await asyncio.sleep(1)
                site.measured[name] = await measure(pairs, window)
                site.figures["MB at most"] = max(site.figures["MB at most"], _megabytes(site))
            await asyncio.sleep(1)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return check(site, FAST) + site.complaints()


def check(site: Site, most: float) -> list[str]:
    """Return what honest players felt too much, if that is a fault: `most` seconds are never too much."""
    idle = p99(site.measured["idle"])
    slow = {name: p99(found) for name, found in site.measured.items() if p99(found) > max(most, MOST * idle)}
    return [
        f"{name}: p99 of {1000 * seconds:.0f} ms, idle {1000 * idle:.0f} ms"
        for name, seconds in slow.items()
        if ENFORCED
    ]


def _megabytes(site: Site) -> int:
    """Return the memory of the server in MB."""
    status = Path(f"/proc/{site.server.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) // 1024


async def _finished_table(site: Site) -> str:
    """Return a table whose game is over, played by bots while somebody watches."""
    token = (await site.post("/players", name="Host"))["token"]
    seats = [{"kind": "bot", "level": "greedy"}] * 3
    form = {"game": "whole-nine", "seats": seats, "watch": "anyone"}
    table: str = (await site.post("/tables", token, **form))["table"]
    address = f"ws://127.0.0.1:{site.port}/api/tables/{table}/socket"
    async with connect(address, additional_headers=headers(token), max_size=None, open_timeout=PATIENCE) as socket:
        result = None
        while result is None:
            for line in (await asyncio.wait_for(socket.recv(), PATIENCE)).splitlines():
                result = json.loads(line).get("result") or result
    return table


# Tables where only bots play

BOT_TABLES = 200


async def bots_only(site: Site, seconds: float, seed: str) -> list[str]:
    """Measure how fast an honest player's bot answers: without others, beside tables of bots, after a restart."""
    rng, window = random.Random(seed), max(2 * SHORTEST, seconds / 3)
    player = BotPlayer(site, random.Random(rng.random()))
    playing = asyncio.create_task(player.play())
    try:
        await player.wait_until_warm()
        site.measured["idle"] = await player.answers(window)
        site.figures |= await _make_bot_tables(site)
        site.measured["beside tables of bots"] = await player.answers(window)
        site.server.process.terminate()
        await site.gone()
        await site.restart()
        await player.wait_until_warm()
        site.measured["after a restart"] = await player.answers(window)
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    return check(site, QUICK) + site.complaints()


class BotPlayer:
    """A person who plays against a bot that looks ahead; keeps how long it takes until it is their turn again."""

    def __init__(self, site: Site, rng: random.Random) -> None:
        self.site, self.rng = site, rng
        self.times: list[tuple[float, float]] = []
        self.waits: float | None = None

    async def wait_until_warm(self) -> None:
        """Wait until the bots look ahead."""
        while not json.loads(await self.site.get("/hello"))["ready"]:
            await asyncio.sleep(0.5)

    async def answers(self, seconds: float) -> list[float]:
        """Return how long the answers of a while took; one that is still awaited counts."""
        began = time.monotonic()
        await asyncio.sleep(seconds)
        found = [took for sent, took in self.times if sent >= began]
        return found if self.waits is None else [*found, time.monotonic() - max(self.waits, began)]

    async def play(self) -> None:
        """Play one game after the other until cancelled."""
        while True:
            with contextlib.suppress(*Lost):
                token = (await self.site.post("/players", name="Honest"))["token"]
                seats = [{"kind": "me"}, {"kind": "bot", "level": "club"}]
                table = (await self.site.post("/tables", token, game="whole-nine", seats=seats))["table"]
                await self._play_at(table, token)
            await asyncio.sleep(0.2)

    async def _play_at(self, table: str, token: str) -> None:
        address = f"ws://127.0.0.1:{self.site.port}/api/tables/{table}/socket?form=state&eyes=0"
        shown: dict[str, Any] = {}
        async with connect(address, additional_headers=headers(token), open_timeout=PATIENCE, max_size=None) as socket:
            self.waits = None
            while not shown.get("result"):
                for line in (await socket.recv(decode=True)).splitlines():
                    message = json.loads(line)
                    shown |= message if message["type"] == "table" else {}
                if not shown.get("view") or not shown["view"]["moves"]:
                    continue
                if self.waits is not None:
                    self.times.append((self.waits, time.monotonic() - self.waits))
                    self.waits = None
                move = {
                    "type": "move",
                    "id": uuid.uuid4().hex,
                    "seat": 0,
                    "move": self.rng.choice(shown["view"]["moves"]),
                }
                shown["view"] = None
                await socket.send(json.dumps(move))
                self.waits = time.monotonic()


async def _make_bot_tables(site: Site) -> Counter[str]:
    """Make tables of five grandmasters, from another address, as fast as one client may."""
    transport = httpx.AsyncHTTPTransport(local_address=FLOODER[0])
    address = f"http://127.0.0.1:{site.port}/api"
    made: Counter[str] = Counter()
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE, transport=transport) as client:
        token = (await client.post("/players", json={"name": "Host"})).raise_for_status().json()["token"]
        seats = [{"kind": "bot", "level": "grandmaster"}] * 5
        form = {"game": "whole-nine", "seats": seats, "watch": "nobody"}
        until = time.monotonic() + PATIENCE
        while made["tables of bots"] < BOT_TABLES and time.monotonic() < until:
            answer = await client.post("/tables", json=form, headers=headers(token))
            if answer.is_success:
                made["tables of bots"] += 1
            else:
                made["tables of bots refused"] += 1
                await asyncio.sleep(0.5)
    return made


if __name__ == "__main__":
    os.nice(19)
    asyncio.run(FLOODS[sys.argv[1]](int(sys.argv[2]), sys.argv[3]))  # type: ignore[arg-type]  # they differ in kind
