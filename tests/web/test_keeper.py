"""No table is forsaken, and none stays in memory that nobody needs there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest

from trackside.web import creation, leases
from trackside.web.bots import Bots
from trackside.web.clocks import Clocks
from trackside.web.keeper import LEASE, Keeper
from trackside.web.occupants import BOT, PERSON, Occupant
from trackside.web.store import Store
from trackside.web.tables import ASLEEP, LiveTable, Tables
from trackside.web.thinkers import Pool

BOTS = [Occupant(seat, BOT, level="greedy") for seat in range(2)]
PEOPLE = [Occupant(seat, PERSON, f"player {seat}") for seat in range(2)]


class Server:
    """Tables with a keeper, and bots and clocks if it has any."""

    def __init__(self, database: str, name: str, acts: bool) -> None:
        store = Store(database)
        self.tables = Tables(store, alone=store.engine.dialect.name == "sqlite")
        self.keeper = Keeper(self.tables, name)
        self.helpers: list[Bots | Clocks] = [Bots(self.tables, Pool(0), 0), Clocks(self.tables)] if acts else []

    async def table(self, occupants: list[Occupant], clock: int | None = None) -> LiveTable:
        """A new table."""
        return await creation.create(self.tables, "whole-nine", occupants, {}, host="player 0", clock=clock)

    async def close(self) -> None:
        """Leave everything as it is."""
        for helper in self.helpers:
            await helper.close()
        await self.keeper.close()
        self.tables.store.close()


@asynccontextmanager
async def server(database: str, name: str, acts: bool = True) -> AsyncIterator[Server]:
    """A server that is alive."""
    running = Server(database, name, acts)
    await running.keeper.start()
    try:
        yield running
    finally:
        await running.close()


async def over(live: LiveTable) -> None:
    """Wait for the end of a game."""
    while live.table.status != "over":
        await asyncio.sleep(0.01)


def test_bots_go_on_after_a_restart_though_nobody_looks(database: str) -> None:
    async def run() -> None:
        async with server(database, "first", acts=False) as first:
            table = (await first.table(BOTS)).table.id
        async with server(database, "second") as second:
            while table not in second.tables.live:  # the first one's signs of life may have to grow old
                await second.keeper.beat()
                await asyncio.sleep(0.01)
            await over(second.tables.live[table])

    asyncio.run(run())


def test_a_table_is_kept_by_one_server_until_it_is_gone(postgres: str) -> None:
    async def run() -> None:
        async with server(postgres, "other", acts=False) as other:
            async with server(postgres, "one", acts=False) as one:
                here = await one.table(BOTS)
                while not here.kept:
                    await asyncio.sleep(0.01)
                there = await other.tables.find(here.table.id)
                await other.keeper.beat()
                await other.tables.store.do(lambda connection: None)
                assert not there.kept
            while not there.kept:
                await other.keeper.beat()

    asyncio.run(run())


def test_a_server_that_gives_no_sign_of_life_loses_what_it_kept(postgres: str) -> None:
    async def run() -> None:
        async with server(postgres, "alive", acts=False) as alive:
            store = alive.tables.store
            live = await alive.table(BOTS)
            table = live.table.id
            while not live.kept:
                await asyncio.sleep(0.01)
            claim = partial(leases.claim, server="dead", wanted=[table])
            assert await store.do(claim) == set()
            await store.do(partial(leases.leave, server="alive"))
            await store.do(partial(leases.beat, server="dead", lease=0))
            assert await store.do(claim) == {table}
            alive.keeper._heard -= 2 * LEASE
            await alive.keeper.beat()
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
            tables.drop_sleeping()
            assert {waiting.table.id, clocked.table.id, watched.table.id} <= tables.live.keys()
            for live in tables.live.values():
                live.used = time.monotonic() - 2 * ASLEEP
            tables.drop_sleeping()
            assert {waiting.table.id, clocked.table.id}.isdisjoint(tables.live)
            assert watched.table.id in tables.live
            for module in ("keeper", "tables"):
                monkeypatch.setattr(f"trackside.web.{module}.now", lambda: clocked.table.deadline)
            while clocked.table.id not in tables.live:
                await sleepy.keeper.beat()
            assert waiting.table.id not in tables.live

    asyncio.run(run())


def test_whoever_still_holds_a_table_that_left_the_memory_can_play_on(database: str) -> None:
    async def run() -> None:
        from trackside.web.commands import MoveCommand

        async with server(database, "held") as held:
            before = await held.table(PEOPLE)
            before.used = time.monotonic() - 2 * ASLEEP
            held.tables.drop_sleeping()
            assert before.table.id not in held.tables.live
            after = await held.tables.find(before.table.id)
            (seat,) = after.table.seats_to_move()
            assert after.table.match is not None
            move = after.table.match.moves(seat)[0].code
            await held.tables.handle(before, MoveCommand(seat=seat, move=move), f"player {seat}")
            assert held.tables.live[before.table.id] is after
            assert (seat, move) in after.table.match.log

    asyncio.run(run())
