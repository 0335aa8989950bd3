from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import sys
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, insert, inspect, select, text
from sqlalchemy.exc import DatabaseError

from tests.web.serving import frozen, sqlite
from trackside.core.errors import BadOption, SaveFailed
from trackside.web.api.commands import MoveCommand
from trackside.web.store import outages
from trackside.web.store.database import connect
from trackside.web.store.schema import players
from trackside.web.store.store import Store
from trackside.web.tables import creation
from trackside.web.tables.bots import Bots
from trackside.web.tables.registry import Tables
from trackside.web.tables.seats import BOT, PERSON, Occupant
from trackside.web.workers.pool import WorkerPool


def add(name: str) -> Any:
    def job(connection: Connection) -> str:
        connection.execute(insert(players).values(id=name, name=name))
        return name

    return job


def names(connection: Connection) -> list[str]:
    return list(connection.execute(select(players.c.id).order_by(players.c.id)).scalars())


def test_jobs_are_done_in_order_and_kept(database: str) -> None:
    async def work() -> list[str]:
        store = Store(database)
        made = await asyncio.gather(*(store.do(add(f"kept {i:03}")) for i in range(300)))
        store.close()
        return made

    assert asyncio.run(work()) == [f"kept {i:03}" for i in range(300)]
    engine = connect(database)
    with engine.connect() as connection:
        assert [name for name in names(connection) if name.startswith("kept")] == [f"kept {i:03}" for i in range(300)]
    engine.dispose()


def test_a_job_that_fails_fails_alone(database: str) -> None:
    async def work() -> list[Any]:
        store = Store(database)
        jobs = [add("alone 1"), add("alone 2"), add("alone 1"), add("alone 3")]
        results = await asyncio.gather(*(store.do(job) for job in jobs), return_exceptions=True)
        results.append([name for name in await store.do(names) if name.startswith("alone")])
        store.close()
        return results

    first, second, failed, third, kept = asyncio.run(work())
    assert (first, second, third) == ("alone 1", "alone 2", "alone 3")
    assert isinstance(failed, SaveFailed)
    assert kept == ["alone 1", "alone 2", "alone 3"]


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("nonsense", "use sqlite:///FILE or postgresql://USER@HOST/NAME"),
        ("oracle17://x", "use sqlite:///FILE or postgresql://USER@HOST/NAME"),
        ("postgresql://localhost:1/none", "the database cannot be opened: "),
        ("sqlite:////proc/nowhere/tables.db", "the database cannot be opened: "),
    ],
)
def test_a_database_that_cannot_be_had_is_an_error_in_words(url: str, problem: str) -> None:
    with pytest.raises(BadOption, match=problem):
        connect(url)


def test_the_file_is_made_where_it_is_wanted(tmp_path: Path) -> None:
    connect(sqlite(tmp_path / "new" / "folder")).dispose()
    assert (tmp_path / "new" / "folder" / "tables.db").is_file()


def test_a_database_of_an_earlier_version_gets_what_came_later(database: str) -> None:
    engine = connect(database)
    with engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE tables DROP COLUMN minutes")
    engine.dispose()

    async def start_together() -> list[Engine]:
        return await asyncio.gather(*(asyncio.to_thread(connect, database) for _ in range(4)))

    for engine in asyncio.run(start_together()):
        assert "minutes" in {column["name"] for column in inspect(engine).get_columns("tables")}
        engine.dispose()


def test_a_reader_that_takes_its_time_delays_no_write(database: str) -> None:
    async def work() -> None:
        store = Store(database)
        await store.do(add("beside 0"))
        inside, hold = threading.Event(), threading.Event()

        def slow(connection: Connection) -> tuple[list[str], list[str]]:
            before = names(connection)
            inside.set()
            assert hold.wait(60)
            return before, names(connection)

        reading = asyncio.create_task(store.read(slow))
        await asyncio.to_thread(inside.wait, 60)
        for i in range(1, 5):
            await store.do(add(f"beside {i}"))
            assert f"beside {i}" in await store.read(names), "what is committed is seen at once by the next reader"
        assert not reading.done()
        hold.set()
        before, after = await reading
        assert before == after, "a reader sees one moment"
        store.close()

    asyncio.run(asyncio.wait_for(work(), 120))


def test_a_read_that_fails_says_so_and_nothing_is_written_by_one(database: str) -> None:
    async def work() -> None:
        store = Store(database)
        with pytest.raises(SaveFailed, match="the store cannot do this now"):
            await store.read(lambda connection: connection.exec_driver_sql("SELECT * FROM nowhere"))
        with contextlib.suppress(SaveFailed):
            await store.read(add("a reader's"))
        assert "a reader's" not in await store.read(names)
        store.close()

    asyncio.run(work())


