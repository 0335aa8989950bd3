"""Honest players who measure how long their moves take, and what that is compared with.

Each pair has a table and an address of its own: nobody but the flood can use up their budget.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import time
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from websockets.asyncio.client import connect

from tests.campaigns.play import PATIENCE, Lost, headers
from tests.campaigns.site import Site

MAX_RATIO = 3.0
"""The maximum ratio of the 99th percentile to that of the idle server."""

FAST, QUICK = 0.05, 1.0
"""Seconds in which a move is acknowledged, and in which a bot answers, that are never too long."""

PAIRS = 3
PAUSE = 0.02
"""Seconds between two moves of an honest pair."""

MIN_MOVES = 400
"""Moves that a 99th percentile needs: one pause of the machine, which stops every pair once, does not decide it."""

LONGEST = 60.0
"""Seconds that a measurement takes at most, even if fewer moves were made."""

IDLE = "idle"


class Pair:
    """Two players at a table; keeps how long each of their moves took until it was acknowledged."""

    def __init__(self, site: Site, number: int, rng: random.Random) -> None:
        self.site, self.rng = site, rng
        self.address = (f"127.0.1.{number + 1}", 0)
        self.moves: list[tuple[float, float]] = []
        """The time at which each move was sent, and its seconds until the answer."""
        self.sent: dict[str, float] = {}
        """The time of each move without an answer so far."""
        self.faults: list[str] = []
        """HttpError moves and lost connections."""

    async def play(self) -> None:
        """Play one game after the other until cancelled."""
        while True:
            try:
                await self._play_one()
            except Lost as error:
                self.faults.append(f"an honest player lost the connection: {error!r}")
                self.sent.clear()
                await asyncio.sleep(0.2)

    async def _play_one(self) -> None:
        tokens = [(await self.site.post("/players", name=name))["token"] for name in ("Ana", "Ben")]
        form = {"game": "whole-nine", "seats": [{"kind": "me"}, {"kind": "open"}], "watch": "anyone"}
        table = (await self.site.post("/tables", tokens[0], **form))["table"]
        await self.site.post(f"/tables/{table}/seats/1", tokens[1])
        await asyncio.gather(*(self._sit(table, seat, token) for seat, token in enumerate(tokens)))

    async def _sit(self, table: str, seat: int, token: str) -> None:
        address = f"ws://127.0.0.1:{self.site.port}/api/tables/{table}/socket?form=state&perspective={seat}"
        shown: dict[str, Any] = {}
        waiting = ""
        async with connect(
            address,
            additional_headers=headers(token),
            local_addr=self.address,
            open_timeout=PATIENCE,
            max_size=None,
        ) as socket:
            while not shown.get("result"):
                for line in (await socket.recv(decode=True)).splitlines():
                    message = json.loads(line)
                    if message["type"] == "table":
                        shown |= message
                    elif message.get("id") == waiting:
                        self._answered(message)
                        waiting = ""
                if shown.get("view") and shown["view"]["moves"] and not waiting and not shown.get("result"):
                    await asyncio.sleep(PAUSE)
                    waiting = uuid.uuid4().hex
                    chosen = self.rng.choice(shown["view"]["moves"])
                    self.sent[waiting] = time.monotonic()
                    await socket.send(json.dumps({"type": "move", "id": waiting, "seat": seat, "move": chosen}))

    def _answered(self, answer: dict[str, Any]) -> None:
        sent = self.sent.pop(answer["id"])
        self.moves.append((sent, time.monotonic() - sent))
        if not answer["ok"]:
            self.faults.append(f"an honest move was refused: {answer['error']}")

    def since(self, when: float) -> list[float]:
        """Return how long the moves sent since then took; one that still waits counts as long as it has waited."""
        waiting = [time.monotonic() - max(sent, when) for sent in self.sent.values()]
        return [seconds for sent, seconds in self.moves if sent >= when] + waiting


async def measure(pairs: list[Pair], seconds: float, moves: int = 0) -> list[float]:
    """Return how long honest moves take for some seconds, and for longer until there are at least `moves`."""
    began = time.monotonic()
    await asyncio.sleep(seconds)
    while len(found := [one for pair in pairs for one in pair.since(began)]) < moves:
        if time.monotonic() > began + LONGEST:
            break
        await asyncio.sleep(0.1)
    return found


def p99(durations: list[float]) -> float:
    """Return the 99th percentile; infinite if there are none."""
    return sorted(durations)[int(0.99 * len(durations))] if durations else float("inf")


def too_slow(measured: Mapping[str, list[float]], fast: float) -> list[str]:
    """Return what took longer than on the idle server by more than `MAX_RATIO`; `fast` seconds are never too long."""
    idle = p99(measured[IDLE])
    slow = {name: p99(found) for name, found in measured.items() if p99(found) > max(fast, MAX_RATIO * idle)}
    return [f"{name}: p99 of {1000 * seconds:.0f} ms, idle {1000 * idle:.0f} ms" for name, seconds in slow.items()]


def too_few(measured: Mapping[str, list[float]]) -> list[str]:
    """Return what was measured with too few moves: honest players could hardly move, or the campaign was too short."""
    few = {name: len(found) for name, found in measured.items() if len(found) < MIN_MOVES}
    return [f"{name}: only {n} honest moves, {MIN_MOVES} are needed" for name, n in few.items()]


# Tables of figures

HEADINGS = ("meanwhile", "n", "median, ms", "p99, ms", "longest, ms", "p99 / idle")


def summary(durations: list[float]) -> dict[str, float]:
    """Return the number of durations, and their median, 99th percentile and maximum in milliseconds."""
    if not durations:
        return {"n": 0}
    chosen: dict[str, Callable[[list[float]], float]] = {"median": statistics.median, "p99": p99, "max": max}
    return {"n": len(durations), **{name: round(1000 * made(durations), 1) for name, made in chosen.items()}}


def rows(summaries: Mapping[str, Mapping[str, float]]) -> list[tuple[str, ...]]:
    """Return a row of figures, as in `HEADINGS`, for each summary; one of them is that of the idle server."""
    idle = summaries[IDLE].get("p99") if summaries else None
    found = []
    for name, one in summaries.items():
        ratio = f"{one['p99'] / idle:.1f}" if one["n"] and idle else "no answer"
        found.append((name, *(str(one.get(key, "")) for key in ("n", "median", "p99", "max")), ratio))
    return found
