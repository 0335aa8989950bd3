"""The check that a row can be written and read back."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, select

from tests.web.serving import PATIENCE, sqlite
from trackside.core.errors import SaveFailed
from trackside.web.store import health, schema
from trackside.web.store.health import Health
from trackside.web.store.store import Store


def test_a_store_that_does_not_answer_is_seen_and_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()
    asked: list[int] = []
    write = health._write

    def count(connection: Connection, server: str, number: int) -> None:
        asked.append(number)
        write(connection, server, number)

    monkeypatch.setattr(health, "_write", count)
    monkeypatch.setattr(health, "KEPT", 0)

    async def look() -> None:
        store = Store(sqlite(tmp_path))
        checked = Health(store)
        monkeypatch.setattr(health, "MOMENT", PATIENCE)
        assert await checked.check() is None
        monkeypatch.setattr(health, "MOMENT", 0.05)
        stuck = asyncio.ensure_future(store.do(lambda _: release.wait()))
        assert [await checked.check() for _ in range(3)] == ["", "", ""]
        release.set()
        await stuck
        monkeypatch.setattr(health, "MOMENT", PATIENCE)
        assert await checked.check() is None
        store.close()

    asyncio.run(look())
    assert len(asked) <= 3, "concurrent checks share an answer"


def test_frequent_checks_write_once_and_leave_one_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "MOMENT", PATIENCE)
    monkeypatch.setattr(health, "KEPT", PATIENCE)

    async def look() -> None:
        store = Store(sqlite(tmp_path))
        checked = Health(store)
        assert {await checked.check() for _ in range(50)} == {None}
        assert await store.read(numbers) == [1]
        monkeypatch.setattr(health, "KEPT", 0)
        assert {await checked.check() for _ in range(3)} == {None}
        (number,) = await store.read(numbers)
        assert number > 1
        store.close()

    asyncio.run(look())


def numbers(connection: Connection) -> list[int]:
    return list(connection.execute(select(schema.health.c.number)).scalars())


def test_a_store_that_cannot_be_written_is_noticed_though_it_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "MOMENT", PATIENCE)
    monkeypatch.setattr(health, "KEPT", 0)
    writable = True

    def limit(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA query_only = {not writable}")

    async def look() -> None:
        nonlocal writable
        store = Store(sqlite(tmp_path))
        event.listen(store.engine, "begin", limit)
        checked = Health(store)
        assert await checked.check() is None
        writable = False
        assert "readonly" in (await checked.check() or "")
        writable = True
        assert await checked.check() is None
        store.close()

    asyncio.run(look())


def damage(folder: Path, table: str) -> None:
    """Overwrite the page of an SQLite file where a table begins, under all who have it open."""
    with closing(sqlite3.connect(folder / "tables.db")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [size] = connection.execute("PRAGMA page_size").fetchone()
        [page] = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table]).fetchone()
    with (folder / "tables.db").open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    with closing(sqlite3.connect(folder / "tables.db")) as connection, connection:  # others forget what they have read
        connection.execute("INSERT INTO players (id, name) VALUES ('other', '')")


@pytest.mark.parametrize("found_by", ["a reader", "the check"])
def test_a_damaged_page_is_noticed_and_stays_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found_by: str) -> None:
    monkeypatch.setattr(health, "MOMENT", PATIENCE)
    monkeypatch.setattr(health, "KEPT", 0)

    async def look() -> None:
        store = Store(sqlite(tmp_path))
        checked = Health(store)
        assert await checked.check() is None
        damage(tmp_path, "entries")
        if found_by == "a reader":
            with pytest.raises(SaveFailed, match="malformed"):
                await store.read(lambda connection: connection.execute(select(schema.entries)).all())
        else:
            await store.check_integrity()
        for _ in range(2):
            assert await checked.check(), "the row of the health check is on another page"
        store.close()

    asyncio.run(look())
