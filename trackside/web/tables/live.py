"""A table in memory: with its viewers, its lock, and what is known about the store."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable

from trackside.core.errors import SaveFailed
from trackside.core.words import Words
from trackside.web import limits
from trackside.web.errors import server_words
from trackside.web.tables.presence import Seen
from trackside.web.tables.table import Table
from trackside.web.unix_time import now
from trackside.web.views.viewers import Viewers

SOON = 60_000
"""Milliseconds: a bot or clock that is due later than this does not keep a table in memory."""

WATCHED = 30.0
"""Seconds for which a table counts as watched after someone has asked for it over HTTP."""


class LiveTable:
    """A table in memory, with its viewers."""

    def __init__(self, table: Table, kept: bool = True, seen: Seen | None = None, wait: float = limits.AWAY) -> None:
        """Hold a table; `seen` and `wait` as in `Presence`."""
        self.table = table
        self.viewers = Viewers(table, seen, wait)
        self.lock = asyncio.Lock()
        self.behind = False
        """True if the store may be ahead: a write failed or was not awaited, or another server wrote."""
        self.kept = kept
        """True if this server holds the table's lease, so that its bots and clocks act here."""
        self.used = time.monotonic()
        self.epoch = 0
        """The store's epoch at the last comparison with the store."""
        self.looked_at = -math.inf
        """The time when someone last requested the table or connected to it."""
        self.rewound: StoreRewound | None = None
        """Set once the store has lost entries that are known here: this object is stale from then on."""
        self.on_rewind: list[Callable[[], None]] = []
        """Listeners for a rewind: the connections to this table."""
        self.on_seats: list[Callable[[], None]] = []
        """Listeners for changes of occupants: the connections, which may have lost their seat."""

    @property
    def is_watched(self) -> bool:
        """True if someone is connected to the table at this server, or has just requested it."""
        return bool(self.viewers.by_key) or time.monotonic() < self.looked_at + WATCHED

    @property
    def waits_for_watchers(self) -> bool:
        """True if the game is paused because only bots play and no one watches."""
        return self.table.has_only_bots and not self.is_watched

    @property
    def is_idle(self) -> bool:
        """True if no one views the table and no bot or clock is due soon."""
        due = self.table.due
        waits = due is not None and due < now() + SOON
        is_watched = bool(self.viewers.by_key) or self.viewers.presence.has_visitors
        return not is_watched and not self.lock.locked() and not self.behind and not waits


class StoreRewound(SaveFailed):
    """The store has lost acknowledged entries: it was restored from a backup, or a standby was promoted."""

    def __init__(self, lost: int, deleted: bool = False) -> None:
        self.lost, self.deleted = lost, deleted
        super().__init__(self.say(server_words()))

    def say(self, words: Words) -> str:
        """Return the message in the language of `words`."""
        said = server_words(words.language)
        return said("server.deleted") if self.deleted else said("server.rewound", lost=self.lost)
