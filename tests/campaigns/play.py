"""Programs that play over sockets and keep what was acknowledged, and the check at the end of every campaign."""

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

from tests.campaigns.site import Gone, Site
from trackside.core.errors import TracksideError
from trackside.play.record import read_record
from trackside.play.verification import verify_record
from trackside.web.store.schema import entries, tables
from trackside.web.tables.log import CLOCK

SPECTATOR = -3
STUCK = 120.0
"""Seconds without any news, and without trouble, after which a table counts as stuck."""

LATE = 20.0
"""Seconds after which every server knows what another one has stored, whatever was lost on the way."""

PATIENCE = 60.0
PAUSE = 0.02
"""Seconds a player thinks."""

LEAVING = 0.01
"""The probability that a player leaves for a moment after a message."""

TABLES = (
    ("whole-nine", ("me", "open")),
    ("traxx", ("me", "open")),
    ("skip-or-trip", ("me", "open", "greedy")),
    ("whole-nine", ("me", "greedy")),
    ("traxx", ("me", "open", "greedy")),
    ("skip-or-trip", ("me", "greedy")),
)
"""Games that are played simultaneously; whenever one ends, another begins."""

Lost = (OSError, WebSocketException, TimeoutError, httpx.HTTPError)
"""Exceptions of a client whose server is gone, or too busy to answer."""


class Seat:
    """One player at one table; a message that was not answered is sent again, and must count once."""

    def __init__(self, site: Site, table: str, seat: int, token: str, form: str, rng: random.Random) -> None:
        self.site, self.table, self.seat, self.token, self.form, self.rng = site, table, seat, token, form, rng
        self.acknowledged: list[str] = []
        self.refused: list[str] = []
        self.message: dict[str, Any] | None = None
        """The message that was sent and is not answered."""
        self.shown: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.news = time.monotonic()
        self.times: dict[str, tuple[float, float]] = {}
        """The times at which each acknowledged message was first sent and was acknowledged."""
        self.was_told_of_loss = False
        self.connected: float | None = None
        """The time of the connection; None while it is not connected."""
        self.leave = asyncio.Event()
        """Set to have it leave for a moment."""
        self.owns_seat = True
        """True if it plays itself, rather than a bot in its place."""
        self.sleeps = False
        """True while it waits for the clock to move for it."""
        self._unsent = self._seen = False
        self._sent = 0.0
        self._rewinds = 0

    @property
    def over(self) -> bool:
        """True if it has seen the end of the game and awaits no answer, or the table no longer exists."""
        return self.table in self.site.lost_tables or (bool(self.shown.get("result")) and self.message is None)

    def look_again(self) -> None:
        """Forget what was shown before the database went back in time."""
        if self._rewinds < len(self.site.rewinds):
            self._rewinds = len(self.site.rewinds)
            self.forget()

    def forget(self) -> None:
        """Forget what was shown."""
        self.shown, self.log = {}, []

    async def play(self) -> None:
        """Play to the end, whatever happens to the server."""
        while not self.over:
            try:
                await self._come_back()
                async with self.connection() as socket:
                    await self._talk(socket)
            except Lost:
                self.site.figures["reconnected"] += 1
            self.connected = None
            if self.leave.is_set() or not self.over:
                self.leave.clear()
                await asyncio.sleep(self.rng.uniform(0.1, 0.4))

    async def _come_back(self) -> None:
        """Take back the seat that a bot has kept."""
        if not self.owns_seat:
            path = f"/tables/{self.table}/seats/{self.seat}"
            answer = await self.site.http.post(path, json={}, headers=headers(self.token))
            if answer.is_success:
                self.site.figures["seats taken back"] += 1
                self.owns_seat = answer.json()["seats"][self.seat]["mine"]

    def connection(self) -> connect:
        """Return a new connection of this player."""
        address = (
            f"ws://localhost:{self.site.port}/api/tables/{self.table}/socket?form={self.form}&perspective={self.seat}"
        )
        return connect(address, additional_headers=headers(self.token), open_timeout=PATIENCE, max_size=None)

    async def _talk(self, socket: ClientConnection) -> None:
        self._unsent, self._seen = self.message is not None, False
        while not self.over and self.owns_seat and not self.leave.is_set():
            try:
                hear(self, await asyncio.wait_for(socket.recv(decode=True), 2))
            except TimeoutError:
                self._seen = bool(self.shown)
            if self.rng.random() < LEAVING:
                return
            await self._act(socket)

    async def _act(self, socket: ClientConnection) -> None:
        """Send a message again that the store could not keep, or make a move."""
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
            version = {"version": self.shown["version"]} if self.rng.random() < 0.8 else {}
            self.message = {"type": "move", "id": uuid.uuid4().hex, "seat": self.seat, **wanted, **version}
            self._sent = time.monotonic()
            await self._send(socket)

    def _is_asleep(self) -> bool:
        self.sleeps = self.sleeps and not any(entry["seat"] == self.seat for entry in self.log)
        return self.sleeps

    async def _send(self, socket: ClientConnection) -> None:
        self._unsent = self._seen = False
        await socket.send(json.dumps(self.message))

    def answered(self, answer: dict[str, Any]) -> None:
        """Record the answer to a message; if the store failed, it is sent again."""
        if answer["id"] is None and self.seat != SPECTATOR:
            self.owns_seat = "not yours" not in answer["error"]
        if self.message is None or answer["id"] != self.message["id"]:
            return
        if not answer["ok"] and "database has lost" in answer["error"]:
            self.was_told_of_loss, self.message = True, None
            return
        if not answer["ok"] and "store" in answer["error"]:
            self.site.figures["store failed"] += 1
            self._unsent = True
            return
        kind = "acknowledged" if answer["ok"] else "refused"
        self.site.figures[kind] += 1
        getattr(self, kind).append(answer["id"])
        self.times[answer["id"]] = (self._sent, time.monotonic())
        self.message = None

    def told(self, message: dict[str, Any]) -> None:
        """Apply an update of the table, as a page does."""
        self.shown |= message
        self.connected = self.connected or time.monotonic()
        if self.seat != SPECTATOR and "seats" in message:
            self.owns_seat = message["seats"][self.seat]["mine"]
        self.log = self.log[: message["log_from"]] + message["log"]
        self.news, self._seen = time.monotonic(), True
        self.was_told_of_loss |= message.get("table", {}).get("rewound", 0) > 0


