"""Applies operator commands, such as those of `trackside admin`, to a running server."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

from trackside.core.errors import SaveFailed
from trackside.web.admin import intervention_queries
from trackside.web.server.gate import Gate
from trackside.web.tables.registry import Tables
from trackside.web.workers.tasks import TaskSet

POLL = 1.0
"""Seconds between two polls."""


class Operator:
    """Polls for interventions: reloads tables that were closed or deleted, and passes blocked networks to the gate."""

    def __init__(self, tables: Tables, gate: Gate) -> None:
        self.tables, self.gate = tables, gate
        self._seen: set[str] = set()
        self._last: int | None = None
        """The time of the last poll, by the database's clock."""
        self._tasks = TaskSet(tables.tasks)

    async def start(self) -> None:
        """Poll once, then every second."""
        with suppress(SaveFailed):  # the store logs it
            await self.poll()
        self._tasks.start("operator commands", self._run)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            with suppress(SaveFailed):
                await self.poll()

    async def poll(self) -> None:
        """Apply the operator commands since the last poll."""
        found = await self.tables.store.read(partial(intervention_queries.news, since=self._last))
        self.gate.block(found.blocked)
        self._seen &= found.interventions.keys()
        for key, table in found.interventions.items():
            if key not in self._seen:
                await self.tables.read_again(table)
                self._seen.add(key)
        self._last = found.now  # only now, so that a failed poll is repeated

    async def close(self) -> None:
        """Stop polling."""
        await self._tasks.close()
