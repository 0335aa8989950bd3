"""Backups of an SQLite database: made while the server runs, checked, and restored while it is stopped."""

from __future__ import annotations

import os
import secrets
import shlex
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import URL

from trackside.core.errors import BadOption, SaveFailed
from trackside.web.store.database import file_of, read_url
from trackside.web.store.lock import DatabaseLock
from trackside.web.store.ownership import APPLICATION, SCHEMA
from trackside.web.store.schema import entries, players, tables

HEADER = b"SQLite format 3\0"
COMPANIONS = ("-wal", "-shm", "-journal")
"""The suffixes of files that SQLite puts beside a database."""


class Copy(NamedTuple):
    """A checked copy of a database, and its contents."""

    file: Path
    bytes: int
    tables: int
    entries: int
    players: int


class Restored(NamedTuple):
    """A restored database, and the file in which the previous one is kept."""

    copy: Copy
    kept: Path | None


def backup(url: str, target: Path) -> Copy:
    """Copy a snapshot of a database to a new file and check the copy; raise BadOption if that is not possible."""
    source = _sqlite_file(url, "pg_dump --format=custom --file={file} {database}", target)
    if not source.is_file():
        raise BadOption(f"there is no database at {source}: name the one of the server with --database")
    if target.exists():
        raise BadOption(f"{target} exists: choose another name")
    _check_ours(source)
    with _temporary(target) as made:
        found = _copy(source, made)
        os.chmod(made, 0o600)
        _flush(made)
        try:
            os.link(made, target)  # refuses to replace a file that was created meanwhile
        except FileExistsError as error:
            raise BadOption(f"{target} exists: choose another name") from error
        except OSError:  # a file system without links
            os.rename(made, target)
        _flush(target.parent)
    return found._replace(file=target)


def restore(url: str, source: Path) -> Restored:
    """Replace a database that no server is using with a checked copy of `source`; keep the previous one.

    A complete database is in place at every moment: the previous one, or the copy.
    """
    command = "pg_restore --clean --if-exists --single-transaction --dbname={database} {file}"
    target = _sqlite_file(url, command, source)
    if not source.is_file():
        raise BadOption(f"there is no file {source}")
    if target.exists() and target.samefile(source):
        raise BadOption(f"{source} is the database itself")
    target.parent.mkdir(parents=True, exist_ok=True)
    lock = DatabaseLock(url)
    try:
        _check_ours(source)
        with _temporary(target) as made:
            found = _copy(source, made)
            _merge_log(target)
            _copy_mode(target, made)
            _flush(made)
            kept = _keep_previous(target)
            os.replace(made, target)
            _flush(target.parent)
    finally:
        lock.close()
    return Restored(found._replace(file=target), kept)


def _sqlite_file(url: str, command: str, file: Path) -> Path:
    """Return the file of a database; raise BadOption with the command to use instead if it is PostgreSQL."""
    found = file_of(url)
    if found is not None:
        return found
    full = read_url(url)
    address = URL.create("postgresql", full.username, None, full.host, full.port, full.database, full.query)
    database = shlex.quote(address.render_as_string())
    said = command.format(file=shlex.quote(str(file)), database=database)
    raise BadOption(f"for PostgreSQL use its own tool: {said} (see Backups in docs/operate.md)")


def _check_ours(path: Path) -> None:
    """Raise BadOption unless the file is a database that this version can read."""
    with path.open("rb") as file:
        is_sqlite = file.read(len(HEADER)) == HEADER
    if not is_sqlite:
        raise BadOption(f"{path} is not an SQLite database")
    try:
        with closing(_connect(path)) as connection:  # not from the header, which may still be in the write-ahead log
            (version,), (application,) = (
                connection.execute(f"PRAGMA {name}").fetchone() for name in ("user_version", "application_id")
            )
    except sqlite3.Error as error:
        raise BadOption(f"{path} cannot be read: {error}") from error
    if application == APPLICATION and version > SCHEMA:
        raise BadOption(f"{path} was written by a newer version of Trackside: upgrade Trackside")
    if application != APPLICATION:
        raise BadOption(f"{path} belongs to another program")


def _copy(source: Path, target: Path) -> Copy:
    """Copy a snapshot of a database and check every page of the copy; raise BadOption if it is damaged."""
    try:
        with closing(_connect(source)) as read, closing(sqlite3.connect(target)) as written:
            read.backup(written)  # in one step, so that concurrent writes do not restart it
            written.execute("PRAGMA journal_mode = DELETE")  # so that the copy is one file
            found = written.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if found != "ok":
                raise BadOption(f"{source} is damaged: {str(found).splitlines()[-1]}")
            broken = written.execute("PRAGMA foreign_key_check").fetchone()
            if broken is not None:
                raise BadOption(f"{source} is damaged: rows of {broken[0]} belong to nothing")
            names = (tables.name, entries.name, players.name)
            counts = [written.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names]
    except sqlite3.Error as error:
        if "full" in str(error):
            raise SaveFailed(f"{target.parent}: {error}") from error
        raise BadOption(f"{source} cannot be copied: {error}") from error
    return Copy(target, target.stat().st_size, *counts)


def _connect(path: Path) -> sqlite3.Connection:
    """Open a database read-only."""
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=15)


@contextmanager
def _temporary(target: Path) -> Iterator[Path]:
    """Create a temporary file beside the target, and remove it afterwards."""
    made = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        os.close(os.open(made, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        yield made
    finally:
        for companion in ("", *COMPANIONS):
            with suppress(FileNotFoundError):
                os.unlink(f"{made}{companion}")


def _merge_log(target: Path) -> None:
    """Merge the log of the database that is replaced into its file; raise BadOption if it must not be replaced.

    A log left beside it would be read into the copy. A damaged database may be replaced: that is what backups are for.
    """
    if not target.exists() or not target.stat().st_size:
        return
    _check_ours(target)
    try:
        with closing(sqlite3.connect(target, timeout=0)) as connection:
            mode = connection.execute("PRAGMA journal_mode = DELETE").fetchone()[0]
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise BadOption(f"{target} is in use by another program: stop it first") from error
    except sqlite3.DatabaseError:
        return
    else:
        if mode != "delete":
            raise BadOption(f"{target} is in use by another program: stop it first")


def _copy_mode(target: Path, made: Path) -> None:
    """Give the copy the mode and the owner of the database that it replaces."""
    if not target.exists():
        return
    found = target.stat()
    os.chmod(made, found.st_mode & 0o777)
    with suppress(OSError):  # only root can, and only root needs to
        os.chown(made, found.st_uid, found.st_gid)


def _keep_previous(target: Path) -> Path | None:
    """Keep the database under another name, with its companion files; it also stays in place if possible."""
    if not target.exists():
        return None
    stamp = time.strftime("%Y%m%d-%H%M%S")
    kept = next(
        name
        for number in range(1000)
        if not (name := target.with_name(f"{target.name}.before-{stamp}" + (f"-{number}" if number else ""))).exists()
    )
    for companion in COMPANIONS:
        with suppress(FileNotFoundError):
            os.rename(f"{target}{companion}", f"{kept}{companion}")
    try:
        os.link(target, kept)
    except OSError:  # a file system without links
        os.rename(target, kept)
    return kept


def _flush(path: Path) -> None:
    """Flush a file or a folder to disk."""
    if path.is_dir() and os.name == "nt":
        return
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
