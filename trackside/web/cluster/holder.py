"""Table leases: which server runs a table's bots and clocks, and when idle tables are evicted.

One server holds the lease on a table with bots or clocks. Each server sends a heartbeat every few seconds; when it
stops, the others take over its tables. If two servers ever act simultaneously, the log detects the conflict, as always.
"""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial

from trackside.core.errors import SaveFailed, TracksideError
from trackside.games import GAMES
from trackside.web.cluster import leases
from trackside.web.tables.live import SOON, LiveTable
from trackside.web.tables.registry import Tables
from trackside.web.unix_time import now
from trackside.web.workers.tasks import TaskSet

logger = logging.getLogger("trackside.web")

HEARTBEAT, LEASE = 2.0, 8.0
"""Seconds between two heartbeats, and the seconds that one is valid."""

MAX_AT_ONCE = 50
"""The maximum number of orphaned tables taken over per heartbeat."""


class LeaseHolder:
    """The leases of one server, which the others know by its id."""

    def __init__(self, tables: Tables, server: str) -> None:
        self.tables, self.store, self.server = tables, tables.store, server
        self._wanted: set[str] = set()
        self._is_claiming = False
        self._released: set[str] = set()
        self._renewed = time.monotonic()
        """The time of the last heartbeat that the database accepted."""
        self._tasks = TaskSet(tables.tasks)
        if not tables.alone:
            tables.followers.append(self.follow)
            tables.on_evict.append(self._release)

    async def start(self) -> None:
        """Send the first heartbeat, and start sending more."""
        if not self.tables.alone:
            await self.store.do(partial(leases.beat, server=self.server, lease=int(1000 * LEASE)))
        self._tasks.start("leases", self._run)

    async def _run(self) -> None:
        while True:
            try:
                await self.beat()
            except SaveFailed as error:
                logger.warning("could not renew leases: %s", error)
            await asyncio.sleep(HEARTBEAT)

    async def beat(self) -> None:
        """Evict idle tables, send a heartbeat, and take over orphaned tables."""
        self.tables.evict_idle()
        if not self.tables.alone:
            await self._renew()
            for live in [*self.tables.live.values()]:
                with self.tables.isolated(live):
                    if live.kept and live.waits_for_watchers:
                        self._release(live)  # it may have viewers at another server
                    self.follow(live)
        most = len(self.tables.live) + MAX_AT_ONCE
        wanted = partial(
            leases.orphaned_tables, games=[*GAMES], until=now() + SOON // 2, most=most, alone=self.tables.alone
        )
        for table in [one for one in await self.store.read(wanted) if not self._holds(one)][:MAX_AT_ONCE]:
            try:
                await self.tables.find(table)
            except SaveFailed:
                raise
            except TracksideError as error:
                logger.error("table %s is unreadable and will be skipped: %s", table, error)
                await self.store.do(partial(leases.put_aside, table=table))

    async def _renew(self) -> None:
        released, self._released = self._released, set()
        if released:
            await self.store.do(partial(leases.release, server=self.server, released=[*released]))
        await self.store.do(partial(leases.beat, server=self.server, lease=int(1000 * LEASE)))
        late, self._renewed = time.monotonic() - self._renewed > LEASE, time.monotonic()
        if late:  # others may have taken the tables over meanwhile
            for live in self.tables.live.values():
                live.kept = False
                self.tables.notify(live)

    def _holds(self, table: str) -> bool:
        live = self.tables.live.get(table)
        return live is not None and live.kept

    def follow(self, live: LiveTable) -> None:
        """Queue a claim for a table where a bot or a clock has to act."""
        watched = live.table.has_only_bots and live.table.is_running and live.is_watched
        if not live.kept and (live.table.due is not None or watched):
            self._wanted.add(live.table.id)
            if not self._is_claiming:
                self._is_claiming = True
                self._tasks.start("claims", self._claim)

    async def _claim(self) -> None:
        """Claim all wanted tables in one transaction."""
        await asyncio.sleep(0)
        wanted, self._wanted = self._wanted, set()
        self._released -= wanted
        try:
            claimed = await self.store.do(partial(leases.claim, server=self.server, wanted=[*wanted]))
        except SaveFailed as error:
            logger.warning("could not claim %d tables: %s", len(wanted), error)  # the next heartbeat tries again
            claimed = set()
        self._is_claiming = bool(self._wanted)
        if self._wanted:
            self._tasks.start("claims", self._claim)
        self._released |= claimed - self.tables.live.keys()
        for table in claimed & self.tables.live.keys():
            self.tables.live[table].kept = True
            self.tables.notify(self.tables.live[table])

    def _release(self, live: LiveTable) -> None:
        if live.kept:
            live.kept = False
            self._released.add(live.table.id)

    async def close(self) -> None:
        """Stop the heartbeat and release all leases."""
        await self._tasks.close()
        if not self.tables.alone:
            try:
                await self.store.do(partial(leases.leave, server=self.server))
            except SaveFailed as error:
                logger.warning("could not release leases: %s", error)
