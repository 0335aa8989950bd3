"""The luck in a game, without a look at its decisions: what experiments on even luck need."""

from __future__ import annotations

from trackside.play.match import Match
from trackside.review.report import Effort
from trackside.review.reviewer import Reviewer


def luck_of(match: Match, effort: Effort = "quick", seed: int = 0) -> tuple[float, ...]:
    """What luck gave every seat, in shares of the win; in points to one who plays alone.

    Its mean over many games is zero, so `result - luck` has the same mean as the result, and less spread.
    """
    return Reviewer(match, effort, seed).luck()
