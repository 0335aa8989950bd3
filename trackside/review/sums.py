"""The sums of a review's steps, for every seat and for the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from trackside.games import Game
from trackside.play.match import Match
from trackside.review.levels import level_like
from trackside.review.report import Cause, Review, SeatSum, Step, Unit, Word

WORDS: dict[str, tuple[tuple[Word, float], ...]] = {
    "share": (("blunder", 0.10), ("mistake", 0.05), ("slip", 0.02)),
    "points": (("blunder", 5.0), ("mistake", 2.5), ("slip", 1.0)),
}
"""The words for losses, each with the size from which it applies."""

CLEAR = 3.0
"""The number of standard errors from which a difference is clear."""

MATTERED = 15.0
"""The least sum of the weights of a seat's decisions for a comparison with the levels."""

MIN_MOMENTS, MAX_MOMENTS = 3, 5

STROKE = {"share": 0.05, "points": 2.5}
"""The luck from which a step is worth a closer look."""

WORTH = {"share": 0.03, "points": 1.0}
"""The change from which a step is one of a seat's moments."""


@dataclass(frozen=True)
class Scale:
    """A conversion from shares of the win, or the scale of `returns`, to the unit of a review."""

    unit: Unit
    factor: float = 1.0
    offset: float = 0.0

    def of(self, shares: Any) -> Any:
        """Return shares in the unit of the review."""
        return shares * self.factor + self.offset


def scale_of(game: Game, seats: int) -> Scale:
    """Return the scale of a table: shares of the win, or points for a solo player where the game defines them."""
    rules: Any = game.plain
    if seats == 1 and hasattr(rules, "MAX_POINTS"):
        return Scale("points", rules.MAX_POINTS - rules.MIN_POINTS, rules.MIN_POINTS)
    return Scale("share")


def word_for(loss: float, error: float, unit: Unit) -> Word:
    """Return the word for a loss; empty if it is small or not clear."""
    if -loss <= CLEAR * error:
        return ""
    return next((word for word, size in WORDS[unit] if -loss >= size), "")


def add_up(review: Review, match: Match) -> tuple[SeatSum, ...]:
    """Return the parts of every seat's result."""
    scale = scale_of(match.game, review.seats)
    return tuple(
        _seat_sum(review, seat, float(result)) for seat, result in enumerate(scale.of(np.array(match.returns)))
    )


@dataclass(frozen=True)
class Parts:
    """The change of a seat's chances by decisions: by mistakes, by differences without a verdict, and by chance."""

    losses: float = 0.0
    gifts: float = 0.0
    small: float = 0.0
    information: float = 0.0


def parts_of(review: Review, step: Step, seat: int) -> Parts:
    """Return what the decision of a step changed for a seat."""
    if step.kind != "decision":
        return Parts()
    if step.seat == seat:
        played, hidden = step.loss, step.information
        return Parts(losses=played, information=hidden) if step.word else Parts(small=played, information=hidden)
    played = gift_of(review, step, seat)
    hidden = step.gifts[seat] - played if step.gifts else 0.0
    return Parts(gifts=played, information=hidden) if step.word else Parts(small=played, information=hidden)


def gift_of(review: Review, step: Step, seat: int) -> float:
    """Return what another seat's decision gave this one, as far as that seat could know.

    The rest of `gifts` came from what was hidden. The loss falls on partners alike, and its gain to the others alike.
    """
    if not step.gifts or step.seat == seat:
        return 0.0
    if not step.information:
        return step.gifts[seat]
    sides = review.sides or tuple(range(review.seats))
    own = sides.count(sides[step.seat])
    return step.loss if sides[seat] == sides[step.seat] else -step.loss * own / (review.seats - own)


def parts_in(review: Review, seat: int) -> Parts:
    """Return what all decisions changed for a seat."""
    found = [parts_of(review, step, seat) for step in review.steps]
    return Parts(*(sum(getattr(one, field.name) for one in found) for field in fields(Parts)))


