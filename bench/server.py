"""Benchmark of the server: durable moves per second, and the latency of each.

    python bench/server.py [--tables 50 200 500] [--seconds 20] [--clients pages programs boardgame.io] [--json]
        [--database postgresql://...] [--workers 2]

Every table is a game of The Whole Nine between two random clients on loopback, each with its own connection. A move's
latency runs from sending it until both players have received it. `flat out` makes the next move immediately after
that; `paced` makes two moves a second at every table. Pages receive scenes and sentences that describe every legal
move; programs receive the position itself and the codes of the moves.

If node and its packages are installed (`npm install --prefix bench/peers`), boardgame.io is measured the same way: one
process in memory without storage, with the same number of tables, players and connections and the same client.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from itertools import product
from pathlib import Path

import httpx
import orjson
import uvloop
from peers import boardgameio
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

START = "import sys; from trackside.cli import main; sys.exit(main(sys.argv[1:]))"
GAME = "whole-nine"
FORMS = {"pages": "scene&language=en", "programs": "state"}
BESIDE = "boardgame.io"


class Seat(WSListener):
    """One player's connection; it notifies the table of every view."""

    def __init__(self, table: Table, seat: int, address: str, token: str) -> None:
        self.table, self.seat, self.address = table, seat, address
        self.headers = {"authorization": f"Bearer {token}"}
        self.offers: list[int] = []
        self.version = 0

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Notify the table of every message with a view; ignore other messages, but record a refused move."""
        for line in frame.get_payload_as_bytes().split(b"\n"):
            message = orjson.loads(line)
            if message["type"] == "answer" and not message["ok"]:
                self.table.refused = message["error"]
            if message["type"] == "table" and "view" in message:
                self.version = message["version"]
                view = message["view"]
                self.offers = view["moves"] if "moves" in view else [offer["move"] for offer in view["offers"]]
                self.table.told(self)

    def message(self, move: int, identifier: str) -> bytes:
        """Return a move as it is sent to the server."""
        content = {"type": "move", "id": identifier, "seat": self.seat, "version": self.version, "move": move}
        return orjson.dumps(content)


class Table:
    """Two random players; the next move is made when both have received the last one and the pause is over."""

    def __init__(self, pause: float | None) -> None:
        self.pause = pause
        self.times: list[float] = []
        self.seats: list[Seat | boardgameio.Seat] = []
        self.waiting: set[Seat | boardgameio.Seat] = set()
        self.end = self.began = self.last = 0.0
        self.refused: str | None = None

    async def sit(self) -> None:
        """Connect both players."""
        self.lines = [
            (await ws_connect(partial(_same, seat), seat.address, extra_headers=seat.headers))[0] for seat in self.seats
        ]

    def start(self, end: float) -> None:
        """Play until `end`."""
        self.end = end
        asyncio.get_running_loop().call_later(random.random() * (self.pause or 0.2), self.move)

    def move(self) -> None:
        """Make a random move for the player to move; do nothing if the game or the time is over."""
        mover = next((seat for seat in self.seats if seat.offers), None)
        if mover is None or time.perf_counter() > self.end:
            return
        self.waiting, self.began = set(self.seats), time.perf_counter()
        message = mover.message(random.choice(mover.offers), f"{len(self.times)}")
        self.lines[self.seats.index(mover)].send(WSMsgType.TEXT, message)

    def told(self, seat: Seat | boardgameio.Seat) -> None:
        """Note that a player has received the move; when both have, schedule the next one."""
        self.waiting.discard(seat)
        if not self.waiting and self.began:
            self.last = time.perf_counter()
            took = self.last - self.began
            self.times.append(took)
            asyncio.get_running_loop().call_later(max(0.0, (self.pause or 0.0) - took), self.move)


def _same(seat: WSListener) -> WSListener:
    return seat


def start(database: str, workers: int) -> tuple[subprocess.Popen[str], str]:
    """Start a server with this number of worker processes; return it and its address."""
    command = [
        sys.executable,
        "-c",
        START,
        "serve",
        "--no-browser",
        "--port",
        "0",
        "--bot-processes",
        "0",
        "--no-limits",
    ]
    process = subprocess.Popen(
        [*command, "--workers", str(workers), "--database", database], stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    while not (found := re.search(r"Trackside is at .*:(\d+)/", line := process.stderr.readline())):
        assert line
    return process, f"http://localhost:{found[1]}"


def processes(process: subprocess.Popen[str]) -> list[Path]:
    """Return the /proc folders of a process and of its children."""
    own = Path(f"/proc/{process.pid}")
    return [own, *(Path(f"/proc/{one}") for one in (own / f"task/{process.pid}/children").read_text().split())]


def processor(process: subprocess.Popen[str]) -> float:
    """Return the seconds of processor time that the server has used."""
    stats = [(one / "stat").read_text().rpartition(")")[2].split() for one in processes(process)]
    return sum(int(fields[11]) + int(fields[12]) for fields in stats) / os.sysconf("SC_CLK_TCK")


def memory(process: subprocess.Popen[str]) -> float:
    """Return the server's resident memory in MB."""
    found = [re.search(r"VmRSS:\s+(\d+)", (one / "status").read_text()) for one in processes(process)]
    return sum(int(size[1]) for size in found if size) / 1024


