"""A kernel for the laws: random games in compiled code that keeps every position and every list of choices."""

from __future__ import annotations

from trackside.core.protocol import CHANCE, OVER, UNBOUND, AnyState, Array, Numbers, Rules
from trackside.core.random import below, draw

rules: Rules = UNBOUND

ENTRIES = ("think", "trace")


def think(states: AnyState, perspective: int, buffer: Numbers, rng: Numbers) -> int:
    """Hide states[0] from a seat, guess the hidden part, and return the quick player's move, or -1 if there is none."""
    s = states[0]
    rules.hide(s, perspective)
    rules.guess(s, perspective, rng)
    n = rules.legal_moves(s, perspective, buffer)
    return rules.quick_move(s, perspective, buffer, n, rng) if n > 0 else -1


def trace(states: AnyState, lists: Array, scores: Array, rng: Numbers) -> int:
    """Play states[0] to its end at random; return the number of steps.

    A row of `lists` has the seat, the move, n and the n choices. A game longer than the arrays is left unfinished.
    """
    step = 0
    while True:
        s = states[step]
        row = lists[step]
        seat = rules.to_move(s)
        row[0] = seat
        rules.scores(s, scores[step])
        if step == len(states) - 2:
            return step
        if seat == OVER:
            rules.returns(s, scores[step + 1])
            return step
        choices = row[3:]
        if seat == CHANCE:
            n = rules.chance_weights(s, choices)
            move = draw(rng, choices, n)
        else:
            n = rules.legal_moves(s, seat, choices)
            move = choices[below(rng, n)]
        row[1] = move
        row[2] = n
        states[step + 1] = s
        rules.apply(states[step + 1], seat, move)
        step += 1
