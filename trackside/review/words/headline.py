"""The headline and the summary of a game in words; `steps` has the words for a step."""

from __future__ import annotations

from typing import Literal, NamedTuple

from trackside.core.words import Words
from trackside.review.levels import level_losses
from trackside.review.report import Review, SeatSum
from trackside.review.words.figures import (
    amount,
    capital,
    digits,
    has_secrets,
    is_even_start,
    one_decimal,
    shown,
    shown_sum,
    subject,
)

LOSING, WINNING = 35, 65
"""Percents on even luck below or above which a seat played the weaker or the better game."""
EVEN = 10
"""Percents of a win below which the largest part of a shared win is not worth naming."""
HARDLY, NEARLY = 2, 98
"""Percents beyond which an estimate is put into words, because it can leave 0 to 100."""
KIND = {"share": 2, "points": 10}
"""Percents or tenths of points from which luck in a solo game, or the judge's own error, is worth a word."""

# The headline


def ending(review: Review, seat: int) -> Literal["won", "lost", "shared"]:
    """Return how the game ended for a seat, where several play; partners win together."""
    if review.sums[seat].result <= 0:
        return "lost"
    return "shared" if len(_winning_sides(review)) > 1 else "won"


def _winning_sides(review: Review) -> set[int]:
    sides = review.sides or tuple(range(review.seats))
    return {sides[one.seat] for one in review.sums if one.result > 0}


def headline(review: Review, seat: int, words: Words) -> str:
    """Return what decided the game for a seat, in a few words; empty before the whole game is read."""
    if not review.complete:
        return ""
    if is_too_close(review, seat):
        return words("review.headline.too_close", n=amount(abs(shown_sum(review, seat).residual), review.unit, words))
    if review.seats == 1:
        return _headline_solo(review, words)
    return _headline(review, seat, words)


def is_too_close(review: Review, seat: int) -> bool:
    """Return True if the judge's own error is too large for a verdict, compared with what it explains."""
    one = shown_sum(review, seat)
    off = abs(one.residual)
    return off >= KIND[review.unit] and 2 * off > one.largest


class _Part(NamedTuple):
    """A part of a sum: its cause, and its contribution to the result."""

    kind: Literal["play", "luck", "hidden", "small"]
    size: int

    @property
    def direction(self) -> Literal["won", "lost"]:
        return "lost" if self.size < 0 else "won"


def _parts(review: Review, seat: int) -> list[_Part]:
    """Return the parts of a seat's result, the largest first: it is in the headline, and begins the sentence."""
    one = shown_sum(review, seat)
    parts = [_Part("play", one.play), _Part("luck", one.luck)]
    if has_secrets(review):
        parts.append(_Part("hidden", one.information))
    if one.small:
        parts.append(_Part("small", one.small))
    return sorted(parts, key=lambda part: -abs(part.size))


def _headline(review: Review, seat: int, words: Words) -> str:
    """Return the largest part, in view of how the game ended and, with two seats, would end on even luck."""
    one, ended = shown_sum(review, seat), ending(review, seat)
    first, second, *_ = _parts(review, seat)
    if review.seats == 2:
        is_luck = abs(one.luck) == one.largest
        if is_luck and one.luck < 0 and ended != "won" and one.even > WINNING:
            return words.of(seat, "review.headline.unlucky")
        if is_luck and one.luck > 0 and ended != "lost" and one.even < LOSING:
            better = words.of(1 - seat, "review.headline.better_game")
            return words.of(seat, "review.headline.lucky", other=better)
        if ended == "shared" and abs(first.size) < EVEN:
            return words("review.headline.even")
    if ended == first.direction and review.seats == 2 and not _is_close(first, second):
        is_even = LOSING <= one.even <= WINNING
        if first.kind == "play" and not is_even:
            return words.of(seat, f"review.headline.play_{ended}", luck=words("review.luck.is"))
        if first.kind in ("luck", "hidden") and is_even:
            return words.of(seat, f"review.headline.{first.kind}_{ended}")
    return _name_parts(first, second, ended, seat, words)


def _is_close(first: _Part, second: _Part) -> bool:
    """Return True if two parts of the same direction are about equal."""
    alike = first.size * second.size > 0
    return alike and abs(first.size) - abs(second.size) <= abs(first.size) / 4


def _name_parts(first: _Part, second: _Part, ended: str, seat: int, words: Words) -> str:
    """Name what cost or gave most; both parts if they are about equal."""
    by, end = [words(f"review.{part.kind}.by") for part in (first, second)], first.direction
    if _is_close(first, second):
        return capital(words.of(seat, f"review.headline.same_{end}", play=by[0], luck=by[1]))
    if ended != "shared" and ended != end:
        return words.of(seat, f"review.headline.although_{ended}", by=by[0])
    return capital(words.of(seat, f"review.headline.most_{end}", by=by[0]))


def _headline_solo(review: Review, words: Words) -> str:
    """Return how kind the cards were, then the worst mistakes."""
    one = review.sums[0]
    luck = shown_sum(review, 0).luck
    cards = "fair" if abs(luck) < KIND[review.unit] else "kind" if luck > 0 else "unkind"
    return words("review.headline.solo", luck=words(f"review.luck.{cards}"), mistakes=_worst(one, words))


