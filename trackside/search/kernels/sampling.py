"""Positions evaluated by playing on from each of them many times with common random numbers, to reduce the variance."""

from __future__ import annotations

from trackside.core.protocol import OVER, UNBOUND, AnyState, Array, Numbers, Rules
from trackside.core.random import seed_generator
from trackside.search.kernels.net import judge_position
from trackside.search.kernels.playouts import play_out, play_turns

rules: Rules = UNBOUND

NEEDS = ("trackside.search.kernels.playouts", "trackside.search.kernels.net")
ENTRIES = ("sample",)


def sample(
    states: AnyState,
    turns: int,
    seed: int,
    work: AnyState,
    players: Numbers,
    buffer: Numbers,
    nets: AnyState,
    inputs: Numbers,
    units: Array,
    rng: Numbers,
    found: Array,
) -> None:
    """Play on from every position for `turns` turns, once for each row of `found`, and evaluate the end with the net.

    The k-th sample adds k modulo seats turns, so that each seat's perspective is used equally often. If `turns` is -1,
    games are played to their end. The k-th sample has the same seed for every position.
    """
    for i in range(len(states)):
        for k in range(len(found[i])):
            seed_generator(rng, seed + k)
            work[0] = states[i]
            s = work[0]
            if turns < 0:
                play_out(s, players, buffer, rng)
            else:
                play_turns(s, turns + k % s.seats, players, buffer, rng)
            if rules.to_move(s) == OVER:
                rules.returns(s, found[i][k])
            else:
                judge_position(s, rules.perspective(s), nets, 0, inputs, units, found[i][k])
