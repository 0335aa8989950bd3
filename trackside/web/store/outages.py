"""Failures of the database: conflicts, damage and outages."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError

from trackside.core.errors import SaveFailed
from trackside.web.store.database import reason

logger = logging.getLogger("trackside.web")

CONFLICTS = ("40001", "40P01")
"""PostgreSQL's codes for conflicting transactions: serialization_failure, deadlock_detected."""

DAMAGED = ("XX001", "XX002")
"""PostgreSQL's codes for damaged pages: data_corrupted, index_corrupted."""

MALFORMED = ("database disk image is malformed", "file is not a database", "malformed database schema")
"""SQLite's messages about damaged pages."""

QUIET = 5.0
"""Seconds without a failure after which the database counts as working again."""


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
