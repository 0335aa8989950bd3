from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, inspect, select

from tests.web.serving import sqlite
from trackside.core.errors import BadOption, SaveFailed
from trackside.web.store import Store, connect, occupants, players, tables

OLD = {"seats": 1, "dice_from": 0, "watch": "link", "status": "waiting", "began": 0}


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
    engine = connect(database)
    assert "minutes" in {column["name"] for column in inspect(engine).get_columns("tables")}
    engine.dispose()


def test_a_database_of_an_earlier_version_gets_the_names_of_today(database: str) -> None:
    engine = connect(database)
    with engine.begin() as connection:
        connection.execute(insert(tables).values(dict.fromkeys(("id", "game", "options", "seed"), "old") | OLD))
        connection.execute(insert(occupants).values(table_id="old", seat=0, kind="person", player="ana", name="Ana"))
        connection.exec_driver_sql("DROP INDEX occupants_by_player")
        connection.exec_driver_sql("ALTER TABLE occupants RENAME TO chairs")
        connection.exec_driver_sql("CREATE INDEX chairs_of_a_player ON chairs (player)")
    engine.dispose()
    for _ in range(2):
        engine = connect(database)
        with engine.connect() as connection:
            assert connection.execute(select(occupants.c.name).where(occupants.c.player == "ana")).scalar() == "Ana"
            assert "chairs" not in inspect(connection).get_table_names()
            assert [index["name"] for index in inspect(connection).get_indexes("occupants")] == ["occupants_by_player"]
        engine.dispose()
