"""The default hidden.py for games without secrets: everything on the table is open."""

from __future__ import annotations

from trackside.core.protocol import AnyState, Numbers


def hide(s: AnyState, seat: int) -> None:
    """Hide nothing: there are no secrets."""


def guess(s: AnyState, seat: int, rng: Numbers) -> None:
    """Guess nothing: there are no blanks."""
