"""Servers, tables and people of one simulated schedule, and what must hold at its end."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast
from unittest import mock

from tests.simulation.clock import Clock, SimulatedLoop
from tests.simulation.store import Database, SimulatedStore, Weather, news
from trackside.core.errors import SaveFailed, TracksideError
from trackside.core.protocol import SPECTATOR
from trackside.games import GAMES
from trackside.play.bots import Players, Question
from trackside.search.choice import Choice
from trackside.web.api.commands import MoveCommand, UndoCommand
from trackside.web.cluster import leases
from trackside.web.cluster.holder import LeaseHolder
from trackside.web.cluster.peers import Peers
from trackside.web.store import tables as queries
from trackside.web.store.listing import ListingWriter
from trackside.web.store.store import Store
from trackside.web.tables import creation
from trackside.web.tables.bots import Bots
from trackside.web.tables.changes import OVER
from trackside.web.tables.clocks import Clocks
from trackside.web.tables.live import LiveTable, StoreRewound
from trackside.web.tables.log import Row
from trackside.web.tables.registry import Tables
from trackside.web.tables.seats import BOT, PERSON, Occupant
from trackside.web.tables.table import Table
from trackside.web.views.shared import SCENE
from trackside.web.workers.pool import WorkerPool

SECONDS = 15.0
"""Seconds of trouble."""

CALM = 40.0
"""Seconds for the servers to settle afterwards."""

NEWS = 12.0
"""Seconds in which every server knows what others have written, even if no notification arrives."""

PATIENCE = 10.0
"""Seconds after which a person asks again."""


class Fault(AssertionError):
    """Something that must never happen has happened."""


@dataclass(frozen=True)
class Plan:
    """The events of one schedule, drawn from its seed."""

    seed: int
    servers: int
    tables: int
    crashes: int
    weather: Weather
    deaf: float
    """The chance that a notification between two servers is lost."""
    rewinds: int
    """The number of backups restored under the running servers."""

    @classmethod
    def draw(cls, seed: int) -> Plan:
        """Return the plan of a seed."""
        rng = random.Random(seed)
        rough = rng.choice((0.0, 0.02, 0.15))
        weather = Weather(
            slowest=rng.choice((0.02, 0.3, 3.0)),
            refused=rough * rng.random(),
            unknown=rough * rng.random(),
            unreadable=rough * rng.random(),
        )
        return cls(
            seed,
            servers=rng.choice((1, 1, 2, 3)),
            tables=rng.choice((1, 1, 2)),
            crashes=rng.choice((0, 0, 1, 2, 4)),
            weather=weather,
            deaf=rng.choice((0.0, 0.1, 1.0)),
            rewinds=rng.choice((0, 0, 0, 1, 2)),
        )


class SimulatedPool:
    """Bots that answer by their game's quick policy after a while."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    async def choose(self, question: Question, **_: object) -> Choice:
        """Return a move."""
        await asyncio.sleep(self.rng.random() ** 3 * 2)
        quick = Question(question.game, "greedy", "", question.view, question.seat, question.seed)
        return Players().choose(quick)


class Bus:
    """The notifications between servers: late, sometimes lost, never out of the blue."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.ends: dict[str, BusEnd] = {}


class BusEnd:
    """One server's end of the bus: what `Notifications` is to a real server."""

    def __init__(self, bus: Bus, server: str, hear: Callable[[Sequence[str]], None]) -> None:
        self.bus, self.server, self.hear = bus, server, hear
        bus.ends[server] = self

    def start(self) -> None:
        """Listen from now on."""

    def publish(self, about: str, word: str) -> None:
        """Tell the other servers a word, each after a delay."""
        rng, loop = self.bus.world.rng, asyncio.get_running_loop()
        for other in [end for end in self.bus.ends.values() if end is not self]:
            if rng.random() >= self.bus.world.plan.deaf:
                loop.call_later(rng.random() * 0.2, self._deliver, other, word)

    def _deliver(self, other: BusEnd, word: str) -> None:
        if other.server in self.bus.ends:
            other.hear([word])

    async def close(self) -> None:
        """Listen no more."""
        self.bus.ends.pop(self.server, None)


