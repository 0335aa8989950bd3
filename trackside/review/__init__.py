"""Reviews of games: how much was luck, how much was play, and how much could not be known."""

from trackside.review.report import Option, Outcome, Review, SeatSum, Step
from trackside.review.reviewer import Reviewer, review

__all__ = ["Option", "Outcome", "Review", "Reviewer", "SeatSum", "Step", "review"]
