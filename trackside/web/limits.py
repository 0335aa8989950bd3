"""Limits on what a client may send. The server refuses more; the page receives them so that it never offers more.

Rates and quotas are in `Limits`: an operator can change each of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields

from trackside.core.errors import BadOption

NAME = 24
"""The maximum length of a player's name, in characters."""

SEED = 64
"""The maximum length of a seed, in characters."""

OPTION = 1000
"""The maximum length of an option's value, in characters."""

CLOCKS = (30, 60, 180, 600, 86400, 259200, 604800)
"""The turn clocks to choose from, in seconds."""

MINUTES = (10, 15, 20, 30, 45, 60, 90, 120)
"""The lengths of a timed game to choose from, in minutes."""

BODY = 1 << 20
"""The maximum size of a request body, in bytes."""

RECORD = 1_000_000
"""The maximum length of a game record, in characters."""

MESSAGE = 1 << 14
"""The maximum length of a WebSocket message, in characters."""

HEAD = 1 << 16
"""The maximum size of a request head (request line and headers), in bytes."""

HEAD_SECONDS, BODY_SECONDS = 20.0, 60.0
"""Seconds within which the head of a request, and its body, must have arrived."""

LESSON = 20
"""The maximum number of moves in an answer to a lesson."""

ANSWER = 40
"""The maximum number of moves in an answer to a review question: a whole turn, where seats decide by turns."""

AWAY = 120
"""Seconds that a player to move has to be away before a bot can take over, unless configured otherwise."""

OFF = "off"
"""The value that disables a limit."""


def _limit(value: int, help: str) -> int | None:
    limit: int | None = field(default=value, metadata={"help": help})
    return limit


@dataclass(frozen=True)
class Limits:
    """The rates and quotas of a client; None means no limit.

    An address is an IPv4 address or an IPv6 /64 network. A token that the server has not issued does not identify a
    player: it counts toward the limits of its address.
    """

    connections: int | None = _limit(200, "connections of an address at a time")
    requests: int | None = _limit(100, "HTTP requests of an address per second, ten times as many in a burst")
    creations: int | None = _limit(
        10, "new tables, tokens and names of an address per second, 50 times as many in a burst"
    )
    messages: int | None = _limit(200, "messages on a socket per second")
    work: int | None = _limit(200, "milliseconds of server time of an address per second, half of it for a player")
    jobs: int | None = _limit(3, "replays, records and reviews that a player may wait for at a time")
    hints: int | None = _limit(2, "hints that a player may wait for at a time")
    reviews: int | None = _limit(3, "reviews in the making that a player may have asked for")
    shared: int | None = _limit(4, "how many players' jobs, hints, reviews and tables an address may have")
    tables: int | None = _limit(200, "unfinished tables of a host")
    bots: int | None = _limit(4, "tables of a host with only bots that think at a time")

    @classmethod
    def none(cls) -> Limits:
        """Return limits that are all disabled."""
        return cls(**dict.fromkeys(NAMES))

    def changed(self, settings: Iterable[str]) -> Limits:
        """Return a copy with some limits changed, each given as NAME=VALUE; raise BadOption if one is invalid."""
        values = {name: getattr(self, name) for name in NAMES}
        for setting in settings:
            name, _, value = setting.partition("=")
            if name not in values:
                raise BadOption(f"--limit {setting}: there is no limit {name!r}; use one of {', '.join(NAMES)}")
            if value != OFF and not (value.isascii() and value.isdecimal() and 0 < int(value) <= MAX_LIMIT):
                raise BadOption(f"--limit {setting}: {name} takes an integer from 1 to {MAX_LIMIT}, or {OFF}")
            values[name] = None if value == OFF else int(value)
        return Limits(**values)

    def of_address(self, each: int | None) -> int | None:
        """Return the limit of an address where that of each player is `each`."""
        return None if each is None or self.shared is None else each * self.shared


DEFAULTS = Limits()

NAMES = tuple(one.name for one in fields(Limits))

MAX_LIMIT = 1_000_000


def describe() -> str:
    """Return the name, default and meaning of every limit, for the command-line help."""
    return "; ".join(f"{one.name} ({one.default}): {one.metadata['help']}" for one in fields(Limits))
