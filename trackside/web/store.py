"""The store: every table and its log in a database, SQLite or PostgreSQL; what was acknowledged is never lost.

One thread owns the connection. It takes all jobs that wait, does them in one transaction, commits, and only
then tells those who asked: many tables share one commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
    inspect,
    make_url,
)
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from trackside.core.errors import BadOption, SaveFailed
from trackside.web.metrics import Metrics

Result = TypeVar("Result")
Job = Callable[[Connection], Any]

MOST_AT_ONCE = 500
"""Jobs in one transaction."""

MOST_IN_ONE = 50
"""Entries of a log in one statement."""

GATHERING = 0.010
"""Seconds to wait for others to share a transaction with, where the last one was shared."""

metadata = MetaData()

players = Table(
    "players",
    metadata,
    Column("id", String(64), primary_key=True),  # SHA-256 of the token in the cookie
    Column("name", String(40), nullable=False, default=""),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("position", Text),  # where the game began, if not at its opening
    Column("seed", Text, nullable=False),
    Column("dice_from", Integer, nullable=False, default=0),
    Column("host", String(64)),
    Column("watch", String(10), nullable=False),
    Column("clock", Integer),
    Column("minutes", Integer),  # after which the game ends, where it can
    Column("origin", Text),  # how it came about, if not from the lobby
    Column("status", String(10), nullable=False),
    Column("result", Text),  # JSON, once it is over
    Column("began", BigInteger, nullable=False),  # Unix time, milliseconds
    Column("hints", Integer),  # 1 if people who play against each other may ask for hints
    Column("again", String(16)),  # the table where the same people play once more
    Column("revision", Integer),  # grows with every change of occupants, status or `again`: decides between two writers
    # What the lists and the sweep go by; written a moment after the moves, and made good when a table is loaded.
    Column("changed", BigInteger),  # when something happened that everybody may know
    Column("to_move", Integer),  # the seats that have something to do, a bit for each
    Column("due", BigInteger),  # when something has to happen by itself: a bot's move, the end of a clock
    Column("keeper", String(32)),  # the server whose bots and clocks act at this table
)

occupants = Table(
    "occupants",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("player", String(64)),
    Column("name", String(40), nullable=False, default=""),
    Column("level", String(80)),
    Column("invite", String(64)),
    Column("salt", String(64)),  # what this seat adds to the dice
    Index("occupants_by_player", "player"),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(4), nullable=False),  # move, or undo: then `move` is the place in the log that is taken out
    Column("seat", Integer, nullable=False),
    Column("move", Integer, nullable=False),
    Column("message", String(64)),  # the message that asked for it, so that it counts once
    Column("at", BigInteger, nullable=False),
)

servers = Table(
    "servers",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("until", BigInteger, nullable=False),  # alive until then unless it says so again, by the database's clock
)

presence = Table(
    "presence",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("player", String(64), primary_key=True),
    Column("server", String(32), primary_key=True),  # where they are connected
)


@dataclass
class Task:
    """Entries of a log, jobs that are done with them, and where the outcome goes."""

    rows: Sequence[dict[str, Any]]
    jobs: Sequence[Job]
    done: asyncio.Future[Any]


def connect(url: str) -> Engine:
    """An engine for a database URL, its tables made; BadOption in words if it cannot be had."""
    try:
        address = make_url(url)
        if address.drivername in ("postgres", "postgresql"):
            address = address.set(drivername="postgresql+psycopg")
        if address.get_backend_name() == "sqlite" and address.database:
            Path(address.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(address)
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _make_durable)
        _rename_tables(engine)
        metadata.create_all(engine)
        _add_columns(engine)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise BadOption(f"--database {url!r}: use sqlite:///FILE or postgresql://USER@HOST/NAME ({error})") from error
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
        raise BadOption(f"the database cannot be opened: {reason}") from error
    return engine


def _rename_tables(engine: Engine) -> None:
    """A database of an earlier version gets the names of today."""
    with engine.begin() as connection:
        known = inspect(connection).get_table_names()
        if "chairs" in known and occupants.name not in known:
            connection.exec_driver_sql(f"ALTER TABLE chairs RENAME TO {occupants.name}")
            connection.exec_driver_sql("DROP INDEX IF EXISTS chairs_of_a_player")
            for index in occupants.indexes:
                index.create(connection)


def _add_columns(engine: Engine) -> None:
    """A database of an earlier version gets the columns that came later; they are all ones that may be empty."""
    with engine.begin() as connection:
        for table in metadata.sorted_tables:
            known = {column["name"] for column in inspect(connection).get_columns(table.name)}
            for column in table.columns:
                if column.name not in known:
                    kind = column.type.compile(engine.dialect)
                    connection.exec_driver_sql(f"ALTER TABLE {table.name} ADD COLUMN {column.name} {kind}")


def _make_durable(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


class Store:
    """The database behind its one thread."""

    def __init__(self, url: str, metrics: Metrics | None = None) -> None:
        self.engine, self.metrics = connect(url), metrics or Metrics()
        self._jobs: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._work, name="trackside-store", daemon=True)
        self._thread.start()

    async def do(self, job: Callable[[Connection], Result]) -> Result:
        """The result of a job, once it is committed."""
        results: list[Result] = await self.write((), job)
        return results[0]

    def write(self, rows: Sequence[dict[str, Any]], *jobs: Job) -> asyncio.Future[list[Any]]:
        """Entries of a log, and jobs that belong to them, will be committed together: to be awaited."""
        done: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()
        self._jobs.put(Task(rows, jobs, done))
        return done

    def close(self) -> None:
        """Finish what waits, then let go of the database."""
        self._jobs.put(None)
        self._thread.join()
        self.engine.dispose()

    def _work(self) -> None:
        going_on, batch = True, list[Task | None]()
        while going_on:
            many = len(batch) > 1
            batch = [self._jobs.get()]
            if many:
                time.sleep(GATHERING)
            while len(batch) < MOST_AT_ONCE and not self._jobs.empty():
                batch.append(self._jobs.get())
            going_on = None not in batch
            tasks = [task for task in batch if task is not None]
            outcomes = self._do_all(tasks)
            if not going_on:
                self._let_go()
            for loop in {task.done.get_loop() for task in tasks}:
                with contextlib.suppress(RuntimeError):  # closed: nobody waits there any more
                    loop.call_soon_threadsafe(_report, loop, tasks, outcomes)

    def _do_all(self, batch: list[Task]) -> list[Any]:
        """All jobs in one transaction; if one fails, each in its own, so that it fails alone."""
        try:
            self._connection = connection = self._connection or self.engine.connect()
            with connection.begin():
                add_entries(connection, [row for task in batch for row in task.rows])
                outcomes: list[Any] = [[job(connection) for job in task.jobs] for task in batch]
            self.metrics.committed(len(batch))
            return outcomes
        except Exception as error:
            self._let_go()
            if len(batch) > 1:
                return [outcome for task in batch for outcome in self._do_all([task])]
            self.metrics.failed()
            failure = SaveFailed(f"the store cannot do this now: {_reason(error)}")
            failure.__cause__ = error
            return [failure]

    def _let_go(self) -> None:
        """Close the connection; the next job opens a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                connection.close()


def add_entries(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """More entries of logs; the key (table, number) decides between two writers.

    One statement for many: the threads take turns for every statement, and the others have moves to show.
    """
    names = entries.columns.keys()
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    for first in range(0, len(rows), MOST_IN_ONE):
        some = rows[first : first + MOST_IN_ONE]
        connection.exec_driver_sql(_insertion(len(some), mark), tuple(row[name] for row in some for name in names))


@cache
def _insertion(rows: int, mark: str) -> str:
    names = entries.columns.keys()
    values = f"({', '.join([mark] * len(names))})"
    return f"INSERT INTO {entries.name} ({', '.join(names)}) VALUES {', '.join([values] * rows)}"


def _report(loop: asyncio.AbstractEventLoop, tasks: list[Task], outcomes: list[Any]) -> None:
    """Tell those who wait on this loop what came of their jobs."""
    for task, outcome in zip(tasks, outcomes, strict=True):
        if task.done.get_loop() is loop and not task.done.done():
            if isinstance(outcome, SaveFailed):
                task.done.set_exception(outcome)
            else:
                task.done.set_result(outcome)


def _reason(error: Exception) -> str:
    return str(getattr(error, "orig", error)).strip().splitlines()[0]
