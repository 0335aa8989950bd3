"""Retention: deletes old tables and unused players, a few at a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from trackside.web.admin import retention_queries
from trackside.web.admin.connection import Beside
from trackside.web.admin.retention_queries import Limits, Tidied, foresee

__all__ = ["Limits", "Tidied", "foresee", "tidy"]

AT_ONCE = 20
"""The number of tables deleted in one transaction."""


def tidy(database: Beside, limits: Limits, progress: Callable[[Tidied], None]) -> None:
    """Delete old data in short transactions; call `progress` with the totals after each."""
    done = Tidied()
    for kind, condition in (("finished", limits.is_finished), ("waiting", limits.is_waiting)):
        old = database.read(partial(retention_queries.old_tables, condition=condition))
        for first in range(0, len(old), AT_ONCE):
            began = time.monotonic()
            some = old[first : first + AT_ONCE]
            deleted = database.write(partial(retention_queries.delete_old, wanted=some, condition=condition))
            setattr(done, kind, getattr(done, kind) + deleted)
            progress(done)
            time.sleep(
                min(time.monotonic() - began, 1.0)
            )  # leaves the database to servers for as long as it was used here
    while unused := database.write(partial(retention_queries.delete_players, condition=limits.is_unused)):
        done.players += unused
        progress(done)
