"""Writes the listing columns in batches, shortly after the moves, so that no move waits for a list."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from functools import partial

from trackside.core.errors import SaveFailed
from trackside.web.store import tables as queries
from trackside.web.tables.live import LiveTable
from trackside.web.tables.registry import Tables
from trackside.web.tables.table import Table

logger = logging.getLogger("trackside.web")

PAUSE = 2.0
"""Seconds between two writes."""

AT_ONCE = 50
"""Tables per job, so that moves do not wait for all of them."""


class ListingWriter:
    """A follower of all tables that writes the listings of those that have changed."""

    def __init__(self, tables: Tables, pause: float = PAUSE) -> None:
        self.tables, self.pause = tables, pause
        self._waiting: dict[str, Table] = {}
        self._being_written: dict[str, Table] = {}
        self._writer: asyncio.Task[None] | None = None
        self._closed = asyncio.Event()
        tables.followers.append(self.follow)

    def follow(self, live: LiveTable) -> None:
        """Queue a table whose listing may have changed."""
        self._waiting[live.table.id] = live.table
        if self._writer is None:
            self._writer = self.tables.tasks.start("listings", self._write_all)

    def unwritten(self) -> dict[str, Table]:
        """Return the tables whose listing in the store may be out of date."""
        return self._being_written | self._waiting

    async def close(self) -> None:
        """Write what is queued and stop."""
        self.tables.followers.remove(self.follow)
        self._closed.set()
        if self._writer is not None:
            await self._writer

    async def _write_all(self) -> None:
        while self._waiting:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.pause):
                    await self._closed.wait()
            await self._write()
            if self._closed.is_set():
                break
        self._writer = None

    async def _write(self) -> None:
        """Write the queued listings; those that cannot be written now stay in the queue."""
        known, self._waiting = self._waiting, {}
        self._being_written, tables = known, list(known.values())
        for first in range(0, len(tables), AT_ONCE):
            some = tables[first : first + AT_ONCE]
            try:
                self._requeue(await self._write_some(some))
            except SaveFailed as error:
                logger.warning("could not update the listings of %d tables: %s", len(tables) - first, error)
                self._requeue(tables[first:])
                break
        self._being_written = {}

    def _requeue(self, tables: Sequence[Table]) -> None:
        """Put tables back into the queue, unless they have been queued again."""
        for table in tables:
            self._waiting.setdefault(table.id, table)

    async def _write_some(self, tables: Sequence[Table]) -> list[Table]:
        """Write the changed listings of these tables; return the tables that another server has locked."""
        new = {table.id: listing for table in tables if (listing := table.listing()) != table.listed}
        settled = await self.tables.store.do(partial(queries.update_listings, listings=new)) if new else set()
        for table in tables:
            if table.id in settled:
                table.listed = new[table.id]
        return [table for table in tables if table.id in new and table.id not in settled]
