"""What a client may send at most: the server refuses more, and the page is told so that it never offers it.

The limits on how often and how much are `Limits`: an operator can change each of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields

from trackside.core.errors import BadOption

NAME = 24
"""Characters of a player's name."""

SEED = 64
"""Characters of a seed."""

OPTION = 1000
"""Characters of an option's value."""

CLOCKS = (30, 60, 180, 600, 86400, 259200, 604800)
"""Seconds a turn may take."""

MINUTES = (10, 15, 20, 30, 45, 60, 90, 120)
"""Minutes after which a timed game can end."""

BODY = 1 << 20
"""Bytes of a request."""

RECORD = 1_000_000
"""Characters of a game as text."""

MESSAGE = 1 << 14
"""Characters of a message on a socket."""

HEAD = 1 << 16
"""Bytes of what comes before the body of a request."""

HEAD_SECONDS, BODY_SECONDS = 20.0, 60.0
"""Seconds that may pass until a request is there: what comes before its body, and its body."""

LESSON = 20
"""Moves of an answer to a lesson."""

ANSWER = 40
"""Moves of an answer to a question of a review: a whole turn, where seats decide by turns."""

AWAY = 120
"""Seconds that a player whose turn it is has to be away before a bot can take over."""

OFF = "off"
"""The value that lifts a limit."""


def _limit(value: int, help: str) -> int | None:
    limit: int | None = field(default=value, metadata={"help": help})
    return limit


@dataclass(frozen=True)
class Limits:
    """How often and how much a client may ask; None for no limit.

    An address is an IPv4 address or an IPv6 network of 64 bits. A token that the server has not issued is no player:
    limits count it as its address.
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
        """Return no limits."""
        return cls(**dict.fromkeys(NAMES))

    def changed(self, settings: Iterable[str]) -> Limits:
        """Return these limits with some changed, each given as NAME=VALUE; BadOption in words."""
        values = {name: getattr(self, name) for name in NAMES}
        for setting in settings:
            name, _, value = setting.partition("=")
            if name not in values:
                raise BadOption(f"--limit {setting}: there is no limit {name!r}; use one of {', '.join(NAMES)}")
            if value != OFF and not (value.isascii() and value.isdecimal() and 0 < int(value) <= MOST):
                raise BadOption(f"--limit {setting}: {name} takes an integer from 1 to {MOST}, or {OFF}")
            values[name] = None if value == OFF else int(value)
        return Limits(**values)

    def of_address(self, each: int | None) -> int | None:
        """Return how much an address may wait for where a player may wait for `each`."""
        return None if each is None or self.shared is None else each * self.shared


DEFAULTS = Limits()

NAMES = tuple(one.name for one in fields(Limits))

MOST = 1_000_000


def describe() -> str:
    """Return the names of all limits with their values and what they mean, for help."""
    return "; ".join(f"{one.name} ({one.default}): {one.metadata['help']}" for one in fields(Limits))
