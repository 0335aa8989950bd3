"""The default policy: a player without preferences, for games without a policy.py."""

from __future__ import annotations

from trackside.core.protocol import AnyState, Numbers
from trackside.core.random import below

CALLED = ("quick_move",)


def quick_move(s: AnyState, seat: int, moves: Numbers, n: int, rng: Numbers) -> int:
    """Return any of the legal moves."""
    return int(moves[below(rng, n)])
