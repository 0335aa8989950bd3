from __future__ import annotations

import numpy as np
import pytest

from tests.regenerate import DATA
from tests.search.endings import ENDINGS, Ending, read_endings
from trackside import Match
from trackside.core.errors import BadOption
from trackside.core.protocol import AnyState
from trackside.games import GAMES
from trackside.search.agents import SearchAgent, make_agent
from trackside.search.exact import ExactAgent
from trackside.search.nets import Net
from trackside.search.tree_search import Tree
from trackside.search.weights import net_type

GAME = GAMES["whole-nine"]

CHOICE = """turn 90: red rolled 1
    track: [.]....... [.]....... [.]....... [.]....... [.]....... [.]..5...4
    red: pawns 6c 6g goal goal; row 4; plus 24; cacti 6
    purple: pawns goal goal goal goal; plus 22; minus 1"""

TRIP = """turn 7: red to act
    deck: top 1
    red: on 20; hand 1[2.2] 4[2.2] 3[3] 6[2.3] 8[2] 9[97]
    purple: on 12; hand 1[2]"""


def tree(simulations: int, seed: int = 1, memory: int = 5000, playouts: str = "greedy") -> Tree:
    match = Match("whole-nine", seats=2, seed=3)
    made = Tree(GAME, match.view(match.to_move).state, match.to_move, seed, memory=memory, playouts=playouts)
    made.run(simulations)
    return made


def test_the_statistics_of_the_tree_are_consistent() -> None:
    made = tree(2000)
    assert made.simulations == 2000
    for node in range(int(made.used[0])):
        entry = made.nodes[node]
        children = made.children(node)
        assert sum(int(made.nodes[child]["visits"]) for child in children) <= entry["visits"]
        assert entry["value"].sum() == pytest.approx(entry["visits"])
        assert entry["share"].sum() == pytest.approx(entry["visits"])
        moves = [int(made.nodes[child]["move"]) for child in children]
        assert moves == sorted(set(moves))
    assert sum(int(made.nodes[child]["visits"]) for child in made.children()) == 2000


def test_a_choice_says_whether_a_net_or_play_outs_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match("whole-nine", seats=2, seed=3)
    view, seat = match.view(match.to_move).state, match.to_move
    net = Net(GAME, "2", np.zeros(1, net_type(len(GAME.plain.FEATURES), 2, 2, 2)))
    for found, judged_by in ((net, "net"), (None, "playouts")):
        monkeypatch.setattr("trackside.search.tree_search.find_net", lambda game, view, found=found: found)
        assert Tree(GAME, view, seat, 1).choice().judged_by == judged_by
        assert Tree(GAME, view, seat, 1, playouts="mixed").choice().judged_by == "playouts"


def test_the_same_seed_and_budget_give_the_same_tree_in_slices_or_at_once() -> None:
    whole, sliced, other = tree(600), tree(200), tree(600, seed=2)
    sliced.run(150)
    sliced.run(250)
    assert whole.nodes.tobytes() == sliced.nodes.tobytes()
    assert whole.nodes.tobytes() != other.nodes.tobytes()


def test_a_full_tree_stops_growing_and_goes_on_counting() -> None:
    made = tree(3000, memory=100)
    assert int(made.used[0]) == 100
    assert made.simulations == 3000
    assert made.choice().candidates[0].visits > 0


def before_and_after(move: str) -> tuple[Tree, int, AnyState]:
    """A tree of what red sees, the code of a move of red, and what red sees when it has to choose again."""
    match = Match.from_position("skip-or-trip", TRIP, seed=1)
    made = Tree(match.game, match.view(0).state, 0, seed=1, memory=5000, playouts="mixed")
    made.run(1500)
    match.play(0, move)
    code = match.log[-1][1]
    while match.to_move != 0:
        match.play(match.to_move, match.moves(match.to_move)[0])
    return made, code, match.view(0).state


def subtree(made: Tree, node: int) -> list[object]:
    """All that is known of a node and those below it, without where they are kept."""
    entry = made.nodes[node]
    known = [int(entry["move"]), int(entry["visits"]), entry["value"].tolist(), entry["share"].tolist()]
    return [*known, [subtree(made, child) for child in made.children(node)]]


def test_a_tree_goes_on_below_the_move_made_and_keeps_all_that_is_known_there() -> None:
    made, move, view = before_and_after("trip 12:")
    child = next(child for child in made.children() if made.nodes[child]["move"] == move)
    before = subtree(made, child)
    assert made.follow(move, view)
    assert subtree(made, 0) == before
    assert not made.nodes[int(made.used[0]) :].view(np.uint8).any()
    fresh = made.simulations
    made.run(400)
    assert made.simulations == fresh + 400
    assert sum(int(made.nodes[child]["visits"]) for child in made.children()) == fresh + 400 - 1
    assert {candidate.text for candidate in made.choice().candidates} == {"1[2.2]", "4[2.2]", "8[2]"}


