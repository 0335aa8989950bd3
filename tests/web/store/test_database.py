"""The databases that a server opens or creates."""

from __future__ import annotations

import logging
import sqlite3
import stat
import sys
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from tests.web.serving import sqlite
from trackside.core.errors import BadOption
from trackside.web.store import ownership
from trackside.web.store.database import connect


def run(folder: Path, *statements: str) -> list[object]:
    """Run statements on the SQLite file of a folder; return the first column of the last one."""
    connection = sqlite3.connect(folder / "tables.db")
    with connection:
        for statement in statements:
            found = [row[0] for row in connection.execute(statement)]
    connection.close()
    return found


@pytest.fixture
def fresh(postgres: str) -> str:
    """The URL of an empty PostgreSQL database."""
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS opening")
        connection.execute("CREATE DATABASE opening")
    return make_url(postgres).set(database="opening").render_as_string(hide_password=False)


def test_postgresql_without_its_library_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadOption, match=r"PostgreSQL needs the library psycopg: pip install 'psycopg\[binary\]"):
        connect("postgresql://nobody@localhost/nothing")


def test_a_new_database_is_announced_once_and_marked(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    for _ in range(2):
        connect(sqlite(tmp_path)).dispose()
    assert caplog.messages == [f"created a new database at {sqlite(tmp_path)}"]
    assert run(tmp_path, "PRAGMA application_id") == [ownership.APPLICATION]
    assert run(tmp_path, "PRAGMA user_version") == [ownership.SCHEMA]


def test_only_the_owner_can_read_a_new_database(tmp_path: Path) -> None:
    engine = connect(sqlite(tmp_path))
    with engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM players")
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    engine.dispose()
    assert modes == {"tables.db": 0o600, "tables.db-wal": 0o600, "tables.db-shm": 0o600}


def test_a_database_from_before_the_first_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    connect(sqlite(tmp_path)).dispose()
    run(tmp_path, "PRAGMA application_id = 0", "PRAGMA user_version = 0", "ALTER TABLE occupants RENAME TO chairs")
    before = run(tmp_path, "SELECT sql FROM sqlite_master")
    with pytest.raises(BadOption, match=r"before 0\.1\.0"):
        connect(sqlite(tmp_path))
    assert run(tmp_path, "SELECT sql FROM sqlite_master") == before


@pytest.mark.parametrize(
    "statement", ["CREATE TABLE players (nick, elo)", "CREATE TABLE tables (legs)", "PRAGMA application_id = 77"]
)
def test_another_programs_database_is_refused_and_left_alone(tmp_path: Path, statement: str) -> None:
    run(tmp_path, statement)
    before = run(tmp_path, "SELECT sql FROM sqlite_master")
    with pytest.raises(BadOption, match="belongs to another program"):
        connect(sqlite(tmp_path))
    assert run(tmp_path, "SELECT sql FROM sqlite_master") == before


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    connect(sqlite(tmp_path)).dispose()
    run(tmp_path, f"PRAGMA user_version = {ownership.SCHEMA + 1}")
    with pytest.raises(BadOption, match="newer version of Trackside"):
        connect(sqlite(tmp_path))


def test_a_damaged_file_is_refused_and_the_refusal_names_the_backups(tmp_path: Path) -> None:
    connect(sqlite(tmp_path)).dispose()
    run(tmp_path, *(f"INSERT INTO players (id, name) VALUES ('{i:060}', 'x')" for i in range(500)))
    file = tmp_path / "tables.db"
    whole = file.read_bytes()
    (root,) = run(tmp_path, "SELECT rootpage FROM sqlite_master WHERE name = 'players'")
    (size,) = run(tmp_path, "PRAGMA page_size")
    assert isinstance(root, int)
    assert isinstance(size, int)
    file.write_bytes(whole[: (root - 1) * size] + b"\xff" * size + whole[root * size :])
    with pytest.raises(BadOption, match=r"is damaged .*docs/operate\.md"):
        connect(sqlite(tmp_path))
    file.write_bytes(b"no database at all" * 1000)
    with pytest.raises(BadOption, match="cannot be opened: file is not a database"):
        connect(sqlite(tmp_path))


def test_on_postgresql_foreign_and_newer_databases_are_refused_too(
    fresh: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    with psycopg.connect(fresh, autocommit=True) as connection:
        connection.execute("CREATE TABLE players (nick text)")
        with pytest.raises(BadOption, match="belongs to another program"):
            connect(fresh)
        connection.execute("DROP TABLE players")
        connect(fresh).dispose()
        assert [said for said in caplog.messages if "created a new database" in said]
        assert connection.execute("SELECT version FROM about").fetchall() == [(ownership.SCHEMA,)]
        connection.execute("UPDATE about SET version = version + 1")
        with pytest.raises(BadOption, match="newer version of Trackside"):
            connect(fresh)
        connection.execute("DROP TABLE about")
        with pytest.raises(BadOption, match=r"before 0\.1\.0"):
            connect(fresh)
