"""All tables of a server: loaded when somebody looks, changed one step at a time, stored before anybody is told."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from functools import partial

from trackside.core.errors import SaveFailed, TracksideError
from trackside.core.words import Words
from trackside.web import limits
from trackside.web.api.commands import MoveCommand, TakeOverCommand
from trackside.web.errors import NotFound
from trackside.web.server.metrics import BOT, PERSON, Metrics
from trackside.web.store import tables as queries
from trackside.web.store.store import Store
from trackside.web.tables.presence import Seen
from trackside.web.tables.table import NOTHING, BotMove, Change, Rename, Rewound, Row, Table, TableCommand, now
from trackside.web.views.viewer import Viewer, Viewers
from trackside.web.workers.tasks import TaskSupervisor

logger = logging.getLogger("trackside.web")

MAX_TABLES = 500
"""Tables kept in memory before those nobody looks at make room at once."""

MAX_SEEN = 10_000
"""Tables of which it is known when their players were last seen, also while they are not in memory."""

ASLEEP = 30.0
"""Seconds a table stays in memory while nobody looks and nothing happens by itself."""

SOON = 60_000
"""Milliseconds: what happens by itself later than this does not keep a table in memory."""

FIRST_PAUSE, MAX_PAUSE = 0.1, 5.0
"""Seconds until a table whose last write failed is read again: twice as long each time."""

MAX_TRIES = 50
"""How often a command is tried while other servers are faster: each time the log has grown by an entry of theirs."""

QUIET = 2.0
"""Seconds after which a server where nothing happens is quiet."""

WATCHED = 30.0
"""Seconds for which a table counts as watched after someone has asked for it over HTTP."""

Follower = Callable[["LiveTable"], None]


class LiveTable:
    """A table in memory, with those who look at it."""

    def __init__(self, table: Table, kept: bool = True, seen: Seen | None = None, wait: float = limits.AWAY) -> None:
        """`seen` and `wait` as in `Presence`."""
        self.table = table
        self.viewers = Viewers(table, seen, wait)
        self.lock = asyncio.Lock()
        self.behind = False
        """Whether the store may know more: a write failed, nobody waited for its end, or another server wrote."""
        self.kept = kept
        """Whether the bots and clocks of this server act at this table."""
        self.used = time.monotonic()
        self.epoch = 0
        """The store's epoch in which it was last compared with the store."""
        self.looked_at = -math.inf
        """When someone last asked for it, or connected."""
        self.rewound: StoreRewound | None = None
        """Set once the store has lost what is known here: the table is read again, and this object is of no use."""
        self.on_rewind: list[Callable[[], None]] = []
        """Called then: connections to this table."""
        self.on_seats: list[Callable[[], None]] = []
        """Called when others sit here than before: connections, which may have lost their seat."""

    @property
    def is_watched(self) -> bool:
        """Whether someone is connected to it here, or has asked for it just now."""
        return bool(self.viewers.by_key) or time.monotonic() < self.looked_at + WATCHED

    @property
    def waits_for_watchers(self) -> bool:
        """Whether the game stands still because only bots play and nobody watches."""
        return self.table.has_only_bots and not self.is_watched

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks at it and nothing will happen by itself for a while."""
        due = self.table.due
        waits = due is not None and due < now() + SOON
        is_watched = bool(self.viewers.by_key) or self.viewers.presence.has_visitors
        return not is_watched and not self.lock.locked() and not self.behind and not waits


class StoreRewound(SaveFailed):
    """The store has lost entries that were acknowledged: it was restored, or a standby was promoted."""

    def __init__(self, lost: int, deleted: bool = False) -> None:
        self.lost, self.deleted = lost, deleted
        super().__init__(self.say(Words("en")))

    def say(self, words: Words) -> str:
        """Return the reason in the language of these words."""
        return words("server.deleted") if self.deleted else words("server.rewound", lost=self.lost)


class Tables:
    """Finds tables and changes them; whoever follows is called after every change.

    `alone` if no other server can have the same tables, so that this one's bots and clocks act at all of them. A bot
    can take over from somebody who has kept the others waiting for `wait` seconds.
    """

    def __init__(
        self, store: Store, metrics: Metrics | None = None, alone: bool = True, wait: float = limits.AWAY
    ) -> None:
        self.store, self.metrics, self.alone, self.wait = store, metrics or Metrics(), alone, wait
        self.tasks = TaskSupervisor()
        self.live: dict[str, LiveTable] = {}
        self.followers: list[Follower] = []
        """Told of a table that is new in memory or has changed."""
        self.on_write: list[Follower] = []
        """Told of a table that this server has changed."""
        self.on_sleep: list[Follower] = []
        """Told of a table that leaves the memory."""
        self.before_takeover: list[Callable[[LiveTable], Awaitable[None]]] = []
        """Awaited before a bot takes over: they learn who is at other servers."""
        self._seen: OrderedDict[str, Seen] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._catching_up: dict[LiveTable, asyncio.Task[None]] = {}
        self._rewound: dict[str, int] = {}
        """How many entries of a table were lost, until it is read again."""
        self._last_step = 0.0

    async def find(self, table_id: str) -> LiveTable:
        """A table by its name, from memory or from the store."""
        if table_id in self.live:
            live = self.live[table_id]
            live.used = time.monotonic()
            if not self.alone and not live.viewers.by_key:  # somebody comes: they shall see what others have written
                await self.refresh(live)
            return live
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
            self._loading[table_id].add_done_callback(lambda _: self._loading.pop(table_id))
        return await asyncio.shield(self._loading[table_id])

    def look_at(self, live: LiveTable) -> None:
        """Note that someone looks at a table, connected or over HTTP; bots that play among themselves continue."""
        live.looked_at = time.monotonic()
        if live.table.has_only_bots and live.table.is_running:
            self.tell(live)

    def is_current(self, live: LiveTable) -> bool:
        """Return whether this is the table in memory, and not one that has left it."""
        return self.live.get(live.table.id) is live

    def knows(self, table_id: str) -> bool:
        """Whether a table is in memory, or about to be."""
        return table_id in self.live or table_id in self._loading

    async def _load(self, table_id: str) -> LiveTable:
        epoch = self.store.epoch
        known = table_id.isascii() and table_id.isalnum()  # PostgreSQL cannot even be asked for some texts
        loaded = await self.store.read(partial(queries.load, table=table_id)) if known else None
        if loaded is None:
            raise NotFound("server.no_table", table=table_id[:40])
        try:
            table = Table(*loaded)
        except TracksideError:
            raise
        except Exception as error:  # a game of one's own that raises, or a row that nothing can be made of
            logger.exception("table %s cannot be read", table_id)
            raise NotFound("server.unreadable", table=table_id) from error
        if table.has_other_rules:
            version = table.game.card.rules_version
            logger.warning("table %s follows rules %s, here are %s; it is read-only", table_id, table.rules, version)
        elif table.damaged:
            logger.error("table %s: the log is damaged after %d entries; it is read-only", table_id, table.count)
        lost = self._rewound.pop(table_id, 0)
        if lost and table.match is not None:
            table.rewound, table.changed = Rewound(lost, table.match.turn), now()
        return self._keep(table, epoch)

    async def add(self, table: Table, row: Row, change: Change, after: LiveTable | None = None) -> LiveTable:
        """A new table, stored before anybody hears of it; `after` is told that it leads there, in the same step."""
        table.accept(change)
        table.listed = listing = table.listing()
        stored = row | {"status": table.status, "result": change.result, "sealed": table.sealed} | listing._asdict()
        job = partial(queries.add_table, row=stored, seated=table.occupants, log=change.entries)
        if after is not None:
            await self._write(after, Change(again=table.id, revision=after.table.revision + 1), job)
            return self._keep(table)
        try:
            await self.store.do(job)
        except SaveFailed:
            if await self.store.do(partial(queries.load, table=table.id)) is None:
                raise
        return self._keep(table)

    def _keep(self, table: Table, epoch: int | None = None) -> LiveTable:
        """Keep a table in memory; return the one that is there already if the keeper or a reader was faster."""
        if table.id in self.live:
            return self.live[table.id]
        if len(self.live) >= MAX_TABLES:
            for idle in [*self.live.values()]:
                with self.isolated(idle):
                    if idle.is_idle:
                        self._drop(idle)
                        break
        live = self.live[table.id] = LiveTable(table, self.alone, self._seen_at(table.id), self.wait)
        live.epoch = self.store.epoch if epoch is None else epoch
        live.viewers.on_join.append(partial(self.look_at, live))
        self.tell(live)
        return live

    def _seen_at(self, table_id: str) -> Seen:
        """Return when players were last seen at a table; nothing is known if they could have been at other servers."""
        if not self.alone:
            return Seen()
        seen = self._seen.setdefault(table_id, Seen())
        self._seen.move_to_end(table_id)
        if len(self._seen) > MAX_SEEN:
            self._seen.popitem(last=False)
        return seen

    def drop_sleeping(self) -> None:
        """Let go of the tables that nobody looks at and where nothing happens."""
        latest = time.monotonic() - ASLEEP
        for live in [*self.live.values()]:
            with self.isolated(live):
                if live.used < latest and live.is_idle:
                    self._drop(live)

    def _drop(self, live: LiveTable) -> None:
        live.behind = True  # somebody may still hold it, and come back with it
        del self.live[live.table.id]
        for follower in self.on_sleep:
            follower(live)

    # How a change happens

    @asynccontextmanager
    async def exclusively(self, live: LiveTable) -> AsyncIterator[LiveTable]:
        """The table for one change at a time, as the store knows it."""
        if live.rewound is not None:
            raise live.rewound
        live = self.live.setdefault(live.table.id, live)  # it may have left the memory meanwhile
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
                    self._catching_up[live] = asyncio.create_task(self._catch_up_later(live))

    async def handle(
        self, live: LiveTable, command: TableCommand, player: str | None = None, viewer: Viewer | None = None
    ) -> None:
        """Do what a command asks: checked, stored, accepted, then told to everybody.

        If it is not known whether it was stored, the table catches up, and it is done if it is there; if another server
        was faster, it is tried again.
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
        """Show a player's new name at their unfinished tables; one that cannot be written now keeps the old one."""
        wanted = await self.store.read(partial(queries.tables_to_rename, player=player, name=name))

        async def rename_at(table_id: str) -> None:
            try:
                await self.handle(await self.find(table_id), Rename(name), player)
            except TracksideError as error:
                logger.warning("table %s: a player keeps their old name: %s", table_id, error)

        await asyncio.gather(*map(rename_at, wanted))

    def _check(self, live: LiveTable, command: TableCommand, player: str | None, viewer: Viewer | None) -> Change:
        """What a command changes, if it may."""

        def seen() -> Collection[int]:
            return live.viewers.numbers(player) if viewer is None else [viewer.number]

        change = live.table.handle(command, player, away=live.viewers.presence.absence, wait=self.wait, seen=seen)
        # other servers count entries; before the first one, nothing else decides between two writers
        unseen = change.occupants or (change.status is not None and (not change.entries or live.table.count == 0))
        return replace(change, revision=live.table.revision + 1) if unseen else change

    async def _write(self, live: LiveTable, change: Change, *jobs: Callable[..., None]) -> None:
        """Store a change, then make it and tell everybody."""
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
        """See what other servers have written."""
        async with live.lock:
            await self.catch_up(live)

    async def read_again(self, table_id: str) -> None:
        """Take notice of what an operator did to a table: it was closed or deleted, or other people sit there."""
        if table_id in self._loading:  # it may have been read before
            await asyncio.wait([self._loading[table_id]])
        live = self.live.get(table_id)
        if live is None:
            return
        if live.table.damaged:  # it takes no news
            self._drop(live)
            self._reconnect(live)
            return
        with suppress(StoreRewound):  # a table that was deleted is dropped
            await self.refresh(live)

    def _reconnect(self, live: LiveTable) -> None:
        """Have everyone who looks at a table connect again, to the table as it is stored now."""
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
        """Return what the store has beyond what is known here, after all writes under way.

        Where it has less, or something else, the table is dropped, and StoreRewound raised.
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
        if (table.last is not None and last != [table.last]) or (row["revision"] or 0) < table.revision:
            raise await self._rewind(live)
        table.host = row["host"]
        if [entry["number"] for entry in entries] != [*range(table.count, table.count + len(entries))]:
            raise await self._rewind(live)
        others = [one for one in occupants if one != table.occupants[one.seat]]
        live.behind, live.epoch = False, epoch
        if not entries and not others and (row["again"], row["revision"] or 0) == (table.again, table.revision):
            return NOTHING
        known = {name: row[name] for name in ("again", "sealed", "revision")}
        found = Change(entries, others, row["status"], **known)
        self._accept(live, found)
        return found

    async def _rewind(self, live: LiveTable, deleted: bool = False) -> StoreRewound:
        """Drop a table of which the store knows less than this server; those who look at it have to reconnect."""
        table = live.table
        found = await self.store.read(partial(queries.count_entries, table=table.id))
        lost = max(table.count - found, 1)  # another server may have written others in their place meanwhile
        live.rewound = StoreRewound(lost, deleted)
        if deleted:
            logger.warning("table %s was deleted", table.id)
        else:
            logger.error("table %s: the store has lost the end of the log, %d entries or more", table.id, lost)
            self._rewound[table.id] = lost
        if self.is_current(live):
            self._drop(live)
        self._reconnect(live)
        return live.rewound

    async def _catch_up_later(self, live: LiveTable) -> None:
        """Read again until it is known what the store has, whether anybody asks for it or not."""
        pause = FIRST_PAUSE
        while live.behind and live.rewound is None:
            await asyncio.sleep(pause)
            pause = min(2 * pause, MAX_PAUSE)
            async with live.lock:
                if live.behind and live.rewound is None:
                    with suppress(SaveFailed):
                        await self.catch_up(live)
        del self._catching_up[live]

    def _accept(self, live: LiveTable, change: Change) -> None:
        """Make a change that is stored, and tell everybody."""
        try:
            live.table.accept(change)
            if change.occupants:
                for listener in [*live.on_seats]:
                    listener()
            live.viewers.update(change)
        except Exception:
            self._put_aside(live)
        self.tell(live)

    def tell(self, live: LiveTable) -> None:
        """Have all followers look at a table."""
        for follower in self.followers:
            try:
                follower(live)
            except Exception:
                self._put_aside(live)

    @contextmanager
    def isolated(self, live: LiveTable) -> Iterator[None]:
        """Make a table read-only if its game raises, so that no other table is affected."""
        try:
            yield
        except Exception:
            self._put_aside(live)

    def _put_aside(self, live: LiveTable) -> None:
        """Make a table read-only whose game has just raised."""
        logger.exception("table %s: the game failed; the table is read-only now", live.table.id)
        live.table.put_aside()
        with suppress(Exception):  # viewers are told, if the game can still be shown
            live.viewers.update()

    def count(self) -> int:
        """How many are in memory."""
        return len(self.live)

    def is_quiet(self) -> bool:
        """Whether nobody has done anything for a moment."""
        return time.monotonic() > self._last_step + QUIET
