"""Fixed values: one function for every position, so that nothing is left over within a turn or where it is solved."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.review.test_reviewer import check_sums, endings, played
from trackside.core.notation import choices_for
from trackside.games import GAMES
from trackside.play.match import Match
from trackside.review import review
from trackside.review.doubts import LEAST, Doubts, doubts_of, spread
from trackside.review.reading import after, happenings
from trackside.review.reviewer import Reviewer
from trackside.review.turns import LOOKAHEADS, TurnEvaluator
from trackside.search.exact import Exact

GAME = GAMES["whole-nine"]


@pytest.fixture(scope="module")
def match() -> Match:
    return played("whole-nine", 2, {"segments": "5"}, ("club",))


def test_nothing_is_left_over_within_a_turn(match: Match) -> None:
    made = review(match, "quick")
    check_sums(made, match)
    within = [step for last, step in pairwise(made.steps) if step.kind == "decision" and last.seat == step.seat]
    assert len(within) > 40
    left_over = [abs(step.residual[0]) for step in within if abs(step.residual[0]) > 1e-9]
    assert len(left_over) <= len(within) / 20, "only where a turn that was not followed was made"
    rolled = [step for last, step in pairwise(made.steps) if step.kind == "decision" and last.kind == "chance"]
    assert len(rolled) > 40
    for step in rolled:
        assert step.residual == pytest.approx((0.0, 0.0), abs=1e-9)


def test_the_best_option_has_the_highest_value_and_the_loss_is_the_difference(match: Match) -> None:
    for step in review(match, "quick").steps:
        if step.options:
            chances = [option.chance for option in step.options]
            assert chances[0] == max(chances)
            assert step.loss == pytest.approx(chances[step.made] - chances[0], abs=1e-12)


def test_a_position_within_a_turn_is_worth_the_best_that_can_still_be_reached(match: Match) -> None:
    evaluator, compared = TurnEvaluator(GAME, match.start, LOOKAHEADS["quick"]), 0
    for happening in happenings(match):
        if happening.kind == "decision" and happening.entries[0] % 20 == 0:
            choices = choices_for(GAME.plain, happening.before, happening.seat)
            values = [evaluator.value(after(GAME, happening.before, happening.seat, [move])) for move in choices]
            best = max(float(shares[happening.seat]) for shares in values)
            assert best >= evaluator.value(happening.before)[happening.seat] - 1e-12
            compared += 1
    assert compared > 2


def test_the_solved_end_has_the_values_of_exhaustive_search_and_no_error() -> None:
    lost = 0
    for ending, exact in endings(8):
        for step, happening in zip(review(ending, "quick").steps, happenings(ending), strict=True):
            assert step.errors == (0.0, 0.0)
            assert step.residual == pytest.approx((0.0, 0.0), abs=1e-9)
            if step.kind == "decision":
                values = exact.after(happening.before, step.seat)
                best = max(shares[step.seat] for shares in values.values())
                assert step.loss == pytest.approx(values[happening.moves[0]][step.seat] - best, abs=1e-9)
                assert step.loss_error == 0.0
                lost += step.loss < -0.05
    assert lost >= 8


def test_the_last_turns_of_a_game_are_solved(match: Match) -> None:
    reviewer = Reviewer(match, "quick")
    assert reviewer.solved_from < match.state.turns - 2
    exact = Exact(GAME)
    last = next(state for state in reversed(match.positions()) if GAME.plain.is_settled(state))
    evaluator = reviewer.open.evaluator
    assert isinstance(evaluator, TurnEvaluator)
    assert evaluator.value(last) == pytest.approx(exact.shares(last), abs=1e-12)


def test_errors_depend_on_the_stage_and_on_what_is_at_stake() -> None:
    doubts = Doubts(((5, 0.1, 0.05), (1000, 0.02, 0.01)))
    assert [doubts.of_chance(turns, 0.5) for turns in (0, 1, 5, 6)] == [0.0, 0.1, 0.1, 0.02]
    assert doubts.of_difference(2000, 0.5) == 0.01
    assert doubts.of_difference(3, 1.0) == pytest.approx(0.05 * LEAST)
    assert spread(0.5) == 1 > spread(0.1) > spread(0.0) == LEAST


def test_every_table_has_measured_errors_or_those_of_the_closest() -> None:
    assert len(doubts_of("whole-nine", "normal", 2).rows) > 3
    assert doubts_of("whole-nine", "normal", 5) == doubts_of("whole-nine", "normal", 2)
    assert doubts_of("skip-or-trip", "normal", 2) == Doubts()
