"""No table is orphaned, and none stays in memory that no one needs there."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from tests.web.serving import sqlite
from trackside.core.protocol import SPECTATOR
from trackside.play.bots import Question
from trackside.search.choice import Choice
from trackside.web.cluster import leases
from trackside.web.cluster.holder import LEASE, LeaseHolder
from trackside.web.store.schema import tables as stored
from trackside.web.store.store import Store
from trackside.web.tables import creation
from trackside.web.tables.bots import Bots
from trackside.web.tables.clocks import Clocks
from trackside.web.tables.live import LiveTable
from trackside.web.tables.registry import IDLE, Tables
from trackside.web.tables.seats import BOT, PERSON, Occupant
from trackside.web.workers import tasks as tasks
from trackside.web.workers.pool import WorkerPool

BOTS = [Occupant(seat, BOT, level="greedy") for seat in range(2)]
AGAINST_A_BOT = [BOTS[0], Occupant(1, PERSON, "player 1")]
PEOPLE = [Occupant(seat, PERSON, f"player {seat}") for seat in range(2)]


class Server:
    """Tables with a lease holder, and bots and clocks if it has any."""

    def __init__(self, database: str, name: str, acts: bool) -> None:
        store = Store(database)
        self.tables = Tables(store, alone=store.engine.dialect.name == "sqlite")
        self.lease_holder = LeaseHolder(self.tables, name)
        self.helpers: list[Bots | Clocks] = [Bots(self.tables, WorkerPool(0), 0), Clocks(self.tables)] if acts else []

    async def table(self, occupants: list[Occupant], clock: int | None = None) -> LiveTable:
        """A new table."""
        return await creation.create(
            self.tables, "whole-nine", occupants, {"first": "red"}, host="player 0", clock=clock
        )

    async def close(self) -> None:
        """Leave everything as it is."""
        for helper in self.helpers:
            await helper.close()
        await self.lease_holder.close()
        self.tables.store.close()


@asynccontextmanager
async def server(database: str, name: str, acts: bool = True) -> AsyncIterator[Server]:
    """A server that is alive."""
    running = Server(database, name, acts)
    await running.lease_holder.start()
    try:
        yield running
    finally:
        await running.close()


async def over(live: LiveTable) -> None:
    """Wait for the end of a game."""
    while live.table.status != "over":
        await asyncio.sleep(0.01)


async def moved(live: LiveTable) -> None:
    """Wait until the bots have done what they have to do."""
    while live.table.bots_to_move():
        await asyncio.sleep(0.01)


def test_bots_go_on_after_a_restart_though_nobody_looks(database: str) -> None:
    async def run() -> None:
        async with server(database, "first", acts=False) as first:
            table = (await first.table(AGAINST_A_BOT)).table.id
        async with server(database, "second") as second:
            while table not in second.tables.live:  # the first one's signs of life may have to grow old
                await second.lease_holder.beat()
                await asyncio.sleep(0.01)
            await moved(second.tables.live[table])

    asyncio.run(run())


def test_a_game_of_bots_alone_stands_still_until_someone_looks(database: str) -> None:
    async def run() -> None:
        async with server(database, "first", acts=False) as first:
            live = await first.table(BOTS, clock=30)
            table = live.table.id
            assert live.table.due is None
            first.tables.evict_idle()
            live.used = time.monotonic() - 2 * IDLE
            first.tables.evict_idle()
            assert table not in first.tables.live, "it does not even stay in memory"
        async with server(database, "second") as second:
            for _ in range(3):
                await second.lease_holder.beat()
            assert table not in second.tables.live, "after a restart it is not taken up"
            live = await second.tables.find(table)
            await asyncio.sleep(0.05)
            before = live.table.count
            assert live.waits_for_watchers
            second.tables.look_at(live)
            live.looked_at = math.inf
            while live.table.count == before:
                await asyncio.sleep(0.01)
            live.looked_at = -math.inf
            while second.helpers[0]._playing:  # type: ignore[union-attr]
                await asyncio.sleep(0.01)
            before = live.table.count
            await asyncio.sleep(0.05)
            assert (live.table.count, live.table.status) == (before, "playing"), "nobody looks any more"
            viewer = live.viewers.join(SPECTATOR, "en", None, "scene", lambda _: None)
            await over(live)
            live.viewers.leave(viewer, None, viewer.listeners[0])

    asyncio.run(asyncio.wait_for(run(), 120))


def test_only_some_games_of_bots_alone_think_at_a_time_and_they_take_turns(tmp_path: Path) -> None:
    async def run() -> None:
        tables = Tables(Store(sqlite(tmp_path)))
        pool = HeldPool()
        bots = Bots(tables, pool, 0, most=2, owner=lambda host: "school" if host == "ben" else "home")
        lives = [
            await creation.create(tables, "whole-nine", BOTS, {"first": "red"}, host=host)
            for host in ("ana", "eve", "ana", "ben")
        ]
        for live in lives:
            tables.look_at(live)
            live.looked_at = math.inf
        while len(pool.tables) < 3:
            await asyncio.sleep(0)
        await asyncio.sleep(0.05)
        home, school = [one.table.id for one in lives[:3]], lives[3].table.id
        assert pool.tables == [home[0], home[1], school]
        pool.go.set()
        while home[2] not in pool.tables:
            await asyncio.sleep(0)
        assert home[0] not in pool.tables[3:], "it waits for its turn behind the third"
        for live in lives:
            await over(live)
        await bots.close()
        assert not bots._turns, "nobody is remembered"
        tables.store.close()

    asyncio.run(asyncio.wait_for(run(), 120))


class HeldPool(WorkerPool):
    """A pool that answers once it is let go."""

    def __init__(self) -> None:
        super().__init__(0)
        self.tables: list[str] = []
        self.go = asyncio.Event()

    async def choose(self, question: Question, **more: Any) -> Choice:
        self.tables.append(more["asker"])
        await self.go.wait()
        return await super().choose(question, **more)


def test_a_server_gives_up_a_game_of_bots_alone_for_one_where_someone_watches(postgres: str) -> None:
    async def run() -> None:
        async with server(postgres, "one") as one, server(postgres, "other") as other:
            here = await one.table(BOTS)
            there = await other.tables.find(here.table.id)
            one.tables.look_at(here)
            here.looked_at = math.inf
            while not here.kept:
                await asyncio.sleep(0.01)
            here.looked_at = -math.inf
            other.tables.look_at(there)
            there.looked_at = math.inf
            while not there.kept:
                await one.lease_holder.beat()
                await other.lease_holder.beat()
            assert not here.kept

    asyncio.run(asyncio.wait_for(run(), 120))


def test_a_table_that_cannot_be_read_stops_no_other(database: str, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with server(database, "first", acts=False) as first:
            damaged, sound = [(await first.table(AGAINST_A_BOT)).table.id for _ in range(2)]
            spoil = update(stored).where(stored.c.id == damaged).values(options="{", due=0)
            await first.tables.store.do(lambda connection: connection.execute(spoil))
        async with server(database, "second") as second:
            while sound not in second.tables.live:
                await second.lease_holder.beat()
                await asyncio.sleep(0.01)
            await moved(second.tables.live[sound])
            due = select(stored.c.due).where(stored.c.id == damaged)
            assert await second.tables.store.read(lambda connection: connection.execute(due).scalar()) is None
        assert f"table {damaged} is unreadable and will be skipped" in caplog.text

    asyncio.run(asyncio.wait_for(run(), 120))


def test_a_game_that_raises_makes_its_table_read_only_and_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with server(sqlite(tmp_path), "server") as here:
            broken, sound = await here.table(PEOPLE), await here.table(PEOPLE)
            monkeypatch.setattr(broken.table, "bots_to_move", lambda: 1 // 0)
            broken.used = sound.used = time.monotonic() - 2 * IDLE
            await here.lease_holder.beat()
            assert (broken.table.damaged, sound.table.damaged) == (True, False)
            assert sound.table.id not in here.tables.live, "it sleeps, as nobody looks at it"
            assert not here.tables.tasks.failing
        assert "ZeroDivisionError" in caplog.text

    asyncio.run(asyncio.wait_for(run(), 120))


def test_a_table_is_kept_by_one_server_until_it_is_gone(postgres: str) -> None:
    async def run() -> None:
        async with server(postgres, "other", acts=False) as other:
            async with server(postgres, "one", acts=False) as one:
                here = await one.table(AGAINST_A_BOT)
                while not here.kept:
                    await asyncio.sleep(0.01)
                there = await other.tables.find(here.table.id)
                await other.lease_holder.beat()
                await other.tables.store.do(lambda connection: None)
                assert not there.kept
            while not there.kept:
                await other.lease_holder.beat()

    asyncio.run(run())


def test_a_server_that_gives_no_sign_of_life_loses_what_it_kept(postgres: str) -> None:
    async def run() -> None:
        async with server(postgres, "alive", acts=False) as alive:
            store = alive.tables.store
            live = await alive.table(AGAINST_A_BOT)
            table = live.table.id
            while not live.kept:
                await asyncio.sleep(0.01)
            claim = partial(leases.claim, server="dead", wanted=[table])
            assert await store.do(claim) == set()
            await store.do(partial(leases.leave, server="alive"))
            await store.do(partial(leases.beat, server="dead", lease=0))
            assert await store.do(claim) == {table}
            alive.lease_holder._renewed -= 2 * LEASE
            await alive.lease_holder.beat()
            while not live.kept:
                await asyncio.sleep(0.01)

    asyncio.run(run())


def test_tables_that_nobody_looks_at_leave_the_memory_and_come_back_in_time(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with server(database, "sleepy") as sleepy:
            tables = sleepy.tables
            waiting, clocked = await sleepy.table(PEOPLE), await sleepy.table(PEOPLE, clock=86400)
            watched = await sleepy.table(PEOPLE)
            watched.viewers.join(0, "en", "player 0", "scene", lambda _: None)
            tables.evict_idle()
            assert {waiting.table.id, clocked.table.id, watched.table.id} <= tables.live.keys()
            for live in tables.live.values():
                live.used = time.monotonic() - 2 * IDLE
            tables.evict_idle()
            assert {waiting.table.id, clocked.table.id}.isdisjoint(tables.live)
            assert watched.table.id in tables.live
            for module in ("cluster.holder", "tables.live"):
                monkeypatch.setattr(f"trackside.web.{module}.now", lambda: clocked.table.deadlines.turn)
            while clocked.table.id not in tables.live:
                await sleepy.lease_holder.beat()
            assert waiting.table.id not in tables.live

    asyncio.run(run())


def test_whoever_still_holds_a_table_that_left_the_memory_can_play_on(database: str) -> None:
    async def run() -> None:
        from trackside.web.api.commands import MoveCommand

        async with server(database, "held") as held:
            before = await held.table(PEOPLE)
            before.used = time.monotonic() - 2 * IDLE
            held.tables.evict_idle()
            assert before.table.id not in held.tables.live
            after = await held.tables.find(before.table.id)
            (seat,) = after.table.seats_to_move()
            assert after.table.match is not None
            move = after.table.match.moves(seat)[0].code
            await held.tables.handle(before, MoveCommand(seat=seat, move=move), f"player {seat}")
            assert held.tables.live[before.table.id] is after
            assert (seat, move) in after.table.match.log

    asyncio.run(run())