def hear(seat: Seat, frame: str | bytes) -> None:
    """Handle a frame: one message per line."""
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
        self.done = self.is_given_up = False

    async def play(self) -> None:
        """Sit down and play to the end."""
        await self.sit_down()
        await self.play_to_the_end()

    async def sit_down(self) -> None:
        """Create the table, and take its seats."""
        seats = [{"kind": one} if one in ("me", "open") else {"kind": "bot", "level": one} for one in self.wanted]
        people = [i for i, one in enumerate(self.wanted) if one in ("me", "open")]
        tokens = [(await self.site.post("/players", name=f"P{seat}"))["token"] for seat in people]
        form = {"game": self.game, "seats": seats, "watch": "anyone", **self.options}
        self.id = (await self.site.post("/tables", tokens[0], **form))["table"]
        self.site.tables.append(self.id)
        for seat, token in zip(people[1:], tokens[1:], strict=True):
            await self.site.post(f"/tables/{self.id}/seats/{seat}", token)
        for seat, token in zip(people, tokens, strict=True):
            self.add_player(seat, token)

    def add_player(self, seat: int, token: str) -> None:
        """Have a program play for a seat."""
        form = self.rng.choice(("scene", "state"))
        self.seats.append(Seat(self.site, self.id, seat, token, form, random.Random(self.rng.random())))

    async def play_to_the_end(self) -> None:
        """Play until the game is over for everyone who sits here, and for a spectator."""
        token = (await self.site.post("/players", name=""))["token"]
        self.spectator = Seat(self.site, self.id, SPECTATOR, token, "scene", self.rng)
        self.site.figures["tables"] += 1
        self.seats[0].sleeps = "clock" in self.options
        self.site.seated[self.id] = self.seats
        everyone = (*self.seats, self.spectator)
        await asyncio.gather(*(self._stay(seat) for seat in everyone))
        if self.site.rewinds:  # a server that had not noticed a restore may have shown an end that is lost
            for seat in everyone:
                seat.forget()
            await asyncio.gather(*(self._stay(seat) for seat in everyone))
        if self.id not in self.site.lost_tables:
            self.done = True
            self.site.figures["games"] += 1

    async def _stay(self, seat: Seat) -> None:
        """Play until the game is over for everyone: a restored database may not have its end."""
        everybody = (*self.seats, *([self.spectator] if self.spectator else []))
        while True:
            seat.look_again()
            await seat.play()
            if all(one.over for one in everybody):
                return
            await asyncio.sleep(10 * PAUSE)
            if self.site.rewinds and not all(one.over for one in everybody):
                await asyncio.sleep(2)
                seat.forget()  # a server that had not noticed the restore may have shown an end that is lost

    @property
    def is_gone(self) -> bool:
        """True if the table was lost with the database that it was in."""
        return self.is_given_up or self.id in self.site.lost_tables

    @property
    def was_told_of_loss(self) -> bool:
        """True if anyone at this table was told that entries were lost."""
        return any(seat.was_told_of_loss for seat in self.seats)

    def end_is_lost(self, status: str) -> bool:
        """Return whether the game ended, and the database forgot that."""
        sent = [one for seat in self.seats for one, _ in seat.times.values()]
        lost = bool(self.site.rewinds) and max(sent, default=0.0) <= self.site.rewinds[-1].restored
        return self.done and status != "over" and lost

    @property
    def news(self) -> float:
        """The time of the last update to anyone at this table."""
        return max((seat.news for seat in self.seats), default=time.monotonic())

    async def check(self) -> list[str]:
        """Return what is wrong: someone was shown another game than a new connection is, or the record is not valid."""
        faults = []
        for seat in (*self.seats, *([self.spectator] if self.spectator else [])):
            for _ in range(2 * self.site.workers):
                fresh = Seat(self.site, self.id, seat.seat, seat.token, seat.form, self.rng)
                different = await look_again(fresh, seat)
                faults += [f"{self.id}: {self.game}: seat {seat.seat} saw another {part}" for part in different]
        try:
            record = await self.site.get(f"/tables/{self.id}/record")
            verify_record(read_record(record))
        except TracksideError as error:
            faults.append(f"{self.id}: its record is not valid: {error}")
        return faults

    def check_store(self, rows: list[tuple[int, str | None]]) -> list[str]:
        """Return what is wrong in the store: gaps, acknowledged moves that are lost or doubled, refused ones."""
        faults = []
        if [number for number, _ in rows] != list(range(len(rows))):
            faults.append(f"{self.id}: the log has gaps")
        stored = Counter(message for _, message in rows if message and message != CLOCK)
        faults += [f"{self.id}: {message} is there {n} times" for message, n in stored.items() if n > 1]
        for seat in self.seats:
            lost = [one for one in seat.acknowledged if f"{seat.seat} {one}" not in stored]
            rewound = [one for one in lost if self.site.may_be_lost(*seat.times.get(one, (0.0, 0.0)))]
            self.site.figures["moves rewound"] += len(rewound)
            lost = [one for one in lost if one not in rewound]
            made = [one for one in seat.refused if f"{seat.seat} {one}" in stored]
            faults += [f"{self.id}: seat {seat.seat}: {one} was acknowledged and is lost" for one in lost]
            faults += [f"{self.id}: seat {seat.seat}: {one} was refused and is there" for one in made]
        return faults


