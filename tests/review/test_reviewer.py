"""Reviews are honest: their sums, their luck, their verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any

import numpy as np
import pytest

from tests.search.endings import games_of
from trackside.core.errors import BadOption
from trackside.core.notation import view_state
from trackside.core.protocol import AnyState
from trackside.core.random import WORDS, seed_generator
from trackside.games import GAMES, Game
from trackside.play.match import Match
from trackside.review import Review, Reviewer, review
from trackside.review.reading import happenings
from trackside.review.report import Effort
from trackside.search.agents import make_agent
from trackside.search.exact import Exact

TABLES = [
    ("whole-nine", 2, {}),
    pytest.param("whole-nine", 3, {"segments": "5"}, marks=pytest.mark.long),
    pytest.param("whole-nine", 5, {}, marks=pytest.mark.long),
    ("traxx", 1, {}),
    ("traxx", 3, {}),
    pytest.param("traxx", 4, {}, marks=pytest.mark.long),
    ("traxx", 2, {"deck": "ybg-grk-ybp"}),
    ("skip-or-trip", 2, {"rounds": "3"}),
    pytest.param("skip-or-trip", 4, {"mode": "teams"}, marks=pytest.mark.long),
    pytest.param("skip-or-trip", 6, {}, marks=pytest.mark.long),
]


def played(
    game: str, seats: int, options: dict[str, str], players: Sequence[str] = ("greedy",), seed: int = 3
) -> Match:
    match = Match(game, seats, options, seed=seed)
    agents = [make_agent(players[seat % len(players)], match.game, seed=10 * seed + seat) for seat in range(seats)]
    while not match.over:
        seat = match.to_move
        match.play(seat, agents[seat].choose(match.view_state(seat), seat).move)
    return match


def check_sums(made: Review, match: Match) -> None:
    """Everything adds up, seat by seat and step by step."""
    for total in made.sums:
        parts = total.start + total.luck + total.losses + total.gifts + total.small
        parts += total.information + total.residual
        assert parts == pytest.approx(total.result, abs=1e-9)
    wins = match.returns if made.seats > 1 else match.scores
    assert [total.result for total in made.sums] == pytest.approx(wins)
    for step in made.steps:
        for seat in range(made.seats):
            own = step.loss + step.information if step.kind == "decision" and step.seat == seat else 0.0
            change = step.luck[seat] + step.gifts[seat] + own
            assert step.after[seat] - step.before[seat] == pytest.approx(change, abs=1e-9)
    assert sorted(entry for step in made.steps for entry in step.entries) == list(range(len(match.log)))


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_luck_and_play_add_up_to_the_result(game: str, seats: int, options: dict[str, str]) -> None:
    match = played(game, seats, options)
    made = review(match, "quick")
    assert made.complete
    check_sums(made, match)
    for step in made.steps:
        assert step.loss <= 0.0
        if step.options:
            assert step.loss == 0.0 or step.made > 0
        if step.outcomes:
            weights = np.array([outcome.weight for outcome in step.outcomes], float)
            expected = weights @ np.array([outcome.chances for outcome in step.outcomes]) / weights.sum()
            assert expected == pytest.approx(step.before), "the luck of all that could have come is zero on average"


def test_the_same_match_gives_the_same_review_in_one_go_or_in_two() -> None:
    match = played("traxx", 2, {})
    whole = list(Reviewer(match, "quick").run())
    assert list(Reviewer(match, "quick").run())[-1] == whole[-1]
    part = whole[len(whole) // 2]
    assert not part.complete
    assert list(Reviewer(match, "quick", known=part).run())[-1] == whole[-1]
    assert list(Reviewer(match, "quick", known=whole[-1]).run()) == []
    assert review(match.record(), "quick") == replace(whole[-1], players=match.players)


def test_luck_alone_is_the_luck_of_the_review() -> None:
    match = played("traxx", 2, {})
    made = review(match, "quick")
    assert Reviewer(match, "quick").luck() == pytest.approx([total.luck for total in made.sums])


class ExactEvaluator:
    """Knows what small positions are worth."""

    def __init__(self, game: Game) -> None:
        self.exact = Exact(game)

    def evaluate(self, states: Sequence[AnyState], simulations: int, seed: int) -> Any:
        return np.array([[self.exact.shares(state)] for state in states])


def endings(count: int) -> list[tuple[Match, Exact]]:
    """Small endings of The Whole Nine in which the move matters, begun with the worst one."""
    game, found = GAMES["whole-nine"], []
    for seed in range(400):
        for state, seat in islice(games_of(2)(game, seed), 6):
            exact = Exact(game, 3000)
            try:
                values = exact.after(state, seat)
            except BadOption:
                break
            worst = min(values, key=lambda move: values[move][seat])
            if max(shares[seat] for shares in values.values()) - values[worst][seat] > 0.05:
                match = Match.from_position("whole-nine", game.notation.position_text(state), seed=seed)
                match.play(seat, worst)
                while not match.over:
                    match.play(match.to_move, match.moves(match.to_move)[0])
                found.append((match, exact))
                break
        if len(found) == count:
            return found
    raise AssertionError("there are too few small endings")


def test_with_an_exact_judge_losses_are_exact_and_nothing_is_left_over() -> None:
    lost = 0
    for match, exact in endings(8):
        made = list(Reviewer(match, "quick", evaluator=ExactEvaluator(match.game)).run())[-1]
        check_sums(made, match)
        for step, happening in zip(made.steps, happenings(match), strict=True):
            assert step.residual == pytest.approx([0.0] * 2, abs=1e-9)
            if step.kind == "decision":
                values = exact.after(happening.before, step.seat)
                best = max(shares[step.seat] for shares in values.values())
                assert step.loss == pytest.approx(values[happening.moves[0]][step.seat] - best, abs=1e-9)
                lost += step.loss < -0.05
    assert lost >= 8


def test_what_can_be_solved_is_judged_exactly_and_without_an_error() -> None:
    lost = 0
    for match, exact in endings(8):
        for step, happening in zip(review(match, "quick").steps, happenings(match), strict=True):
            assert step.errors == (0.0, 0.0)
            if step.kind == "decision":
                values = exact.after(happening.before, step.seat)
                best = max(shares[step.seat] for shares in values.values())
                assert step.loss == pytest.approx(values[happening.moves[0]][step.seat] - best, abs=1e-9)
                assert step.loss_error == 0.0
                lost += step.loss < -0.05
    assert lost >= 8


def test_what_is_searched_states_at_least_what_searches_get_wrong() -> None:
    efforts: tuple[tuple[Effort, float], ...] = (("quick", 0.03), ("normal", 0.015))
    for effort, doubt in efforts:
        reviewer = Reviewer(played("whole-nine", 2, {"segments": "5"}), effort)
        searched = [step for step in next(islice(reviewer.run(), 12, None)).steps if step.outcomes]
        assert searched
        assert all(error >= doubt for step in searched for error in step.errors)


def test_shortly_before_what_is_solved_more_is_doubted() -> None:
    reviewer = Reviewer(played("whole-nine", 2, {"segments": "5"}), "quick")
    made = list(reviewer.run())[-1]
    late = [step for step in made.steps if step.entries[0] in reviewer.late and step.outcomes]
    solved = [step for step in made.steps if step.entries[0] >= reviewer.late.stop]
    assert late
    assert solved
    assert all(error == 0 or error >= 0.25 for step in late for error in step.errors)
    assert all(error == 0 for step in solved for error in step.errors)
    assert not any(step.word for step in late if step.loss > -0.75)


def test_fair_verdicts_do_not_depend_on_what_could_not_be_seen() -> None:
    match = played("skip-or-trip", 3, {"rounds": "4"}, seed=8)
    reviewer, rules, compared = Reviewer(match, "quick"), match.game.plain, 0
    for index, happening in enumerate(happenings(match)):
        if happening.kind != "decision" or compared >= 2:
            continue
        twin, rng = happening.before.duplicate(), [0] * WORDS
        seed_generator(rng, index)
        rules.hide(twin, happening.seat)
        rules.guess(twin, happening.seat, rng)
        if twin == happening.before:
            continue
        assert view_state(rules, twin, happening.seat) == view_state(rules, happening.before, happening.seat)
        after = twin.duplicate()
        rules.apply(after, happening.seat, happening.moves[0])
        other = replace(happening, before=twin, after=after)
        mine, theirs = (reviewer._decision(index, one, np.zeros(3)) for one in (happening, other))
        assert (mine.loss, mine.loss_error, mine.word) == (theirs.loss, theirs.loss_error, theirs.word)
        assert [replace(option, open=None) for option in mine.options] == [
            replace(option, open=None) for option in theirs.options
        ]
        compared += 1
    assert compared == 2


def test_a_position_is_worth_the_same_after_an_event_and_before_the_next() -> None:
    made, exact, steps = review(played("skip-or-trip", 2, {}, ("club",)), "quick"), 0, 0
    for last, step in pairwise(made.steps):
        gap = abs(step.residual[0])
        if step.kind == "decision" and last.outcomes:
            assert gap == pytest.approx(0.0, abs=1e-9), "the same players, the same dice: the same value"
            exact += 1
        assert gap <= 5 * (last.errors[0] + 0.02)
        steps += step.kind == "chance"
    assert exact > 8
    assert steps > 40


def test_who_plays_at_random_loses_more_than_who_thinks() -> None:
    match = played("whole-nine", 2, {"segments": "5"}, ("random", "club"))
    careless, careful = review(match, "quick").sums
    assert careless.loss_per_decision < careful.loss_per_decision - 0.005
    assert careless.blunders > careful.blunders, "at a glance only what is far worse is called so"


def test_what_cannot_be_reviewed_is_refused_in_words() -> None:
    with pytest.raises(BadOption, match="only a game that is over"):
        review(Match("traxx", 1, seed=1))
    with pytest.raises(BadOption, match="there is no effort 'long'"):
        review(played("traxx", 1, {"deck": "ybg"}), "long")  # type: ignore[arg-type]  # that is the test


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats"), [("whole-nine", 2), ("traxx", 2), ("skip-or-trip", 2)])
def test_luck_is_fair_on_average(game: str, seats: int) -> None:
    luck = np.array([Reviewer(played(game, seats, {}, seed=seed), "quick").luck()[0] for seed in range(400)])
    assert abs(luck.mean()) < 3 * luck.std() / np.sqrt(len(luck))


@pytest.mark.long
@pytest.mark.parametrize("game", ["whole-nine", "traxx"])
def test_stronger_levels_lose_less(game: str) -> None:
    losses = []
    for level in ("novice", "expert", "master"):
        made = [review(played(game, 2, {}, (level,), seed), "quick") for seed in range(12)]
        losses.append(np.mean([total.loss_per_decision for one in made for total in one.sums]))
    assert losses == sorted(losses)
