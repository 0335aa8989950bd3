"""The database connection of operator commands, beside running servers."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import Self, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from trackside.core.errors import SaveFailed
from trackside.web.store.database import PATIENCE, DatabaseFile, open_existing, reason
from trackside.web.store.outages import is_conflict

Result = TypeVar("Result")

MAX_TRIES = 5
"""The number of attempts at a transaction that conflicts with a server's."""


class Beside:
    """A database opened beside running servers, for short transactions, so that servers never wait long."""

    def __init__(self, url: str) -> None:
        self.engine = open_existing(url)
        self._file = DatabaseFile(self.engine)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.engine.dispose()

    def read(self, job: Callable[[Connection], Result]) -> Result:
        """Run a read-only job and return its result."""
        try:
            with self.engine.connect() as connection:
                if connection.dialect.name == "sqlite":
                    connection.exec_driver_sql("BEGIN")  # one snapshot for all reads
                return job(connection)
        except SQLAlchemyError as error:
            raise _failure(error) from error

    def write(self, job: Callable[[Connection], Result]) -> Result:
        """Run a job and return its result once it is committed; raise SaveFailed if nothing could be changed."""
        for tries in range(1, MAX_TRIES + 1):
            try:
                self._file.check()
                with self.engine.begin() as connection:
                    if connection.dialect.name == "sqlite":
                        connection.exec_driver_sql(f"PRAGMA busy_timeout = {round(1000 * PATIENCE)}")
                        connection.exec_driver_sql("PRAGMA secure_delete = ON")
                        connection.exec_driver_sql("BEGIN IMMEDIATE")
                    return job(connection)
            except (SQLAlchemyError, OSError) as error:
                if tries == MAX_TRIES or not is_conflict(error):
                    raise _failure(error) from error
            time.sleep(0.05 * tries)
        raise AssertionError


def _failure(error: Exception) -> SaveFailed:
    return SaveFailed(f"the database cannot do this now: {reason(error)}")
