"""A game without secrets: everything on the table is known to all. Used where a game has no hidden.py."""

from __future__ import annotations

from trackside.core.protocol import AnyState, Numbers


def hide(s: AnyState, seat: int) -> None:
    """Nothing is secret."""


def guess(s: AnyState, seat: int, rng: Numbers) -> None:
    """Nothing is left to guess."""
