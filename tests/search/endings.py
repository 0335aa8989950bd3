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

MOST = 1500
"""Positions after an ending that is still small."""


@dataclass(frozen=True)
class Ending:
    """A position, whose move it is, and the share of the win after every move."""

    state: AnyState
    seat: int
    values: dict[int, float]


def find_endings(name: str, count: int) -> Iterator[Ending]:
    """Positions from the ends of random games where it matters what is played."""
    table = Table(GAMES[name], GAMES[name].card.default_seats, {})
    found = 0
    for seed in range(10_000):
        for state, seat, choices, _ in reversed(list(random_game(table, seed))):
            if seat < 0 or len(choices) < 2:
                continue
            try:
                after = Exact(table.game, MOST).after(state, seat)
            except BadOption:
                break
            values = {move: shares[seat] for move, shares in after.items()}
            if max(values.values()) - min(values.values()) > 0.02:
                yield Ending(state, seat, values)
                found += 1
                break
        if found == count:
            return


def write_endings(name: str, count: int) -> str:
    """A line for every ending: the shares in the order of the moves, then the position."""
    lines = []
    for ending in find_endings(name, count):
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
