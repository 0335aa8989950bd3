"""The tables of a server: loaded on demand, changed one step at a time, stored before anyone sees a change."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from functools import partial

from trackside.core.errors import SaveFailed, TracksideError
from trackside.web import limits
from trackside.web.api.commands import MoveCommand, TakeOverCommand
from trackside.web.errors import NotFound
from trackside.web.server.metrics import BOT, PERSON, Metrics
from trackside.web.store import tables as queries
from trackside.web.store.store import Store
from trackside.web.tables.changes import NOTHING, BotMove, Change, Rename, TableCommand
from trackside.web.tables.live import LiveTable, StoreRewound
from trackside.web.tables.log import Row
from trackside.web.tables.presence import Seen
from trackside.web.tables.state import Rewound
from trackside.web.tables.table import Table
from trackside.web.unix_time import now
from trackside.web.views.viewer import Viewer
from trackside.web.workers.tasks import Backoff, TaskSet

logger = logging.getLogger("trackside.web")

MAX_TABLES = 500
"""Tables kept in memory before an idle one is evicted to make room."""

MAX_SEEN = 10_000
"""Tables whose players' last visits are remembered, even while they are not in memory."""

IDLE = 30.0
"""Seconds that an idle table stays in memory."""

FIRST_PAUSE, MAX_PAUSE = 0.1, 5.0
"""Seconds until a table whose last write failed is read again, doubled each time."""

MAX_TRIES = 50
"""The number of attempts at a command that conflicts with writes of other servers."""

QUIET = 2.0
"""Seconds without a step after which a server counts as quiet."""

Follower = Callable[[LiveTable], None]