async def look_again(fresh: Seat, seat: Seat) -> list[str]:
    """Return the parts that a new connection is still shown differently after a while: servers may be a little late."""
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
    """Return the parts that two connections from the same perspective were shown differently."""
    if not one.shown or not other.shown:
        return ["table"]
    different = [part for part in ("view", "result") if one.shown[part] != other.shown[part]]
    return different if by_seat(one.log) == by_seat(other.log) else [*different, "log"]


def by_seat(log: list[dict[str, Any]]) -> dict[int, list[dict[str, Any]]]:
    """Return a log split by seat: secret moves are shown later, so the order of two seats may differ."""
    return {seat: [one for one in log if one["seat"] == seat] for seat in {one["seat"] for one in log}}


def seated(seats: tuple[str, ...], bots: str) -> tuple[str, ...]:
    """Return the seats, with bots of this level."""
    return tuple(bots if one == "greedy" else one for one in seats)


Trouble = Callable[[Site, random.Random], Awaitable[None]]
"""Makes trouble once, and is called repeatedly. When it returns, the trouble is over."""


async def run(
    site: Site, trouble: Trouble, seconds: float, seed: str, bots: str = "greedy", **options: Any
) -> list[str]:
    """Play at several tables under trouble for some seconds, then to the end in peace; return what is wrong."""
    rng = random.Random(seed)
    games: list[Game] = []
    until = time.monotonic() + seconds

    async def occupy(kind: tuple[str, tuple[str, ...]], own: random.Random) -> None:
        while not games or time.monotonic() < until:
            games.append(Game(site, kind, own, **options))
            try:
                await games[-1].play()
            except Gone:
                games[-1].is_given_up = True
                site.figures["given up"] += 1

    playing = [
        asyncio.create_task(occupy((game, seated(seats, bots)), random.Random(rng.random()))) for game, seats in TABLES
    ]
    try:
        while time.monotonic() < until:
            await trouble(site, rng)
            _raise_faults(playing)
        faults = await _finish(playing, games)
        status = stored_status(site)
        for game in games:
            if game.end_is_lost(status.get(game.id, "")):
                site.figures["ends rewound"] += 1
            elif game.done:
                faults += await game.check()
        faults += check_stores(site, games)
        silent = site.expect_told - site.lost_tables - {game.id for game in games if game.was_told_of_loss}
        faults += [f"{table}: entries were lost, and nobody was told" for table in sorted(silent)]
        faults += site.complaints()
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return faults


