"""Stands in for a game's encoder.py: no features, so no net, and positions are judged by play-outs."""

from __future__ import annotations

from trackside.core.protocol import AnyState, Numbers

FEATURES: tuple[str, ...] = ()
NETS: tuple[str, ...] = ()
JUDGED = "shares"


def net_for(s: AnyState) -> int:
    """No net for any table."""
    return -1


def is_settled(s: AnyState) -> bool:
    """No position is one that a net judges."""
    return False


def perspective(s: AnyState) -> int:
    """Somebody's."""
    return 0


def encode(s: AnyState, seat: int, out: Numbers) -> None:
    """Nothing to write."""
