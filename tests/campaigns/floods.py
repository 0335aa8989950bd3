"""Floods that cost the server more than the client, and what honest players notice of them.

Each flood is one client: a process of its own with an address of its own. Honest pairs at other tables, from other
addresses, are measured without a flood and under each one, in one run.

python -m tests.campaigns.floods measure [SECONDS] [NAME...]    measures some floods, or all, for that long each
python -m tests.campaigns.floods flood NAME PORT TABLE          runs one flood until it is terminated
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import secrets
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from websockets.asyncio.client import connect

from tests.campaigns.honest import (
    FAST,
    HEADINGS,
    IDLE,
    MIN_MOVES,
    PAIRS,
    Pair,
    measure,
    rows,
    summary,
    too_few,
    too_slow,
)
from tests.campaigns.play import PATIENCE, headers
from tests.campaigns.site import Database, Site

WINDOW = 8.0
"""Seconds of one measurement, about: idle and flooded ones alternate."""

SETTLE = 1.0
"""Seconds that a flood runs, or is over, before the next measurement."""

MAX_MEMORY = 200
"""Megabytes that floods may add: a megabyte for each socket, and garbage that is yet to be collected."""

FLOODER = "127.0.0.2"
GET = "GET /api{path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
UPGRADE = (
    "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, PING = 0x81, 0x89

SENT, REFUSED = "sent", "refused"
counts: Counter[str] = Counter()
"""Requests and messages that this process has sent as a flood, and requests that were refused."""

Flood = Callable[[int, str], Awaitable[None]]
"""Floods a port, at a finished table, until it is cancelled."""


# The floods


async def finished(port: int, table: str) -> None:
    """Get a finished table repeatedly, on 8 connections."""
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
    await _many(50, lambda: _frames(port, table, PING, b"x" * 20, 500))


async def deaf(port: int, table: str) -> None:
    """Ask for whole tables on 60 sockets and read nothing."""
    await _many(60, lambda: _frames(port, table, TEXT, b'{"type":"sync"}', 20, reads=False))


FLOODS: dict[str, Flood] = {
    flood.__name__: flood for flood in (finished, replays, lists, syncs, malformed, pings, deaf)
}


async def _many(count: int, client: Callable[[], Awaitable[None]]) -> None:
    async def repeat() -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await client()
            await asyncio.sleep(0.01)

    await asyncio.gather(*(repeat() for _ in range(count)))


async def _requests(port: int, path: str) -> None:
    """Send requests on one connection, each as soon as the one before is answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(FLOODER, 0))
    try:
        while True:
            writer.write(GET.format(path=path, token=secrets.token_urlsafe(24)).encode())
            counts[SENT] += 1
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            counts[REFUSED] += head.split()[1] >= b"400"
            _, found, length = head.partition(b"content-length: ")
            if found:
                await reader.readexactly(int(length.split()[0]))
            if not found or b"connection: close" in head:
                return
    finally:
        writer.close()