def measure(
    kind: str, tables: int, seconds: float, pause: float | None, database: str | None, workers: int
) -> dict[str, object]:
    """Run one measurement."""
    with tempfile.TemporaryDirectory() as folder:
        store = database or f"sqlite:///{folder}/tables.db"
        process, url = boardgameio.start() if kind == BESIDE else start(store, workers)
        try:
            if kind == BESIDE:
                clients = seat_beside(url, tables, pause)
            else:
                clients = seat_clients(url, FORMS[kind], tables, pause)
            began, used, own, held = uvloop.run(play(clients, seconds, process))
        finally:
            process.terminate()
            process.wait()
    refused = next((client.refused for client in clients if client.refused), None)
    if refused:
        raise SystemExit(f"refused: {refused}")
    times = sorted(time for client in clients for time in client.times)
    return {
        "clients": kind,
        "tables": tables,
        "way": "paced" if pause else "flat out",
        "moves_per_second": round(len(times) / (max(client.last for client in clients) - began)),
        "median_ms": round(1000 * statistics.median(times), 1),
        "p99_ms": round(1000 * times[int(0.99 * len(times))], 1),
        "processor_ms_per_move": round(1000 * used / len(times), 2),
        "clients_ms_per_move": round(1000 * own / len(times), 2),
        "memory_mb": round(held),
    }


def seat_clients(url: str, form: str, tables: int, pause: float | None) -> list[Table]:
    """Create tables with two players each."""
    with httpx.Client(base_url=url, timeout=120) as http:
        tokens = [http.post("/api/players", json={"name": ""}).json()["token"] for _ in range(2)]
        first, second = ({"authorization": f"Bearer {token}"} for token in tokens)
        made = []
        for _ in range(tables):
            body = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}], "watch": "anyone"}
            name = http.post("/api/tables", json=body, headers=first).raise_for_status().json()["table"]
            http.post(f"/api/tables/{name}/seats/1", json={}, headers=second).raise_for_status()
            address = f"{url.replace('http', 'ws')}/api/tables/{name}/socket?form={form}"
            table = Table(pause)
            table.seats = [Seat(table, seat, address, token) for seat, token in enumerate(tokens)]
            made.append(table)
    return made


def seat_beside(url: str, tables: int, pause: float | None) -> list[Table]:
    """Create the same tables on a boardgame.io server."""
    made = []
    for match, credentials in boardgameio.tables(url, tables):
        table = Table(pause)
        table.seats = [boardgameio.Seat(table, seat, url, match, secret) for seat, secret in enumerate(credentials)]
        made.append(table)
    return made


async def play(clients: list[Table], seconds: float, process: subprocess.Popen[str]) -> tuple[float, ...]:
    """Play all tables simultaneously; return the start, the processor times of server and clients, and the memory."""
    for client in clients:
        await client.sit()
    await asyncio.sleep(1)
    gc.disable()  # keep the clients' garbage collection out of the measurement
    used, own, began = processor(process), time.process_time(), time.perf_counter()
    for client in clients:
        client.start(began + seconds)
    await asyncio.sleep(seconds)
    figures = began, processor(process) - used, time.process_time() - own, memory(process)
    gc.enable()
    for client in clients:
        for line in client.lines:
            line.disconnect()
    return figures


def main() -> None:
    """Measure all table counts, clients and paces."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 200, 500])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--clients", nargs="+", choices=[*FORMS, BESIDE], default=[*FORMS, BESIDE])
    parser.add_argument("--database", metavar="URL", help="a PostgreSQL database instead of a fresh SQLite file")
    parser.add_argument("--workers", type=int, default=1, help="server processes; more than one need PostgreSQL")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    if BESIDE in args.clients and (reason := boardgameio.missing()):
        print(f"{BESIDE} is not measured beside it: {reason}", file=sys.stderr)
        args.clients.remove(BESIDE)
    for tables, kind, pause in product(args.tables, args.clients, (None, 0.5)):
        result = measure(kind, tables, args.seconds, pause, args.database, args.workers)
        if args.json:
            print(json.dumps(result), flush=True)
        else:
            print(
                f"{tables:4} tables of {kind:12}, {result['way']:8}: {result['moves_per_second']:5} moves/s, "
                f"median {result['median_ms']} ms, p99 {result['p99_ms']} ms, "
                f"{result['processor_ms_per_move']} ms of processor time a move (clients "
                f"{result['clients_ms_per_move']}), {result['memory_mb']} MB",
                flush=True,
            )


if __name__ == "__main__":
    main()
