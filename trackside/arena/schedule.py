"""The schedule of an arena: every mix of players, every deal played from every seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


def mixes(agents: Sequence[str], seats: int, mirrored: Sequence[str] = ()) -> list[tuple[str, ...]]:
    """Return the groups that meet: all different players if there are enough of them, else some twice.

    Groups of one player against itself come last, where they are `mirrored`.
    """
    if len(agents) < 2 and seats > 1 and not mirrored:
        raise BadOption("an arena needs at least two players: name one twice to let it play against itself")
    alone = [(agent,) * seats for agent in mirrored if seats > 1]
    if len(agents) >= seats:
        return [*combinations(agents, seats), *alone]
    return [*(mix for mix in combinations_with_replacement(agents, seats) if len(set(mix)) > 1), *alone]


def schedule(agents: Sequence[str], seats: int, games: int, mirrored: Sequence[str] = ()) -> Iterator[Fixture]:
    """Yield whole deals, at least `games` for every mix, deal by deal so that all mixes progress together.

    Rotating one player against itself would repeat the same line-up: each of these games has a deal of its own.
    """
    groups = mixes(agents, seats, mirrored)
    deals = -(-games // seats)
    number = 0
    for deal in range(deals):
        for mix, group in enumerate(groups):
            alone = seats > 1 and len(set(group)) == 1
            for turn in range(seats):
                yield Fixture(number, mix, deal + turn * deals if alone else deal, group[turn:] + group[:turn])
                number += 1
