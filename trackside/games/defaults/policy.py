"""A player without preferences. Used where a game has no policy.py."""

from __future__ import annotations

from trackside.core.protocol import AnyState, Numbers
from trackside.core.random import below

CALLED = ("quick_move",)


def quick_move(s: AnyState, seat: int, moves: Numbers, n: int, rng: Numbers) -> int:
    """Any of the legal moves."""
    return int(moves[below(rng, n)])
