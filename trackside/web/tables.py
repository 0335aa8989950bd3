"""All tables of a server: loaded when somebody looks, changed one step at a time, stored before anybody is told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from functools import partial

from trackside.core.errors import SaveFailed
from trackside.web import queries
from trackside.web.commands import MoveCommand
from trackside.web.metrics import BOT, PERSON, Metrics
from trackside.web.refusal import NotFound
from trackside.web.store import Store
from trackside.web.table import NOTHING, BotMove, Change, Row, Table, TableCommand
from trackside.web.viewers import Viewer, Viewers

MOST_TABLES = 2000
"""Tables kept in memory; those nobody looks at make room."""

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds until a table whose last write failed is read again: twice as long each time."""

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
        return not self.viewers.by_key and not self.lock.locked() and not self.behind and not waits


class Tables:
    """Finds tables and changes them; whoever follows is called after every change."""

    def __init__(self, store: Store, metrics: Metrics | None = None) -> None:
        self.store, self.metrics = store, metrics or Metrics()
        self.followers: list[Callable[[LiveTable], None]] = []
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._catching_up: dict[LiveTable, asyncio.Task[None]] = {}
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
        try:
            await self.store.do(partial(queries.add_table, row=stored, seated=table.occupants, log=change.entries))
        except SaveFailed:
            if await self.store.do(partial(queries.load, table=table.id)) is None:
                raise
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
            try:
                if live.behind:
                    await self._catch_up(live)
                yield live.table
            finally:
                if live.behind and live not in self._catching_up:
                    self._catching_up[live] = asyncio.create_task(self._catch_up_later(live))

    async def handle(
        self, live: LiveTable, command: TableCommand, player: str | None = None, viewer: Viewer | None = None
    ) -> None:
        """Do what a command asks: checked, stored, accepted, then told to everybody.

        If it is not known whether it was stored, the table catches up, and it is done if it is there; if somebody else
        was faster, it is tried again.
        """
        began = time.perf_counter()
        async with self.exclusively(live) as table:
            change = self._check(live, command, player, viewer)
            try:
                await self._save(live, change)
            except SaveFailed:
                found = await self._catch_up(live)
                if found == NOTHING:
                    raise
                if not change.is_in(found):
                    await self._save(live, self._check(live, command, player, viewer))
        if isinstance(command, MoveCommand | BotMove):
            by = PERSON if isinstance(command, MoveCommand) else BOT
            self.metrics.moved(table.game.name, by, time.perf_counter() - began)

    def _check(self, live: LiveTable, command: TableCommand, player: str | None, viewer: Viewer | None) -> Change:
        """What a command changes, if it may."""

        def seen() -> Collection[int]:
            return live.viewers.numbers(player) if viewer is None else [viewer.number]

        return live.table.handle(command, player, online=live.viewers.online, seen=seen)

    async def _save(self, live: LiveTable, change: Change) -> None:
        """Store a change, then make it and tell everybody."""
        if not change.entries and not change.occupants:
            return
        live.behind = True
        more = queries.jobs_for(live.table.id, change) if change.occupants or change.status else ()
        await self.store.write(change.entries, *more)
        live.behind = False
        self._accept(live, change)

    async def _catch_up(self, live: LiveTable) -> Change:
        """Read what the store has beyond what is known here, after all writes under way, and say what that is."""
        table = live.table
        loaded = await self.store.do(partial(queries.load, table=table.id, count=table.count))
        if loaded is None:
            raise NotFound("server.no_table", table=table.id)
        row, occupants, entries = loaded
        others = [one for one in occupants if one != table.occupants[one.seat]]
        live.behind = False
        if not entries and not others:
            return NOTHING
        found = Change(entries, others, row["status"])
        self._accept(live, found)
        return found

    async def _catch_up_later(self, live: LiveTable) -> None:
        """Read again until it is known what the store has, whether anybody asks for it or not."""
        pause = FIRST_PAUSE
        while live.behind:
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            async with live.lock:
                if live.behind:
                    with suppress(SaveFailed):
                        await self._catch_up(live)
        del self._catching_up[live]

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
