"""Decisions as questions: a position from the perspective of its seat, and the verdict on an answer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from trackside.core.errors import IllegalMove
from trackside.core.notation import choices_for, find_move, refusal, view_state
from trackside.core.protocol import AnyState
from trackside.core.words import Words
from trackside.games import Game
from trackside.play.match import Match
from trackside.review.budgets import evaluator_for, has_fixed_values
from trackside.review.looks import error_of
from trackside.review.reading import after, texts_of
from trackside.review.report import Option, Review, Unit
from trackside.review.sums import CLEAR, WORDS, scale_of

Verdict = Literal["open", "right", "nearly", "wrong"]
"""The verdict on an answer.

In order: more moves are needed; the best or not clearly worse; better than what was played, but not the best; neither.
"""

AHEAD: dict[Unit, float] = {"share": 0.05, "points": 2.5}
"""The least by which the answer of a puzzle is ahead of all other moves."""

WEIGHED = 48
"""Simulations for an answer that the review did not weigh."""


@dataclass(frozen=True)
class Question:
    """A decision: the view of its seat, and what a review found out about its moves."""

    game: Game
    view: AnyState
    """The position as the seat could know it."""
    seat: int
    options: tuple[Option, ...]
    """The moves that were weighed, best first."""
    made: int | None
    """The index of the option made in the game; None where that does not matter."""
    unit: Unit

    @property
    def is_turn(self) -> bool:
        """True if the answer is a whole turn, not a move."""
        return self.game.card.search.method == "turns" and self.view.turns > 0

    def after(self, moves: Sequence[int]) -> AnyState:
        """Return what the seat sees after some moves of its own."""
        return after(self.game, self.view, self.seat, moves)

    def choices(self, moves: Sequence[int]) -> list[int]:
        """Return the possible next moves after some moves; empty once they are an answer."""
        if moves and not self.is_turn:
            return []
        state = self.after(moves)
        return choices_for(self.game.plain, state, self.seat) if state.turns == self.view.turns else []

    def read(self, sent: Sequence[int | str], words: Words) -> tuple[int, ...]:
        """Return the codes of the moves that were sent; raise IllegalMove if one is not possible."""
        rules, notation, moves = self.game.plain, self.game.notation, list[int]()
        for move in sent:
            state, choices = self.after(moves), self.choices(moves)
            if not choices:
                raise IllegalMove(words("lesson.decided"), lambda spoken: spoken("lesson.decided"))
            if isinstance(move, str):
                moves.append(find_move(rules, notation, state, self.seat, move, words))
            elif move in choices:
                moves.append(move)
            else:
                raise refusal(notation, state, self.seat, str(move), words)
        return tuple(moves)

    def find(self, moves: Sequence[int]) -> Option | None:
        """Return the option that leads to the same position, or None if the review has weighed none."""
        there = self.after(moves)
        return next((option for option in self.options if self.after(option.moves) == there), None)

    @property
    def played(self) -> Option | None:
        """The option made in the game."""
        return None if self.made is None else self.options[self.made]

    def is_measured(self, option: Option) -> bool:
        """Return True if enough is known about an option: in a puzzle, any; otherwise one compared or with an error."""
        return self.made is None or option in (self.options[0], self.played) or option.error > 0.0


def question_of(match: Match, review: Review, step: int) -> Question | None:
    """Return a step of a review as a question, or None where there was nothing to decide."""
    happened = review.steps[step]
    if happened.kind != "decision" or len(happened.options) < 2:
        return None
    view = view_state(match.game.plain, match.positions()[min(happened.entries)], happened.seat)
    return Question(match.game, view, happened.seat, happened.options, happened.made, review.unit)


def verdict(question: Question, option: Option) -> Verdict:
    """Return the verdict on an answer; only a clear difference counts against it."""
    best, played = question.options[0], question.played
    if option == best:
        return "right"
    if option != played and not _is_worse(option, best, WORDS[question.unit][-1][1]):
        return "right"
    if option != played and played is not None and _is_worse(played, option, 0.0):
        return "nearly"
    return "wrong"


def _is_worse(one: Option, other: Option, least: float) -> bool:
    """Return True if one option is clearly worse than the other, by `least` or more."""
    difference = other.chance - one.chance
    return difference > CLEAR * math.hypot(one.error, other.error) and difference >= least


def is_puzzle(question: Question) -> bool:
    """Return True if one move is clearly the best of all, far enough ahead of every other.

    Several whole turns may lead to nearly the same; then a few may be right, if all others are as far behind.
    """
    best, *others = question.options
    if question.is_turn:
        others = [option for option in others if verdict(replace(question, made=None), option) != "right"]
        if 2 * len(others) < len(question.options) or best.chance < max(option.chance for option in question.options):
            return False
    return all(_is_worse(option, best, AHEAD[question.unit]) for option in others)


def weigh(question: Question, moves: tuple[int, ...], seed: int = 0) -> Option:
    """Return an answer that the review did not weigh, measured against the best on the same dice."""
    game, seat, best = question.game, question.seat, question.options[0]
    evaluator = evaluator_for(game, question.view)
    states = [question.after(way) for way in (best.moves, moves)]
    looks = scale_of(game, question.view.seats).of(evaluator.evaluate(states, WEIGHED, seed))
    difference = looks[1][:, seat] - looks[0][:, seat]
    line = texts_of(game, question.view, seat, moves)
    error = best.error if has_fixed_values(game, question.view) else error_of(difference)
    return Option(moves, line, best.chance + float(difference.mean()), error)
