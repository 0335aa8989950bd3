"""The figures of a review as they are displayed: whole percents of a win, or tenths of points.

The terms of a sum are rounded together, so that the displayed figures add up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from trackside.core.words import Words
from trackside.review.report import Option, Review, Unit
from trackside.review.sums import gift_of, parts_in, parts_of

SCALE: dict[Unit, int] = {"share": 100, "points": 10}
"""The displayed units in one unit of a review: percents, or tenths of points."""

RowKind = Literal["start", "gifts", "losses", "small", "even", "luck", "information", "residual", "result", "so_far"]

PLACES = ("start", "even", "result", "so_far")
"""Rows that show where the sum stands; the others are added."""


@dataclass(frozen=True)
class Row:
    """One row of the sum; `start`, `even`, `result` and `so_far` show where the sum stands, the others are added."""

    kind: RowKind
    name: str
    value: int
    """The figure in whole percents, or in tenths of points."""
    text: str
    """The figure as text, with a plus or minus sign if it is added."""


def whole(terms: Sequence[float], total: int | None = None) -> list[int]:
    """Return integers that add up to the rounded sum, or to a total that is already known.

    Those that lose most by rounding are rounded the other way.

    >>> whole([50, 31.6, -62.6, -20.4, 1.4])
    [50, 32, -63, -20, 1]
    """
    rounded = [math.floor(term + 0.5) for term in terms]
    off = (math.floor(math.fsum(terms) + 0.5) if total is None else total) - sum(rounded)
    step = 1 if off > 0 else -1
    order = sorted(range(len(rounded)), key=lambda i: step * (rounded[i] - terms[i]))
    for place in order[: abs(off)]:
        rounded[place] += step
    return rounded


def shown(value: float, unit: Unit) -> int:
    """Return a figure as it is displayed: an integer number of percents, or of tenths of points."""
    return whole([value * SCALE[unit]])[0]


def digits(value: int, unit: Unit, words: Words) -> str:
    """Return the digits of a figure, with a true minus sign."""
    text = str(abs(value)) if unit == "share" else f"{abs(value) // 10}{words('review.decimal')}{abs(value) % 10}"
    return f"\N{MINUS SIGN}{text}" if value < 0 else text


def amount(value: int, unit: Unit, words: Words) -> str:
    """Return a figure with its unit: 31 %, or 10.2 points."""
    return words("review.percent" if unit == "share" else "review.points", n=digits(value, unit, words))


def signed(value: int, unit: Unit, words: Words) -> str:
    """Return the digits of a figure that is added: +8, −17."""
    return ("+" if value > 0 else "") + digits(value, unit, words)


def size(value: int, unit: Unit, words: Words) -> str:
    """Return a figure that is added, with its unit: −17 %."""
    return words("review.percent" if unit == "share" else "review.points", n=signed(value, unit, words))


def capital(text: str) -> str:
    """Capitalise the first letter of a text."""
    return text[:1].upper() + text[1:]


def kept_chance(option: Option, best: Option) -> float:
    """Return the chance of an option as it is displayed: never more than that of the best.

    The best was examined most closely; an estimate above it only means that the two cannot be told apart.
    """
    return min(option.chance, best.chance)


EDGE = 3
"""The widest band of a displayed share, two standard errors, as a multiple of its distance from 0 or 1."""


def shown_error(value: float, error: float, unit: Unit) -> float:
    """Return a standard error as it is displayed: close to 0 and 1, an estimate cannot be as uncertain as elsewhere."""
    return min(error, EDGE * max(0.0, min(value, 1.0 - value)) / 2) if unit == "share" else error


def one_decimal(value: float, words: Words) -> str:
    """Return a number with one decimal."""
    return f"{value:.1f}".replace("-", "\N{MINUS SIGN}").replace(".", words("review.decimal"))


# A step


@dataclass(frozen=True)
class StepFigures:
    """The changes of a step for its reader, in displayed figures that add up.

    The reader's figure after the last step + `second_look` + the changes = `after`.
    """

    second_look: int
    """The judge's correction before the step happened."""
    luck: int
    loss: int
    gift: int
    information: int
    after: int

    @property
    def before(self) -> int:
        """The reader's figure when the step happened."""
        return self.after - self.luck - self.loss - self.gift - self.information


def step_figures(review: Review, index: int, reader: int) -> StepFigures:
    """Return the figures of a step for a reader, rounded to lead from the last displayed figure to the next."""
    step, unit = review.steps[index], review.unit
    own, parts = step.seat == reader, parts_of(review, step, reader)
    last = review.steps[index - 1].after[reader] if index else review.start[reader]
    terms = (step.luck[reader], step.loss if own else 0.0, gift_of(review, step, reader), parts.information)
    before, after = shown(step.before[reader], unit), shown(step.after[reader], unit)
    luck, loss, gifts, hidden = whole([term * SCALE[unit] for term in terms], after - before)
    return StepFigures(before - shown(last, unit), luck, loss, gifts, hidden, after)


