"""The names of bots: every further bot of a level takes the next name of that level."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from itertools import count

PERSON = "you"
"""The value for a seat of a person at this screen, on the command line and in the terminal."""


@cache
def bot_names() -> dict[str, tuple[str, ...]]:
    """Return the names of bots by level."""
    text = (resources.files("trackside.play") / "data" / "names.toml").read_text(encoding="utf-8")
    return {level: tuple(names) for level, names in tomllib.loads(text).items()}


def _in_order(names: Sequence[str]) -> Iterator[str]:
    """Yield the names of a level, then the same names with numbers."""
    yield from names
    for number in count(2):
        yield from (f"{name} {number}" for name in names)


def with_names(names: Sequence[str], levels: Sequence[str | None]) -> list[str]:
    """Return the names at a table; a bot without a name takes the next free one of its level.

    >>> with_names(["Ann", "", "", ""], [None, "club", "club", "greedy"])
    ['Ann', 'Mesa', 'Dune', '']
    """
    called = list(names)
    for seat, level in enumerate(levels):
        if not called[seat] and level in bot_names():
            called[seat] = next(name for name in _in_order(bot_names()[level]) if name not in called)
    return called


def seating(seats: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the names and the bots of seats given as `you` or as a player; people have no names here.

    >>> seating(["you", "club", "greedy"])
    (['', 'Mesa', 'greedy'], ['', 'club', 'greedy'])
    """
    bots = ["" if seat == PERSON else seat for seat in seats]
    return [name or bot for name, bot in zip(with_names([""] * len(bots), bots), bots, strict=True)], bots
