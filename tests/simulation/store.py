"""A simulated store: one database in memory for all servers, with delays and failures drawn from a seed."""

from __future__ import annotations

import asyncio
import datetime
import random
import sqlite3
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, create_engine, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from tests.simulation.clock import START, Clock
from trackside.core.errors import SaveFailed
from trackside.web.server.metrics import Metrics
from trackside.web.store.database import connect
from trackside.web.store.entries import add_entries, check_entries
from trackside.web.store.schema import entries
from trackside.web.store.store import Job
from trackside.web.tables.log import Row

Result = TypeVar("Result")


@dataclass(frozen=True)
class Weather:
    """The database's health: chances of failures, and its delays."""

    slowest: float = 0.05
    """Seconds that a job takes at most."""
    refused: float = 0.0
    """The chance that a write fails and leaves nothing behind."""
    unknown: float = 0.0
    """The chance that a write is committed and its server told that it failed."""
    unreadable: float = 0.0
    """The chance that a read fails."""


class Database:
    """The database that all servers share."""

    def __init__(self, clock: Clock, rng: random.Random, weather: Weather) -> None:
        self.clock, self.rng, self.weather = clock, rng, weather
        self.engine = create_engine("sqlite://", poolclass=StaticPool, creator=self._open)
        self.connection = self.engine.connect()

    def _open(self) -> sqlite3.Connection:
        """Return a copy in memory of an empty database, which also has PostgreSQL's clock."""
        opened = sqlite3.connect(":memory:", check_same_thread=False)
        opened.deserialize(_empty())
        opened.execute("PRAGMA foreign_keys=ON")
        opened.create_function("clock_timestamp", 0, self._timestamp)
        return opened

    def _timestamp(self) -> str:
        now = datetime.datetime.fromtimestamp(START + self.clock.now, datetime.UTC)
        return now.strftime("%Y-%m-%d %H:%M:%S.%f")

    def run(self, jobs: Sequence[Job], rows: Sequence[Row] = (), after: Row | None = None) -> list[Any]:
        """Return the results of jobs that are committed together."""
        with self.connection.begin():
            check_entries(self.connection, [] if after is None else [after])
            add_entries(self.connection, rows)
            return [job(self.connection) for job in jobs]

    def copy(self) -> bytes:
        """Return a backup."""
        return self._raw.serialize()

    def restore(self, backup: bytes) -> None:
        """Put a backup in the place of the database: what was stored after it is lost."""
        self._raw.deserialize(backup)

    @property
    def _raw(self) -> sqlite3.Connection:
        raw = self.connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        return raw

    def close(self) -> None:
        """Forget everything."""
        self.connection.close()
        self.engine.dispose()


@cache
def _empty() -> bytes:
    """Return an empty database as a new server makes it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "empty.db"
        connect(f"sqlite:///{path}").dispose()
        with sqlite3.connect(path) as opened:
            opened.execute("PRAGMA journal_mode=DELETE")
            content = opened.serialize()
        opened.close()
    return content


class SimulatedStore:
    """One server's way to the database: what `Store` is to a real server.

    Jobs are done in order, each after a delay. After a crash nothing is answered any more, and what was under way is
    committed or lost.
    """

    def __init__(self, database: Database, note: Callable[[str], None]) -> None:
        self.database, self.note, self.metrics, self.patience = database, note, Metrics(), 15.0
        self.engine, self.epoch = database.engine, 0
        self.crashed = asyncio.Event()
        self._last: asyncio.Future[Any] | None = None

    async def do(self, job: Callable[[Connection], Result]) -> Result:
        """Return the result of a job, once it is committed."""
        results: list[Result] = await self.write((), job)
        return results[0]

    def write(
        self, rows: Sequence[Row], *jobs: Job, after: Row | None = None, epoch: int | None = None
    ) -> asyncio.Future[list[Any]]:
        """Commit entries and jobs together; the result is to be awaited."""
        self._last = asyncio.ensure_future(self._write(self._last, rows, after, jobs))
        return asyncio.shield(self._last)

    async def _write(
        self, before: asyncio.Future[Any] | None, rows: Sequence[Row], after: Row | None, jobs: Sequence[Job]
    ) -> list[Any]:
        if before is not None:
            await asyncio.wait([before])
        await self._delay()
        chance, weather = self.database.rng.random(), self.database.weather
        lost = self.crashed.is_set() and self.database.rng.random() < 0.5
        if lost or chance < weather.refused:
            self.note("write refused")
            await self._answer()
            raise SaveFailed("simulated: nothing was written")
        try:
            results = self.database.run(jobs, rows, after)
        except SaveFailed as error:
            self.note(f"write fails: {error}")
            await self._answer()
            raise
        except SQLAlchemyError as error:
            self.note(f"write fails: {type(error).__name__}")
            await self._answer()
            raise SaveFailed(f"the store cannot do this now: {error}") from error
        for row in rows:
            self.note(f"stores {row['table_id']} {row['number']}: {row['kind']} {row['seat']} {row['move']}")
        await self._answer()
        if chance < weather.refused + weather.unknown:
            raise SaveFailed("simulated: committed, but not known to be")
        return results

    async def read(self, job: Callable[[Connection], Result]) -> Result:
        """Return the result of a job that only reads."""
        await self._delay()
        if self.database.rng.random() < self.database.weather.unreadable:
            await self._answer()
            raise SaveFailed("simulated: not readable")
        with self.database.connection.begin():
            result = job(self.database.connection)
        await self._answer()
        return result

    async def _delay(self) -> None:
        await asyncio.sleep(self.database.rng.random() ** 3 * self.database.weather.slowest)

    async def _answer(self) -> None:
        """Take the time of the way back; a crashed server never hears of it."""
        await self._delay()
        if self.crashed.is_set():
            await asyncio.get_running_loop().create_future()

    def close(self) -> None:
        """Do nothing: the database is the simulation's."""


def news(connection: Connection, known: Mapping[str, int]) -> dict[str, list[Row]]:
    """Return what `leases.news` returns, without PostgreSQL's `unnest`."""
    found: dict[str, list[Row]] = {}
    for table, count in known.items():
        newer = select(entries).where(entries.c.table_id == table, entries.c.number >= count).order_by(entries.c.number)
        if rows := [dict(row) for row in connection.execute(newer).mappings()]:
            found[table] = rows
    return found
