"""Small random endings with a real choice, and what exhaustive search says about them, kept as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.laws.games import Table, random_game
from trackside.core.errors import BadOption
from trackside.core.notation import options_now
from trackside.core.protocol import AnyState
from trackside.games import GAMES
from trackside.search.exact import Exact


@dataclass(frozen=True)
class Kind:
    """What endings to look for."""

    seats: int
    count: int
    players: str = "random"
    least: int = 0
    """Positions that follow in an ending that is no longer trivial."""
    most: int = 1500
    """Positions that follow in an ending that is still small."""


KINDS = {
    "whole-nine": [Kind(seats=2, count=100)],
    "traxx": [
        Kind(seats=1, count=60, players="greedy", least=300, most=6000),
        Kind(seats=2, count=60, players="greedy"),
    ],
}
"""Games with endings that exhaustive search can solve. In Träxx with two seats it is the last round only that is
small, and there it is the same whether one sees what the other draws."""


@dataclass(frozen=True)
class Ending:
    """A position, whose move it is, and the share of the win after every move."""

    state: AnyState
    seat: int
    values: dict[int, float]


def find_endings(name: str, kind: Kind) -> Iterator[Ending]:
    """Positions from the ends of games where it matters what is played."""
    table = Table(GAMES[name], kind.seats, {})
    found = 0
    for seed in range(10_000):
        ending = next(endings_of(table, kind, seed), None)
        if ending is not None:
            yield ending
            found += 1
        if found == kind.count:
            return


def endings_of(table: Table, kind: Kind, seed: int) -> Iterator[Ending]:
    """Such positions of one game, the last one first."""
    for state, seat, choices, _ in reversed(list(random_game(table, seed, kind.players))):
        if seat < 0 or len(choices) < 2:
            continue
        exact = Exact(table.game, kind.most)
        try:
            after = exact.after(state, seat)
        except BadOption:
            return
        values = {move: shares[seat] for move, shares in after.items()}
        if exact.met >= kind.least and max(values.values()) - min(values.values()) > 0.02:
            yield Ending(state, seat, values)


def write_endings(name: str) -> str:
    """A line for every ending: the shares in the order of the moves, then the position."""
    lines = []
    for ending in (ending for kind in KINDS[name] for ending in find_endings(name, kind)):
        shares = " ".join(f"{value:.6f}" for value in ending.values.values())
        position = GAMES[name].notation.position_text(ending.state).replace("\n", " / ")
        lines.append(f"{shares} | {position}")
    return "\n".join(lines) + "\n"


def read_endings(name: str, text: str) -> Iterator[Ending]:
    """What was written."""
    game = GAMES[name]
    for line in text.splitlines():
        shares, _, position = line.partition(" | ")
        state = game.notation.parse_position(position)
        seat = game.plain.to_move(state)
        moves = options_now(game.plain, state, seat)
        yield Ending(state, seat, dict(zip(moves, map(float, shares.split()), strict=True)))
