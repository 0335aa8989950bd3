"""Opens the database behind a URL, and adds what an earlier version did not have yet."""

from __future__ import annotations

import contextlib
import logging
import os
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, func, inspect, make_url, select
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from trackside.core.errors import BadOption
from trackside.core.extras import how_to_install
from trackside.web.store.ownership import check_integrity, check_owner, damaged, mark
from trackside.web.store.schema import UNBROKEN, metadata
from trackside.web.store.watchdog import keep_sockets

logger = logging.getLogger("trackside.web")

PATIENCE = 15.0
"""The timeout of a database that does not answer, in seconds; a caller may have to wait twice as long."""

UPGRADE = 0x7472636B
"""The key of the PostgreSQL advisory lock that lets one server at a time upgrade the database."""


def read_url(url: str) -> URL:
    """Return a parsed database URL with the driver that is used here; raise BadOption if it is invalid."""
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise _bad_url(url, error) from error
    if address.drivername in ("postgres", "postgresql"):
        address = address.set(drivername="postgresql+psycopg")
    return address


def _bad_url(url: str, error: Exception) -> BadOption:
    return BadOption(f"--database {url!r}: use sqlite:///FILE or postgresql://USER@HOST/NAME ({error})")


def connect(url: str, patience: float = PATIENCE, *, check_pages: bool = True) -> Engine:
    """Return an engine for a database URL, with its tables created; raise BadOption if it cannot be used."""
    address = read_url(url)
    try:
        engine = _make_engine(address, patience)
        try:
            if check_pages:
                check_integrity(engine)
            with engine.begin() as connection:
                is_new = _upgrade(connection)
        except BaseException:
            engine.dispose()
            raise
    except ModuleNotFoundError as error:
        raise BadOption(
            f"--database: PostgreSQL needs the library {error.name}: {how_to_install('postgres')}"
        ) from error
    except (ArgumentError, NoSuchModuleError) as error:
        raise _bad_url(url, error) from error
    except (SQLAlchemyError, OSError) as error:
        if "malformed" in reason(error):
            raise damaged(reason(error)) from error
        raise BadOption(f"the database cannot be opened: {reason(error)}") from error
    if is_new:
        logger.info("created a new database at %s", address.render_as_string(hide_password=True))
    return engine


def file_of(url: str) -> Path | None:
    """Return the file of an SQLite database, None for PostgreSQL; raise BadOption for an in-memory database."""
    address = read_url(url)
    if address.get_backend_name() != "sqlite":
        return None
    if not _is_file(address):
        raise BadOption(f"--database {url}: name a file, sqlite:///FILE")
    return Path(str(address.database))


def open_existing(url: str) -> Engine:
    """Return an engine for a database that a server may be using; raise BadOption if there is none."""
    path = file_of(url)
    if path is not None and not (path.is_file() and path.stat().st_size):
        raise BadOption(f"there is no database at {path}: name the one of the server with --database")
    return connect(url, check_pages=False)


def _make_engine(address: URL, patience: float) -> Engine:
    if address.get_backend_name() == "sqlite":
        _create_file(address)
        engine = create_engine(address)
        event.listen(engine, "connect", _make_durable)
    else:
        engine = create_engine(address, connect_args={"connect_timeout": max(2, round(patience / 2))})
        keep_sockets(engine)
    return engine


def _is_file(address: URL) -> bool:
    """Return whether an SQLite URL names a file."""
    return address.database not in (None, "", ":memory:") and not str(address.database).startswith("file:")


def _create_file(address: URL) -> None:
    """Create an SQLite file that only its owner can read; SQLite gives its companion files the same mode."""
    if not _is_file(address):
        return
    path = Path(str(address.database))
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def reason(error: BaseException) -> str:
    """Return the database's error message as one line."""
    return (str(getattr(error, "orig", error)).strip().splitlines() or [type(error).__name__])[0]


class DatabaseFile:
    """The identity of an SQLite file when it was opened, to detect that it was deleted or replaced."""

    def __init__(self, engine: Engine) -> None:
        is_file = engine.dialect.name == "sqlite" and _is_file(engine.url)
        self._path = Path(str(engine.url.database)).resolve() if is_file else None
        self._opened = self._identity()

    def check(self) -> None:
        """Raise OSError if the path no longer leads to the file that was opened."""
        found = self._identity()
        if found != self._opened:
            what = "was deleted" if found is None else "was replaced by another file"
            raise FileNotFoundError(f"the database file {what} while the server was running; restart the server")

    def _identity(self) -> tuple[int, int] | None:
        """Return the device and inode of the file, or None if it does not exist."""
        if self._path is None:
            return None
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino


def _make_durable(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _upgrade(connection: Connection) -> bool:
    """Create what is missing, in one transaction, one server at a time; return whether the database is new."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.execute(select(func.pg_advisory_xact_lock(UPGRADE)))
    known = inspect(connection).get_table_names()
    is_new = check_owner(connection, known)
    metadata.create_all(connection)
    _add_columns(connection)
    for table in metadata.sorted_tables:
        for index in table.indexes:
            index.create(connection, checkfirst=True)
    _add_triggers(connection)
    mark(connection)
    return is_new


def _add_columns(connection: Connection) -> None:
    """Add the columns of later versions, all of them nullable."""
    for table in metadata.sorted_tables:
        known = {column["name"] for column in inspect(connection).get_columns(table.name)}
        for column in table.columns:
            if column.name not in known:
                kind = column.type.compile(connection.dialect)
                connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {column.name} {kind}")


def _add_triggers(connection: Connection) -> None:
    """Create the triggers that are missing; replacing one would wait for every server that writes."""
    dialect = connection.dialect.name
    known = "SELECT 1 FROM pg_trigger WHERE tgname = 'entries_unbroken' AND tgrelid = 'entries'::regclass"
    if dialect == "sqlite" or connection.exec_driver_sql(known).first() is None:
        for statement in UNBROKEN[dialect]:
            connection.exec_driver_sql(statement)