def test_a_tree_is_not_kept_when_anything_but_the_own_move_has_happened() -> None:
    made, move, view = before_and_after("black 6")
    assert not made.follow(move, view)
    assert made.simulations == 1500


def test_an_agent_goes_on_with_its_tree_within_a_turn() -> None:
    match = Match.from_position("skip-or-trip", TRIP, seed=1)
    agent = make_agent("mcts:800", match.game, seed=2)
    assert isinstance(agent, SearchAgent)
    first = agent.choose(match.view(0).state, 0)
    assert first.candidates[0].text == "trip 12:"
    kept = agent.trees
    match.play(0, first.move)
    second = agent.choose(match.view(0).state, 0)
    assert agent.trees == kept
    assert second.simulations == 800
    match.play(0, second.move)
    while match.to_move != 0 or len(match.moves(0)) == 1:
        match.play(match.to_move, match.moves(match.to_move)[0])
    agent.choose(match.view(0).state, 0)
    assert agent.trees != kept


def test_clearing_forgets_everything() -> None:
    made = tree(300)
    made.clear()
    assert made.simulations == 0
    assert made.children() == []


def test_a_choice_tells_visits_values_and_a_line_that_can_be_played() -> None:
    match = Match.from_position("whole-nine", CHOICE, seed=1)
    choice = make_agent("playout:200", GAME).choose(match.view(0).state, 0)
    assert choice.simulations == 200
    assert sum(candidate.visits for candidate in choice.candidates) == 200
    assert all(0 <= candidate.value <= 1 for candidate in choice.candidates if candidate.value is not None)
    assert choice.line[0] == choice.candidates[0].text
    for text in choice.line:
        match.play(0, text)


def test_a_single_move_is_made_without_search() -> None:
    match = Match("whole-nine", seats=2, options={"first": "red"}, seed=1)
    choice = make_agent("master", GAME).choose(match.view(0).state, 0)
    assert choice.simulations == 0


def test_a_budget_of_seconds_is_spent() -> None:
    match = Match("whole-nine", seats=2, seed=3)
    view = match.view(match.to_move)
    while len(view.moves) == 1:
        match.play(match.to_move, view.moves[0])
        view = match.view(match.to_move)
    choice = make_agent("mcts:0.2s", GAME).choose(view.state, match.to_move)
    assert choice.simulations >= 64


def endings(name: str) -> list[Ending]:
    return list(read_endings(name, (DATA / "endings" / f"{name}.txt").read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", ENDINGS)
def test_master_plays_small_endings_like_exhaustive_search(name: str) -> None:
    master = make_agent("master", GAMES[name], seed=5)
    regrets = []
    for ending in endings(name):
        move = master.choose(ending.state, ending.seat).move
        regrets.append(max(ending.values.values()) - ending.values[move])
    assert len(regrets) >= 100
    assert sum(regrets) / len(regrets) <= 0.01


@pytest.mark.parametrize("name", ENDINGS)
def test_forced_wins_are_found(name: str) -> None:
    """All but a few: a win that several unlikely moves in a row must keep is beyond a short search."""
    forced = [end for end in endings(name) if max(end.values.values()) > 0.999 and min(end.values.values()) < 0.9]
    assert len(forced) >= 20
    found = 0
    for number, ending in enumerate(forced):
        move = make_agent("expert", GAMES[name], seed=number).choose(ending.state, ending.seat).move
        found += ending.values[move] > 0.999
    assert found >= 0.95 * len(forced)


@pytest.mark.parametrize("name", ENDINGS)
def test_exact_finds_the_best_move(name: str) -> None:
    for ending in endings(name)[::10]:
        choice = make_agent("exact", GAMES[name]).choose(ending.state, ending.seat)
        assert ending.values[choice.move] == max(ending.values.values())
        found = [candidate.value for candidate in choice.candidates]
        assert found == pytest.approx(sorted(ending.values.values(), reverse=True), abs=1e-5)


def test_exact_refuses_a_view_with_secrets() -> None:
    match = Match("skip-or-trip", seats=2, seed=1)
    with pytest.raises(BadOption, match="needs to know everything: this view has blanks"):
        make_agent("exact", match.game).choose(match.view(match.to_move).state, match.to_move)


def test_exact_refuses_what_is_too_large() -> None:
    match = Match("whole-nine", seats=2, seed=1)
    view = match.view(match.to_move).state
    with pytest.raises(BadOption, match="too large for exhaustive search: more than 100 others follow"):
        ExactAgent(GAME, most=100).choose(view, match.to_move)
    with pytest.raises(BadOption, match="too large"):
        ExactAgent(GAME).choose(view, match.to_move)
