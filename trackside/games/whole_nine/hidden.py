"""What a seat may know. Everything on the table is open; what went back into the box is in no state (WN-3)."""

from __future__ import annotations

from trackside.core.protocol import Numbers
from trackside.games.whole_nine.state import State


def hide(s: State, seat: int) -> None:
    """Nothing is secret here."""


def guess(s: State, seat: int, rng: Numbers) -> None:
    """Nothing is left to guess."""
