"""The schedule of an arena: every mix of players, every deal played from every seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from trackside.core.errors import BadOption


@dataclass(frozen=True)
class Fixture:
    """One game to be played; fixtures of the same mix and deal have the same dice, only the seats rotate."""

    number: int
    mix: int
    deal: int
    agents: tuple[str, ...]


def mixes(agents: list[str], seats: int) -> list[tuple[str, ...]]:
    """Return the groups that meet: all different players if there are enough of them, else some twice."""
    if len(set(agents)) < len(agents):
        raise BadOption("every player may be named once")
    if len(agents) < 2 and seats > 1:
        raise BadOption("an arena needs at least two players")
    if len(agents) >= seats:
        return list(combinations(agents, seats))
    return [mix for mix in combinations_with_replacement(agents, seats) if len(set(mix)) > 1]


def schedule(agents: list[str], seats: int, games: int) -> Iterator[Fixture]:
    """Yield whole deals, at least `games` for every mix, deal by deal so that all mixes progress together."""
    groups = mixes(agents, seats)
    number = 0
    for deal in range(-(-games // seats)):
        for mix, group in enumerate(groups):
            for turn in range(seats):
                yield Fixture(number, mix, deal, group[turn:] + group[:turn])
                number += 1
