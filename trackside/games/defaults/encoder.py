"""The default encoder: no features, so no net, and positions are evaluated by play-outs."""

from __future__ import annotations

from trackside.core.protocol import AnyState, Numbers

FEATURES: tuple[str, ...] = ()
NETS: tuple[str, ...] = ()
JUDGED = "shares"


def net_for(s: AnyState) -> int:
    """Return -1: no table has a net."""
    return -1


def is_settled(s: AnyState) -> bool:
    """Return False: a net evaluates no position."""
    return False


def perspective(s: AnyState) -> int:
    """Return seat 0; no net asks."""
    return 0


def encode(s: AnyState, seat: int, out: Numbers) -> None:
    """Write nothing."""