async def _frames(port: int, table: str, first: int, payload: bytes, rate: int, reads: bool = True) -> None:
    """Send the same frame on one socket, `rate` times a second."""
    frame = bytes((first, 0x80 | len(payload))) + bytes(4) + payload  # the mask is zero
    together = max(1, rate // 50)
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(FLOODER, 0))
    reading = None
    try:
        writer.write(UPGRADE.format(table=table).encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if head.split()[1] != b"101":
            counts[REFUSED] += 1
            return
        reading = asyncio.create_task(_discard(reader)) if reads else None
        while reading is None or not reading.done():
            writer.write(together * frame)
            counts[SENT] += together
            await writer.drain()
            await asyncio.sleep(together / rate)
    finally:
        if reading is not None:
            reading.cancel()
        writer.close()


async def _discard(reader: asyncio.StreamReader) -> None:
    while await reader.read(1 << 16):
        pass


@asynccontextmanager
async def flooding(name: str, port: int, table: str) -> AsyncIterator[Counter[str]]:
    """Run a flood in a process of its own; what it has sent is counted when it is over."""
    found: Counter[str] = Counter()
    command = ("-m", "tests.campaigns.floods", "flood", name, str(port), table)
    process = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    try:
        await process.stdout.readline()  # it has begun
        yield found
    finally:
        process.terminate()
        try:
            written, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
            found.update(json.loads(written or "{}"))
        except TimeoutError:
            process.kill()


async def _run(name: str, port: int, table: str) -> None:
    """Flood until terminated, and leave the processor to others; then print what was sent."""
    os.nice(19)
    task = asyncio.ensure_future(FLOODS[name](port, table))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    print("begun", flush=True)
    with contextlib.suppress(asyncio.CancelledError):
        await task
    print(json.dumps(counts))


# What honest players notice


async def flood(site: Site, seconds: float, seed: str, names: Sequence[str] = tuple(FLOODS)) -> list[str]:
    """Measure honest moves without a flood, and under each one; return what is wrong."""
    rng = random.Random(seed)
    table = await _finished_table(site)
    pairs = [Pair(site, number, random.Random(rng.random())) for number in range(PAIRS)]
    playing = [asyncio.create_task(pair.play()) for pair in pairs]
    each = seconds / (2 * len(names))
    rounds = max(1, round(each / WINDOW))
    window, moves = each / rounds, -(-MIN_MOVES // rounds)
    site.measured |= {name: [] for name in (IDLE, *names)}
    sent: dict[str, Counter[str]] = {name: Counter() for name in names}
    try:
        await measure(pairs, SETTLE, moves=MIN_MOVES)  # everyone has sat down, and the server is warm
        before = _megabytes(site)
        for name in rounds * list(names):
            site.measured[IDLE] += await measure(pairs, window, moves)
            async with flooding(name, site.port, table) as found:
                await asyncio.sleep(SETTLE)
                site.measured[name] += await measure(pairs, window, moves)
                site.figures["MB at most"] = max(site.figures["MB at most"], _megabytes(site))
            sent[name] += found
            await asyncio.sleep(SETTLE)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    site.figures |= {f"{what} by {name}": n for name, found in sent.items() for what, n in found.items()}
    faults = [f"{name}: the flood has sent nothing" for name in names if not sent[name][SENT]]
    if site.figures["MB at most"] > before + MAX_MEMORY:
        faults.append(f"the server grew from {before} to {site.figures['MB at most']} MB")
    faults += [fault for pair in pairs for fault in pair.faults]
    return faults + too_few(site.measured) + too_slow(site.measured, FAST) + site.complaints()


def _megabytes(site: Site) -> int:
    """Return the memory of the server in MB."""
    status = Path(f"/proc/{site.server.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) // 1024


async def _finished_table(site: Site) -> str:
    """Return a table with a finished game of four bots, which takes long to show."""
    token = (await site.post("/players", name="Host"))["token"]
    seats = [{"kind": "bot", "level": "greedy"}] * 4
    form = {"game": "whole-nine", "seats": seats, "watch": "anyone"}
    table: str = (await site.post("/tables", token, **form))["table"]
    address = f"ws://127.0.0.1:{site.port}/api/tables/{table}/socket"
    async with connect(address, additional_headers=headers(token), max_size=None, open_timeout=PATIENCE) as socket:
        result = None
        while result is None:
            for line in (await asyncio.wait_for(socket.recv(), PATIENCE)).splitlines():
                result = json.loads(line).get("result") or result
    return table


async def flood_new_server(folder: Path, seconds: float, seed: str, names: Sequence[str]) -> tuple[Site, list[str]]:
    """Start a server with all limits, measure some floods on it, for `seconds` each, and stop it."""
    site = Site(folder, Database(folder), 1, limited=True, environment={})
    try:
        faults = await flood(site, 2 * seconds * len(names), seed, names)
    finally:
        await site.close()
    return site, site.faults + faults


def main(given: list[str] | None = None) -> int:
    """Measure floods and print a table, or run one flood; return 1 if honest players noticed too much."""
    parser = argparse.ArgumentParser(prog="python -m tests.campaigns.floods")
    commands = parser.add_subparsers(dest="command", required=True)
    measured = commands.add_parser("measure", help="start a server and measure honest moves under floods")
    measured.add_argument("seconds", nargs="?", type=float, default=WINDOW, help="how long each flood is measured")
    measured.add_argument("names", nargs="*", metavar="NAME", help=", ".join(FLOODS))
    run = commands.add_parser("flood", help="flood a server until terminated")
    run.add_argument("name", choices=FLOODS)
    run.add_argument("port", type=int)
    run.add_argument("table")
    args = parser.parse_args(given)
    if args.command == "flood":
        asyncio.run(_run(args.name, args.port, args.table))
        return 0
    if unknown := set(args.names) - set(FLOODS):
        parser.error(f"there is no flood {', '.join(unknown)}; use {', '.join(FLOODS)}")
    with tempfile.TemporaryDirectory(prefix="trackside-") as folder:
        seed = str(random.randrange(1 << 30))
        site, faults = asyncio.run(flood_new_server(Path(folder), args.seconds, seed, args.names or [*FLOODS]))
    print(f"| {' | '.join((*HEADINGS, SENT, REFUSED))} |", "|---" * (len(HEADINGS) + 2) + "|", sep="\n")
    for row in rows({name: summary(found) for name, found in site.measured.items()}):
        flooded = [f"{site.figures[f'{what} by {row[0]}']:,}" if row[0] != IDLE else "" for what in (SENT, REFUSED)]
        print(f"| {' | '.join((*row, *flooded))} |")
    print(f"server: {site.figures['MB at most']} MB at most", *faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