# The sum


@dataclass(frozen=True)
class Shown:
    """The terms of a seat's sum as they are displayed, rounded together."""

    start: int
    gifts: int
    losses: int
    small: int
    luck: int
    information: int
    residual: int

    @property
    def play(self) -> int:
        """The effect of all mistakes together, without small differences."""
        return self.gifts + self.losses

    @property
    def even(self) -> int:
        """The expectation on even luck."""
        return self.start + self.play + self.small

    @property
    def largest(self) -> int:
        """The size of the largest part."""
        return max(map(abs, (self.play, self.small, self.luck, self.information)))

    @property
    def result(self) -> int:
        """The result of the game."""
        return self.even + self.luck + self.information + self.residual


def shown_sum(review: Review, seat: int) -> Shown:
    """Return the terms of a seat's sum, rounded together."""
    one = review.sums[seat]
    terms = (one.start, one.gifts, one.losses, one.small, one.luck, one.information, one.residual)
    return Shown(*whole([term * SCALE[review.unit] for term in terms]))


def luck_parts(review: Review, seat: int) -> list[int]:
    """Return the parts of luck (set-up, own, others'), rounded so that they add up to the displayed luck."""
    one = review.sums[seat]
    terms = [value * SCALE[review.unit] for value in (one.setup, one.own_luck, one.others_luck)]
    return whole(terms, shown_sum(review, seat).luck)


def has_secrets(review: Review) -> bool:
    """Return True if hidden information changed any chances."""
    return any(step.information for step in review.steps) or any(one.information for one in review.sums)


def sum_rows(review: Review, seat: int, words: Words) -> list[Row]:
    """Return the parts of a seat's result, row by row; empty before the whole game is read."""
    if not review.complete:
        return []
    one = shown_sum(review, seat)
    kinds: tuple[RowKind, ...] = (
        "start",
        "gifts",
        "losses",
        "small",
        "even",
        "luck",
        "information",
        "residual",
        "result",
    )
    return _rows(review, seat, {kind: getattr(one, kind) for kind in kinds}, words)


def rows_so_far(review: Review, seat: int, words: Words) -> list[Row]:
    """Return the sum of the steps read so far, row by row, without even luck."""
    played = parts_in(review, seat)
    parts: dict[RowKind, float] = {
        "start": review.start[seat],
        "gifts": played.gifts,
        "losses": played.losses,
        "small": played.small,
        "luck": sum(step.luck[seat] for step in review.steps),
        "information": played.information,
        "residual": sum(step.residual[seat] for step in review.steps),
    }
    values = whole([value * SCALE[review.unit] for value in parts.values()])
    shown_parts: dict[RowKind, int] = dict(zip(parts, values, strict=True))
    return _rows(review, seat, {**shown_parts, "so_far": sum(values)}, words)


def _rows(review: Review, seat: int, values: dict[RowKind, int], words: Words) -> list[Row]:
    """Return the rows of a sum with their names, without parts that this game cannot have."""
    unit = review.unit
    names: dict[RowKind, str] = {
        "start": words(start_name(review)),
        "gifts": words.of(1 - seat, "review.sum.mistakes") if review.seats == 2 else words("review.sum.others"),
        "losses": words.of(seat, "review.sum.mistakes"),
        "small": words("review.small.row"),
        "even": words("review.sum.even"),
        "luck": words("review.luck.row"),
        "information": words("review.hidden.row"),
        "residual": words("review.sum.residual"),
        "result": words("review.sum.result"),
        "so_far": words("review.sum.so_far", turn=review.steps[-1].turn if review.steps else 0),
    }
    if review.seats == 1:
        del names["gifts"]
    if not has_secrets(review):
        del names["information"]
    if not values["small"]:
        del names["small"]
    rows = []
    for kind, value in values.items():
        if kind in names:
            text = digits(value, unit, words) if kind in PLACES else signed(value, unit, words)
            rows.append(Row(kind, names[kind], value, text))
    return rows


def start_name(review: Review) -> str:
    """Return the catalogue key for the name of the first row."""
    if review.seats == 1:
        return "review.sum.expected"
    return "review.sum.even_start" if is_even_start(review) else "review.sum.start"


def is_even_start(review: Review) -> bool:
    """Return True if all seats began with the same displayed figure."""
    return len({shown(start, review.unit) for start in review.start}) == 1


def subject(review: Review, words: Words) -> int:
    """Return the seat that the sentence is about: the reader's, or the one that did best."""
    if words.you is not None:
        return words.you
    standing = [one.result for one in review.sums] or list(review.steps[-1].after if review.steps else review.start)
    return standing.index(max(standing))