class Server:
    """One server process: the real parts of a server on a simulated store."""

    def __init__(self, world: World, name: str) -> None:
        self.world, self.name, alone = world, name, world.plan.servers == 1
        self.store = SimulatedStore(world.database, partial(world.note, name))
        self.tables = Tables(cast(Store, self.store), self.store.metrics, alone)
        self.listing_writer = ListingWriter(self.tables)
        self.bots = Bots(self.tables, cast(WorkerPool, SimulatedPool(world.rng)), pace=0.1)
        self.clocks, self.lease_holder = Clocks(self.tables), LeaseHolder(self.tables, name)
        self.peers: Peers | None = None
        if not alone:
            self.peers = Peers(self.tables, name)
            end = BusEnd(world.bus, name, self.peers._on_message)
            self.peers.notifications = cast(Any, end)

    async def start(self) -> None:
        """Begin to serve."""
        if self.peers is not None:
            self.peers.start()
        while not self.store.crashed.is_set():
            try:
                await self.lease_holder.start()
                return
            except SaveFailed:
                await asyncio.sleep(1)

    def crash(self) -> None:
        """End without a word: nothing it asked for is answered any more."""
        self.world.note(f"{self.name} crashes")
        self.store.crashed.set()
        self.world.bus.ends.pop(self.name, None)


