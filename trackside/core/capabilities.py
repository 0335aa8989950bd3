"""What a game can have beyond the protocol: its card names it, and a module of its folder does it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from trackside.core.protocol import AnyState


@dataclass(frozen=True)
class Possible:
    """A score that could have been reached, and how: what to play in each round; nothing if it was played better."""

    score: int
    rounds: tuple[str, ...]


class Hindsight(Protocol):
    """The module hindsight.py of a game that has `hindsight`."""

    def possible(self, start: AnyState, log: Sequence[tuple[int, int]], seat: int, width: int) -> Possible:
        """The best found for a seat in a finished game; a greater `width` looks at more."""


@dataclass(frozen=True)
class SheetReport:
    """What a valid file of sheets holds, in words, and what could be better about it."""

    holds: str
    warnings: tuple[str, ...]


class Sheets(Protocol):
    """The module sheets.py of a game that has `sheets`: material of one's own, in files."""

    def check(self, file: str) -> SheetReport:
        """What a file holds; TracksideError names the file, the line and the fault."""

    def draw(self, file: str) -> str:
        """What a file holds, as a drawing in plain lines."""

    def make(self, seed: int) -> str:
        """A file with new material made by chance."""
