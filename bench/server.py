"""How many moves the server makes durable and tells to everybody, and how long each takes.

    python bench/server.py [--tables 50 200 500] [--seconds 10] [--json]

Every table is a game of The Whole Nine between two random clients on loopback, each with a connection of its own.
A move takes from when it is sent until both have been told. `flat out` moves as soon as that has happened;
`paced` makes two moves a second at every table.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

START = "import sys; from trackside.cli import main; sys.exit(main(sys.argv[1:]))"
GAME = "whole-nine"


class Clients:
    """Two random players at one table."""

    def __init__(self, url: str, table: str, tokens: list[str], pause: float | None) -> None:
        self.url, self.table, self.tokens, self.pause = url, table, tokens, pause
        self.times: list[float] = []
        self.moves = 0

    async def sit(self) -> None:
        """Connect both players."""
        self.sockets = [await self.connect(token) for token in self.tokens]
        self.views = [json.loads(await socket.recv()) for socket in self.sockets]

    async def play(self, end: float) -> None:
        """Move until the time is over; a finished game is followed by none."""
        sockets, views = self.sockets, self.views
        await asyncio.sleep(random.random() * (self.pause or 0.2))
        try:
            while time.perf_counter() < end:
                mover = next((i for i, view in enumerate(views) if view["view"]["offers"]), None)
                if mover is None:
                    return
                began = time.perf_counter()
                await sockets[mover].send(self.message(mover, views[mover]))
                views = await asyncio.gather(*(news(socket) for socket in sockets))
                self.times.append(time.perf_counter() - began)
                self.moves += 1
                if self.pause:
                    await asyncio.sleep(max(0.0, self.pause - self.times[-1]))
        finally:
            await asyncio.gather(*(socket.close() for socket in sockets))

    def message(self, seat: int, view: dict[str, Any]) -> str:
        """A random move."""
        offer = random.choice(view["view"]["offers"])
        return json.dumps(
            {"type": "move", "id": f"{self.moves}", "seat": seat, "number": view["number"], "move": offer["move"]}
        )

    async def connect(self, token: str) -> ClientConnection:
        """A connection of one player."""
        address = f"{self.url.replace('http', 'ws')}/api/tables/{self.table}/socket"
        return await connect(
            address, additional_headers={"authorization": f"Bearer {token}"}, compression=None, open_timeout=120
        )


async def news(socket: ClientConnection) -> dict[str, Any]:
    """The next view; answers and comings and goings are passed over."""
    while True:
        text = await socket.recv()
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "table" and message["log"]:
            return message
        if message["type"] == "answer" and not message["ok"]:
            raise SystemExit(f"refused: {message['error']}")


def start(folder: str) -> tuple[subprocess.Popen[str], str]:
    """A server with a fresh store."""
    command = [sys.executable, "-c", START, "serve", "--no-browser", "--port", "0", "--minds", "0", "--no-limits"]
    process = subprocess.Popen(
        [*command, "--database", f"sqlite:///{folder}/tables.db"], stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    found = re.search(r":(\d+)/", process.stderr.readline())
    assert found
    return process, f"http://localhost:{found[1]}"


def processor(process: subprocess.Popen[str]) -> float:
    """Seconds of processor time the server has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: subprocess.Popen[str]) -> float:
    """What the server holds in memory, in MB."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def measure(tables: int, seconds: float, pause: float | None) -> dict[str, object]:
    """One run."""
    with tempfile.TemporaryDirectory() as folder:
        process, url = start(folder)
        try:
            clients = seat_clients(url, tables, pause)
            used, held = asyncio.run(play(clients, seconds, process))
        finally:
            process.terminate()
            process.wait()
    times = sorted(time for client in clients for time in client.times)
    return {
        "tables": tables,
        "way": "paced" if pause else "flat out",
        "moves_per_second": round(len(times) / seconds),
        "median_ms": round(1000 * statistics.median(times), 1),
        "p99_ms": round(1000 * times[int(0.99 * len(times))], 1),
        "processor_ms_per_move": round(1000 * used / len(times), 2),
        "memory_mb": round(held),
    }


def seat_clients(url: str, tables: int, pause: float | None) -> list[Clients]:
    """So many tables with two players each."""
    with httpx.Client(base_url=url, timeout=120) as http:
        tokens = [http.post("/api/players", json={"name": ""}).json()["token"] for _ in range(2)]
        first, second = ({"authorization": f"Bearer {token}"} for token in tokens)
        made = []
        for _ in range(tables):
            body = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}], "watch": "anyone"}
            table = http.post("/api/tables", json=body, headers=first).raise_for_status().json()["table"]
            http.post(f"/api/tables/{table}/seats/1", json={}, headers=second).raise_for_status()
            made.append(Clients(url, table, tokens, pause))
    return made


async def play(clients: list[Clients], seconds: float, process: subprocess.Popen[str]) -> tuple[float, float]:
    """All tables at once, when everybody sits; the processor time and the memory of the server."""
    for client in clients:
        await client.sit()
    used, end = processor(process), time.perf_counter() + seconds
    await asyncio.gather(*(client.play(end) for client in clients))
    return processor(process) - used, memory(process)


def main() -> None:
    """Measure all sizes, both ways."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 200, 500])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    for tables in args.tables:
        for pause in (None, 0.5):
            result = measure(tables, args.seconds, pause)
            if args.json:
                print(json.dumps(result), flush=True)
            else:
                print(
                    f"{result['tables']:4} tables, {result['way']:8}: {result['moves_per_second']:5} moves/s, "
                    f"median {result['median_ms']} ms, p99 {result['p99_ms']} ms, "
                    f"{result['processor_ms_per_move']} ms of processor time a move, {result['memory_mb']} MB",
                    flush=True,
                )


if __name__ == "__main__":
    main()
