"""The luck in a game, without judging its decisions, as experiments on even luck need it."""

from __future__ import annotations

from trackside.play.match import Match
from trackside.review.report import Effort
from trackside.review.reviewer import Reviewer


def luck_of(match: Match, effort: Effort = "quick", seed: int = 0) -> tuple[float, ...]:
    """Return the luck of every seat, in shares of the win; in points for a solo player.

    Its mean over many games is zero, so `result - luck` has the same mean as the result, and less spread.
    """
    return Reviewer(match, effort, seed).luck()