def test_the_log_says_once_that_the_store_fails_and_once_that_it_works_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        store = Store(sqlite(tmp_path))
        await store.do(add("before"))
        for _ in range(2):
            with pytest.raises(SaveFailed):
                await store.do(add("before"))
        assert caplog.messages == [], "a conflict is no trouble"
        (tmp_path / "tables.db").rename(tmp_path / "away.db")
        for _ in range(5):
            with pytest.raises(SaveFailed, match="was deleted"):
                await store.do(add("lost"))
        (said,) = caplog.messages
        assert said.startswith("the database fails: the database file was deleted")
        (tmp_path / "away.db").rename(tmp_path / "tables.db")
        await store.do(add("soon"))
        assert len(caplog.messages) == 1, "it could fail again in a moment"
        monkeypatch.setattr(outages, "QUIET", 0)
        await asyncio.gather(*(store.do(add(f"after {i}")) for i in range(5)))
        assert caplog.messages[1:] == ["the database works again, after 5 failures"]
        store.close()

    asyncio.run(work())


def test_a_damaged_page_that_is_read_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        store = Store(sqlite(tmp_path))

        def fail(connection: Connection) -> None:
            raise DatabaseError("SELECT", {}, sqlite3.DatabaseError("database disk image is malformed"))

        for _ in range(3):
            with pytest.raises(SaveFailed):
                await store.read(fail)
        store.close()

    asyncio.run(work())
    assert caplog.messages == ["the database fails: database disk image is malformed"]


def test_a_connection_that_the_server_ends_is_survived(postgres: str) -> None:
    async def work() -> None:
        store = Store(postgres)
        await store.do(add("ended 0"))
        await asyncio.gather(*(store.read(names) for _ in range(8)))
        engine = connect(postgres)
        ending = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        for i in range(1, 4):
            with engine.begin() as connection:
                connection.execute(ending)
            assert f"ended {i - 1}" in await store.read(names)
            with contextlib.suppress(SaveFailed):  # it cannot be known whether it was done
                await store.do(add(f"ended {i}"))
            if f"ended {i}" not in await store.read(names):
                await store.do(add(f"ended {i}"))
        engine.dispose()
        store.close()

    asyncio.run(asyncio.wait_for(work(), 120))


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_database_that_stands_still_is_an_answer_in_words_and_then_goes_on(postgres: str) -> None:
    async def work() -> None:
        store = Store(postgres, patience=1)
        await persistently(lambda: store.do(add("frozen 0")))
        await persistently(lambda: store.read(names))
        with frozen(postgres):
            for _ in range(2):  # with the connections it has, and then with new ones
                asked = [store.do(add(f"frozen {i}")) for i in range(1, 4)] + [store.read(names) for _ in range(12)]
                answers: list[Any] = await asyncio.gather(*asked, return_exceptions=True)
                assert [type(answer) for answer in answers] == [SaveFailed] * len(answers)
                assert all("the store cannot do this now: " in str(answer) for answer in answers)
        for i in range(4):
            kept = await persistently(lambda: store.read(names))
            if f"frozen {i}" not in kept:
                await persistently(partial(store.do, add(f"frozen {i}")))
        kept = await persistently(lambda: store.read(names))
        assert [name for name in kept if name.startswith("frozen")] == [f"frozen {i}" for i in range(4)]
        store.close()

    asyncio.run(asyncio.wait_for(work(), 120))


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_table_goes_on_where_it_was_when_the_database_does(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trackside.web.tables.bots.FIRST_PAUSE", 0.05)

    async def work() -> None:
        tables = Tables(Store(postgres, patience=1))
        bots = Bots(tables, WorkerPool(0), 0)
        people = [Occupant(0, PERSON, "ana"), Occupant(1, BOT, level="random")]
        live = await persistently(lambda: creation.create(tables, "whole-nine", people, {}, host="ana"))
        table = live.table
        assert table.match is not None

        async def move() -> None:
            while table.status == "playing" and table.seats_to_move() != [0]:
                await asyncio.sleep(0.01)
            assert table.match is not None
            if table.match.over:
                return
            command = MoveCommand(seat=0, move=table.match.moves(0)[0].code, id=f"{table.count}")
            await tables.handle(live, command, "ana")

        await persistently(move)
        while table.seats_to_move() != [0]:  # nobody wins with one move
            await asyncio.sleep(0.01)
        with frozen(postgres), pytest.raises(SaveFailed):
            await move()
        while table.status == "playing":
            await persistently(move)
        assert table.status == "over"
        again = await persistently(lambda: Tables(tables.store).find(table.id))
        assert again.table.match is not None
        assert again.table.match.log == table.match.log
        await bots.close()
        tables.store.close()

    asyncio.run(asyncio.wait_for(work(), 240))


async def persistently(ask: Callable[[], Awaitable[Any]]) -> Any:
    """Ask until there is an answer, since a slow machine may exceed a short timeout; return it."""
    while True:
        try:
            return await ask()
        except SaveFailed:
            await asyncio.sleep(0.1)


def test_a_job_that_gave_in_to_another_servers_is_tried_again(postgres: str) -> None:
    async def work() -> tuple[str, int]:
        store, tries = Store(postgres), 0

        def tied(connection: Connection) -> str:
            nonlocal tries
            tries += 1
            if tries < 3:
                connection.exec_driver_sql("DO $$ BEGIN RAISE EXCEPTION 'tie' USING ERRCODE = '40P01'; END $$")
            return "done"

        done = await store.do(tied)
        store.close()
        return done, tries

    assert asyncio.run(work()) == ("done", 3)
