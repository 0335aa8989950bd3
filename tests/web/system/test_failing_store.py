"""A store that fails at every possible point of a game: nothing is lost, doubled, shown too early, or blocked."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import random
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection, event

from tests.web.serving import sqlite
from trackside.core.errors import IllegalMove, SaveFailed
from trackside.core.protocol import SPECTATOR
from trackside.play.bots import Players, question_for
from trackside.play.match import Match
from trackside.web.api.commands import MoveCommand, UndoCommand
from trackside.web.errors import ApiError
from trackside.web.store.store import Store
from trackside.web.tables import creation
from trackside.web.tables.bots import Bots
from trackside.web.tables.changes import OVER, Leave, Sit, TableCommand, TimeUp
from trackside.web.tables.clocks import Clocks
from trackside.web.tables.live import LiveTable
from trackside.web.tables.registry import Tables
from trackside.web.tables.seats import BOT, OPEN, PERSON, Occupant
from trackside.web.tables.table import Table
from trackside.web.views.shared import SCENE
from trackside.web.views.viewers import Viewers
from trackside.web.workers.pool import WorkerPool

Result = TypeVar("Result")

BEFORE, AFTER = "before", "after"
"""A write that fails is not there, or it is there and nobody is told."""

HOST, GUEST = "host", "guest"
INVITE = "come in"
PATIENCE = 60
MAX_PRESENT = 6

Job = Callable[[Connection], Any]


@dataclass(frozen=True)
class Case:
    """A game that is soon over."""

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    from_the_end: int = 0
    """The number of moves before its end at which it begins."""
    minutes: int | None = None


CASES = {
    "whole-nine": Case("whole-nine", from_the_end=8),
    "traxx": Case("traxx", {"deck": "ybg-grk"}),
    "skip-or-trip": Case("skip-or-trip", {"rounds": "2"}),
    "time-up": Case("skip-or-trip", minutes=30),
}


class FailingStore(Store):
    """A real store on a real file that fails when it is told to."""

    def __init__(self, folder: Path) -> None:
        super().__init__(sqlite(folder))
        self.reader = sqlite3.connect(folder / "tables.db")
        self.begin({})

    def begin(self, plan: Mapping[int, str]) -> None:
        """Restart the count; these operations fail."""
        self.plan, self.count, self.failed, self.broken = plan, 0, 0, 0
        self.on_failure: Callable[[], None] = lambda: None

    def write(
        self,
        rows: Sequence[dict[str, Any]],
        *jobs: Job,
        after: Mapping[str, Any] | None = None,
        epoch: int | None = None,
    ) -> asyncio.Future[list[Any]]:
        mode = self.plan.get(self.count)
        self.count += 1
        if mode is None:
            done = super().write(rows, *jobs, after=after, epoch=epoch)
            done.add_done_callback(self.note)
            return done
        self.failed += 1
        self.on_failure()
        if mode == BEFORE:
            return super().write(rows, *jobs, break_down, after=after, epoch=epoch)
        return asyncio.ensure_future(lose(super().write(rows, *jobs, after=after, epoch=epoch)))

    async def read(self, job: Callable[[Connection], Result]) -> Result:
        mode = self.plan.get(self.count)
        self.count += 1
        if mode is not None:
            self.failed += 1
            self.on_failure()
            return await lose(super().read(job))
        return await super().read(job)

    def note(self, done: asyncio.Future[list[Any]]) -> None:
        """Count what fails without being told to."""
        self.broken += not done.cancelled() and done.exception() is not None

    def entries(self, table: str, kind: str = "%", seat: int | None = None) -> int:
        """Return the number of a log's entries in the file: all, or those of a kind and of a seat."""
        query = "SELECT count(*) FROM entries WHERE table_id = ? AND kind LIKE ? AND seat = coalesce(?, seat)"
        found = self.reader.execute(query, (table, kind, seat)).fetchone()
        return int(found[0])

    def close(self) -> None:
        super().close()
        self.reader.close()


def break_down(connection: Connection) -> None:
    raise OSError("the disk is gone")


