"""Decisions as questions: which answers are right, nearly right and wrong, and which positions are puzzles."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from trackside.core.errors import IllegalMove
from trackside.core.notation import choices_for, view_state
from trackside.core.protocol import AnyState
from trackside.core.words import Words
from trackside.games import GAMES, find_game
from trackside.play.match import Match
from trackside.review.puzzles import is_worth_asking, puzzle_from, puzzles_in, shipped
from trackside.review.questions import Question, is_puzzle, question_of, verdict
from trackside.review.report import Option, Review, Step

WORTH = (0.60, 0.59, 0.55, 0.45, 0.40)
"""Return the values of the moves of a decision, the best first."""


def decision(game: str, seed: int = 3, fewest: int = 5) -> tuple[Match, int]:
    """Return a match where a seat has at least `fewest` moves."""
    match, chooser = Match(game, 2, seed=seed), random.Random(seed)
    while len(match.moves(match.to_move)) < fewest:
        match.play(match.to_move, chooser.choice(match.moves(match.to_move)))
    return match, match.to_move


def question(worth: Sequence[float] = WORTH, error: float = 0.003, made: int | None = 3) -> Question:
    """A decision of The Whole Nine whose moves are worth so much."""
    match, seat = decision("whole-nine")
    moves = match.moves(seat)[: len(worth)]
    options = [Option((move.code,), (str(move),), chance, error) for move, chance in zip(moves, worth, strict=True)]
    return Question(match.game, match.view_state(seat), seat, tuple(options), made, "share")


def verdicts(asked: Question) -> list[str]:
    return [verdict(asked, option) for option in asked.options]


def test_right_is_what_is_not_clearly_worse_and_nearly_what_is_clearly_better_than_what_was_played() -> None:
    assert verdicts(question()) == ["right", "right", "nearly", "wrong", "wrong"]


def test_what_is_not_clear_counts_against_nobody_but_what_was_played_is_never_right() -> None:
    assert verdicts(question(error=0.2)) == ["right", "right", "right", "wrong", "right"]


def test_where_it_does_not_matter_what_was_played_nothing_is_nearly_right() -> None:
    assert verdicts(question(made=None)) == ["right", "right", "wrong", "wrong", "wrong"]


def test_a_puzzle_has_one_move_that_is_clearly_ahead_of_all_others() -> None:
    assert is_puzzle(question((0.60, 0.54, 0.5, 0.4, 0.4)))
    assert not is_puzzle(question((0.60, 0.56, 0.5, 0.4, 0.4))), "less than 5 % ahead"
    assert not is_puzzle(question((0.60, 0.54, 0.5, 0.4, 0.4), error=0.02)), "less than three standard errors ahead"


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_read_by_code_or_text_and_what_cannot_be_is_refused_in_words(game: str) -> None:
    match, seat = decision(game, fewest=3)
    moves = match.moves(seat)
    option = Option((moves[0].code,), (str(moves[0]),), 0.5, 0.0)
    asked = Question(match.game, match.view_state(seat), seat, (option, option), None, "share")
    words = match.words("de", seat)
    assert asked.choices(()) == [move.code for move in moves]
    for move in moves:
        text = match.game.notation.move_text(asked.view, seat, move.code)
        assert asked.read([move.code], words) == asked.read([text], words) == (move.code,)
    for wrong in ("nonsense", 9999):
        with pytest.raises(IllegalMove):
            asked.read([wrong], words)
    answer = [moves[0].code]
    while more := asked.choices(answer):
        answer.append(more[0])
    with pytest.raises(IllegalMove, match="ist schon entschieden"):
        asked.read([*answer, answer[-1]], words)


def reviewed(match: Match, effort: str = "normal") -> Review:
    """A review of a match with one decision, the last move, whose moves are worth what `WORTH` says."""
    entry = len(match.log) - 1
    seat, made = match.log[entry]
    before = match.positions()[entry]
    codes = [made, *(move for move in _choices(match, before, seat) if move != made)]
    chances = [0.3, 0.6, *[0.2] * len(codes)]
    options = sorted(
        (Option((code,), (str(code),), chance, 0.001) for code, chance in zip(codes, chances, strict=False)),
        key=lambda option: -option.chance,
    )
    each = (0.5, 0.5)
    step = Step((entry,), "decision", seat, 1, "", each, each, each, each, each, options=tuple(options), made=1)
    review = Review(match.game.name, 2, ("", ""), "share", "normal", 0, "net", each, len(match.log), (step,))
    return replace(review, effort=effort)  # type: ignore[arg-type]  # a text


def _choices(match: Match, state: AnyState, seat: int) -> list[int]:
    rules = match.game.plain
    return choices_for(rules, view_state(rules, state, seat), seat)


@pytest.mark.parametrize("game", ["whole-nine", "skip-or-trip"])
def test_a_puzzle_is_read_back_from_its_text_with_the_eyes_of_its_seat(game: str) -> None:
    match, seat = decision(game)
    match.play(seat, match.moves(seat)[0])
    while match.log[-1][0] != seat:
        match.remove(len(match.log) - 1)
    asked = question_of(match, reviewed(match), 0)
    assert asked is not None
    ((step, puzzle),) = puzzles_in(match, reviewed(match))
    again = puzzle_from(json.loads(puzzle.to_json()))
    assert (step, again) == (0, puzzle)
    assert again.question() == replace(asked, made=None)
    assert not list(puzzles_in(match, reviewed(match, "quick"))), "a quick look is not enough"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_comes_with_puzzles_that_have_one_answer_and_that_somebody_misses(game: str) -> None:
    puzzles = shipped(find_game(game))
    assert len(puzzles) >= 5
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        asked = puzzle.question()
        assert is_puzzle(asked)
        assert asked.choices(()), puzzle.position
        assert asked.find(asked.read(list(asked.options[0].moves), Words("en", asked.game.package))) == asked.options[0]
        assert is_worth_asking(puzzle.found)
