"""Sees to it that no table is forsaken: whose bots and clocks act where, and which tables may leave the memory.

A table where something happens by itself is kept by one server. A server says every few seconds that it is alive;
when it no longer does, the others take over what it kept. Should two ever act at once, the log decides, as always.
"""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial

from trackside.core.errors import SaveFailed, TracksideError
from trackside.games import GAMES
from trackside.web.cluster import leases
from trackside.web.tables.registry import SOON, LiveTable, Tables
from trackside.web.tables.table import now

logger = logging.getLogger("trackside.web")

HEARTBEAT, LEASE = 2.0, 8.0
"""Seconds between two signs of life, and how long one of them lasts."""

MAX_AT_ONCE = 50
"""Forsaken tables taken up with one beat."""


class LeaseHolder:
    """Keeps tables for one server, known to the others by its id."""

    def __init__(self, tables: Tables, server: str) -> None:
        self.tables, self.store, self.server = tables, tables.store, server
        self._wanted: set[str] = set()
        self._claiming: asyncio.Task[None] | None = None
        self._released: set[str] = set()
        self._heard = time.monotonic()
        """When the database last took a sign of life."""
        self._task: asyncio.Task[None] | None = None
        tables.followers.append(self.look)
        tables.on_sleep.append(self._release)

    async def start(self) -> None:
        """Give a first sign of life, and go on with it."""
        if not self.tables.alone:
            await self.store.do(partial(leases.beat, server=self.server, lease=int(1000 * LEASE)))
        self._task = self.tables.tasks.start("leases", self._run)

    async def _run(self) -> None:
        while True:
            try:
                await self.beat()
            except SaveFailed as error:
                logger.warning("no sign of life: %s", error)
            await asyncio.sleep(HEARTBEAT)

    async def beat(self) -> None:
        """A sign of life; sleeping tables leave the memory, forsaken ones are taken up."""
        self.tables.drop_sleeping()
        if not self.tables.alone:
            await self._say_alive()
            for live in [*self.tables.live.values()]:
                with self.tables.isolated(live):
                    if live.kept and live.waits_for_watchers:
                        self._release(live)  # another server may have someone who watches
                    self.look(live)
        most = len(self.tables.live) + MAX_AT_ONCE
        wanted = partial(
            leases.orphaned_tables, games=[*GAMES], until=now() + SOON // 2, most=most, alone=self.tables.alone
        )
        for table in [one for one in await self.store.read(wanted) if not self._keeps(one)][:MAX_AT_ONCE]:
            try:
                await self.tables.find(table)
            except SaveFailed:
                raise
            except TracksideError as error:
                logger.error("table %s is put aside: %s", table, error)
                await self.store.do(partial(leases.put_aside, table=table))

    async def _say_alive(self) -> None:
        released, self._released = self._released, set()
        if released:
            await self.store.do(partial(leases.release, server=self.server, released=[*released]))
        await self.store.do(partial(leases.beat, server=self.server, lease=int(1000 * LEASE)))
        late, self._heard = time.monotonic() - self._heard > LEASE, time.monotonic()
        if late:  # others may have taken over meanwhile
            for live in self.tables.live.values():
                live.kept = False
                self.tables.tell(live)

    def _keeps(self, table: str) -> bool:
        live = self.tables.live.get(table)
        return live is not None and live.kept

    def look(self, live: LiveTable) -> None:
        """Claim a table where something has to happen by itself."""
        watched = live.table.has_only_bots and live.table.is_running and live.is_watched
        if not live.kept and (live.table.due is not None or watched):
            self._wanted.add(live.table.id)
            if self._claiming is None:
                self._claiming = self.tables.tasks.start("claims", self._claim)

    async def _claim(self) -> None:
        """Claim all tables that are wanted, in one step."""
        await asyncio.sleep(0)
        wanted, self._wanted = self._wanted, set()
        self._released -= wanted
        try:
            claimed = await self.store.do(partial(leases.claim, server=self.server, wanted=[*wanted]))
        except SaveFailed as error:
            logger.warning("%d tables are not claimed: %s", len(wanted), error)  # the next beat tries again
            claimed = set()
        self._claiming = self.tables.tasks.start("claims", self._claim) if self._wanted else None
        self._released |= claimed - self.tables.live.keys()
        for table in claimed & self.tables.live.keys():
            self.tables.live[table].kept = True
            self.tables.tell(self.tables.live[table])

    def _release(self, live: LiveTable) -> None:
        if live.kept and not self.tables.alone:
            live.kept = False
            self._released.add(live.table.id)

    async def close(self) -> None:
        """Leave: what was kept here is free for the others."""
        tasks = [task for task in (self._task, self._claiming) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if not self.tables.alone:
            try:
                await self.store.do(partial(leases.leave, server=self.server))
            except SaveFailed as error:
                logger.warning("left without a word: %s", error)