async def lose(done: Awaitable[Result]) -> Result:
    await done
    raise SaveFailed("the answer was lost")


class Eyes:
    """Keeps what it is shown, as a page does, and sees that it is stored."""

    def __init__(self, store: FailingStore, live: LiveTable, perspective: int, player: str | None) -> None:
        self.store, self.live, self.perspective, self.player = store, live, perspective, player
        self.table: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.news = asyncio.Event()
        self.viewer = live.viewers.join(perspective, "en", player, SCENE, self.show)

    def show(self, text: bytes) -> None:
        message = json.loads(text)
        assert message["log_from"] <= len(self.log)
        self.table |= message
        self.log = self.log[: message["log_from"]] + message["log"]
        assert len(self.log) <= self.store.entries(self.live.table.id), "shown before it was stored"
        self.news.set()

    async def until(self, condition: Callable[[], Any]) -> None:
        """Wait for news until something holds."""
        while not condition():
            self.news.clear()
            await self.news.wait()

    def leave(self) -> None:
        self.live.viewers.leave(self.viewer, self.player, self.show)


class Visitor(Eyes):
    """Somebody who makes a move whenever there is one to make, and sends it again when it failed."""

    def __init__(self, evening: Evening, seat: int, player: str) -> None:
        super().__init__(evening.store, evening.live, seat, player)
        self.evening, self.seat, self.chooser = evening, seat, random.Random(seat)
        self.leaving = False

    @property
    def offers(self) -> list[dict[str, Any]]:
        view = self.table["view"]
        return view["offers"] if view and self.seat == self.table["perspective"] else []

    async def move(self) -> None:
        """One move, until it is acknowledged or refused."""
        move = self.chooser.choice(self.offers)["move"]
        await self.send(
            MoveCommand(seat=self.seat, move=move, id=self.evening.id(), version=self.table["version"]), "move"
        )

    async def take_back(self) -> None:
        """Undo the last move, if that is possible."""
        await self.send(UndoCommand(seat=self.seat, id=self.evening.id()), "undo")

    async def send(self, command: MoveCommand | UndoCommand, kind: str) -> None:
        """See that what is done is in the log once, with the moves that it forces, and what is refused is not."""
        once = 1
        if isinstance(command, MoveCommand):
            with suppress(ApiError, IllegalMove):
                made_here = self.live.table.handle(command, self.player).entries
                once = sum(row["seat"] == self.seat for row in made_here)
        before = self.store.entries(self.live.table.id, kind, self.seat)
        done = await self.evening.insist(command, self.player, self.viewer)
        made = self.store.entries(self.live.table.id, kind, self.seat) - before
        assert made in {True: [once], False: [0], None: [0, once]}[done], f"{done}, but it is there {made} times"

    @property
    def is_called(self) -> bool:
        """Return True if there is something to do, or a reason to stop."""
        return bool(self.offers or self.leaving or self.table["result"])

    async def play_on(self) -> None:
        """Make every move until the game is over, or it is time to go."""
        while self.table["result"] is None and not self.leaving:
            if self.offers:
                await self.move()
            await self.until(lambda: self.is_called)


