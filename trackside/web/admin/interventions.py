"""Notifications what operators do with `trackside admin` and its relatives while the server runs."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

from trackside.core.errors import SaveFailed
from trackside.web.admin import queries as admin_queries
from trackside.web.server.gate import Gate
from trackside.web.tables.registry import Tables

POLL = 1.0
"""Seconds between two looks."""


class Operator:
    """Reads tables again that were closed or deleted, and has the gate turn away addresses that were blocked."""

    def __init__(self, tables: Tables, gate: Gate) -> None:
        self.tables, self.gate = tables, gate
        self._seen: set[str] = set()
        self._last: int | None = None
        """When it looked last, by the database's clock."""
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Look once, then every second."""
        with suppress(SaveFailed):  # the store logs it
            await self.look()
        self._task = self.tables.tasks.start("operator commands", self._run)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            with suppress(SaveFailed):
                await self.look()

    async def look(self) -> None:
        """Do what operators have asked for since the last look."""
        found = await self.tables.store.read(partial(admin_queries.news, since=self._last))
        self.gate.block(found.blocked)
        self._seen &= found.interventions.keys()
        for key, table in found.interventions.items():
            if key not in self._seen:
                await self.tables.read_again(table)
                self._seen.add(key)
        self._last = found.now  # only now: what failed is tried again

    async def close(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
