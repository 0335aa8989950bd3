"""Looks at the positions of a game under review: an evaluator with its budget, its seeds and its doubt."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from trackside.core.protocol import AnyState
from trackside.review.budgets import Budget
from trackside.review.doubts import Doubts
from trackside.review.evaluators import Evaluator
from trackside.review.sums import Scale

ROUNDING = 1e-9
"""Differences that come from adding numbers in another order."""


class Looks:
    """The looks of one evaluator.

    `late` has the happenings shortly before the solved end. Fixed values have measured errors instead: `turns` has the
    turns from each happening to the solved end.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        budget: Budget,
        scale: Scale,
        seed: int,
        late: frozenset[int] = frozenset(),
        doubts: Doubts | None = None,
        turns: Sequence[int] = (),
    ) -> None:
        self.evaluator, self.budget, self.scale = evaluator, budget, scale
        self.seed, self.late, self.doubts, self.turns = seed, late, doubts, turns

    def at(self, states: Sequence[AnyState], simulations: int, index: int, purpose: str = "judge") -> Any:
        """Return looks at positions of a happening in the review's unit: (position, look, seat)."""
        return self.scale.of(self.evaluator.evaluate(states, simulations, seed_for(self.seed, index, purpose)))

    def measure(self, states: Sequence[AnyState], index: int, time: int) -> Any:
        """Return close looks at positions that are compared; every time they are others."""
        return self.at(states, self.budget.measure, index, f"measure {time}")

    def doubt(self, index: int) -> float:
        """Return the error that all looks at a happening share."""
        return self.budget.late if index in self.late else self.budget.doubt

    def errors(self, rows: Any, index: int) -> Any:
        """Return the standard errors of rows of looks."""
        if self.doubts is not None:
            return np.array([self.doubts.of_chance(self.turns[index], float(row.mean())) for row in rows])
        return np.array([error_of(row, self.doubt(index)) for row in rows])


def seed_for(seed: int, index: int, purpose: str) -> int:
    """Return the seed for one purpose at one happening."""
    digest = hashlib.sha256(f"{seed} {index} {purpose}".encode()).digest()
    return int.from_bytes(digest[:7])


def error_of(looks: Any, doubt: float = 0.0) -> float:
    """Return the standard error of the mean of some looks, with the error they share; 0 if all agree.

    A single look gives no error either.
    """
    error = float(looks.std(ddof=1) / np.sqrt(len(looks))) if len(looks) > 1 else 0.0
    return math.hypot(error, doubt) if error > ROUNDING else 0.0
