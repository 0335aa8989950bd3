"""Presence: the players at a table, by connections or requests, and how long the others have been away."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from trackside.web import limits
from trackside.web.unix_time import now

VISIT = 30.0
"""Seconds for which a request counts as presence."""


class Away(NamedTuple):
    """A player's absence; times are Unix time in milliseconds."""

    since: int
    """The time when the absence began, but not before this server began to watch the table."""
    seen: int = 0
    """The time when this server last saw the player; 0 if it never did."""


@dataclass
class Seen:
    """The times when a server last saw the players of a table; kept while the table is not in memory."""

    watched: int = field(default_factory=now)
    """The time since which the server has tracked presence: Unix time in milliseconds, as all times here."""
    players: dict[str, int] = field(default_factory=dict)
    acted: dict[str, int] = field(default_factory=dict)
    """The times of the players' last requests that are hidden from others."""


class Presence:
    """The presence of players at one table; `wait` as in `Tables`."""

    def __init__(self, seen: Seen | None = None, wait: float = limits.AWAY) -> None:
        self.elsewhere: frozenset[str] = frozenset()
        """The players who are connected to this table at other servers."""
        self.on_change: list[Callable[[str, bool], None]] = []
        """Listeners, called with a player who has come or gone and True if they have come."""
        self._seen = seen or Seen()
        self._connections: Counter[str] = Counter()
        self._visits: dict[str, float] = {}
        """The times of recent requests by player, on the event loop's clock."""
        self._longest = min(VISIT, wait)

    @property
    def has_visitors(self) -> bool:
        """True if a player's recent request still counts as presence."""
        return bool(self._visits)

    def is_here(self, player: str | None) -> bool:
        """Return True if a player is at the table, at this server or at another one."""
        return player is not None and (self._connections[player] > 0 or player in self.elsewhere)

    def away(self, player: str) -> Away | None:
        """Return the absence of a player; None if they are here."""
        if self.is_here(player):
            return None
        seen = self._seen.players.get(player, 0)
        return Away(max(seen, self._seen.watched), seen)

    def absence(self, player: str) -> Away | None:
        """Return the absence of a player, counting requests that are hidden from others; None if they are here."""
        shown, acted = self.away(player), self._seen.acted.get(player, 0)
        return None if shown is None else Away(max(shown.since, acted), max(shown.seen, acted))

    def act(self, player: str) -> None:
        """Note a request that may be a hidden move: it delays a takeover without revealing that the player is here."""
        self._seen.acted[player] = now()

    def saw(self, player: str, ago: float = 0.0) -> None:
        """Note that a player was here `ago` seconds ago."""
        self._seen.players[player] = now() - int(1000 * ago)

    def connect(self, player: str, change: int, ago: float = 0.0) -> None:
        """Count a connection that was opened (`change` is 1) or closed (-1, `ago` seconds ago)."""
        before = self._connections[player] > 0
        self._connections[player] += change
        if self._connections[player] <= 0:
            del self._connections[player]
            self.saw(player, ago)
        if before != (player in self._connections):
            for listener in self.on_change:
                listener(player, not before)

    def visit(self, player: str, told: Callable[[], None]) -> None:
        """Count a request as presence for a while; call `told` when the presence begins and ends."""
        self.saw(player)
        if self._longest <= 0:
            return
        loop = asyncio.get_running_loop()
        begins = player not in self._visits
        self._visits[player] = loop.time()
        if begins:
            self.connect(player, 1)
            loop.call_later(self._longest, self._end_visit, player, told)
            told()

    def _end_visit(self, player: str, told: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        ago = loop.time() - self._visits[player]
        if ago < self._longest:
            loop.call_later(self._longest - ago, self._end_visit, player, told)
            return
        del self._visits[player]
        self.connect(player, -1, ago)
        told()

    def set_elsewhere(self, players: frozenset[str]) -> None:
        """Set the players connected at other servers; those no longer among them were last seen now."""
        for player in self.elsewhere - players:
            self.saw(player)
        self.elsewhere = players