def _worst(one: SeatSum, words: Words) -> str:
    for key, n in (("blunder", one.blunders), ("mistake", one.mistakes), ("slip", one.slips)):
        if n:
            return words(f"review.headline.{key}") if n == 1 else words(f"review.headline.{key}s", n=n)
    return words("review.headline.no_mistake")


# The sentence


def summary(review: Review, words: Words, seat: int | None = None) -> str:
    """Return the game in a sentence or two: the effects of play and of luck, and how it would end on even luck.

    It is told about `seat`; by default, about the reader or the winner.
    """
    seat = subject(review, words) if seat is None else seat
    if not review.complete:
        return _so_far(review, seat, words)
    one = shown_sum(review, seat)
    if review.seats == 1:
        return f"{_causes(review, seat, words)} {_even_solo(review, words)}"
    said = [] if words.you is not None else [_who_won(review, words)]
    if review.seats > 2:
        began = "review.cause.began" if is_even_start(review) else "review.cause.began_own"
        said.append(words.of(seat, began, n=amount(one.start, review.unit, words)))
    said += [_causes(review, seat, words), _even(review, seat, words)]
    return " ".join(said)


def _who_won(review: Review, words: Words) -> str:
    names = [words.who(one.seat) for one in review.sums if one.result > 0]
    key = "won" if len(names) == 1 else "won_team" if len(_winning_sides(review)) == 1 else "shared"
    return words(f"review.{key}", who=f" {words('play.and')} ".join(names))


def _so_far(review: Review, seat: int, words: Words) -> str:
    last = review.steps[-1] if review.steps else None
    stands = (last.after if last else review.start)[seat]
    stands_at = amount(shown(stands, review.unit), review.unit, words)
    return words.of(seat, "review.so_far", turn=last.turn if last else 0, n=stands_at)


def _causes(review: Review, seat: int, words: Words) -> str:
    """Return the parts of the result, the largest first, with the judge's own error so that they add up."""
    residual, unit = shown_sum(review, seat).residual, review.unit
    solo = words.of(seat, "review.play.by_solo") if review.seats == 1 else ""
    causes = [
        (solo if solo and part.kind == "play" else words(f"review.{part.kind}.by"), part.size)
        for part in _parts(review, seat)
    ]
    by, value = causes[0]
    if not value:
        return words("review.cause.nothing", luck=words("review.luck.is"))
    if residual:
        causes.append((words("review.sum.residual_by"), residual))
    figure, direction = amount(abs(value), unit, words), _direction(value)
    figure = words("review.of_a_win", n=figure) if unit == "share" else figure
    said = [words.of(seat, f"review.cause.first_{direction}", by=by, n=figure)]
    for by, value in causes[1:]:
        kind = "none" if not value else "same" if _direction(value) == direction else _direction(value)
        direction = _direction(value) if value else direction
        said.append(words(f"review.cause.{kind}", by=by, n=amount(abs(value), unit, words)))
    return capital(", ".join(said)) + "."


def _direction(value: int) -> str:
    return "lost" if value < 0 else "won"


def _even(review: Review, seat: int, words: Words) -> str:
    """Return how often the seat would have won on even luck; with more than two seats, the winner's figure too."""
    others = ""
    if review.seats > 2:
        winner = max(range(review.seats), key=lambda other: review.sums[other].result)
        if winner != seat:
            figure = shown_sum(review, winner).even
            often = {"never": words("review.even.hardly_ever"), "always": words("review.even.nearly_always")}
            others = words("review.even.other", who=words.who(winner), n=often.get(_often(figure), str(figure)))
    figure = shown_sum(review, seat).even
    return words.of(seat, f"review.even.{_often(figure)}", n=figure, others=others)


def _often(figure: int) -> str:
    return "never" if figure < HARDLY else "always" if figure > NEARLY else "won"


def _even_solo(review: Review, words: Words) -> str:
    figure = shown_sum(review, 0).even
    text = digits(figure, "points", words) if review.unit == "points" else amount(figure, review.unit, words)
    return words.of(0, "review.even.solo", n=text)


def level_says(review: Review, seat: int, words: Words) -> str:
    """Return a seat's loss per decision, and the level with the closest loss, in a sentence."""
    return f"{words('review.step.loss')}: {loss_text(review, seat, words)}."


def loss_figure(review: Review, seat: int, words: Words) -> str:
    """Return the loss per decision with two standard errors: 1.1 ± 0.4 %."""
    one, scale = review.sums[seat], 100 if review.unit == "share" else 1
    loss, error = abs(one.loss_per_decision) * scale, 2 * one.loss_per_decision_error * scale
    text = f"{one_decimal(loss, words)} ± {one_decimal(error, words)}"
    return words("review.percent" if review.unit == "share" else "review.points", n=text)


def loss_text(review: Review, seat: int, words: Words) -> str:
    """Return the loss per decision with its error, and the level."""
    one, figure = review.sums[seat], loss_figure(review, seat, words)
    if one.level:
        return words("review.step.level", n=figure, level=words(f"level.{one.level}"))
    measured = level_losses(review.game, review.effort, review.seats)
    return words("review.step.no_level", n=figure) if measured else figure
