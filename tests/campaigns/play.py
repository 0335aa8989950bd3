"""Players that are programs over sockets and keep what was acknowledged; the check at the end of every campaign."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
from sqlalchemy import create_engine, select
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.campaigns.site import Site
from trackside.core.errors import TracksideError
from trackside.play.record import read_record, verify_record
from trackside.web.store import entries

SPECTATOR = -3
STUCK = 120.0
"""Seconds without any news, and without trouble, after which a table does not go on by itself."""

LATE = 20.0
"""Seconds after which every server knows what another one has stored, whatever was lost on the way."""

PATIENCE = 60.0
PAUSE = 0.02
"""Seconds a player thinks."""

LEAVING = 0.01
"""How likely it is after a message that somebody goes away for a moment."""

TABLES = (
    ("whole-nine", ("me", "open")),
    ("traxx", ("me", "open")),
    ("skip-or-trip", ("me", "open", "greedy")),
    ("whole-nine", ("me", "greedy")),
    ("traxx", ("me", "open", "greedy")),
    ("skip-or-trip", ("me", "greedy")),
)
"""What is played at the same time; whenever a game ends, another begins."""

Lost = (OSError, WebSocketException, TimeoutError, httpx.HTTPError)
"""What a player sees of a server that is gone, or too busy to answer."""


class Seat:
    """One player at one table; what was sent and not answered is sent again, and has to count once."""

    def __init__(self, site: Site, table: str, seat: int, token: str, form: str, rng: random.Random) -> None:
        self.site, self.table, self.seat, self.token, self.form, self.rng = site, table, seat, token, form, rng
        self.acknowledged: list[str] = []
        self.refused: list[str] = []
        self.message: dict[str, Any] | None = None
        """What was sent and is not answered."""
        self.shown: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.news = time.monotonic()
        self.sleeps = False
        """Whether it waits until the clock has moved for it."""
        self._unsent = self._seen = False

    @property
    def over(self) -> bool:
        """Whether it has seen the end of the game and has no question open."""
        return bool(self.shown.get("result")) and self.message is None

    async def play(self) -> None:
        """Play to the end, whatever becomes of the server."""
        while not self.over:
            try:
                async with self.connection() as socket:
                    await self._talk(socket)
            except Lost:
                self.site.figures["reconnected"] += 1
                await asyncio.sleep(self.rng.uniform(0.1, 0.4))

    def connection(self) -> connect:
        """A live connection of this player."""
        address = f"ws://localhost:{self.site.port}/api/tables/{self.table}/socket?form={self.form}&eyes={self.seat}"
        return connect(address, additional_headers=headers(self.token), open_timeout=PATIENCE, max_size=None)

    async def _talk(self, socket: ClientConnection) -> None:
        self._unsent, self._seen = self.message is not None, False
        while not self.over:
            try:
                hear(self, await asyncio.wait_for(socket.recv(decode=True), 2))
            except TimeoutError:
                self._seen = bool(self.shown)
            if self.rng.random() < LEAVING:
                return
            await self._act(socket)

    async def _act(self, socket: ClientConnection) -> None:
        """Say again what the store could not keep, or make a move."""
        if self.message is not None:
            if self._unsent:
                self.site.figures["sent again"] += 1
                await asyncio.sleep(10 * PAUSE)
                await self._send(socket)
            return
        view = self.shown.get("view")
        if not self._seen or view is None or self._is_asleep():
            return
        codes = view["moves"] if self.form == "state" else [offer["move"] for offer in view["offers"]]
        if codes:
            await asyncio.sleep(PAUSE)
            mine = bool(self.log) and self.log[-1]["seat"] == self.seat
            wanted = {"type": "undo"} if mine and self.rng.random() < 0.05 else {"move": self.rng.choice(codes)}
            number = {"number": self.shown["number"]} if self.rng.random() < 0.8 else {}
            self.message = {"type": "move", "id": uuid.uuid4().hex, "seat": self.seat, **wanted, **number}
            await self._send(socket)

    def _is_asleep(self) -> bool:
        self.sleeps = self.sleeps and not any(entry["seat"] == self.seat for entry in self.log)
        return self.sleeps

    async def _send(self, socket: ClientConnection) -> None:
        self._unsent = self._seen = False
        await socket.send(json.dumps(self.message))

    def answered(self, answer: dict[str, Any]) -> None:
        """Keep what became of a message; what the store could not say is asked again."""
        if self.message is None or answer["id"] != self.message["id"]:
            return
        if not answer["ok"] and "store" in answer["error"]:
            self.site.figures["store failed"] += 1
            self._unsent = True
            return
        kind = "acknowledged" if answer["ok"] else "refused"
        self.site.figures[kind] += 1
        getattr(self, kind).append(answer["id"])
        self.message = None

    def told(self, message: dict[str, Any]) -> None:
        """Keep what is shown, as a page does."""
        self.shown |= message
        self.log = self.log[: message["log_from"]] + message["log"]
        self.news, self._seen = time.monotonic(), True


def hear(seat: Seat, frame: str | bytes) -> None:
    """Take in a frame: a message on each line."""
    for line in frame.splitlines():
        message = json.loads(line)
        if message["type"] == "table":
            seat.told(message)
        elif message["type"] == "answer":
            seat.answered(message)


class Game:
    """One table from its creation to its end."""

    def __init__(self, site: Site, kind: tuple[str, tuple[str, ...]], rng: random.Random, **options: Any) -> None:
        self.site, self.rng, self.options = site, rng, options
        self.game, self.wanted = kind
        self.id = ""
        self.seats: list[Seat] = []
        self.spectator: Seat | None = None
        self.done = False

    async def play(self) -> None:
        """Sit down and play to the end."""
        seats = [{"kind": one} if one in ("me", "open") else {"kind": "bot", "level": one} for one in self.wanted]
        people = [i for i, one in enumerate(self.wanted) if one in ("me", "open")]
        tokens = [(await self.site.post("/players", name=f"P{seat}"))["token"] for seat in people]
        form = {"game": self.game, "seats": seats, "watch": "anyone", **self.options}
        self.id = (await self.site.post("/tables", tokens[0], **form))["table"]
        for seat, token in zip(people[1:], tokens[1:], strict=True):
            await self.site.post(f"/tables/{self.id}/seats/{seat}", token)
        for seat, token in zip(people, tokens, strict=True):
            looks = self.rng.choice(("scene", "state"))
            self.seats.append(Seat(self.site, self.id, seat, token, looks, random.Random(self.rng.random())))
        eyes = (await self.site.post("/players", name=""))["token"]
        self.spectator = Seat(self.site, self.id, SPECTATOR, eyes, "scene", self.rng)
        self.site.figures["tables"] += 1
        self.site.tables.append(self.id)
        self.seats[0].sleeps = "clock" in self.options
        await asyncio.gather(*(seat.play() for seat in (*self.seats, self.spectator)))
        self.done = True
        self.site.figures["games"] += 1

    @property
    def news(self) -> float:
        """When anybody at this table heard anything."""
        return max((seat.news for seat in self.seats), default=time.monotonic())

    async def check(self) -> list[str]:
        """What is wrong: somebody was shown something else than those who come now, or the record does not hold."""
        faults = []
        for seat in (*self.seats, *([self.spectator] if self.spectator else [])):
            for _ in range(2 * self.site.workers):
                fresh = Seat(self.site, self.id, seat.seat, seat.token, seat.form, self.rng)
                different = await look_again(fresh, seat)
                faults += [f"{self.id}: {self.game}: eyes {seat.seat} saw another {part}" for part in different]
        try:
            record = await self.site.get(f"/tables/{self.id}/record")
            verify_record(read_record(record))
        except TracksideError as error:
            faults.append(f"{self.id}: its record does not hold: {error}")
        return faults

    def check_store(self, rows: list[tuple[int, str | None]]) -> list[str]:
        """What is wrong in the store: a gap, an acknowledged move that is not there once, a refused one that is."""
        faults = []
        if [number for number, _ in rows] != list(range(len(rows))):
            faults.append(f"{self.id}: the log has gaps")
        stored = Counter(message for _, message in rows if message)
        faults += [f"{self.id}: {message} is there {n} times" for message, n in stored.items() if n > 1]
        for seat in self.seats:
            lost = [one for one in seat.acknowledged if f"{seat.seat} {one}" not in stored]
            made = [one for one in seat.refused if f"{seat.seat} {one}" in stored]
            faults += [f"{self.id}: seat {seat.seat}: {one} was acknowledged and is lost" for one in lost]
            faults += [f"{self.id}: seat {seat.seat}: {one} was refused and is there" for one in made]
        return faults


async def look_again(fresh: Seat, seat: Seat) -> list[str]:
    """In what a new connection is shown something else, also after a while: a server may be a little late."""
    until = time.monotonic() + LATE
    async with fresh.connection() as socket:
        while True:
            with contextlib.suppress(TimeoutError):
                hear(fresh, await asyncio.wait_for(socket.recv(decode=True), max(0.1, until - time.monotonic())))
            different = differences(fresh, seat)
            if not different or time.monotonic() > until:
                return different
            fresh.site.figures["late looks"] += 1


def differences(one: Seat, other: Seat) -> list[str]:
    """The parts that two with the same eyes were shown differently."""
    if not one.shown or not other.shown:
        return ["table"]
    different = [part for part in ("view", "result") if one.shown[part] != other.shown[part]]
    return different if by_seat(one.log) == by_seat(other.log) else [*different, "log"]


def by_seat(log: list[dict[str, Any]]) -> dict[int, list[dict[str, Any]]]:
    """A log apart by who did it: what was secret is told later, so the order of two seats may be another."""
    return {seat: [one for one in log if one["seat"] == seat] for seat in {one["seat"] for one in log}}


def seated(seats: tuple[str, ...], bots: str) -> tuple[str, ...]:
    """Who sits where, with bots of this level."""
    return tuple(bots if one == "greedy" else one for one in seats)


Trouble = Callable[[Site, random.Random], Awaitable[None]]
"""Makes trouble once; it is called again and again. When it returns, nothing stands in the way any more."""


async def run(
    site: Site, trouble: Trouble, seconds: float, seed: str, bots: str = "greedy", **options: Any
) -> list[str]:
    """Play at several tables under trouble for a while, then to the end in peace; say what is wrong."""
    rng = random.Random(seed)
    games: list[Game] = []
    until = time.monotonic() + seconds

    async def occupy(kind: tuple[str, tuple[str, ...]], own: random.Random) -> None:
        while not games or time.monotonic() < until:
            games.append(Game(site, kind, own, **options))
            await games[-1].play()

    playing = [
        asyncio.create_task(occupy((game, seated(seats, bots)), random.Random(rng.random()))) for game, seats in TABLES
    ]
    try:
        while time.monotonic() < until:
            await trouble(site, rng)
            _raise_faults(playing)
        faults = await _finish(playing, games)
        for game in games:
            faults += await game.check() if game.done else []
        faults += check_stores(site, games)
        faults += site.complaints()
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return faults


def _raise_faults(playing: list[asyncio.Task[None]]) -> None:
    """A fault of a player's own ends the campaign at once."""
    for task in playing:
        if task.done() and not task.cancelled():
            task.result()


async def _finish(playing: list[asyncio.Task[None]], games: list[Game]) -> list[str]:
    """Everybody plays to the end; the names of the tables where nothing happens any more."""
    calm = time.monotonic()
    while waiting := [task for task in playing if not task.done()]:
        await asyncio.wait(waiting, timeout=1)
        going = [game for game in games if not game.done]
        if going and all(time.monotonic() > max(game.news, calm) + STUCK for game in going):
            return [f"{game.id}: {game.game} with {', '.join(game.wanted)} does not go on" for game in going]
    _raise_faults(playing)
    return []


def check_stores(site: Site, games: list[Game]) -> list[str]:
    """What is wrong in the store with any of these tables."""
    engine = create_engine(site.engine_url)
    faults = []
    with contextlib.closing(engine.connect()) as connection:
        for game in games:
            query = select(entries.c.number, entries.c.message).where(entries.c.table_id == game.id)
            rows = [(row.number, row.message) for row in connection.execute(query.order_by(entries.c.number))]
            site.figures["entries"] += len(rows)
            faults += game.check_store(rows)
    engine.dispose()
    return faults


def headers(token: str | None) -> dict[str, str]:
    """How a program shows its token."""
    return {"authorization": f"Bearer {token}"} if token else {}
