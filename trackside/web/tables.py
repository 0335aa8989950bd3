"""All tables of a server: loaded when somebody looks, changed one step at a time, stored before anybody is told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from trackside.core.errors import SaveFailed
from trackside.web import queries
from trackside.web.commands import MoveCommand
from trackside.web.metrics import BOT, PERSON, Metrics
from trackside.web.refusal import NotFound
from trackside.web.store import Store
from trackside.web.table import BotMove, Change, Row, Table, TableCommand, now
from trackside.web.viewers import Viewer, Viewers

MOST_TABLES = 500
"""Tables kept in memory before those nobody looks at make room at once."""

ASLEEP = 30.0
"""Seconds a table stays in memory while nobody looks and nothing happens by itself."""

SOON = 60_000
"""Milliseconds: what happens by itself later than this does not keep a table in memory."""

QUIET = 2.0
"""Seconds after which a server where nothing happens is quiet."""

Follower = Callable[["LiveTable"], None]


class LiveTable:
    """A table in memory, with those who look at it."""

    def __init__(self, table: Table, kept: bool = True) -> None:
        self.table = table
        self.viewers = Viewers(table)
        self.lock = asyncio.Lock()
        self.behind = False
        """Whether the store may know more: a write failed, nobody waited for its end, or another server wrote."""
        self.kept = kept
        """Whether the bots and clocks of this server act at this table."""
        self.used = time.monotonic()

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks at it and nothing will happen by itself for a while."""
        due = self.table.due
        waits = due is not None and due < now() + SOON
        return not self.viewers.by_key and not self.lock.locked() and not waits


class Tables:
    """Finds tables and changes them; whoever follows is called after every change.

    `alone` if no other server can have the same tables, so that this one's bots and clocks act at all of them.
    """

    def __init__(self, store: Store, metrics: Metrics | None = None, alone: bool = True) -> None:
        self.store, self.metrics, self.alone = store, metrics or Metrics(), alone
        self.live: dict[str, LiveTable] = {}
        self.followers: list[Follower] = []
        """Told of a table that is new in memory or has changed."""
        self.on_write: list[Follower] = []
        """Told of a table that this server has changed."""
        self.on_sleep: list[Follower] = []
        """Told of a table that leaves the memory."""
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._last_step = 0.0

    async def find(self, table_id: str) -> LiveTable:
        """A table by its name, from memory or from the store."""
        if table_id in self.live:
            self.live[table_id].used = time.monotonic()
            return self.live[table_id]
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
            self._loading[table_id].add_done_callback(lambda _: self._loading.pop(table_id))
        return await asyncio.shield(self._loading[table_id])

    def knows(self, table_id: str) -> bool:
        """Whether a table is in memory, or about to be."""
        return table_id in self.live or table_id in self._loading

    async def _load(self, table_id: str) -> LiveTable:
        loaded = await self.store.read(partial(queries.load, table=table_id))
        if loaded is None:
            raise NotFound("server.no_table", table=table_id[:40])
        return self._keep(Table(*loaded))

    async def add(self, table: Table, row: Row, change: Change, after: LiveTable | None = None) -> LiveTable:
        """A new table, stored before anybody hears of it; `after` is told that it leads there, in the same step."""
        table.accept(change)
        table.listed = listing = table.listing()
        stored = row | {"status": table.status, "result": change.result} | listing._asdict()
        job = partial(queries.add_table, row=stored, seated=table.occupants, log=change.entries)
        if after is None:
            await self.store.do(job)
        else:
            await self._write(after, Change(again=table.id, revision=after.table.revision + 1), job)
        return self._keep(table)

    def _keep(self, table: Table) -> LiveTable:
        if len(self.live) >= MOST_TABLES:
            idle = next((one for one in self.live.values() if one.is_idle), None)
            if idle is not None:
                self._drop(idle)
        live = self.live[table.id] = LiveTable(table, kept=self.alone)
        self.tell(live)
        return live

    def drop_sleeping(self) -> None:
        """Let go of the tables that nobody looks at and where nothing happens."""
        latest = time.monotonic() - ASLEEP
        for live in [one for one in self.live.values() if one.used < latest and one.is_idle]:
            self._drop(live)

    def _drop(self, live: LiveTable) -> None:
        live.behind = True  # somebody may still hold it
        del self.live[live.table.id]
        for follower in self.on_sleep:
            follower(live)

    # How a change happens

    @asynccontextmanager
    async def exclusively(self, live: LiveTable) -> AsyncIterator[LiveTable]:
        """The table for one change at a time, as the store knows it."""
        live = self.live.setdefault(live.table.id, live)  # it may have left the memory meanwhile
        self._last_step = live.used = time.monotonic()
        async with live.lock:
            if live.behind:
                await self._catch_up(live)
            yield live

    async def handle(
        self, live: LiveTable, command: TableCommand, player: str | None = None, viewer: Viewer | None = None
    ) -> None:
        """Do what a command asks: checked, stored, accepted, then told to everybody."""
        began = time.perf_counter()
        async with self.exclusively(live) as found:
            await self.attempt(found, lambda: self._handle(found, command, player, viewer))
        if isinstance(command, MoveCommand | BotMove):
            by = PERSON if isinstance(command, MoveCommand) else BOT
            self.metrics.moved(live.table.game.name, by, time.perf_counter() - began)

    async def attempt(self, live: LiveTable, step: Callable[[], Awaitable[None]]) -> None:
        """Take a step at a table; once more if another server was faster, or it was stored although it failed."""
        before = live.table.count, live.table.revision
        try:
            await step()
        except SaveFailed:
            await self._catch_up(live)
            if before == (live.table.count, live.table.revision):
                raise
            await step()

    async def _handle(self, live: LiveTable, command: TableCommand, player: str | None, viewer: Viewer | None) -> None:
        def seen() -> Collection[int]:
            return live.viewers.numbers(player) if viewer is None else [viewer.number]

        change = live.table.handle(command, player, online=live.viewers.online, seen=seen)
        if change.occupants:
            change = replace(change, revision=live.table.revision + 1)
        if change.entries or change.occupants:
            await self._write(live, change)

    async def _write(self, live: LiveTable, change: Change, *jobs: Callable[..., None]) -> None:
        """Store a change, make it, and tell everybody."""
        live.behind = True
        more = queries.jobs_for(live.table.id, change) if change.status or change.revision else []
        await self.store.write(change.entries, *more, *jobs)
        live.behind = False
        self._accept(live, change)
        for follower in self.on_write:
            follower(live)

    async def refresh(self, live: LiveTable) -> None:
        """See what other servers have written."""
        async with live.lock:
            await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> None:
        """Read what the store has beyond what is known here."""
        table = live.table
        loaded = await self.store.read(partial(queries.load, table=table.id, count=table.count))
        if loaded is None:
            raise NotFound("server.no_table", table=table.id)
        row, occupants, entries = loaded
        others = [one for one in occupants if one != table.occupants[one.seat]]
        live.behind = False
        if entries or others or row["again"] != table.again:
            self._accept(live, Change(entries, others, row["status"], again=row["again"], revision=row["revision"]))

    def _accept(self, live: LiveTable, change: Change) -> None:
        """Make a change that is stored, and tell everybody."""
        live.table.accept(change)
        live.viewers.update(change)
        self.tell(live)

    def tell(self, live: LiveTable) -> None:
        """Have all followers look at a table."""
        for follower in self.followers:
            follower(live)

    def count(self) -> int:
        """How many are in memory."""
        return len(self.live)

    def is_quiet(self) -> bool:
        """Whether nobody has done anything for a moment."""
        return time.monotonic() > self._last_step + QUIET
