"""The store: every table and its log in a database, SQLite or PostgreSQL; nothing acknowledged is ever lost.

One thread writes. It takes all waiting jobs, runs them in one transaction, commits, and only then resolves their
futures: many tables share one commit. A few other threads read.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError

from trackside.core.errors import BadOption, SaveFailed
from trackside.web.server.clients import current_client
from trackside.web.server.metrics import Metrics
from trackside.web.store.database import PATIENCE, DatabaseFile, connect, reason
from trackside.web.store.ownership import check_integrity
from trackside.web.store.schema import entries, occupants, players, presence, servers, tables
from trackside.web.store.watchdog import Watch, Watchdog

__all__ = ["Store", "add_entries", "connect", "entries", "occupants", "players", "presence", "servers", "tables"]

logger = logging.getLogger("trackside.web")

Result = TypeVar("Result")
Job = Callable[[Connection], Any]

MAX_AT_ONCE = 500
"""The maximum number of jobs in one transaction."""

MAX_IN_ONE = 50
"""The maximum number of log entries in one statement."""

MAX_TRIES = 4
"""The number of attempts at a job that conflicts with another server's."""

CONFLICTS = ("40001", "40P01")
"""PostgreSQL's codes for conflicting transactions: serialization_failure, deadlock_detected."""

DAMAGED = ("XX001", "XX002")
"""PostgreSQL's codes for damaged pages: data_corrupted, index_corrupted."""

MALFORMED = ("database disk image is malformed", "file is not a database", "malformed database schema")
"""SQLite's messages about damaged pages."""

GATHERING = 0.010
"""Seconds to wait for more jobs to share a transaction, if the last transaction was shared."""

READERS = 4
"""The number of reader threads."""

QUIET = 5.0
"""Seconds without a failure after which the database counts as working again."""


@dataclass
class Task:
    """Log entries and jobs to commit together, and the future for the outcome."""

    rows: Sequence[dict[str, Any]]
    after: Mapping[str, Any] | None
    """The entry that must be stored before the first one."""
    jobs: Sequence[Job]
    done: asyncio.Future[Any]
    epoch: int | None = None
    """The store's epoch in which the rows were checked; None if they do not depend on anything read before."""


