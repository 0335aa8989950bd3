"""The other servers on the same database: reads what they have written, and shows who is connected to them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial

from trackside.core.errors import TracksideError
from trackside.web.cluster import leases
from trackside.web.cluster.notifications import Notifications
from trackside.web.store.store import Store
from trackside.web.tables.live import LiveTable
from trackside.web.tables.registry import Tables
from trackside.web.workers.tasks import TaskSet

logger = logging.getLogger("trackside.web")

POLL = 10.0
"""Seconds between two polls of all tables in memory, to catch lost notifications."""

MAX_IN_ONE = 500
"""The number of tables in one query."""

CHANGED, PRESENCE = "t", "p"
"""The prefixes of words about a table: it has changed, or its presence has."""


class Peers:
    """Publishes this server's changes and presence to the other servers, and applies theirs."""

    def __init__(self, tables: Tables, server: str) -> None:
        self.tables, self.store, self.server = tables, tables.store, server
        self._tasks = TaskSet(tables.tasks)
        self.notifications = Notifications(
            address(self.store), server, self._tasks, self._on_message, self._compare_now
        )
        self._refreshing: dict[str, bool] = {}
        """The tables that are being read; True if they have to be read again."""
        self._grown: set[str] = set()
        """The tables whose logs have grown."""
        self._is_reading = False
        self._presence: set[str] = set()
        """The tables whose presence has changed."""
        tables.followers.append(self._attach)
        tables.on_write.append(self._announce)
        tables.before_takeover.append(self._check_presence)

    def start(self) -> None:
        """Start listening and polling."""
        self.notifications.start()
        self._tasks.start("polling", self._poll)

    # Changes at this server

    def _announce(self, live: LiveTable) -> None:
        table = live.table
        self.notifications.publish(CHANGED + table.id, f"{CHANGED}{table.id}:{table.count}:{table.revision}")

    def _attach(self, live: LiveTable) -> None:
        """Start publishing the presence at a table that is new in memory, and read it from the other servers."""
        if not live.viewers.presence.on_change:
            live.viewers.presence.on_change.append(partial(self._note_presence, live.table.id))
            self._refresh_presence(live.table.id)

    def _note_presence(self, table: str, player: str, came: bool) -> None:
        self._tasks.spawn("presence", self._store_presence(table, player, came))

    async def _store_presence(self, table: str, player: str, came: bool) -> None:
        note = leases.come if came else leases.leave_table
        try:
            await self.store.do(partial(note, server=self.server, table=table, player=player))
        except TracksideError as error:
            logger.warning("table %s: could not store presence: %s", table, error)
        self.notifications.publish(PRESENCE + table, PRESENCE + table)

    # Changes at other servers

    def _on_message(self, words: Sequence[str]) -> None:
        for word in words:
            kind, (table, *head) = word[:1], word[1:].split(":")
            if not self.tables.knows(table):
                continue
            if kind == CHANGED:
                self._on_change(table, *map(int, head))
            elif kind == PRESENCE:
                self._refresh_presence(table)

    def _on_change(self, table: str, count: int, revision: int) -> None:
        """Read a change by another server; new entries alone are read for many tables in one query."""
        live = self.tables.live.get(table)
        if live is None or live.table.revision != revision:
            self._refresh(table)
        elif live.table.count < count:
            self._grown.add(table)
            if not self._is_reading:
                self._is_reading = True
                self._tasks.spawn("changes", self._read_news())

    async def _read_news(self) -> None:
        try:
            while self._grown:
                wanted, self._grown = self._grown, set()
                tables = [self.tables.live[table].table for table in wanted if table in self.tables.live]
                known = {table.id: max(table.count - 1, 0) for table in tables}
                found = await self.store.read(partial(leases.news, known=known))
                for table, rows in found.items():
                    if not self.tables.take_in(table, rows):
                        self._refresh(table)
        except TracksideError as error:
            logger.warning("could not read changes by other servers: %s", error)  # the next poll does
        finally:
            self._is_reading = False

    def _refresh(self, table: str) -> None:
        """Read what is new at a table; read it again if there is more news meanwhile."""
        if table in self._refreshing:
            self._refreshing[table] = True
        else:
            self._refreshing[table] = True
            self._tasks.spawn("changes", self._read(table))

    async def _read(self, table: str) -> None:
        try:
            while self._refreshing[table]:
                self._refreshing[table] = False
                await self.tables.refresh(self.tables.live.get(table) or await self.tables.find(table))
        except TracksideError as error:
            logger.warning("table %s: could not read changes: %s", table, error)  # the next poll does
        finally:
            del self._refreshing[table]

    def _refresh_presence(self, table: str) -> None:
        if not self._presence:
            self._tasks.spawn("presence", self._read_presence())
        self._presence.add(table)

    async def _read_presence(self) -> None:
        """Read who is connected to other servers, for all queued tables in one query."""
        await asyncio.sleep(0)
        wanted, self._presence = [*self._presence], set()
        try:
            await self._set_elsewhere(wanted)
        except TracksideError as error:
            logger.warning("could not read presence at other servers: %s", error)

    async def _check_presence(self, live: LiveTable) -> None:
        """Read who is connected to a table at other servers, before a bot takes over."""
        await self._set_elsewhere([live.table.id])

    async def _set_elsewhere(self, wanted: Sequence[str]) -> None:
        found = await self.store.read(partial(leases.connected, server=self.server, wanted=wanted))
        for table, players in found.items():
            if table in self.tables.live:
                self.tables.live[table].viewers.set_elsewhere(players)

    def _compare_now(self) -> None:
        """Compare all tables after a new connection, because earlier notifications were missed."""
        self._tasks.spawn("polling", self._compare())

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            await self._compare()

    async def _compare(self) -> None:
        """Read every table that differs from the store, and the presence at all tables."""
        known = [*self.tables.live]
        for first in range(0, len(known), MAX_IN_ONE):
            some = known[first : first + MAX_IN_ONE]
            try:
                heads = await self.store.read(partial(leases.heads, wanted=some))
            except TracksideError as error:
                logger.warning("could not compare tables with the store: %s", error)
                return
            for table, head in heads.items():
                live = self.tables.live.get(table)
                if live is None:
                    continue
                is_same = head == live.table.head and live.epoch == self.store.epoch
                if not is_same and not live.table.damaged:
                    self._refresh(table)
                self._refresh_presence(table)

    async def close(self) -> None:
        """Stop listening, polling and publishing."""
        await self._tasks.close()
        await self.notifications.close()


def address(store: Store) -> str:
    """Return the database's URL in the form of its client library."""
    return store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