class Evening:
    """A table of two people and a bot, and all who look at it."""

    def __init__(self, store: FailingStore, case: Case, plan: Mapping[int, str], resending: bool = True) -> None:
        self.store, self.case, self.resending = store, case, resending
        store.begin(plan)
        self.tables = Tables(store)
        self.bots, self.clocks = Bots(self.tables, WorkerPool(0), 0), Clocks(self.tables)
        self.ids = map(str, itertools.count())
        self.present: list[Eyes] = []

    def id(self) -> str | None:
        """For messages that may be sent again."""
        return next(self.ids) if self.resending else None

    async def create(self) -> None:
        """The host sets the table up, again if that fails."""
        seated = [
            Occupant(0, PERSON, HOST),
            Occupant(1, OPEN, invite=INVITE),
            Occupant(2, BOT, level="greedy"),
        ]
        while True:
            with suppress(SaveFailed):
                self.live = await creation.create(
                    self.tables,
                    self.case.game,
                    seated,
                    dict(self.case.options),
                    host=HOST,
                    minutes=self.case.minutes,
                    position=near_the_end(self.case.game, self.case.from_the_end),
                )
                break
        self.store.on_failure = self.look_in
        self.host = self.visitor(0, HOST)

    def visitor(self, seat: int, player: str) -> Visitor:
        made = Visitor(self, seat, player)
        self.present.append(made)
        return made

    def look_in(self) -> None:
        """Somebody begins to look on, and stays."""
        if len(self.present) < MAX_PRESENT:
            self.present.append(Eyes(self.store, self.live, SPECTATOR, None))

    async def insist(self, command: TableCommand, player: str | None = None, viewer: Any = None) -> bool | None:
        """Send a command until its fate is known; return True if it was carried out, None if it is not resent."""
        while True:
            try:
                await self.tables.handle(self.live, command, player, viewer)
                return True
            except SaveFailed:
                await asyncio.sleep(0)
            except (ApiError, IllegalMove):
                return False
            if not self.resending:
                while self.live.behind:
                    await asyncio.sleep(0)
                return None

    async def sit_down(self, invite: str | None) -> None:
        while not self.live.table.seats_of(GUEST):
            assert await self.insist(Sit(1, "Guest", invite), GUEST) is not False

    async def play(self) -> None:
        """All that can happen at a table, from its creation to the end of the game."""
        await self.create()
        await self.sit_down(INVITE)
        guest = self.visitor(1, GUEST)
        playing = asyncio.create_task(guest.play_on())
        await self.host.until(lambda: self.host.is_called)
        if self.host.offers:
            await self.host.move()
            await self.host.take_back()
        guest.leaving = True
        guest.news.set()
        await playing
        guest.leave()
        self.present.remove(guest)
        while self.live.table.seats_of(GUEST):
            assert await self.insist(Leave(), GUEST) is not False
        await self.sit_down(None)
        back = self.visitor(1, GUEST)
        if self.case.minutes:
            await self.insist(TimeUp())
        await asyncio.gather(self.host.play_on(), back.play_on())

    async def check(self) -> None:
        """All see the same, which is what the store has, and nothing waits."""
        self.store.plan = {}
        fresh = await Tables(self.store).find(self.live.table.id)
        assert fresh.table.status == self.live.table.status == OVER
        assert fresh.table.occupants == self.live.table.occupants
        for perspective in self.present:
            await perspective.until(partial(perspective.table.get, "result"))
            assert in_order(self.case, perspective.log) == in_order(
                self.case, log_of(fresh.table, perspective.perspective)
            )
            assert [one["kind"] for one in perspective.table["seats"]] == [one.kind for one in fresh.table.occupants]
        assert not self.live.lock.locked()
        assert not self.live.behind
        assert not self.bots._playing
        assert not self.clocks._tasks._tasks

    async def close(self) -> None:
        await self.bots.close()
        await self.clocks.close()


@cache
def near_the_end(game: str, moves: int) -> str | None:
    """Return the position `moves` moves before the end of a game of the quick policy; None for its opening."""
    if moves == 0:
        return None
    match, players = Match(game, 3, seed=1), Players()
    while not match.over:
        match.play(match.to_move, players.choose(question_for(match, match.to_move, "greedy")).move)
    positions = [state for state in match.positions() if match.game.plain.to_move(state) >= 0]
    return match.game.notation.position_text(positions[-moves])


def log_of(table: Table, perspective: int) -> list[dict[str, Any]]:
    """The log as somebody is shown it who comes new."""
    message: dict[str, Any] = json.loads(Viewers(table).viewer(perspective, "en", None, SCENE).snapshot())
    log: list[dict[str, Any]] = message["log"]
    return log


