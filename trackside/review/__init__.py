"""Games explained: what came of luck, of play, and of what could not be known."""

from trackside.review.report import Option, Outcome, Review, SeatSum, Step
from trackside.review.reviewer import Reviewer, review

__all__ = ["Option", "Outcome", "Review", "Reviewer", "SeatSum", "Step", "review"]
