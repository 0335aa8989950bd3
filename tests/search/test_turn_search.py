"""The search of whole turns: its arithmetic, its plan, and that it plays better than the policy it starts from."""

from __future__ import annotations

import numpy as np
import pytest

from trackside import Match
from trackside.core.notation import choices_for
from trackside.core.random import WORDS
from trackside.games import GAMES
from trackside.search.agents import make_agent
from trackside.search.turn_search import Halving, TurnAgent, breadth_for, halvings

GAME = GAMES["traxx"]


def halving(breadth: int, seats: int = 2, seed: int = 1) -> Halving:
    match = Match("traxx", seats=seats, seed=3)
    return Halving(GAME, match.view(0).state, 0, seed, breadth)


@pytest.mark.parametrize("simulations", [1, 2, 4, 10, 100, 1000, 20_000])
def test_every_halving_has_its_simulations(simulations: int) -> None:
    breadth = breadth_for(simulations)
    assert breadth == 1 or breadth * halvings(breadth) <= simulations
    found = halving(min(breadth, 12))
    found.spend(min(simulations, 200))
    assert len(found.left) == 1
    assert found.simulations <= min(simulations, 200)


def test_the_better_half_stays_and_gets_the_later_simulations() -> None:
    found = halving(8)
    found.run(3)
    assert found.sums[:8, 0].tolist() == [3] * 8
    means = found.sums[:, 1] / found.sums[:, 0]
    found.halve()
    assert len(found.left) == 4
    assert min(means[found.left]) >= max(means[turn] for turn in range(8) if turn not in found.left)
    assert means[found.left].tolist() == sorted(means[found.left], reverse=True)
    found.run(2)
    assert sorted(found.sums[:, 0].tolist()) == [3] * 4 + [5] * 4


def test_all_turns_are_tried_over_the_same_cards() -> None:
    """A turn that is there twice must come to exactly the same."""
    found = halving(4, seats=1)
    found.turns[3] = found.turns[0]
    found.run(5)
    assert found.sums[3].tolist() == found.sums[0].tolist()
    assert found.sums[1].tolist() != found.sums[0].tolist()


def test_plain_and_compiled_play_on_alike() -> None:
    found = halving(2)
    found.run(1)
    plain = GAME.kernel("trackside.search.kernels.turns", compiled=False)
    sums = np.zeros((2, 3))
    for turn in range(2):
        state, rng, worth = found.view.duplicate(), [0] * WORDS, [[0.0] * 2 for _ in range(3)]
        plain.seed_generator(rng, found.seed)
        for move in found.moves(turn):
            GAME.plain.apply(state, 0, move)
        plain.finish(state, [0] * GAME.plain.MOVES, rng)
        plain.judge(state, worth, GAME.card.search)
        sums[turn] = 1, worth[0][0], worth[2][0]
    assert found.sums == pytest.approx(sums)


@pytest.mark.parametrize("seats", [1, 3])
def test_a_turn_is_played_to_its_end_as_planned(seats: int) -> None:
    match, agent = Match("traxx", seats=seats, seed=2), make_agent("playout:30", GAME, seed=4)
    choice = agent.choose(match.view(0).state, 0)
    assert choice.simulations > 0
    assert choice.candidates[0].move == choice.move
    assert sum(candidate.visits for candidate in choice.candidates) == choice.simulations
    assert {candidate.move for candidate in choice.candidates} == set(choices_for(GAME.plain, match.state, 0))
    line = choice.line
    for i in range(len(line)):
        assert choice.line == line[i:]
        match.play(0, choice.move)
        if i + 1 < len(line):
            choice = agent.choose(match.view(0).state, 0)
            assert choice.simulations == 0
            assert choice.candidates[0].value is not None
    assert not choices_for(GAME.plain, match.state, 0) or match.state.turns == 2


def test_another_view_than_planned_is_thought_about_anew() -> None:
    match, agent = Match("traxx", seats=1, seed=2), make_agent("playout:30", GAME, seed=4)
    planned = agent.choose(match.view(0).state, 0)
    other = next(move for move in match.moves(0) if move.code not in (planned.move, GAME.plain.MOVES - 1))
    match.play(0, other)
    choice = agent.choose(match.view(0).state, 0)
    assert choice.simulations > 0
    assert choice.move in choices_for(GAME.plain, match.state, 0)


def test_the_same_seed_gives_the_same_game() -> None:
    def played(seed: int) -> list[int]:
        match, agents = (
            Match("traxx", seats=2, seed=5),
            [make_agent("playout:10", GAME, seed=seed + i) for i in range(2)],
        )
        moves = []
        while not match.over and match.state.turns < 6:
            seat = match.to_move
            moves.append(agents[seat].choose(match.view(seat).state, seat).move)
            match.play(seat, moves[-1])
        return moves

    assert played(1) == played(1)
    assert played(1) != played(7)


def test_what_others_do_in_the_round_changes_nothing() -> None:
    match = Match("traxx", seats=2, seed=5)
    before = make_agent("playout:20", GAME, seed=1).choose(match.view(0).state, 0)
    match.play(1, match.moves(1)[0])
    assert make_agent("playout:20", GAME, seed=1).choose(match.view(0).state, 0) == before


def test_a_budget_of_seconds_is_spent() -> None:
    match = Match("traxx", seats=1, seed=3)
    agent = make_agent("playout:0.2s", GAME)
    assert isinstance(agent, TurnAgent)
    choice = agent.choose(match.view(0).state, 0)
    assert choice.simulations >= 64
    assert choice.move in choices_for(GAME.plain, match.state, 0)


def test_it_plays_far_better_than_the_policy_alone() -> None:
    totals = {"greedy": 0, "playout:16": 0}
    for name in totals:
        for seed in range(12):
            match, agent = Match("traxx", seats=1, seed=seed), make_agent(name, GAME, seed=seed)
            while not match.over:
                match.play(0, agent.choose(match.view(0).state, 0).move)
            totals[name] += match.scores[0]
    assert totals["playout:16"] > totals["greedy"] + 12 * 2
