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
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from trackside.core.errors import BadOption, SaveFailed
from trackside.web.server.clients import current_client
from trackside.web.server.metrics import Metrics
from trackside.web.store.database import PATIENCE, DatabaseFile, connect, reason
from trackside.web.store.entries import add_entries, check_entries
from trackside.web.store.epochs import EpochChanged, Epochs
from trackside.web.store.outages import OutageLog, is_conflict, is_damage
from trackside.web.store.ownership import check_integrity
from trackside.web.store.watchdog import Watch, Watchdog

logger = logging.getLogger("trackside.web")

Result = TypeVar("Result")
Job = Callable[[Connection], Any]

MAX_AT_ONCE = 500
"""The maximum number of jobs in one transaction."""

MAX_TRIES = 4
"""The number of attempts at a job that conflicts with another server's."""

GATHERING = 0.010
"""Seconds to wait for more jobs to share a transaction, if the last transaction was shared."""

READERS = 4
"""The number of reader threads."""


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


def _failure(error: Exception) -> SaveFailed:
    failure = SaveFailed(f"the store cannot do this now: {reason(error)}")
    failure.__cause__ = error
    return failure


def _report(loop: asyncio.AbstractEventLoop, tasks: list[Task], outcomes: list[Any]) -> None:
    """Resolve the futures of the tasks that belong to this loop."""
    for task, outcome in zip(tasks, outcomes, strict=True):
        if task.done.get_loop() is loop and not task.done.done():
            if isinstance(outcome, SaveFailed):
                task.done.set_exception(outcome)
            else:
                task.done.set_result(outcome)
