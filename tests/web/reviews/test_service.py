"""Reviews are shared out among servers, and no move waits for one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from tests.processes import wait_for
from tests.web.reviews.test_reviews import finished, page
from tests.web.serving import Server, sqlite
from tests.web.system.test_several_servers import at_other
from tests.web.workers.test_pool import question, until, with_a_pool
from trackside.core.errors import SaveFailed
from trackside.games import GAMES
from trackside.play.match import Match
from trackside.play.record import read_record
from trackside.search.agents import make_agent
from trackside.web.cluster import leases
from trackside.web.reviews.service import Reviews
from trackside.web.store import reviews as queries
from trackside.web.store.reviews import Kept, Key
from trackside.web.store.store import Store
from trackside.web.tables.creation import imported
from trackside.web.tables.live import LiveTable
from trackside.web.tables.registry import Tables
from trackside.web.workers.background import BackgroundThread
from trackside.web.workers.pool import WorkerPool
from trackside.web.workers.queue import REVIEW

MANY, MOVES = 50, 8
LEASE = 60_000


def record() -> str:
    """A short game between a bot and itself."""
    match = Match("traxx", 1, {"deck": "ybgr-ybgk"}, seed=1)
    agent = make_agent("greedy", match.game, 1)
    while not match.over:
        match.play(0, agent.choose(match.view_state(0), 0).move)
    return match.record()


async def over(tables: Tables) -> LiveTable:
    """A table whose game is over."""
    return await tables.add(*imported(read_record(record()), "host"))


def test_fifty_reviews_asked_for_at_once_keep_no_move_waiting_for_more_than_one_part(tmp_path: Path) -> None:
    async def test(pool: WorkerPool) -> None:
        tables, background = Tables(Store(sqlite(tmp_path))), BackgroundThread()
        reviews = Reviews(tables, pool, background)
        reviews.start("here")
        try:
            for number in range(MANY):
                await reviews.ask((await over(tables)).table, "quick", f"player {number}")
            await until(lambda: pool.asked[REVIEW] > 2)
            for _ in range(MOVES):
                before = pool.asked[REVIEW]
                assert pool.queued()[REVIEW] <= 1, "the others wait in the store"
                assert (await pool.choose(question())).candidates
                assert pool.asked[REVIEW] - before <= 1, "no other part came before the move"
            assert await tables.store.read(partial(queries.ahead_of, wanted=[LAST]))
        finally:
            await reviews.close()
            background.close()
            tables.store.close()

    with_a_pool(test)


LAST = Kept("none", "deep", "wanted", "", 0, 0, 0, 0)
"""A review that is made after all others."""


def with_tables(url: str, test: Callable[[Tables], Awaitable[None]]) -> None:
    """Run a test on a database."""

    async def run() -> None:
        tables = Tables(Store(url), alone=False)
        try:
            await test(tables)
        finally:
            tables.store.close()

    asyncio.run(run())


def test_one_server_at_a_time_makes_a_review_and_another_one_when_it_is_gone(postgres: str) -> None:
    async def test(tables: Tables) -> None:
        store = tables.store
        table = (await over(tables)).table.id
        key: Key = (table, "quick")
        for server in ("one", "other"):
            await store.do(partial(leases.beat, server=server, lease=LEASE))
        assert await store.do(partial(queries.ask, key=key, asker="ana", most=1))
        looks = {
            server: partial(queries.next_wanted, server=server, busy=[], games=[*GAMES], alone=False)
            for server in ("one", "other")
        }
        found = await store.read(looks["one"])
        assert found is not None
        assert (found[0].key, found[1]) == (key, False)
        claims = {server: partial(queries.claim, key=key, server=server, alone=False) for server in looks}
        assert [await store.do(claims[server]) for server in ("one", "other", "one")] == [True, False, True]
        assert await store.read(looks["other"]) is None
        again = await store.read(looks["one"])
        assert again is not None
        assert again[1] is True
        await store.do(partial(leases.leave, server="one"))
        assert await store.do(claims["other"])
        await store.do(partial(queries.settle, key=key, status="stopped"))

    with_tables(postgres, test)


def test_of_two_who_write_the_same_part_the_second_fails(database: str) -> None:
    async def test(tables: Tables) -> None:
        store = tables.store
        key: Key = ((await over(tables)).table.id, "normal")
        await store.do(partial(queries.ask, key=key, asker="ana", most=None))
        (kept,) = await store.read(partial(queries.of_table, table=key[0]))
        write = partial(queries.add_part, kept=kept, steps=3, read=4, done=False)
        await store.do(partial(write, text="first"))
        with pytest.raises(SaveFailed):
            await store.do(partial(write, text="second"))
        assert await store.read(partial(queries.parts, key=key)) == ["first"]
        (kept,) = await store.read(partial(queries.of_table, table=key[0]))
        assert (kept.parts, kept.steps, kept.read, kept.shown) == (1, 3, 4, "growing")
        last = partial(queries.add_part, kept=kept, text="whole", steps=2, read=9, done=True)
        await store.do(last)
        assert await store.read(partial(queries.parts, key=key)) == ["whole"], "one text holds all of it"
        (kept,) = await store.read(partial(queries.of_table, table=key[0]))
        assert (kept.shown, kept.steps) == ("done", 5)

    with_tables(database, test)


def test_what_is_sooner_done_comes_first_then_what_was_asked_for_first(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        store, busy = tables.store, list[Key]()
        ids = [(await over(tables)).table.id for _ in range(3)]
        wanted: list[Key] = [(ids[0], "deep"), (ids[1], "normal"), (ids[2], "normal"), (ids[0], "quick")]
        for key in wanted:
            await store.do(partial(queries.ask, key=key, asker="ana", most=None))
            await asyncio.sleep(0.002)  # so that nobody asks in the same millisecond
        for key in (wanted[3], wanted[1], wanted[2], wanted[0]):
            found = await store.read(partial(queries.next_wanted, server="s", busy=busy, games=[*GAMES], alone=True))
            assert found is not None
            assert found[0].key == key
            busy.append(key)
        assert await store.read(partial(queries.next_wanted, server="s", busy=[], games=[], alone=True)) is None

    with_tables(sqlite(tmp_path), test)


@pytest.mark.long
def test_a_review_is_finished_by_another_server_when_the_first_one_is_killed(postgres: str) -> None:
    first, second = Server(postgres, "--bot-processes", "1"), Server(postgres, "--bot-processes", "1")
    try:
        ana = first.player("Ana")
        table = finished(ana, "traxx", "greedy")
        ana.post(f"/tables/{table}/review", effort="deep")
        there = at_other(ana, second)
        wait_for(lambda: page(there, table)["progress"]["read"] > 3, pause=0.2)
        first.kill()
        second.process.poll()
        before = page(there, table)
        wait_for(lambda: page(there, table)["progress"]["status"] == "done", pause=0.3)
        assert page(there, table)["steps"][: len(before["steps"])] == before["steps"]
    finally:
        second.stop()
        if first.process.poll() is None:
            first.kill()