def in_order(case: Case, log: list[dict[str, Any]]) -> list[Any]:
    """A log to be compared: where all act at once, each is told of the others' moves when the round is over."""
    return sorted(map(str, log)) if case.game == "traxx" else log


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FailingStore]:
    """A failing store; retries come immediately, and the dice are the same each time."""
    numbers = itertools.count()
    monkeypatch.setattr("secrets.token_hex", lambda n: hashlib.sha256(str(next(numbers)).encode()).hexdigest()[: 2 * n])
    monkeypatch.setattr("trackside.web.tables.bots.FIRST_PAUSE", 0)
    monkeypatch.setattr("trackside.web.tables.registry.FIRST_PAUSE", 0)
    monkeypatch.setattr("trackside.web.tables.clocks.RETRY", 0)
    monkeypatch.setattr("trackside.web.limits.CLOCKS", (0,))
    made = FailingStore(tmp_path)
    yield made
    made.close()


def run(store: FailingStore, case: Case, plan: Mapping[int, str], resending: bool = True) -> None:
    """One evening whose store fails at these points."""

    async def evening() -> None:
        one = Evening(store, case, plan, resending)
        try:
            await one.play()
            await one.check()
        finally:
            await one.close()

    asyncio.run(asyncio.wait_for(evening(), PATIENCE))


def fail_everywhere(store: FailingStore, case: Case, mode: str, times: int, resending: bool = True) -> int:
    """Run an evening for every point at which the store can fail; return their number."""
    for point in itertools.count():
        run(store, case, dict.fromkeys(range(point, point + times), mode), resending)
        if store.failed < times:
            return point
    raise AssertionError