class Tables:
    """The registry of tables: finds and changes them, and calls its followers after every change.

    `alone` is True if no other server shares the database, so that this one's bots and clocks act at all tables. A bot
    can take over from a player who has kept the others waiting for `wait` seconds.
    """

    def __init__(
        self, store: Store, metrics: Metrics | None = None, alone: bool = True, wait: float = limits.AWAY
    ) -> None:
        self.store, self.metrics, self.alone, self.wait = store, metrics or Metrics(), alone, wait
        self.tasks = TaskSet()
        self.live: dict[str, LiveTable] = {}
        self.followers: list[Follower] = []
        """Called with a table that is new in memory or has changed."""
        self.on_write: list[Follower] = []
        """Called with a table that this server has changed."""
        self.on_evict: list[Follower] = []
        """Called with a table that is evicted from memory."""
        self.before_takeover: list[Callable[[LiveTable], Awaitable[None]]] = []
        """Awaited before a bot takes over, to read who is connected at other servers."""
        self._seen: OrderedDict[str, Seen] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._catching_up: set[LiveTable] = set()
        self._rewound: dict[str, int] = {}
        """The number of lost entries by table, until the table is read again."""
        self._last_step = 0.0

    async def find(self, table_id: str) -> LiveTable:
        """Return a table by its id, from memory or from the store."""
        if table_id in self.live:
            live = self.live[table_id]
            live.used = time.monotonic()
            if not self.alone and not live.viewers.by_key:  # a newcomer sees what others have written
                await self.refresh(live)
            return live
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
            self._loading[table_id].add_done_callback(lambda _: self._loading.pop(table_id))
        return await asyncio.shield(self._loading[table_id])

    def look_at(self, live: LiveTable) -> None:
        """Note that someone views a table, connected or over HTTP; a paused game between bots continues."""
        live.looked_at = time.monotonic()
        if live.table.has_only_bots and live.table.is_running:
            self.notify(live)

    def is_current(self, live: LiveTable) -> bool:
        """Return whether this object is the one in memory, not one that was evicted."""
        return self.live.get(live.table.id) is live

    def knows(self, table_id: str) -> bool:
        """Return whether a table is in memory or being loaded."""
        return table_id in self.live or table_id in self._loading

    async def _load(self, table_id: str) -> LiveTable:
        epoch = self.store.epoch
        known = table_id.isascii() and table_id.isalnum()  # PostgreSQL rejects some strings even in a query
        loaded = await self.store.read(partial(queries.load, table=table_id)) if known else None
        if loaded is None:
            raise NotFound("server.no_table", table=table_id[:40])
        try:
            table = Table(*loaded)
        except TracksideError:
            raise
        except Exception as error:  # a faulty third-party game, or an unreadable row
            logger.exception("table %s cannot be read", table_id)
            raise NotFound("server.unreadable", table=table_id) from error
        if table.has_other_rules:
            version = table.game.card.rules_version
            message = "table %s follows rules %s, but rules %s are installed; it is read-only"
            logger.warning(message, table_id, table.rules, version)
        elif table.damaged:
            logger.error("table %s: the log is damaged after %d entries; it is read-only", table_id, table.count)
        lost = self._rewound.pop(table_id, 0)
        if lost and table.match is not None:
            table.rewound, table.changed = Rewound(lost, table.match.turn), now()
        return self._keep(table, epoch)

    async def add(self, table: Table, row: Row, change: Change, after: LiveTable | None = None) -> LiveTable:
        """Store a new table and keep it in memory; `after` gets it as its rematch in the same transaction."""
        table.accept(change)
        table.listed = listing = table.listing()
        stored = row | {"status": table.status, "result": change.result, "sealed": table.sealed} | listing._asdict()
        job = partial(queries.add_table, row=stored, seated=table.occupants, log=change.entries)
        if after is not None:
            await self._write(after, Change(rematch_id=table.id, revision=after.table.revision + 1), job)
            return self._keep(table)
        try:
            await self.store.do(job)
        except SaveFailed:
            if await self.store.do(partial(queries.load, table=table.id)) is None:
                raise
        return self._keep(table)

    def _keep(self, table: Table, epoch: int | None = None) -> LiveTable:
        """Keep a table in memory and return it, or the one that someone else has loaded meanwhile."""
        if table.id in self.live:
            return self.live[table.id]
        if len(self.live) >= MAX_TABLES:
            for idle in [*self.live.values()]:
                with self.isolated(idle):
                    if idle.is_idle:
                        self._evict(idle)
                        break
        live = self.live[table.id] = LiveTable(table, self.alone, self._seen_at(table.id), self.wait)
        live.epoch = self.store.epoch if epoch is None else epoch
        live.viewers.on_join.append(partial(self.look_at, live))
        self.notify(live)
        return live

    def _seen_at(self, table_id: str) -> Seen:
        """Return when players were last seen at a table; nothing is known if they may have been at other servers."""
        if not self.alone:
            return Seen()
        seen = self._seen.setdefault(table_id, Seen())
        self._seen.move_to_end(table_id)
        if len(self._seen) > MAX_SEEN:
            self._seen.popitem(last=False)
        return seen

    def evict_idle(self) -> None:
        """Evict the tables that have been idle for a while."""
        latest = time.monotonic() - IDLE
        for live in [*self.live.values()]:
            with self.isolated(live):
                if live.used < latest and live.is_idle:
                    self._evict(live)

    def _evict(self, live: LiveTable) -> None:
        live.behind = True  # a caller may still hold it, and use it again
        del self.live[live.table.id]
        for follower in self.on_evict:
            follower(live)

    # Changes

    @asynccontextmanager
    async def exclusively(self, live: LiveTable) -> AsyncIterator[LiveTable]:
        """Lock a table for one change, and bring it up to date with the store first."""
        if live.rewound is not None:
            raise live.rewound
        live = self.live.setdefault(live.table.id, live)  # it may have been evicted meanwhile
        self._last_step = live.used = time.monotonic()
        async with live.lock:
            try:
                if live.rewound is not None:
                    raise live.rewound
                if live.behind or live.epoch != self.store.epoch:
                    await self.catch_up(live)
                yield live
            finally:
                if live.behind and live.rewound is None and live not in self._catching_up:
                    self._catching_up.add(live)
                    self.tasks.spawn("catching up", self._catch_up_later(live))

    async def handle(
        self, live: LiveTable, command: TableCommand, player: str | None = None, viewer: Viewer | None = None
    ) -> None:
        """Execute a command: check it, store the change, apply it and notify everyone.

        If it is unknown whether the change was stored, the table catches up, and the command is done if the change is
        there; after a conflict with another server it is retried.
        """
        began = time.perf_counter()
        if isinstance(command, TakeOverCommand):
            for look in self.before_takeover:
                await look(live)
        async with self.exclusively(live) as here:
            for tries in range(MAX_TRIES):
                change = self._check(here, command, player, viewer)
                try:
                    await self._write(here, change)
                    break
                except SaveFailed:
                    found = await self.catch_up(here)
                    if found == NOTHING or tries == MAX_TRIES - 1:
                        raise
                    if change.is_in(found):
                        break
        if isinstance(command, MoveCommand | BotMove):
            by = PERSON if isinstance(command, MoveCommand) else BOT
            self.metrics.moved(live.table.game.name, by, time.perf_counter() - began)

    async def rename(self, player: str, name: str) -> None:
        """Change a player's name at their unfinished tables; one that cannot be written now keeps the old name."""
        wanted = await self.store.read(partial(queries.tables_to_rename, player=player, name=name))

        async def rename_at(table_id: str) -> None:
            try:
                await self.handle(await self.find(table_id), Rename(name), player)
            except TracksideError as error:
                logger.warning("table %s: could not rename a player: %s", table_id, error)

        await asyncio.gather(*map(rename_at, wanted))

    def _check(self, live: LiveTable, command: TableCommand, player: str | None, viewer: Viewer | None) -> Change:
        """Return the change that a command makes; raise an error if it is not allowed."""

        def seen() -> Collection[int]:
            return live.viewers.versions(player) if viewer is None else [viewer.version]

        change = live.table.handle(command, player, away=live.viewers.presence.absence, wait=self.wait, seen=seen)
        # other servers compare the number of entries; without new entries, the revision detects conflicting writes
        unseen = change.occupants or (change.status is not None and (not change.entries or live.table.count == 0))
        return replace(change, revision=live.table.revision + 1) if unseen else change

    async def _write(self, live: LiveTable, change: Change, *jobs: Callable[..., None]) -> None:
        """Store a change, then apply it and notify everyone."""
        if change == NOTHING:
            return
        live.behind = True
        more = queries.jobs_for(live.table.id, change) if change.status or change.revision else []
        last = live.table.last if change.entries else None
        await self.store.write(change.entries, *more, *jobs, after=last, epoch=live.epoch)
        live.behind = False
        self._accept(live, change)
        for follower in self.on_write:
            follower(live)

    async def refresh(self, live: LiveTable) -> None:
        """Read what other servers have written."""
        async with live.lock:
            await self.catch_up(live)

    async def read_again(self, table_id: str) -> None:
        """Reload a table that an operator has changed: it was closed or deleted, or its occupants changed."""
        if table_id in self._loading:  # it may have been read before the intervention
            await asyncio.wait([self._loading[table_id]])
        live = self.live.get(table_id)
        if live is None:
            return
        if live.table.damaged:  # it accepts no changes
            self._evict(live)
            self._reconnect(live)
            return
        with suppress(StoreRewound):  # a table that was deleted is dropped
            await self.refresh(live)

    def _reconnect(self, live: LiveTable) -> None:
        """Make all viewers of a table reconnect, to the table as it is stored now."""
        for listener in [*live.on_rewind]:
            listener()

    def take_in(self, table_id: str, rows: Sequence[Row]) -> bool:
        """Accept entries that another server wrote after the last one known here; return False if they do not fit."""
        live = self.live.get(table_id)
        new = [row for row in rows if live is not None and row["number"] >= live.table.count]
        if live is None or not new:
            return True
        table = live.table
        busy = live.lock.locked() or live.behind or table.match is None
        if busy or table.last not in rows or new[0]["number"] != table.count:
            return False
        self._accept(live, Change(new))
        return True

    async def catch_up(self, live: LiveTable) -> Change:
        """Apply and return what the store has beyond what is known here, after all pending writes.

        If the store has less, or something else, drop the table and raise StoreRewound.
        """
        table, epoch = live.table, self.store.epoch
        if table.damaged:
            live.behind, live.epoch = False, epoch
            return NOTHING
        if live.behind:
            await self.store.do(lambda connection: None)
        loaded = await self.store.read(partial(queries.load, table=table.id, count=max(table.count - 1, 0)))
        row, occupants, entries = loaded or ({}, [], [])
        if table.last is not None:
            last, entries = entries[:1], entries[1:]
        if not row:
            raise await self._rewind(live, deleted=True)
        if (table.last is not None and last != [table.last]) or row["revision"] < table.revision:
            raise await self._rewind(live)
        table.host = row["host"]
        if [entry["number"] for entry in entries] != [*range(table.count, table.count + len(entries))]:
            raise await self._rewind(live)
        others = [one for one in occupants if one != table.occupants[one.seat]]
        live.behind, live.epoch = False, epoch
        if not entries and not others and (row["rematch_id"], row["revision"]) == (table.rematch_id, table.revision):
            return NOTHING
        known = {name: row[name] for name in ("rematch_id", "sealed", "revision")}
        found = Change(entries, others, row["status"], **known)
        self._accept(live, found)
        return found

    async def _rewind(self, live: LiveTable, deleted: bool = False) -> StoreRewound:
        """Drop a table whose entries the store has lost, make its viewers reconnect, and return the error to raise."""
        table = live.table
        found = await self.store.read(partial(queries.count_entries, table=table.id))
        lost = max(table.count - found, 1)  # another server may have written others in their place meanwhile
        live.rewound = StoreRewound(lost, deleted)
        if deleted:
            logger.warning("table %s was deleted", table.id)
        else:
            logger.error("table %s: the store has lost at least %d entries at the end of the log", table.id, lost)
            self._rewound[table.id] = lost
        if self.is_current(live):
            self._evict(live)
        self._reconnect(live)
        return live.rewound

    async def _catch_up_later(self, live: LiveTable) -> None:
        """Retry reading a table, with backoff, until it has caught up with the store."""
        backoff = Backoff(FIRST_PAUSE, MAX_PAUSE)
        while live.behind and live.rewound is None:
            await asyncio.sleep(backoff.next())
            async with live.lock:
                if live.behind and live.rewound is None:
                    with suppress(SaveFailed):
                        await self.catch_up(live)
        self._catching_up.discard(live)

    def _accept(self, live: LiveTable, change: Change) -> None:
        """Apply a stored change and notify everyone."""
        try:
            live.table.accept(change)
            if change.occupants:
                for listener in [*live.on_seats]:
                    listener()
            live.viewers.update(change)
        except Exception:
            self._make_read_only(live)
        self.notify(live)

    def notify(self, live: LiveTable) -> None:
        """Call all followers with a table."""
        for follower in self.followers:
            try:
                follower(live)
            except Exception:
                self._make_read_only(live)

    @contextmanager
    def isolated(self, live: LiveTable) -> Iterator[None]:
        """Make a table read-only if the block raises, so that no other table is affected."""
        try:
            yield
        except Exception:
            self._make_read_only(live)

    def _make_read_only(self, live: LiveTable) -> None:
        """Make a table read-only after its game has raised."""
        logger.exception("table %s: the game failed; the table is now read-only", live.table.id)
        live.table.put_aside()
        with suppress(Exception):  # update the viewers, if the game can still be shown
            live.viewers.update()

    def count(self) -> int:
        """Return the number of tables in memory."""
        return len(self.live)

    def is_quiet(self) -> bool:
        """Return whether no table has changed for `QUIET` seconds."""
        return time.monotonic() > self._last_step + QUIET
