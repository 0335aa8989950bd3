"""The headline and the summary of a game in words; `steps` has the words for a step."""

from __future__ import annotations

from typing import Literal, NamedTuple

from trackside.core.words import Words
from trackside.review.report import Review, SeatSum
from trackside.review.words.figures import (
    Shown,
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
    return _headline_two(review, seat, words) if review.seats == 2 else _headline_many(review, seat, words)


def is_too_close(review: Review, seat: int) -> bool:
    """Return True if the judge's own error is too large for a verdict, compared with what it explains."""
    one = shown_sum(review, seat)
    off = abs(one.residual)
    return off >= KIND[review.unit] and 2 * off > max(abs(one.play), abs(one.luck), abs(one.information))


def _headline_two(review: Review, seat: int, words: Words) -> str:
    """Return the largest part in the direction of the result, in view of how the game would end on even luck."""
    one, ended = shown_sum(review, seat), ending(review, seat)
    better = words.of(1 - seat, "review.headline.better_game")
    if ended != "won" and one.even > WINNING:
        return words.of(seat, "review.headline.unlucky")
    if ended != "lost" and one.even < LOSING:
        return words.of(seat, "review.headline.lucky", other=better)
    if ended == "shared":
        return words("review.headline.even")
    first, *rest = _parts(one, 1 if ended == "won" else -1)
    is_even = LOSING <= one.even <= WINNING
    if first.kind != "play" and is_even:
        if first.kind == "hidden":
            return words.of(seat, f"review.headline.hidden_{ended}")
        return words.of(seat, f"review.headline.luck_{ended}")
    if first.kind == "play" and not is_even and not _is_close(first, rest[0]):
        return words.of(seat, f"review.headline.play_{ended}", luck=words("review.luck.is"))
    return _name_parts(first, rest[0], ended, seat, words)


def _headline_many(review: Review, seat: int, words: Words) -> str:
    """Return what cost the seat most, or gave it most if it won."""
    one = shown_sum(review, seat)
    sign = 1 if one.result > one.start else -1
    first, second, *_ = _parts(one, sign)
    return _name_parts(first, second, "won" if sign > 0 else "lost", seat, words)


class _Part(NamedTuple):
    """A part of a sum: its cause, and its contribution to the result."""

    kind: Literal["play", "luck", "hidden"]
    size: int


def _parts(one: Shown, sign: int) -> list[_Part]:
    """Return the parts of a sum, the one that contributed most to the result first."""
    parts = [_Part("play", sign * one.play), _Part("luck", sign * one.luck), _Part("hidden", sign * one.information)]
    return sorted(parts, key=lambda part: -part.size)


def _is_close(first: _Part, second: _Part) -> bool:
    """Return True if two parts are about equal."""
    return second.size > 0 and first.size - second.size <= first.size / 4


def _name_parts(first: _Part, second: _Part, end: str, seat: int, words: Words) -> str:
    """Name what cost or gave most; both parts if they are about equal."""
    by = [words(f"review.{part.kind}.by") for part in (first, second)]
    if _is_close(first, second):
        return capital(words.of(seat, f"review.headline.same_{end}", play=by[0], luck=by[1]))
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
    one, unit = shown_sum(review, seat), review.unit
    play = words("review.play.by") if review.seats > 1 else words.of(seat, "review.play.by_solo")
    causes = [(play, one.play), (words("review.luck.by"), one.luck)]
    if has_secrets(review):
        causes.append((words("review.hidden.by"), one.information))
    causes.sort(key=lambda cause: -abs(cause[1]))
    by, value = causes[0]
    if not value:
        return words("review.cause.nothing", luck=words("review.luck.is"))
    if one.residual:
        causes.append((words("review.sum.residual_by"), one.residual))
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
    return words("review.step.level", n=figure, level=words(f"level.{one.level}")) if one.level else figure