def _raise_faults(playing: list[asyncio.Task[None]]) -> None:
    """Raise the exception of a player that has failed, which ends the campaign."""
    for task in playing:
        if task.done() and not task.cancelled():
            task.result()


async def _finish(playing: list[asyncio.Task[None]], games: list[Game]) -> list[str]:
    """Wait until all games are over; return the tables that are stuck."""
    calm = time.monotonic()
    while waiting := [task for task in playing if not task.done()]:
        await asyncio.wait(waiting, timeout=1)
        going = [game for game in games if not game.is_gone and not game.done]
        if going and all(time.monotonic() > max(game.news, calm) + STUCK for game in going):
            return [f"{game.id}: {game.game} with {', '.join(game.wanted)} is stuck" for game in going]
    _raise_faults(playing)
    return []


def stored_status(site: Site) -> dict[str, str]:
    """Return the status of each table in the store."""
    engine = create_engine(site.engine_url)
    with contextlib.closing(engine.connect()) as connection:
        found = {row.id: row.status for row in connection.execute(select(tables.c.id, tables.c.status))}
    engine.dispose()
    return found


def check_stores(site: Site, games: list[Game]) -> list[str]:
    """Return what is wrong in the store with any of these tables."""
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
    """Return the headers that carry a token."""
    return {"authorization": f"Bearer {token}"} if token else {}
