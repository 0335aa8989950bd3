"""What the lists go by, written a moment after the moves: many tables at once, so that no move waits for a list."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from functools import partial

from trackside.core.errors import SaveFailed
from trackside.web.store import tables as queries
from trackside.web.tables.registry import LiveTable, Tables
from trackside.web.tables.table import Table

logger = logging.getLogger("trackside.web")

PAUSE = 2.0
"""Seconds between two writes."""

AT_ONCE = 50
"""Tables in one job: moves that come meanwhile do not wait for all."""


class ListingWriter:
    """Looks at every table that has changed, and writes down what the lists say of it."""

    def __init__(self, tables: Tables, pause: float = PAUSE) -> None:
        self.tables, self.pause = tables, pause
        self._waiting: dict[str, Table] = {}
        self._being_written: dict[str, Table] = {}
        self._writer: asyncio.Task[None] | None = None
        self._closed = asyncio.Event()
        tables.followers.append(self.look)

    def look(self, live: LiveTable) -> None:
        """Remember a table that may be listed otherwise now."""
        self._waiting[live.table.id] = live.table
        if self._writer is None:
            self._writer = self.tables.tasks.start("listings", self._write_all)

    def unwritten(self) -> dict[str, Table]:
        """Return the tables of which more is known here than in the store."""
        return self._being_written | self._waiting

    async def close(self) -> None:
        """Write what is left."""
        self.tables.followers.remove(self.look)
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
        """Write what is not in the store yet; what cannot be written now stays for the next time."""
        known, self._waiting = self._waiting, {}
        self._being_written, tables = known, list(known.values())
        for first in range(0, len(tables), AT_ONCE):
            some = tables[first : first + AT_ONCE]
            try:
                self._keep(await self._write_some(some))
            except SaveFailed as error:
                logger.warning("%d tables are not in the lists as they should be: %s", len(tables) - first, error)
                self._keep(tables[first:])
                break
        self._being_written = {}

    def _keep(self, tables: Sequence[Table]) -> None:
        """Let these wait for the next time, unless there is something newer of them."""
        for table in tables:
            self._waiting.setdefault(table.id, table)

    async def _write_some(self, tables: Sequence[Table]) -> list[Table]:
        """Write what is new of these tables; those that another server has locked are left."""
        new = {table.id: listing for table in tables if (listing := table.listing()) != table.listed}
        settled = await self.tables.store.do(partial(queries.touch, listings=new)) if new else set()
        for table in tables:
            if table.id in settled:
                table.listed = new[table.id]
        return [table for table in tables if table.id in new and table.id not in settled]