def _seat_sum(review: Review, seat: int, result: float) -> SeatSum:
    steps, parts = review.steps, parts_in(review, seat)
    own = [step for step in steps if step.kind == "decision" and step.seat == seat]
    chance = [step for step in steps if step.kind == "chance"]
    each, error, mattered = _loss_per_decision(own, seat, review.unit)
    return SeatSum(
        seat=seat,
        start=review.start[seat],
        setup=sum(step.luck[seat] for step in steps if step.kind == "setup"),
        own_luck=sum(step.luck[seat] for step in chance if step.seat in (seat, -1)),
        others_luck=sum(step.luck[seat] for step in chance if step.seat not in (seat, -1)),
        losses=parts.losses,
        gifts=parts.gifts,
        small=parts.small,
        information=parts.information,
        residual=sum(step.residual[seat] for step in steps) + result - steps[-1].after[seat],
        result=result,
        decisions=len(own),
        slips=sum(step.word == "slip" for step in own),
        mistakes=sum(step.word == "mistake" for step in own),
        blunders=sum(step.word == "blunder" for step in own),
        loss_per_decision=each,
        loss_per_decision_error=error,
        level=level_like(review.game, review.effort, review.seats, -each) if mattered >= MATTERED else "",
    )


def weight_of(step: Step, seat: int, unit: Unit) -> float:
    """Return how much a decision says about its player: all at even chances, nothing where the game is decided."""
    chance = min(1.0, max(0.0, step.before[seat]))
    return 1.0 if unit == "points" else 4 * chance * (1 - chance)


def _loss_per_decision(own: Sequence[Step], seat: int, unit: Unit) -> tuple[float, float, float]:
    """Return the weighted mean loss of decisions, its standard error, and the sum of their weights."""
    losses = np.array([step.loss for step in own])
    weights = np.array([weight_of(step, seat, unit) for step in own])
    total = float(weights.sum())
    if total <= 0:
        return 0.0, 0.0, 0.0
    mean, n = float(weights @ losses / total), len(own)
    error = float(np.sqrt((weights**2 @ (losses - mean) ** 2) * n / (n - 1)) / total) if n > 1 else 0.0
    return mean, error, total


def find_moments(review: Review) -> tuple[int, ...]:
    """Return the steps worth a closer look: the largest clear losses, then the largest strokes of luck."""
    steps = review.steps
    losses = sorted((i for i in range(len(steps)) if steps[i].word), key=lambda i: steps[i].loss)
    strokes = sorted(strokes_for(review, None), key=lambda i: -_stroke(steps[i]))
    found = losses[:MAX_MOMENTS]
    found += strokes[: max(min(1, len(strokes), MAX_MOMENTS - len(found)), MIN_MOMENTS - len(found), 0)]
    return tuple(sorted(found))


def moments_for(review: Review, seat: int) -> tuple[int, ...]:
    """Return the moments that mattered to a seat; if they are few, or the game is not read to its end, its greatest."""
    steps, worth = review.steps, WORTH[review.unit]
    changes = {index: abs(cause_of(review, step, seat)[1]) for index, step in enumerate(steps)}
    found = {index for index in review.moments if changes[index] >= worth}
    if len(found) < MIN_MOMENTS:
        greatest = sorted((index for index in changes if changes[index] >= worth), key=lambda index: -changes[index])
        found.update(greatest[:MIN_MOMENTS])
    return tuple(sorted(found))


def mistakes_for(review: Review, seat: int | None) -> tuple[int, ...]:
    """Return the clear losses of a seat; those of all seats if it has none."""
    found = tuple(index for index, step in enumerate(review.steps) if step.word)
    return tuple(index for index in found if review.steps[index].seat == seat) or found


def strokes_for(review: Review, seat: int | None) -> tuple[int, ...]:
    """Return the strokes of luck for a seat, or for any seat."""
    return tuple(index for index, step in enumerate(review.steps) if _is_stroke(review, step, seat))


def cause_of(review: Review, step: Step, seat: int) -> tuple[Cause, float]:
    """Return what changed a seat's chances most in a step, and by how much; a clear loss comes first."""
    hidden = parts_of(review, step, seat).information
    play: tuple[Cause, float] = ("loss", step.loss) if step.seat == seat else ("gift", gift_of(review, step, seat))
    others: tuple[tuple[Cause, float], ...] = (("luck", step.luck[seat]), ("information", hidden))
    return play if step.word else max(play, *others, key=lambda one: abs(one[1]))


def _is_stroke(review: Review, step: Step, seat: int | None) -> bool:
    luck = _stroke(step) if seat is None else abs(step.luck[seat])
    return step.kind == "chance" and luck >= STROKE[review.unit]


def _stroke(step: Step) -> float:
    return max(map(abs, step.luck))