def everywhere(*times: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Cases for every game, before and after the commit, with one number of failures in a row; the others are long.

    Before the commit all games fail alike: one is enough where there is no time.
    """
    chosen = [
        pytest.param(
            CASES[name],
            mode,
            n,
            id=f"{n}-{mode}-{name}",
            marks=[] if n in times and (mode == AFTER or name == "traxx") else [pytest.mark.long],
        )
        for name, mode, n in itertools.product(CASES, (BEFORE, AFTER), (1, 2, 3))
    ]

    def mark(test: Callable[..., None]) -> Callable[..., None]:
        marked: Callable[..., None] = pytest.mark.parametrize(("case", "mode", "times"), chosen)(test)
        return marked

    return mark


@everywhere(1)
def test_a_store_that_fails_anywhere_loses_doubles_shows_and_blocks_nothing(
    store: FailingStore, case: Case, mode: str, times: int
) -> None:
    assert fail_everywhere(store, case, mode, times) >= 6


@everywhere(2)
def test_a_table_goes_on_by_itself_where_nobody_sends_anything_again(
    store: FailingStore, case: Case, mode: str, times: int
) -> None:
    assert fail_everywhere(store, case, mode, times, resending=False) >= 6


@pytest.mark.long
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_store_that_fails_again_and_again_blocks_nothing_for_ever(store: FailingStore, case: Case) -> None:
    for seed in range(40):
        chooser = random.Random(seed)
        share = chooser.random() / 2
        plan = {point: chooser.choice([BEFORE, AFTER]) for point in range(200) if chooser.random() < share}
        run(store, case, plan, resending=bool(seed % 2))


def test_whoever_is_told_that_a_table_could_not_be_made_has_not_made_one(store: FailingStore) -> None:
    async def create(plan: Mapping[int, str]) -> int:
        evening = Evening(store, CASES["traxx"], plan)
        await evening.create()
        await evening.close()
        return int(store.reader.execute("SELECT count(*) FROM tables").fetchone()[0])

    assert asyncio.run(create({0: BEFORE})) == 1
    assert asyncio.run(create({0: AFTER})) == 2


@pytest.mark.parametrize("mode", [BEFORE, AFTER])
def test_a_clock_that_cannot_act_acts_as_soon_as_the_store_works(store: FailingStore, mode: str) -> None:
    async def evening(plan: Mapping[int, str]) -> None:
        store.begin(plan)
        tables = Tables(store)
        clocks = Clocks(tables)
        people = [Occupant(seat, PERSON, f"player {seat}") for seat in range(2)]
        while True:
            with suppress(SaveFailed):
                live = await creation.create(tables, "traxx", people, {"deck": "ybg-grk"}, host=None, clock=0)
                break
        page = Eyes(store, live, 0, "player 0")
        await page.until(lambda: page.table["result"])
        assert sorted(map(str, page.log)) == sorted(map(str, log_of(live.table, 0)))
        await clocks.close()

    for point in range(8):
        asyncio.run(asyncio.wait_for(evening({point: mode, point + 1: mode}), PATIENCE))


@pytest.mark.parametrize("mode", [BEFORE, AFTER, None])
def test_a_move_whose_sender_went_away_is_shown_to_the_others(store: FailingStore, mode: str | None) -> None:
    async def evening() -> None:
        store.begin({})
        tables = Tables(store)
        people = [Occupant(seat, PERSON, f"player {seat}") for seat in range(2)]
        live = await creation.create(tables, "traxx", people, {"deck": "ybg-grk"}, host=None)
        pages = [Eyes(store, live, seat, f"player {seat}") for seat in range(2)]
        store.plan = {store.count: mode} if mode else {}
        offer = pages[0].table["view"]["offers"][0]
        move = asyncio.create_task(tables.handle(live, MoveCommand(seat=0, move=offer["move"]), "player 0"))
        await asyncio.sleep(0)
        assert live.behind
        move.cancel()
        with pytest.raises(asyncio.CancelledError):
            await move
        while live.behind:
            await asyncio.sleep(0)
        assert [entry["text"] for entry in pages[0].log if entry["seat"] == 0] == [offer["text"]] * (mode != BEFORE)

    asyncio.run(asyncio.wait_for(evening(), PATIENCE))


# A real lock, a really full disk


async def bots_alone(store: Store) -> tuple[Tables, Bots, LiveTable]:
    """A table where bots play."""
    tables = Tables(store)
    bots = Bots(tables, WorkerPool(0), 0)
    seated = [Occupant(seat, BOT, level="random") for seat in range(2)]
    return tables, bots, await creation.create(tables, "whole-nine", seated, {}, host=None, watch="anyone")


async def see_them_stop_and_go_on(
    store: FailingStore, live: LiveTable, stop: Callable[[], Any], go_on: Callable[[], Any]
) -> None:
    """Bots stop when the store does, and finish their game when it works again."""
    page = Eyes(store, live, SPECTATOR, None)
    while live.table.count < 10:
        await asyncio.sleep(0)
    await stop()
    while store.broken < 1:
        await asyncio.sleep(0)
    before = live.table.count
    newcomer = Eyes(store, live, SPECTATOR, None)
    while store.broken < 5:
        await asyncio.sleep(0)
    assert live.table.count == before
    await go_on()
    await page.until(lambda: page.table["result"])
    assert page.log == newcomer.log == log_of(live.table, SPECTATOR)


@pytest.mark.long
def test_bots_go_on_after_the_database_was_locked(store: FailingStore) -> None:
    locker = sqlite3.connect(store.engine.url.database or "", isolation_level=None)

    async def lock() -> None:
        await store.do(lambda connection: connection.exec_driver_sql("PRAGMA busy_timeout = 1"))
        locker.execute("BEGIN IMMEDIATE")

    async def unlock() -> None:
        locker.execute("ROLLBACK")

    async def evening() -> None:
        _, bots, live = await bots_alone(store)
        await see_them_stop_and_go_on(store, live, lock, unlock)
        await bots.close()

    asyncio.run(asyncio.wait_for(evening(), PATIENCE))
    locker.close()


def test_bots_go_on_after_the_disk_was_full(store: FailingStore) -> None:
    pages = 1_000_000

    def limit(connection: Connection) -> None:
        """Keep the file from growing beyond `pages` pages, or beyond its size."""
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    async def resize(most: int) -> None:
        nonlocal pages
        pages = most

    async def evening() -> None:
        _, bots, live = await bots_alone(store)
        await see_them_stop_and_go_on(store, live, partial(resize, 1), partial(resize, 1_000_000))
        await bots.close()

    event.listen(store.engine, "begin", limit)
    asyncio.run(asyncio.wait_for(evening(), PATIENCE))
