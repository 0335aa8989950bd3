"""Backups and restores: a copy is whole, and nothing is replaced by less."""

from __future__ import annotations

import json
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.web.serving import Server, sqlite
from trackside.cli import main
from trackside.web.store.database import connect


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(sqlite(tmp_path))
    yield running
    running.kill()


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Runs a command; returns the JSON that it prints, or the words of its refusal."""

    def run(*arguments: str, database: str) -> Any:
        status = main([*arguments, "--database", database, "--json"])
        said = capsys.readouterr()
        assert status in (0, 2)
        return json.loads(said.out) if status == 0 else said.err

    return run


def files(folder: Path) -> dict[str, bytes]:
    """Return what a folder holds, without the files that come and go with connections."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith(("-shm", "-wal"))}


def test_a_backup_under_load_is_restored_after_the_server_has_stopped(
    server: Server, tmp_path: Path, command: Callable[..., Any]
) -> None:
    ana = server.player("Ana")
    table = ana.table("whole-nine", "me", "greedy")
    copy = tmp_path / "copies" / "first.db"
    copy.parent.mkdir()
    with ana.at(table) as line:
        line.play_on(3)
        made = command("backup", str(copy), database=server.database)
        assert (made["file"], made["tables"], made["players"]) == (str(copy), 1, 1)
        before = ana.http.get(f"/api/tables/{table}/record").text
        line.play_on(5)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [path.name for path in copy.parent.iterdir()] == ["first.db"]
    assert "exists" in command("backup", str(copy), database=server.database)
    assert "in use by another Trackside server" in command("restore", str(copy), database=server.database)
    later = ana.http.get(f"/api/tables/{table}/record").text
    server.kill()  # the last moves are in the write-ahead log, which must not be read into the copy
    restored = command("restore", str(copy), database=server.database)
    assert restored["tables"] == 1
    server.start()
    again = server.player()
    again.http.headers.update(ana.headers)
    assert again.http.get(f"/api/tables/{table}/record").text == before
    server.kill()
    kept = f"sqlite:///{restored['kept']}"
    other = Server(kept)
    try:
        again = other.player()
        again.http.headers.update(ana.headers)
        assert again.http.get(f"/api/tables/{table}/record").text == later
    finally:
        other.kill()


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    """The database of a stopped server."""
    folder = tmp_path / "server"
    connect(sqlite(folder)).dispose()
    return folder / "tables.db"


def sound(path: Path) -> Path:
    connect(f"sqlite:///{path}").dispose()
    return path


def not_a_database(path: Path) -> Path:
    path.write_text("a shopping list " * 20)
    return path


def foreign(path: Path) -> Path:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE songs (title)")
    return path


def newer(path: Path) -> Path:
    with closing(sqlite3.connect(sound(path))) as connection, connection:
        connection.execute("PRAGMA user_version = 999")
    return path


def damaged(path: Path) -> Path:
    with closing(sqlite3.connect(sound(path))) as connection, connection:
        rows = [(f"{number:064}", "name " * 8) for number in range(2000)]
        connection.executemany("INSERT INTO players (id, name) VALUES (?, ?)", rows)
        connection.execute("PRAGMA journal_mode = DELETE")
    content = bytearray(path.read_bytes())
    content[len(content) // 2 :] = b"\x5a" * (len(content) - len(content) // 2)
    path.write_bytes(content)
    return path


def missing(path: Path) -> Path:
    return path


BAD = [
    (not_a_database, "is not an SQLite database"),
    (foreign, "belongs to another program"),
    (newer, "newer version of Trackside"),
    (damaged, "is damaged"),
    (missing, "there is no file"),
]


@pytest.mark.parametrize(("make", "words"), BAD)
def test_a_bad_file_is_not_restored_and_nothing_changes(
    make: Callable[[Path], Path], words: str, stopped: Path, tmp_path: Path, command: Callable[..., Any]
) -> None:
    bad = make(tmp_path / "bad.db")
    before = files(stopped.parent)
    said = command("restore", str(bad), database=f"sqlite:///{stopped}")
    assert words in said
    assert files(stopped.parent) == before


@pytest.mark.parametrize(("make", "words"), BAD[:3])
def test_a_database_that_is_not_ours_is_not_replaced(
    make: Callable[[Path], Path], words: str, stopped: Path, tmp_path: Path, command: Callable[..., Any]
) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    target = make(folder / "target.db")
    before = files(folder)
    assert words in command("restore", str(stopped), database=f"sqlite:///{target}")
    assert files(folder) == before


def test_a_damaged_database_is_replaced_and_kept(stopped: Path, tmp_path: Path, command: Callable[..., Any]) -> None:
    copy = tmp_path / "copy.db"
    command("backup", str(copy), database=f"sqlite:///{stopped}")
    content = damaged(stopped).read_bytes()
    restored = command("restore", str(copy), database=f"sqlite:///{stopped}")
    assert Path(restored["kept"]).read_bytes()[100:] == content[100:]  # the header has the journal mode
    connect(f"sqlite:///{stopped}").dispose()


def test_a_database_that_another_program_has_open_is_not_replaced(
    stopped: Path, tmp_path: Path, command: Callable[..., Any]
) -> None:
    copy = sound(tmp_path / "copy.db")
    with closing(sqlite3.connect(stopped)) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM players").fetchall()
        said = command("restore", str(copy), database=f"sqlite:///{stopped}")
    assert "in use by another program" in said


def test_a_restore_where_there_is_no_database_makes_one(tmp_path: Path, command: Callable[..., Any]) -> None:
    copy, target = sound(tmp_path / "copy.db"), tmp_path / "new" / "tables.db"
    restored = command("restore", str(copy), database=f"sqlite:///{target}")
    assert restored["kept"] is None
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert "is the database itself" in command("restore", str(target), database=f"sqlite:///{target}")


def test_backup_and_restore_name_the_tools_of_postgresql(command: Callable[..., Any]) -> None:
    url = "postgresql://ana:secret@db.example/games"
    for name, tool in (("backup", "pg_dump --format=custom --file=a.dump"), ("restore", "pg_restore --clean")):
        said = command(name, "a.dump", database=url)
        assert tool in said
        assert "postgresql://ana@db.example/games" in said
        assert "secret" not in said


@pytest.mark.parametrize("arguments", [("backup", "copy.db"), ("admin", "tables"), ("tidy", "--older", "9d")])
def test_no_command_creates_a_database(
    arguments: tuple[str, ...], tmp_path: Path, command: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "there is no database at" in command(*arguments, database="sqlite:///nowhere.db")
    assert list(tmp_path.iterdir()) == []
