"""The standard errors of fixed values: `data/doubts.json` of a game, measured against much deeper analysis.

A table for every effort and number of seats has rows of three numbers: the turns before the solved end of the game up
to which the row applies, the error of a chance, and that of the difference of two moves, both at even chances.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from trackside.games import find_game
from trackside.review.report import Effort

FILE = Path("data", "doubts.json")

UNKNOWN = (1 << 30, 0.05, 0.03)
"""The row where nothing was measured."""

LEAST = 0.2
"""The least part of an error at even chances that remains where a game is nearly decided."""


@dataclass(frozen=True)
class Doubts:
    """The standard errors of one table's reviews, by the turns before the solved end."""

    rows: tuple[tuple[int, float, float], ...] = (UNKNOWN,)

    def of_chance(self, turns: int, chance: float) -> float:
        """Return the error of a chance; 0 where it is solved."""
        return self._row(turns)[1] * spread(chance) if turns > 0 else 0.0

    def of_difference(self, turns: int, chance: float) -> float:
        """Return the error of the difference of two moves around a chance; 0 where they are solved."""
        return self._row(turns)[2] * spread(chance) if turns > 0 else 0.0

    def _row(self, turns: int) -> tuple[int, float, float]:
        return next((row for row in self.rows if turns <= row[0]), self.rows[-1])


def spread(chance: float) -> float:
    """Return how far a share of the win can still go: 1 at even chances, little where the game is nearly decided."""
    return max(LEAST, 2 * math.sqrt(max(0.0, chance * (1 - chance))))


@cache
def doubts_of(game: str, effort: Effort, seats: int) -> Doubts:
    """Return the errors at a table; where they were not measured, those with the closest number of seats."""
    path = find_game(game).path / FILE
    tables = json.loads(path.read_text(encoding="utf-8")).get(effort, {}) if path.is_file() else {}
    if not tables:
        return Doubts()
    closest = min(tables, key=lambda known: abs(int(known) - seats))
    return Doubts(tuple((int(turns), chance, difference) for turns, chance, difference in tables[closest]))
