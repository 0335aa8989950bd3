"""The player that searches whole turns: its plan, its hints, endings solved exactly, and budgets."""

from __future__ import annotations

import pytest

from tests.regenerate import DATA
from tests.search.endings import read_endings
from tests.search.kernels.test_turn_tree import GAME, RULES, decisions, tree_of
from trackside import Match
from trackside.core.errors import BadOption
from trackside.core.notation import choices_for
from trackside.games import GAMES
from trackside.search.agents import make_agent
from trackside.search.exact import Exact
from trackside.search.turn_tree_search import TurnTreeAgent


def test_a_turn_is_played_to_its_end_as_planned() -> None:
    match, agent = Match("whole-nine", seats=2, seed=2), make_agent("turns:20", GAME, seed=4)
    planned = 0
    while not match.over:
        seat = match.to_move
        state = match.view(seat).state
        choice = agent.choose(state, seat)
        assert {candidate.move for candidate in choice.candidates} == set(choices_for(RULES, state, seat))
        assert choice.candidates[0].move == choice.move
        for i in range(len(choice.line)):
            state = match.view(seat).state
            if i > 0:
                choice = agent.choose(state, seat)
                planned += choice.candidates[0].value is not None
                assert choice.simulations == 0
            assert choice.line[0] == choice.candidates[0].text
            match.play(seat, choice.move)
    assert planned > 5


def test_every_move_of_a_plan_has_candidates_with_values() -> None:
    found = 0
    for state in decisions(2, 8):
        tree = tree_of(state)
        tree.run(60)
        plan = tree.plan()
        assert plan[0][0] == state.to_bytes()
        for _, choice in plan:
            values = [one.value for one in choice.candidates]
            assert values[0] is not None
            assert all(0 <= value <= 1 for value in values if value is not None)
            found += len(values) > 1 and None not in values and choice is not plan[0][1]
    assert found > 3


def test_another_view_than_planned_is_searched_again() -> None:
    agent = make_agent("turns:30", GAME, seed=4)
    first, other = decisions(2, 8)[10:12]
    assert agent.choose(first, RULES.to_move(first)).simulations == 30
    assert agent.choose(other, RULES.to_move(other)).simulations == 30


def test_without_simulations_the_net_decides() -> None:
    for state in decisions(2, 9)[::6]:
        seat, tree = RULES.to_move(state), tree_of(state)
        choice = make_agent("turns:0", GAME).choose(state, seat)
        assert choice.judged_by == ("exact" if tree.is_solved else "net")
        assert choice.candidates[0].value == max(tree.value(turn) for turn in range(tree.turns))


def test_the_same_seed_and_budget_give_the_same_tree_in_slices_or_not() -> None:
    state = decisions(2, 6)[12]
    whole, sliced, other = tree_of(state), tree_of(state), tree_of(state, seed=2)
    whole.run(500)
    other.run(500)
    for simulations in (100, 150, 250):
        sliced.run(simulations)
    assert whole.memory.nodes.tobytes() == sliced.memory.nodes.tobytes()
    assert whole.memory.nodes.tobytes() != other.memory.nodes.tobytes()
    assert whole.plan() == sliced.plan()


def test_solved_endings_are_played_like_exhaustive_search() -> None:
    endings = list(read_endings("whole-nine", (DATA / "endings" / "whole-nine.txt").read_text(encoding="utf-8")))
    agent, exact = make_agent("turns:2000", GAME, seed=5), 0
    for ending in endings:
        choice = agent.choose(ending.state, ending.seat)
        if choice.judged_by == "exact":
            exact += 1
            assert ending.values[choice.move] == pytest.approx(max(ending.values.values()), abs=1e-5)
            assert choice.candidates[0].value == pytest.approx(ending.values[choice.move], abs=1e-5)
    assert exact > 0.8 * len(endings)


def test_an_ending_beyond_the_budget_is_searched() -> None:
    state = next(state for state in decisions(2, 3, "greedy") if RULES.is_near_end(state))
    tree = tree_of(state)
    assert not tree.solve(3)
    tree.run(50)
    assert tree.plan()[0][1].judged_by == "net"


def test_values_of_a_solved_position_are_those_of_the_exhaustive_search() -> None:
    state, tree = next((state, tree) for state in decisions(4, 5, "greedy") if (tree := tree_of(state)).solve(5000))
    seat = RULES.to_move(state)
    after = Exact(GAME).after(state, seat)
    for candidate in tree.plan()[0][1].candidates:
        assert candidate.value is not None
        assert candidate.value <= after[candidate.move][seat] + 1e-9
    assert tree.value(tree.best()) == pytest.approx(max(shares[seat] for shares in after.values()))


def test_misjudging_changes_close_decisions_alone() -> None:
    changed = 0
    for number, state in enumerate(decisions(2, 9)):
        tree = tree_of(state, seed=number)
        clear = [tree.value(turn) for turn in range(tree.turns)]
        tree.blur(0.02)
        lost = max(clear) - clear[tree.best()]
        assert lost < 4 * 2 * 0.02
        changed += lost > 0
        assert 0 <= (tree.plan()[0][1].candidates[0].value or 0) <= 1
    assert changed > 3


def test_a_budget_of_seconds_is_spent() -> None:
    state = decisions(2, 6)[12]
    choice = make_agent("turns:0.05s", GAME).choose(state, RULES.to_move(state))
    assert choice.simulations >= 32


def test_a_single_move_is_made_without_search() -> None:
    match = Match("whole-nine", seats=2, options={"first": "red"}, seed=1)
    assert make_agent("turns:50", GAME).choose(match.view(0).state, 0).simulations == 0


def test_names_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadOption, match="simulations must be 0 to 100000000"):
        make_agent("turns:100000001", GAME)
    with pytest.raises(BadOption, match="there is no player 'turns:5~2'"):
        make_agent("turns:5~2", GAME)
    without = [game for game in GAMES.values() if not game.has("data/value.npz")]
    for game in without:
        with pytest.raises(BadOption, match="has no value nets: play mcts:800 instead"):
            make_agent("turns:5", game)


def test_a_table_without_a_net_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trackside.search.turn_tree_search.find_value", lambda game, view: None)
    state = decisions(2, 6)[12]
    agent = make_agent("turns:5", GAME)
    assert isinstance(agent, TurnTreeAgent)
    with pytest.raises(BadOption, match="no value net was trained for this table"):
        agent.choose(state, RULES.to_move(state))


def test_a_table_without_a_net_may_have_another_player(monkeypatch: pytest.MonkeyPatch) -> None:
    state = decisions(2, 6)[12]
    seat = RULES.to_move(state)
    valued, other = (make_agent(name, GAME).choose(state, seat) for name in ("turns:7", "mcts:9"))
    assert make_agent("turns:7 else mcts:9", GAME).choose(state, seat) == valued
    monkeypatch.setattr("trackside.search.values.values_of", lambda game: {})
    assert make_agent("turns:7 else mcts:9", GAME).choose(state, seat) == other