class Store:
    """The database with its writer and reader threads; `patience` is the timeout of a database that does not answer."""

    def __init__(self, url: str, metrics: Metrics | None = None, patience: float = PATIENCE) -> None:
        self.engine, self.metrics = connect(url, patience), metrics or Metrics()
        self._file = DatabaseFile(self.engine)
        self.patience = patience
        self._watchdog = Watchdog(patience)
        self._readers = ThreadPoolExecutor(READERS, "trackside-reader")
        if self.engine.dialect.name == "sqlite":
            self._reading = self.engine
        else:
            self._reading = self.engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._outages = OutageLog()
        self.damage: str | None = None
        """The reported damage of the database, if any; never cleared."""
        self._epochs = Epochs(self.engine)
        self._jobs: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._connection: Connection | None = None
        self._connection_error: Exception | None = None
        """The error of the last job, if it could not reach the database."""
        self._thread = threading.Thread(target=self._work, name="trackside-store", daemon=True)
        self._thread.start()

    @property
    def epoch(self) -> int:
        """A number that grows when a new connection finds another database behind the address.

        This happens after a failover to a standby, which may lack the last acknowledged writes.
        """
        return self._epochs.number

    async def do(self, job: Callable[[Connection], Result]) -> Result:
        """Run a job and return its result once it is committed."""
        results: list[Result] = await self.write((), job)
        return results[0]

    def write(
        self,
        rows: Sequence[dict[str, Any]],
        *jobs: Job,
        after: Mapping[str, Any] | None = None,
        epoch: int | None = None,
    ) -> asyncio.Future[list[Any]]:
        """Queue log entries and the jobs that belong to them, to be committed together; return a future.

        With `after`, the entries are refused unless that entry is stored before them: a database that went back in time
        may have a different one in its place. With `epoch`, they are refused if it is no longer the store's.
        """
        done: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()
        self._jobs.put(Task(rows, after, jobs, done, epoch))
        return done

    async def read(self, job: Callable[[Connection], Result]) -> Result:
        """Run a read-only job on a snapshot of everything committed before, and return its result.

        The current client is charged for the CPU time, because readers slow the event loop down.
        """
        client, spent = current_client(), list[float]()

        def read() -> Result:
            began = time.thread_time()
            try:
                return self._read(job)
            finally:
                spent.append(time.thread_time() - began)

        try:
            async with asyncio.timeout(self.patience):
                return await asyncio.get_running_loop().run_in_executor(self._readers, read)
        except TimeoutError as error:
            failure = _failure(TimeoutError("the database does not answer"))
            self._note([failure])
            raise failure from error
        finally:
            if client is not None:
                client.charge(1000 * sum(spent))

    def close(self) -> None:
        """Finish the waiting jobs, then close the database."""
        self._jobs.put(None)
        self._thread.join()
        self._readers.shutdown(cancel_futures=True)
        self._watchdog.close()
        self.engine.dispose()

    # Reading

    def _read(self, job: Callable[[Connection], Result]) -> Result:
        began = time.monotonic()
        try:
            try:
                return self._read_once(job)
            except DBAPIError as error:
                if not error.connection_invalidated or time.monotonic() > began + self.patience / 2:
                    raise
            return self._read_once(job)  # it was an old connection that had been closed unnoticed
        except SQLAlchemyError as error:
            failure = _failure(error)
            self._note([failure])
            raise failure from error

    def _note(self, outcomes: Sequence[Any]) -> None:
        """Record failures for the log and the health check."""
        self._outages.note(outcomes)
        for outcome in outcomes:
            if self.damage is None and isinstance(outcome, SaveFailed) and is_damage(outcome.__cause__):
                self.damage = reason(outcome.__cause__ or outcome)

    async def check_integrity(self) -> None:
        """Look for damaged pages in an SQLite file, in another thread; PostgreSQL finds them when it reads."""
        try:
            await asyncio.to_thread(check_integrity, self.engine)
        except (BadOption, SQLAlchemyError) as error:
            if isinstance(error, BadOption) or is_damage(error):
                self.damage = self.damage or reason(error)
                logger.error("%s", reason(error))

    def _read_once(self, job: Callable[[Connection], Result]) -> Result:
        with self._reading.connect() as connection, self._watchdog.watching(connection):
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN")
            try:
                return job(connection)
            finally:
                connection.rollback()

    # Writing

    def _work(self) -> None:
        running, many = True, False
        while running:
            batch = [self._jobs.get()]
            if many:
                time.sleep(GATHERING)
            batch += self._take_waiting(MAX_AT_ONCE - 1)
            many, self._connection_error = len(batch) > 1, None
            tasks = [task for task in batch if task is not None]
            outcomes = self._do_all(tasks)
            if self._connection_error is not None:  # jobs that came meanwhile have waited long enough
                batch += self._take_waiting()
                tasks = [task for task in batch if task is not None]
                outcomes += [_failure(self._connection_error) for _ in tasks[len(outcomes) :]]
            running = None not in batch
            self.metrics.failed(sum(isinstance(outcome, SaveFailed) for outcome in outcomes))
            self._note(outcomes)
            if not running:
                self._disconnect()
            for loop in {task.done.get_loop() for task in tasks}:
                with contextlib.suppress(RuntimeError):  # closed: no one waits there any more
                    loop.call_soon_threadsafe(_report, loop, tasks, outcomes)

    def _take_waiting(self, most: float = math.inf) -> list[Task | None]:
        """Take the tasks that are waiting now, at most `most`."""
        batch = list[Task | None]()
        while len(batch) < most and not self._jobs.empty():
            batch.append(self._jobs.get())
        return batch

    def _do_all(self, batch: list[Task], tries: int = 1) -> list[Any]:
        """Run all jobs in one transaction; if one fails, each in its own, so that it fails alone.

        If the database cannot be reached, the outcomes from that point on are missing.
        """
        try:
            return self._do_together(batch)
        except Exception as error:
            if self._connection_error is not None:
                return []
            if len(batch) == 1:
                return self._do_all(batch, tries + 1) if tries < MAX_TRIES and is_conflict(error) else [_failure(error)]
        outcomes: list[Any] = []
        for task in batch:
            if self._connection_error is None:
                outcomes += self._do_all([task])
        return outcomes

    def _do_together(self, batch: list[Task]) -> list[Any]:
        try:
            self._file.check()  # writes to a deleted file are lost
            self._connection = connection = self._connection or self.engine.connect()
        except Exception as error:
            self._connection_error = error
            raise
        if any(task.epoch not in (None, self.epoch) for task in batch):
            raise EpochChanged("the database was replaced meanwhile")
        with self._watchdog.watching(connection) as watch:
            try:
                with connection.begin():
                    check_entries(connection, [task.after for task in batch if task.after is not None])
                    add_entries(connection, [row for task in batch for row in task.rows])
                    outcomes = [self._do_one(connection, task, watch) for task in batch]
                self.metrics.committed(len(batch))
                return outcomes
            except Exception as error:
                if watch.cut:
                    self._connection_error = error
                self._disconnect()
                raise

    def _do_one(self, connection: Connection, task: Task, watch: Watch) -> list[Any]:
        results = []
        for job in task.jobs:
            watch.renew()
            results.append(job(connection))
        watch.renew()
        return results

    def _disconnect(self) -> None:
        """Close the connection; the next job opens a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                connection.close()


class EpochChanged(Exception):
    """The database is not the one against which a change was checked."""


class Epochs:
    """Detects failovers: on every new connection, compares PostgreSQL's system identifier and timeline."""

    QUERY = """
        SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE
            (SELECT system_identifier FROM pg_control_system()) || ' ' ||
            substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END
    """

    def __init__(self, engine: Engine) -> None:
        self.number = 0
        self._known: str | None = None
        self._lock = threading.Lock()
        if engine.dialect.name == "postgresql":
            event.listen(engine, "connect", self._compare)
            with contextlib.suppress(SQLAlchemyError), engine.connect() as connection:
                self._compare(connection.connection.dbapi_connection, None)

    def _compare(self, connection: Any, _: object) -> None:
        """Identify the database of a new connection; one without permission to tell is assumed to be the same."""
        try:
            with connection.cursor() as cursor:
                found = cursor.execute(self.QUERY).fetchone()[0]
        except Exception:  # whatever the driver raises: connecting must not depend on this
            logger.warning("could not identify the database; a failover will be noticed later", exc_info=True)
            found = None
        finally:
            connection.rollback()
        with self._lock:
            if found is not None and self._known not in (None, found):
                self.number += 1
                logger.warning("another database has taken over this address; reloading all tables")
            self._known = found or self._known


