"""All tables of a server: loaded when somebody looks, changed one step at a time, stored before anybody is told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from functools import partial

from trackside.core.errors import SaveFailed
from trackside.web import queries
from trackside.web.commands import MoveCommand
from trackside.web.metrics import BOT, PERSON, Metrics
from trackside.web.refusal import NotFound
from trackside.web.store import Store
from trackside.web.table import BotMove, Change, Row, Table, TableCommand
from trackside.web.viewers import Viewer, Viewers

MOST_TABLES = 2000
"""Tables kept in memory; those nobody looks at make room."""

QUIET = 2.0
"""Seconds after which a server where nothing happens is quiet."""


class LiveTable:
    """A table in memory, with those who look at it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.viewers = Viewers(table)
        self.lock = asyncio.Lock()
        self.behind = False
        """Whether the store may know more: a write failed, or nobody waited for its end."""

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks at it and nothing will happen by itself."""
        table = self.table
        waits = table.deadline is not None or table.ends is not None or table.bots_to_move()
        return not self.viewers.by_key and not self.lock.locked() and not waits


class Tables:
    """Finds tables and changes them; whoever follows is called after every change."""

    def __init__(self, store: Store, metrics: Metrics | None = None) -> None:
        self.store, self.metrics = store, metrics or Metrics()
        self.followers: list[Callable[[LiveTable], None]] = []
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._last_step = 0.0

    async def find(self, table_id: str) -> LiveTable:
        """A table by its name, from memory or from the store."""
        if table_id in self._live:
            return self._live[table_id]
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
            self._loading[table_id].add_done_callback(lambda _: self._loading.pop(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> LiveTable:
        loaded = await self.store.read(partial(queries.load, table=table_id))
        if loaded is None:
            raise NotFound("server.no_table", table=table_id[:40])
        return self._keep(Table(*loaded))

    async def add(self, table: Table, row: Row, change: Change) -> LiveTable:
        """A new table, stored before anybody hears of it."""
        table.accept(change)
        table.listed = listing = table.listing()
        stored = row | {"status": table.status, "result": change.result} | listing._asdict()
        await self.store.do(partial(queries.add_table, row=stored, seated=table.occupants, log=change.entries))
        return self._keep(table)

    def _keep(self, table: Table) -> LiveTable:
        if len(self._live) >= MOST_TABLES:
            idle = next((one for one in self._live.values() if one.is_idle), None)
            if idle is not None:
                del self._live[idle.table.id]
        live = self._live[table.id] = LiveTable(table)
        for follower in self.followers:
            follower(live)
        return live

    # How a change happens

    @asynccontextmanager
    async def exclusively(self, live: LiveTable) -> AsyncIterator[Table]:
        """The table for one change at a time, as the store knows it."""
        self._last_step = time.monotonic()
        async with live.lock:
            if live.behind:
                await self._catch_up(live)
            yield live.table

    async def handle(
        self, live: LiveTable, command: TableCommand, player: str | None = None, viewer: Viewer | None = None
    ) -> None:
        """Do what a command asks: checked, stored, accepted, then told to everybody.

        If somebody else was faster, or it is not known whether it was stored, the table catches up and tries again.
        """
        began = time.perf_counter()
        async with self.exclusively(live) as table:
            count = table.count
            try:
                await self._handle(live, command, player, viewer)
            except SaveFailed:
                await self._catch_up(live)
                if table.count == count:
                    raise
                await self._handle(live, command, player, viewer)
        if isinstance(command, MoveCommand | BotMove):
            by = PERSON if isinstance(command, MoveCommand) else BOT
            self.metrics.moved(table.game.name, by, time.perf_counter() - began)

    async def _handle(self, live: LiveTable, command: TableCommand, player: str | None, viewer: Viewer | None) -> None:
        def seen() -> Collection[int]:
            return live.viewers.numbers(player) if viewer is None else [viewer.number]

        change = live.table.handle(command, player, online=live.viewers.online, seen=seen)
        if not change.entries and not change.occupants:
            return
        live.behind = True
        more = queries.jobs_for(live.table.id, change) if change.occupants or change.status else ()
        await self.store.write(change.entries, *more)
        live.behind = False
        self._accept(live, change)

    async def _catch_up(self, live: LiveTable) -> None:
        """Read what the store has beyond what is known here."""
        table = live.table
        loaded = await self.store.read(partial(queries.load, table=table.id, count=table.count))
        if loaded is None:
            raise NotFound("server.no_table", table=table.id)
        row, occupants, entries = loaded
        others = [one for one in occupants if one != table.occupants[one.seat]]
        live.behind = False
        if entries or others:
            self._accept(live, Change(entries, others, row["status"]))

    def _accept(self, live: LiveTable, change: Change) -> None:
        """Make a change that is stored, and tell everybody."""
        live.table.accept(change)
        live.viewers.update(change)
        for follower in self.followers:
            follower(live)

    def count(self) -> int:
        """How many are in memory."""
        return len(self._live)

    def is_quiet(self) -> bool:
        """Whether nobody has done anything for a moment."""
        return time.monotonic() > self._last_step + QUIET
