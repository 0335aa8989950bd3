"""Optional features of games beyond the protocol: named in the card, implemented in a module of the game's folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from trackside.core.protocol import AnyState


@dataclass(frozen=True)
class Possible:
    """A score that could have been reached, and the moves of each round; no rounds if the game was played better."""

    score: int
    rounds: tuple[str, ...]


class Hindsight(Protocol):
    """The module hindsight.py of a game that has `hindsight`."""

    def possible(self, start: AnyState, log: Sequence[tuple[int, int]], seat: int, width: int) -> Possible:
        """Return the best play found for a seat in a finished game; a greater `width` searches more widely."""


@dataclass(frozen=True)
class SheetReport:
    """A summary of a valid sheet file, and warnings about possible improvements."""

    holds: str
    warnings: tuple[str, ...]


class Sheets(Protocol):
    """The module sheets.py of a game that has `sheets`: custom material in files."""

    def check(self, file: str) -> SheetReport:
        """Check a file and summarise it; TracksideError names the file, the line and the fault."""

    def draw(self, file: str) -> str:
        """Draw the contents of a file in plain lines."""

    def make(self, seed: int) -> str:
        """Return a file with new random material."""
