"""Positions evaluated by playing on from each of them many times with common random numbers, to reduce the variance.

With a net, every seat plays by it, from its own view: the same players whatever led to the position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trackside.core.protocol import OVER, UNBOUND, AnyState, Array, Numbers, Rules
from trackside.core.random import seed_generator
from trackside.search.kernels.ahead import play_on
from trackside.search.kernels.net import judge_position
from trackside.search.kernels.playouts import play_out

if TYPE_CHECKING:
    from trackside.search.scratch import Scratch

rules: Rules = UNBOUND

NEEDS = (
    *("trackside.search.kernels.playouts", "trackside.search.kernels.net"),
    *("trackside.search.kernels.solving", "trackside.search.kernels.listing", "trackside.search.kernels.ahead"),
)
ENTRIES = ("sample",)


def sample(states: AnyState, turns: int, seed: int, players: Numbers, scratch: Scratch, found: Array) -> None:
    """Play on from every position for `turns` turns, once for each row of `found`, and evaluate the end with the net.

    The k-th sample adds k modulo seats turns, so that each seat's perspective is used equally often. If `turns` is -1,
    games are played to their end by the policy. The k-th sample has the same seed for every position.
    """
    for i in range(len(states)):
        for k in range(len(found[i])):
            seed_generator(scratch.rng, seed + k)
            scratch.work[0] = states[i]
            s = scratch.work[0]
            if turns < 0:
                play_out(s, players, scratch.buffer, scratch.rng)
            else:
                play_on(turns + k % s.seats, scratch)
            if rules.to_move(s) == OVER:
                rules.returns(s, found[i][k])
            else:
                judge_position(s, rules.perspective(s), 0, scratch, found[i][k])
