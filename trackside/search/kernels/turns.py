"""Whole turns compared by playing on from each with common random numbers: shared by all games searched by turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trackside.core.protocol import CHANCE, OVER, UNBOUND_TURNS, AnyState, Array, Numbers, TurnRules
from trackside.core.random import draw, seed_generator
from trackside.search.kernels.tree import judge

if TYPE_CHECKING:
    from trackside.search.scratch import Scratch

rules: TurnRules = UNBOUND_TURNS

NEEDS = ("trackside.search.kernels.playouts", "trackside.search.kernels.tree")
ENTRIES = ("rank", "play_on")

LENGTH, MOVE = 1, 2
"""Columns of a ranked turn: the number of its moves, and the first of them."""


def rank(root: AnyState, seat: int, turns: Array) -> int:
    """Write the turns that the policy ranks highest, best first; return their number."""
    return rules.rank_turns(root[0], seat, turns)


def play_on(
    root: AnyState,
    seat: int,
    turns: Array,
    chosen: Numbers,
    times: int,
    seed: int,
    styles: Array,
    sums: Array,
    scratch: Scratch,
) -> None:
    """Make every chosen turn, play on to the end `times` times, and add up the results.

    The k-th time has the same seed for each turn: the same secrets are guessed and the same cards drawn.
    """
    for k in range(times):
        for turn in chosen:
            seed_generator(scratch.rng, seed + k)
            scratch.work[0] = root[0]
            s = scratch.work[0]
            rules.guess(s, seat, scratch.rng)
            for i in range(turns[turn][LENGTH]):
                rules.apply(s, seat, turns[turn][MOVE + i])
            finish(s, scratch.buffer, scratch.rng)
            judge(s, scratch.values, styles[0])
            sums[turn][0] += 1
            sums[turn][1] += scratch.values[0][seat]
            sums[turn][2] += scratch.values[2][seat]


def finish(s: AnyState, buffer: Numbers, rng: Numbers) -> None:
    """Play on to the end, every seat by the game's own policy, one turn at a time."""
    seat = rules.to_move(s)
    while seat != OVER:
        if seat == CHANCE:
            n = rules.chance_weights(s, buffer)
            rules.apply(s, CHANCE, draw(rng, buffer, n))
        else:
            n = rules.quick_turn(s, seat, buffer, rng)
            for i in range(n):
                rules.apply(s, seat, buffer[i])
        seat = rules.to_move(s)
