"""Exhaustive search: what it says of small positions, and who asks it."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.search.endings import games_of
from trackside.core.errors import BadOption
from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.games import GAMES, Game
from trackside.play.match import Match
from trackside.search.agents import make_agent
from trackside.search.exact import Exact

GAME = GAMES["whole-nine"]


def reference(game: Game, state: AnyState, known: dict[bytes, list[float]]) -> list[float]:
    """The same by the plain rules, as one would say it."""
    key = state.to_bytes()
    if key in known:
        return known[key]
    rules, actor = game.plain, game.plain.to_move(state)
    shares = [0.0] * state.seats
    if actor == OVER:
        rules.returns(state, shares)
    else:
        following = []
        for move in choices_for(rules, state, actor):
            after = state.duplicate()
            rules.apply(after, actor, move)
            following.append((move, reference(game, after, known)))
        if actor == CHANCE:
            weights = [0] * rules.OUTCOMES
            n = rules.chance_weights(state, weights)
            for move, value in following:
                shares = [
                    sum_ + weights[move] / sum(weights[:n]) * one for sum_, one in zip(shares, value, strict=True)
                ]
        else:
            shares = max((value for _, value in following), key=lambda value: value[actor])
    known[key] = shares
    return shares


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_compiled_code_says_what_the_plain_rules_say(seats: int) -> None:
    compared = 0
    for seed in range(12):
        for state, _ in islice(games_of(seats)(GAME, seed), 3):
            exact = Exact(GAME, 2000)
            known: dict[bytes, list[float]] = {}
            try:
                found = exact.shares(state)
            except BadOption:
                break
            assert found == pytest.approx(reference(GAME, state, known), abs=1e-12)
            assert exact.met == len(known), "each position is looked at once"
            compared += exact.met
    assert compared > 500


def test_too_large_a_position_is_refused_and_a_small_one_after_it_is_not() -> None:
    exact = Exact(GAME, 500)
    with pytest.raises(BadOption, match="too large for exhaustive search: more than 500 others follow"):
        exact.shares(GAME.opening(2))
    small = next(state for seed in range(9) for state, _ in islice(games_of(2)(GAME, seed), 1))
    exact.forget()
    assert exact.known(small) is None
    assert sum(exact.shares(small)) == pytest.approx(1.0)
    assert exact.known(small) == exact.shares(small)
    assert exact.known(GAME.opening(2)) is None, "to ask what is known looks at nothing"
    assert exact.known(GAME.opening(3)) is None


def test_a_searcher_plays_solved_endings_perfectly_and_says_so() -> None:
    solved = 0
    for seed in range(20):
        for state, seat in islice(games_of(2)(GAME, seed), 3):
            choice = make_agent("mcts:2000", GAME, seed=seed).choose(state, seat)
            if choice.judged_by != "exact":
                continue
            values = {move: shares[seat] for move, shares in Exact(GAME).after(state, seat).items()}
            assert values[choice.move] == pytest.approx(max(values.values()))
            assert {one.move: one.value for one in choice.candidates} == pytest.approx(values)
            solved += 1
    assert solved >= 20


def test_who_plays_every_look_to_the_end_solves_nothing() -> None:
    state, seat = next(islice(games_of(2)(GAME, 1), 2, None))
    assert make_agent("mcts:2000", GAME).choose(state, seat).judged_by == "exact"
    assert make_agent("playout:2000", GAME).choose(state, seat).judged_by == "playouts"


def test_an_ending_is_solved_once_and_then_known_move_by_move() -> None:
    known = 0
    for seed in range(4):
        match = Match("whole-nine", 2, seed=seed)
        agents = [make_agent("mcts:600", GAME, seed=seat) for seat in range(2)]
        met = [0, 0]
        while not match.over:
            seat = match.to_move
            choice = agents[seat].choose(match.view_state(seat), seat)
            if choice.judged_by == "exact":
                known += choice.simulations == met[seat]
                met[seat] = choice.simulations
            elif len(choice.candidates) > 1:
                assert met[seat] == 0, "what follows from a solved position is solved"
            match.play(seat, choice.move)
    assert known >= 4