class OutageLog:
    """Logs one line when the database starts to fail and one when it works again.

    It counts as working again after a success with no failure for `QUIET` seconds: a full disk still accepts an
    occasional small write.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._failures, self._last = 0, 0.0

    def note(self, outcomes: Sequence[Any]) -> None:
        """Record the outcomes of jobs: results, or SaveFailed."""
        failures = [outcome for outcome in outcomes if isinstance(outcome, SaveFailed) and _is_outage(outcome)]
        if not failures and not self._failures:
            return
        with self._lock:
            if failures:
                if not self._failures:
                    logger.warning("the database fails: %s", reason(failures[0].__cause__ or failures[0]))
                self._failures += len(failures)
                self._last = time.monotonic()
            elif self._failures and time.monotonic() >= self._last + QUIET and _any_success(outcomes):
                logger.warning("the database works again, after %d failures", self._failures)
                self._failures = 0


def is_damage(error: BaseException | None) -> bool:
    """Return whether an error reports damaged data."""
    damaged = getattr(getattr(error, "orig", None), "sqlstate", None) in DAMAGED
    return isinstance(error, DBAPIError) and (damaged or reason(error).startswith(MALFORMED))


def _any_success(outcomes: Sequence[Any]) -> bool:
    return any(not isinstance(outcome, SaveFailed) for outcome in outcomes)


def _is_outage(failure: SaveFailed) -> bool:
    """Return whether a job failed because of the database: a conflict with another writer is normal."""
    error = failure.__cause__
    if isinstance(error, DBAPIError):
        return not isinstance(error, IntegrityError | DataError | ProgrammingError) and not is_conflict(error)
    return isinstance(error, OSError | SQLAlchemyError)


def is_conflict(error: Exception) -> bool:
    """Return whether PostgreSQL aborted a transaction only because it conflicted with another one."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) in CONFLICTS


def _failure(error: Exception) -> SaveFailed:
    failure = SaveFailed(f"the store cannot do this now: {reason(error)}")
    failure.__cause__ = error
    return failure


def check_entries(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Raise SaveFailed unless these log entries are stored."""
    names = entries.columns.keys()
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    for first in range(0, len(rows), MAX_IN_ONE):
        some = rows[first : first + MAX_IN_ONE]
        keys = tuple(value for row in some for value in (row["table_id"], row["number"]))
        found = set(map(tuple, connection.exec_driver_sql(_selection(len(some), mark), keys)))
        if not all(tuple(row[name] for name in names) in found for row in some):
            raise SaveFailed("the log does not continue from what is known here")


@cache
def _selection(rows: int, mark: str) -> str:
    one = f"(table_id = {mark} AND number = {mark})"
    return f"SELECT {', '.join(entries.columns.keys())} FROM {entries.name} WHERE {' OR '.join([one] * rows)}"


def add_entries(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add log entries; the key (table, number) detects conflicting writers.

    One statement adds many, because every statement makes the threads contend for the interpreter.
    """
    names = entries.columns.keys()
    mark = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    for first in range(0, len(rows), MAX_IN_ONE):
        some = rows[first : first + MAX_IN_ONE]
        connection.exec_driver_sql(_insertion(len(some), mark), tuple(row[name] for row in some for name in names))


@cache
def _insertion(rows: int, mark: str) -> str:
    names = entries.columns.keys()
    values = f"({', '.join([mark] * len(names))})"
    return f"INSERT INTO {entries.name} ({', '.join(names)}) VALUES {', '.join([values] * rows)}"


def _report(loop: asyncio.AbstractEventLoop, tasks: list[Task], outcomes: list[Any]) -> None:
    """Resolve the futures of the tasks that belong to this loop."""
    for task, outcome in zip(tasks, outcomes, strict=True):
        if task.done.get_loop() is loop and not task.done.done():
            if isinstance(outcome, SaveFailed):
                task.done.set_exception(outcome)
            else:
                task.done.set_result(outcome)
