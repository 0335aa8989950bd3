"""Move-path counts (perft): the number of ways a game can continue to a given depth, a fingerprint of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trackside.core.protocol import CHANCE, OVER, UNBOUND, AnyState, Array, Numbers, Rules

if TYPE_CHECKING:
    from trackside.games import Game

rules: Rules = UNBOUND

ENTRIES = ("count",)


def count(states: AnyState, buffers: Array, depth: int) -> int:
    """Count sequences of exactly `depth` moves and possible outcomes from states[0]; shorter games do not count."""
    if len(states) == 0:
        return 0
    total = 0
    level = 0
    left = buffers[:, buffers.shape[1] - 1]  # the choices of each level that are still untried
    left[0] = fill(states[0], buffers[0])
    while level >= 0:
        if level == depth:
            total += 1
            level -= 1
        elif left[level] == 0:
            level -= 1
        else:
            left[level] -= 1
            move = buffers[level][left[level]]
            states[level + 1] = states[level]
            following = states[level + 1]
            rules.apply(following, rules.to_move(following), move)
            level += 1
            if level < depth:
                left[level] = fill(following, buffers[level])
    return total


def fill(s: AnyState, out: Numbers) -> int:
    """Write all legal moves, or all possible outcomes if chance is to move; return their number."""
    seat = rules.to_move(s)
    if seat == OVER:
        return 0
    if seat != CHANCE:
        return rules.legal_moves(s, seat, out)
    outcomes = rules.chance_weights(s, out)
    n = 0
    for outcome in range(outcomes):
        if out[outcome] > 0:
            out[n] = outcome
            n += 1
    return n


def perft(game: Game, start: AnyState, depth: int) -> int:
    """Return the count from a plain state, computed by compiled code."""
    import numpy as np

    states = np.repeat(start.to_record(), depth + 1)
    buffers = np.zeros((depth + 1, max(game.plain.MOVES, game.plain.OUTCOMES) + 1), np.int64)
    return int(game.kernel(__name__).count(states, buffers, depth))
