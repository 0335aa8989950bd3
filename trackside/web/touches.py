"""What the lists go by, written a moment after the moves: many tables at once, so that no move waits for a list."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial

from trackside.core.errors import SaveFailed
from trackside.web import queries
from trackside.web.table import Listing, Table
from trackside.web.tables import LiveTable, Tables

logger = logging.getLogger("trackside.web")

PAUSE = 2.0
"""Seconds between two writes."""


class Touches:
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
            self._writer = asyncio.create_task(self._write_all())

    def newest(self, table_id: str) -> Listing | None:
        """What is known of a table here and not yet in the store."""
        table = self._waiting.get(table_id) or self._being_written.get(table_id)
        return None if table is None else table.listing()

    async def close(self) -> None:
        """Write what is left."""
        self.tables.followers.remove(self.look)
        self._closed.set()
        if self._writer is not None:
            await self._writer

    async def _write_all(self) -> None:
        while self._waiting:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._closed.wait(), self.pause)
            await self._write()
            if self._closed.is_set():
                break
        self._writer = None

    async def _write(self) -> None:
        """Write what is not in the store yet; what cannot be written now stays for the next time."""
        known, self._waiting = self._waiting, {}
        self._being_written = known
        new = {table.id: listing for table in known.values() if (listing := table.listing()) != table.listed}
        try:
            settled = await self.tables.store.do(partial(queries.touch, listings=new)) if new else ()
        except SaveFailed as error:
            logger.warning("%d tables are not in the lists as they should be: %s", len(new), error)
            settled = ()
        for table_id, listing in new.items():
            if table_id in settled:
                known[table_id].listed = listing
            else:
                self._waiting.setdefault(table_id, known[table_id])
        self._being_written = {}