class Person:
    """A player with a page: sees a table through updates, moves, asks again when no answer comes."""

    def __init__(self, world: World, name: str, table: str, seat: int) -> None:
        self.world, self.name, self.table, self.seat = world, name, table, seat
        self.rng = random.Random(f"{world.plan.seed} {name}")
        self.acknowledged: dict[str, tuple[float, float]] = {}
        """The times at which each message was first sent and was acknowledged."""
        self.refused = 0
        self._asked = 0

    async def play(self) -> None:
        """Move until the game or the trouble is over, through any server."""
        while not self.world.is_calm:
            await asyncio.sleep(self.rng.random() ** 2 * 4)
            server = await self.world.any_server(self.rng)
            with suppress(SaveFailed, TimeoutError):
                await self._until_crash(server, self._step(server))

    async def _step(self, server: Server) -> None:
        live = await server.tables.find(self.table)
        table = live.table
        if table.status == OVER or self.seat not in table.seats_to_move():
            return
        match = table.match
        if match is None:
            return
        self._asked += 1
        message = f"{self.name}-{self._asked}"
        if self.rng.random() < 0.1 and match.may_undo(self.seat):
            command: MoveCommand | UndoCommand = UndoCommand(type="undo", seat=self.seat, id=message)
        else:
            move = self.rng.choice(match.moves(self.seat)).code
            command = MoveCommand(type="move", seat=self.seat, move=move, id=message)
        await self._send(live, server, command, message)

    async def _send(self, live: LiveTable, server: Server, command: MoveCommand | UndoCommand, message: str) -> None:
        """Send a command; if its fate is unknown, send it again, perhaps to another server."""
        sent = self.world.clock.now
        while True:
            try:
                await self._until_crash(server, server.tables.handle(live, command, self.name))
            except StoreRewound as error:
                self.world.note(self.name, f"{server.name} tells that {error.lost} entries are lost")
                return
            except (SaveFailed, TimeoutError):
                again = await self._find_again()
                if again is None:
                    return
                server, live = again
            except TracksideError:
                self.refused += 1
                return
            else:
                self.world.note(self.name, f"{server.name} acknowledges {message}")
                self.acknowledged[f"{self.seat} {message}"] = (sent, self.world.clock.now)
                return

    async def _find_again(self) -> tuple[Server, LiveTable] | None:
        """Return any server and its table, as soon as one can be read; None if that takes too long."""
        while not self.world.is_calm:
            await asyncio.sleep(self.rng.random())
            server = await self.world.any_server(self.rng)
            with suppress(SaveFailed, TimeoutError):
                return server, await self._until_crash(server, server.tables.find(self.table))
        return None

    async def _until_crash(self, server: Server, work: Any) -> Any:
        """Await an answer of a server that may crash."""
        task = asyncio.ensure_future(work)
        crash = asyncio.ensure_future(server.store.crashed.wait())
        done, _ = await asyncio.wait([task, crash], timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        crash.cancel()
        if task in done:
            return task.result()
        task.cancel()
        raise TimeoutError


class Watcher:
    """A page that only listens: what it was told adds up to what a new page is shown."""

    def __init__(self, live: LiveTable, player: str | None, perspective: int) -> None:
        self.live, self.player, self.perspective = live, player, perspective
        self.shown: dict[str, Any] = {"log": [], "story": []}
        self.viewer = live.viewers.join(perspective, "en", player, SCENE, self._hear)

    def _hear(self, message: bytes) -> None:
        told = json.loads(message)
        for part in ("log", "story"):
            lines = told.pop(part)
            del self.shown[part][told.pop(f"{part}_from") :]
            self.shown[part] += lines
        self.shown.update(told)

    def check(self) -> None:
        """Compare what was told piece by piece with a new page."""
        fresh = Watcher(self.live, self.player, self.perspective)
        try:
            if self.shown != fresh.shown:
                parts = [part for part in fresh.shown if self.shown.get(part) != fresh.shown[part]]
                raise Fault(f"table {self.live.table.id}: the updates to {self.player} do not add up in {parts}")
        finally:
            fresh.leave()

    def leave(self) -> None:
        """Close the page."""
        self.live.viewers.leave(self.viewer, self.player, self._hear)


@dataclass
class World:
    """One schedule: its plan, its clock, its database, its servers."""

    plan: Plan
    clock: Clock = field(default_factory=Clock)
    trace: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(f"schedule {self.plan.seed}")
        self.database = Database(self.clock, self.rng, Weather())
        self.bus = Bus(self)
        self.servers: list[Server] = []
        self.started = 0
        self.is_calm = False
        self.rewinds: list[tuple[float, float]] = []
        """The times at which each backup was made and restored."""

    async def run(self) -> None:
        """Play the schedule and check what came of it."""
        for _ in range(self.plan.servers):
            await self._start_server()
        people = [one for n in range(self.plan.tables) for one in await self._open_table(n)]
        self.database.weather = self.plan.weather
        playing = [asyncio.create_task(one.play()) for one in people]
        trouble = asyncio.gather(self._trouble(), self._rewind())
        watching = asyncio.create_task(self._watch())
        await asyncio.sleep(SECONDS)
        self.is_calm, self.database.weather = True, Weather()
        await trouble
        await asyncio.gather(*playing)
        await watching
        await asyncio.sleep(CALM)
        await self._see_what_was_lost()
        await self._see_bots_move()
        await self._check(people)

    def note(self, *words: str) -> None:
        """Add a line to the trace."""
        self.trace.append(f"{self.clock.now:10.6f} {' '.join(words)}")

    async def any_server(self, rng: random.Random) -> Server:
        """Return a server that runs, as soon as there is one."""
        while not self.servers:
            await asyncio.sleep(0.5)
        return rng.choice(self.servers)

    # What happens

    async def _start_server(self) -> Server:
        self.started += 1
        server = Server(self, f"server-{self.started}")
        self.note(server.name, "starts")
        await server.start()
        self.servers.append(server)
        return server

    async def _open_table(self, n: int) -> list[Person]:
        game = GAMES[self.rng.choice(sorted(GAMES))]
        seats = self.rng.choice([count for count in game.card.seats if 2 <= count <= 3])
        people = self.rng.randint(1, seats)
        names = [f"person-{n}-{seat}" for seat in range(seats)]
        occupants = [
            Occupant(seat, PERSON, name, name) if seat < people else Occupant(seat, BOT, level="club")
            for seat, name in enumerate(names)
        ]
        clock = self.rng.choice((None, 30, 60)) if people > 1 else None
        live = await creation.create(
            self.rng.choice(self.servers).tables, game.name, occupants, {}, host=names[0], watch="anyone", clock=clock
        )
        return [Person(self, names[seat], live.table.id, seat) for seat in range(people)]

    async def _trouble(self) -> None:
        """Crash servers now and then, and start others in their place."""
        for _ in range(self.plan.crashes):
            await asyncio.sleep(self.rng.random() * SECONDS / self.plan.crashes)
            server = self.rng.choice(self.servers)
            self.servers.remove(server)
            server.crash()
            await asyncio.sleep(self.rng.random() * 5)
            await self._start_server()

    async def _rewind(self) -> None:
        """Restore backups that are a while old."""
        for _ in range(self.plan.rewinds):
            await asyncio.sleep(self.rng.random() * SECONDS / self.plan.rewinds / 2)
            made, backup = self.clock.now, self.database.copy()
            await asyncio.sleep(self.rng.random() * SECONDS / self.plan.rewinds / 2)
            self.database.restore(backup)
            self.rewinds.append((made, self.clock.now))
            self.note(f"the database is as it was at {made:.6f}")

    def may_be_lost(self, sent: float, acknowledged: float) -> bool:
        """Return whether a message can have been stored after a backup was made and before it was restored."""
        return any(made <= acknowledged and sent <= restored for made, restored in self.rewinds)

    async def _watch(self) -> None:
        """Look at tables for a while, and check that what was told piece by piece adds up."""
        while not self.is_calm:
            await asyncio.sleep(self.rng.random())
            server = await self.any_server(self.rng)
            known = list(server.tables.live.values())
            if not known:
                continue
            live = self.rng.choice(known)
            seats = [one for one in live.table.occupants if one.kind == PERSON]
            one = self.rng.choice([None, *seats])
            player, perspective = (None, SPECTATOR) if one is None else (one.player, one.seat)
            watcher = Watcher(live, player, perspective)
            await asyncio.sleep(self.rng.random() * 20)
            if not server.store.crashed.is_set():
                watcher.check()
            watcher.leave()

    async def _see_what_was_lost(self) -> None:
        """Have a server that is alone compare its tables with the store: it does so with the next move."""
        for server in self.servers if self.rewinds and self.plan.servers == 1 else ():
            for live in [*server.tables.live.values()]:
                with suppress(StoreRewound):
                    await server.tables.refresh(live)

    # What must hold

    async def _see_bots_move(self) -> None:
        """Wait until every bot that has something to do has moved."""
        waiting = [
            (live, live.table.count)
            for server in self.servers
            for live in server.tables.live.values()
            if live.table.bots_to_move() and live.kept
        ]
        if waiting:
            await asyncio.sleep(CALM)
        for live, count in waiting:
            if live.table.count == count and live.table.bots_to_move():
                raise Fault(f"table {live.table.id}: a bot has not moved for {CALM} s")

    async def _check(self, people: Sequence[Person]) -> None:
        """Compare the store with what people were told, and every server's memory with the store."""
        ids = sorted({one.table for one in people})
        before = {table_id: len(self._stored(table_id)[2]) for table_id in ids}
        await asyncio.sleep(NEWS)
        for table_id in ids:
            row, occupants, log = self._stored(table_id)
            numbers = [entry["number"] for entry in log]
            if numbers != list(range(len(log))):
                raise Fault(f"table {table_id}: the log has holes: {numbers}")
            self._check_messages(table_id, log, [one for one in people if one.table == table_id])
            for server in self.servers:
                live = server.tables.live.get(table_id)
                if live is not None:
                    self._compare(server, live, before[table_id], row, occupants, log)

    def _stored(self, table_id: str) -> queries.Loaded:
        loaded: queries.Loaded = self.database.run([partial(queries.load, table=table_id)])[0]
        return loaded

    def _check_messages(self, table_id: str, log: Sequence[Row], people: Sequence[Person]) -> None:
        """Find every acknowledged message in the log once, unless it was lost with a backup that was restored."""
        times = Counter(entry["message"] for entry in log)
        for message, when in (pair for one in people for pair in one.acknowledged.items()):
            if times[message] != 1 and not (times[message] == 0 and self.may_be_lost(*when)):
                raise Fault(f"table {table_id}: {message} was acknowledged, and is there {times[message]} times")

    def _compare(
        self, server: Server, live: LiveTable, least: int, row: Row, occupants: list[Occupant], log: list[Row]
    ) -> None:
        """Compare a table in memory with the same entries in the store."""
        table = live.table
        if (live.behind and not live.lock.locked()) or table.count < least:
            raise Fault(f"table {table.id}: {server.name} has {table.count} entries, the store had {least}")
        stored = Table(row, occupants, log[: table.count])
        if table.match is not None and (stored.match is None or table.match.log != stored.match.log):
            raise Fault(f"table {table.id}: {server.name} plays another game than the store")
        if table.occupants != stored.occupants:
            raise Fault(f"table {table.id}: {server.name} seats others than the store")


@contextmanager
def _seeded(rng: random.Random) -> Iterator[None]:
    """Draw secrets from a seed."""
    functions: dict[str, Any] = {
        "token_hex": lambda n=16: rng.randbytes(n).hex(),
        "token_urlsafe": lambda n=24: rng.randbytes(n).hex(),
        "token_bytes": lambda n=16: rng.randbytes(n),
    }
    with mock.patch.multiple(secrets, **functions):
        yield


def run(seed: int, trace: list[str] | None = None) -> World:
    """Run the schedule of a seed; raise `Fault` if anything that must hold does not."""
    clock = Clock()
    with clock.installed(), _seeded(random.Random(f"secrets {seed}")), mock.patch.object(leases, "news", news):
        loop = SimulatedLoop(clock)
        world = World(Plan.draw(seed), clock, [] if trace is None else trace)
        try:
            loop.run_until_complete(world.run())
        finally:
            while tasks := asyncio.all_tasks(loop):  # some begin others when they are cancelled
                for task in tasks:
                    task.cancel()
                loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
            loop.close()
            world.database.close()
    return world


def outcome(seed: int) -> tuple[int, str | None]:
    """Return a seed and its fault, if there is one."""
    logging.disable(logging.CRITICAL)
    try:
        run(seed)
    except Exception as fault:
        return seed, f"{type(fault).__name__}: {fault}"
    return seed, None
