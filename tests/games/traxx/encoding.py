"""A kernel for tests: many positions encoded in compiled code."""

from __future__ import annotations

from trackside.core.protocol import UNBOUND, AnyState, Array, Rules

rules: Rules = UNBOUND

ENTRIES = ("encode_states",)


def encode_states(states: AnyState, seat: int, out: Array) -> None:
    """Encode every position from the perspective of a seat, a row each."""
    for i in range(len(states)):
        rules.encode(states[i], seat, out[i])
