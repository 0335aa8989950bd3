"""A review in words: the headline and the sentence of a game; what a step says is in `steps`."""

from __future__ import annotations

from typing import Literal

from trackside.core.words import Words
from trackside.review.figures import (
    amount,
    capital,
    digits,
    has_secrets,
    is_even_start,
    shown,
    shown_sum,
    subject,
    sum_rows,
    whole,
)
from trackside.review.report import Review, SeatSum
from trackside.review.steps import step_at, step_does, step_says, step_title, turn_says

__all__ = [
    "ending",
    "headline",
    "level_says",
    "loss_text",
    "step_at",
    "step_does",
    "step_says",
    "step_title",
    "sum_rows",
    "summary",
    "turn_says",
    "whole",
]

LOSING, WINNING = 35, 65
"""Percents: whoever would have won less or more on even luck played the weaker or the better game."""
HARDLY, NEARLY = 2, 98
"""Beyond these an estimate is said in words: it can leave 0 to 100."""
KIND = {"share": 2, "points": 10}
"""Percents or tenths of points: luck that is worth a word in a game that is played alone."""

# The headline


def ending(review: Review, seat: int) -> Literal["won", "lost", "shared"]:
    """How the game ended for a seat, where several play."""
    result = review.sums[seat].result
    if result <= 0:
        return "lost"
    return "shared" if any(one.result > 0 for one in review.sums if one.seat != seat) else "won"


def headline(review: Review, seat: int, words: Words) -> str:
    """What decided the game for a seat, in a few words; nothing before the whole game is read."""
    if not review.complete:
        return ""
    if review.seats == 1:
        return _headline_solo(review, words)
    return _headline_two(review, seat, words) if review.seats == 2 else _headline_many(review, seat, words)


def _headline_two(review: Review, seat: int, words: Words) -> str:
    one, ended = shown_sum(review, seat), ending(review, seat)
    better = words.of(1 - seat, "review.headline.better_game")
    if ended == "won":
        if one.even > WINNING:
            return words.of(seat, "review.headline.play_won")
        if one.even >= LOSING:
            return words.of(seat, "review.headline.luck_won")
        return words.of(seat, "review.headline.lucky", other=better)
    if one.even > WINNING:
        return words.of(seat, "review.headline.unlucky")
    if ended == "shared":
        if one.even >= LOSING:
            return words("review.headline.even")
        return words.of(seat, "review.headline.lucky", other=better)
    if one.even >= LOSING:
        hidden = one.information < min(0, one.luck)
        return words("review.headline.hidden_lost" if hidden else "review.headline.luck_lost")
    return words.of(seat, "review.headline.play_lost", luck=words("review.luck.is"))


def _headline_many(review: Review, seat: int, words: Words) -> str:
    """Own play beside own luck: what cost the seat most, or gave it most if it won."""
    one = shown_sum(review, seat)
    sign = 1 if one.result > one.start else -1
    end = "won" if sign > 0 else "lost"
    play, luck = sign * one.play, sign * (one.luck + one.information)
    by_play, by_luck = words("review.play.by"), words("review.luck.by")
    if min(play, luck) > 0 and abs(play - luck) <= max(play, luck) / 4:
        return capital(words.of(seat, f"review.headline.same_{end}", play=by_play, luck=by_luck))
    by = by_play if play >= luck else by_luck
    return capital(words.of(seat, f"review.headline.most_{end}", by=by))


def _headline_solo(review: Review, words: Words) -> str:
    """How kind the cards were, then the worst that was done."""
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


def summary(review: Review, words: Words) -> str:
    """The whole game in a sentence or two: what came of play, what of luck, and how it would end on even luck."""
    seat = subject(review, words)
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
    return words("review.won" if len(names) == 1 else "review.shared", who=f" {words('play.and')} ".join(names))


def _so_far(review: Review, seat: int, words: Words) -> str:
    last = review.steps[-1] if review.steps else None
    stands = (last.after if last else review.start)[seat]
    stands_at = amount(shown(stands, review.unit), review.unit, words)
    return words.of(seat, "review.so_far", turn=last.turn if last else 0, n=stands_at)


def _causes(review: Review, seat: int, words: Words) -> str:
    """What came of play, luck and hidden cards, the largest first."""
    one, unit = shown_sum(review, seat), review.unit
    play = words("review.play.by") if review.seats > 1 else words.of(seat, "review.play.by_solo")
    causes = [(play, one.play), (words("review.luck.by"), one.luck)]
    if has_secrets(review):
        causes.append((words("review.hidden.by"), one.information))
    causes.sort(key=lambda cause: -abs(cause[1]))
    by, value = causes[0]
    if not value:
        return words("review.cause.nothing", luck=words("review.luck.is"))
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
    """How many of 100 games the seat would have won on even luck, with the winner's figure where many play."""
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
    """What a seat lost per decision, and the level that loses about as much, in a sentence."""
    return f"{words('review.step.loss')}: {loss_text(review, seat, words)}."


def loss_text(review: Review, seat: int, words: Words) -> str:
    """The loss per decision with its error, and the level."""
    one, scale = review.sums[seat], 100 if review.unit == "share" else 1
    loss, error = abs(one.loss_per_decision) * scale, one.loss_per_decision_error * scale
    text = f"{loss:.1f} ± {error:.1f}".replace(".", words("review.decimal"))
    figure = words("review.percent" if review.unit == "share" else "review.points", n=text)
    return words("review.step.level", n=figure, level=words(f"level.{one.level}")) if one.level else figure
