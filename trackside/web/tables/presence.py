"""Who is at a table, by a connection or by requests, and how long the others have been away."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from trackside.web import limits
from trackside.web.tables.table import Away, now

VISIT = 30.0
"""Seconds for which a request counts as presence."""


@dataclass
class Seen:
    """When a server last saw the players of a table; kept while the table is not in memory."""

    watched: int = field(default_factory=now)
    """Since when the server knows who comes and goes: Unix time in milliseconds, as all times here."""
    players: dict[str, int] = field(default_factory=dict)
    acted: dict[str, int] = field(default_factory=dict)
    """When they last sent a request that others are not told of."""


class Presence:
    """The players at one table; `wait` as in `Tables`."""

    def __init__(self, seen: Seen | None = None, wait: float = limits.AWAY) -> None:
        self.elsewhere: frozenset[str] = frozenset()
        """The players who are at this table at other servers."""
        self.on_change: list[Callable[[str, bool], None]] = []
        """Called with a player who is here now, or no longer."""
        self._seen = seen or Seen()
        self._connections: Counter[str] = Counter()
        self._visits: dict[str, float] = {}
        """When the players who lately sent a request did so, by the event loop's clock."""
        self._longest = min(VISIT, wait)

    @property
    def has_visitors(self) -> bool:
        """Whether the last request of a player was a moment ago."""
        return bool(self._visits)

    def is_here(self, player: str | None) -> bool:
        """Return whether a player is at the table, here or at another server."""
        return player is not None and (self._connections[player] > 0 or player in self.elsewhere)

    def away(self, player: str) -> Away | None:
        """Return how long a player has been away; None if they are here."""
        if self.is_here(player):
            return None
        seen = self._seen.players.get(player, 0)
        return Away(max(seen, self._seen.watched), seen)

    def absence(self, player: str) -> Away | None:
        """Return the same, counting requests that others are not told of."""
        shown, acted = self.away(player), self._seen.acted.get(player, 0)
        return None if shown is None else Away(max(shown.since, acted), max(shown.seen, acted))

    def act(self, player: str) -> None:
        """Note a request that may be a secret move: it delays a takeover, but shows nobody that the player is here."""
        self._seen.acted[player] = now()

    def saw(self, player: str, ago: float = 0.0) -> None:
        """Note that a player was here some seconds ago."""
        self._seen.players[player] = now() - int(1000 * ago)

    def connect(self, player: str, change: int, ago: float = 0.0) -> None:
        """Count a connection that came or went; `ago` as in `saw`, if it went."""
        before = self._connections[player] > 0
        self._connections[player] += change
        if self._connections[player] <= 0:
            del self._connections[player]
            self.saw(player, ago)
        if before != (player in self._connections):
            for listener in self.on_change:
                listener(player, not before)

    def visit(self, player: str, told: Callable[[], None]) -> None:
        """Count a request as presence for a while; `told` is called when that begins and ends."""
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
        """Note who is at the table at other servers; those who no longer are were seen until now."""
        for player in self.elsewhere - players:
            self.saw(player)
        self.elsewhere = players
