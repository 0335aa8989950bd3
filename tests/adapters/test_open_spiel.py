"""OpenSpiel: its own tests, truthful facts, observers, and exact algorithms on the tiny games."""

from __future__ import annotations

import pickle
from pathlib import Path
from random import Random
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, generate_playthrough
from open_spiel.python.observation import make_observation

from trackside.adapters.open_spiel import LevelBot, SpielState, ismcts_bot, load
from trackside.adapters.tiny import load_tiny, solve, tiny_names, tiny_value
from trackside.core.errors import BadOption
from trackside.games import GAMES
from trackside.search.exact import Exact

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
TABLES = [
    ("whole-nine", {"segments": 5}),
    ("traxx", {"players": 1}),
    ("traxx", {"players": 2, "starts": "chance"}),
    ("skip-or-trip", {"rounds": 3}),
    ("skip-or-trip", {"players": 4, "mode": "teams", "rounds": 2}),
]


@pytest.mark.parametrize(("name", "parameters"), TABLES)
def test_random_games_pass_with_serialisation(name: str, parameters: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(name, **parameters), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", tiny_names())
def test_random_tiny_games_pass_with_serialisation(name: str) -> None:
    pyspiel.random_sim_test(load_tiny(name), num_sims=10, serialize=True, verbose=False)


@pytest.mark.parametrize("name", tiny_names())
def test_the_committed_playthrough_is_what_happens(name: str) -> None:
    file = PLAYTHROUGHS / f"{name}.txt"
    assert playthrough(name).splitlines() == file.read_text(encoding="utf-8").splitlines()


def playthrough(name: str) -> str:
    """A game of a tiny form as OpenSpiel writes it down; `python -m tests.adapters.test_open_spiel` regenerates it."""
    game, actions, rng = load_tiny(name), [], Random(1)
    state = game.new_initial_state()
    while not state.is_terminal():
        actions.append(rng.choice(state.legal_actions()))
        state.apply_action(actions[-1])
    return str(generate_playthrough.playthrough(str(game), actions, alsologtostdout=False))


def some_states(game: Any, seed: int) -> list[SpielState]:
    """The states of a random game."""
    state, rng, found = game.new_initial_state(), Random(seed), []
    while not state.is_terminal():
        found.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    return [*found, state]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_of_a_game_holds(name: str) -> None:
    game = load(name, players=2)
    for seed in range(2):
        states = some_states(game, seed)
        decisions = sum(not state.is_chance_node() for state in states) - 1
        assert decisions <= game.max_game_length()
        assert len(states) - 1 - decisions <= game.max_chance_nodes_in_history()
        for state in states:
            assert all(
                action < game.num_distinct_actions() for action in state.legal_actions() if state.current_player() >= 0
            )
        assert sum(states[-1].returns()) == game.utility_sum()
        assert game.min_utility() <= min(states[-1].returns()) <= max(states[-1].returns()) <= game.max_utility()


@pytest.mark.parametrize("name", GAMES)
def test_observations_are_those_of_the_encoder_and_of_the_view(name: str) -> None:
    game = load(name, players=2)
    observation = make_observation(game)
    for state in some_states(game, 3)[::7]:
        for player in range(2):
            observation.set_from(state, player)
            features = [0] * len(observation.tensor)
            game.source.plain.encode(state.plain(), player, features)
            assert observation.tensor.tolist() == features
            text = game.source.notation.position_text(state.view(player))
            assert observation.string_from(state, player) == f"seat {player}: {text}"
            assert state.observation_string(player) == f"seat {player}: {text}"


@pytest.mark.parametrize("name", tiny_names())
def test_an_information_state_has_one_set_of_actions_and_tells_the_own_moves(name: str) -> None:
    actions: dict[str, list[int]] = {}
    moves: dict[str, list[tuple[str, int]]] = {}

    def walk(state: Any, own: dict[int, list[tuple[str, int]]]) -> None:
        if state.is_terminal():
            return
        player = state.current_player()
        if player >= 0:
            known = state.information_state_string()
            assert actions.setdefault(known, state.legal_actions()) == state.legal_actions()
            assert moves.setdefault(known, own[player]) == own[player]  # perfect recall
        for action in state.legal_actions():
            following = own if player < 0 else own | {player: [*own[player], (known, action)]}
            walk(state.child(action), following)

    walk(load_tiny(name).new_initial_state(), {0: [], 1: []})
    assert len(actions) > 100


@pytest.mark.parametrize("name", tiny_names())
def test_the_tensor_of_an_information_state_tells_what_its_string_tells(name: str) -> None:
    strings: dict[bytes, str] = {}
    tensors: dict[str, bytes] = {}
    game = load_tiny(name)
    observer = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))

    def walk(state: Any) -> None:
        for player in range(game.num_players()):
            observer.set_from(state, player)
            text, tensor = observer.string_from(state, player), observer.tensor.tobytes()
            assert strings.setdefault(tensor, text) == text
            assert tensors.setdefault(text, tensor) == tensor
        for action in state.legal_actions():
            walk(state.child(action))

    walk(game.new_initial_state())
    assert len(strings) > 100
    state = game.new_initial_state()
    assert game.information_state_tensor_shape() == [len(state.information_state_tensor(0))]


def test_the_tensor_of_an_information_state_needs_room_for_all_events() -> None:
    state = load("whole-nine", recall=2).new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(BadOption, match="load the game with recall=3 or more"):
        state.information_state_tensor(0)


@pytest.mark.parametrize("name", GAMES)
def test_states_copied_in_python_know_their_history_in_c(name: str) -> None:
    game, rng = load(name, players=2), Random(5)
    state = game.new_initial_state()
    for _ in range(30):
        state = state.clone()
        state.apply_action(rng.choice(state.legal_actions()))
    told = game.new_initial_state()
    for action in state.history():
        told.apply_action(action)
    assert told.clone().child(told.legal_actions()[0]).history()[:-1] == state.history()
    assert state.history_str() == told.history_str() == ", ".join(map(str, state.history()))
    assert [(entry.player, entry.action) for entry in state.full_history()] == state.log()
    assert state.move_number() == 30
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state.clone()))[1]
    assert (again.history(), str(again)) == (state.history(), str(state))
    again.apply_action(again.legal_actions()[0])
    assert again.history()[:-1] == state.history()


def test_c_code_plays_on_from_a_state_copied_in_python() -> None:
    game, rng = load("whole-nine"), Random(2)
    state = game.new_initial_state()
    for _ in range(60):
        state = state.child(rng.choice(state.legal_actions()))
    history = state.history()
    bots = [LevelBot(game, 0, "greedy"), LevelBot(game, 1, "random")]
    assert sum(pyspiel.evaluate_bots(state, bots, 7)) == 1
    assert state.is_terminal()
    assert state.history()[:60] == history
    assert state.history_str() == ", ".join(map(str, state.history()))


def test_ismcts_plays_games_with_secrets() -> None:
    game = load("skip-or-trip", rounds=3)
    bots = [ismcts_bot(game, 4), LevelBot(game, 1, "random")]
    assert sum(pyspiel.evaluate_bots(game.new_initial_state(), bots, 3)) == 1


def test_secrets_stay_secret_in_observations_and_information_states() -> None:
    game = load("skip-or-trip")
    for state in some_states(game, 5)[::9]:
        other = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0, 1))
        assert other.observation_string(0) == state.observation_string(0)
        assert other.observation_tensor(0) == state.observation_tensor(0)


@pytest.mark.parametrize("name", tiny_names())
def test_the_value_of_the_tiny_game_is_exact(name: str) -> None:
    assert solve(load_tiny(name)) == pytest.approx(tiny_value(name), abs=1e-7)


def test_the_value_is_that_of_exhaustive_search_where_nothing_is_secret() -> None:
    game = load_tiny("whole-nine")
    assert Exact(game.source).shares(game.opening)[0] == pytest.approx(tiny_value("whole-nine"))


@pytest.mark.parametrize("name", tiny_names())
def test_cfr_comes_closer_to_an_equilibrium(name: str) -> None:
    game = load_tiny(name)
    solver = cfr.CFRPlusSolver(game)
    found = []
    for _ in range(2):
        for _ in range(4):
            solver.evaluate_and_update_policy()
        found.append(exploitability.nash_conv(game, solver.average_policy()))
    assert found[1] <= found[0]
    policies = [solver.average_policy()] * 2
    value = expected_game_score.policy_value(game.new_initial_state(), policies)[0]
    assert abs(value - tiny_value(name)) <= found[1] + 1e-9, "nobody is further from the value than can be exploited"


def test_our_levels_are_bots() -> None:
    game = load("whole-nine")
    bots = [LevelBot(game, 0, "greedy"), LevelBot(game, 1, "random")]
    assert pyspiel.evaluate_bots(game.new_initial_state(), bots, 7) in ([1, 0], [0, 1], [0.5, 0.5])


def test_a_state_can_be_pickled() -> None:
    state = some_states(load("traxx", players=2), 1)[20]
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state)
    assert again.history() == state.history()


def test_bad_parameters_are_refused_in_words() -> None:
    with pytest.raises(BadOption, match="is for 2 to 5 players, not for 9"):
        load("whole-nine", players=9)
    with pytest.raises(BadOption, match="there is no game 'chess'"):
        load("chess")
    with pytest.raises(BadOption, match="the value must be one of 6, 5"):
        load("whole-nine", segments=7)
    with pytest.raises(pyspiel.SpielError, match="segmants"):
        load("whole-nine", segmants=5)
    with pytest.raises(BadOption, match="a position has its own options: leave segments out"):
        load("whole-nine", position="turn 1: red to roll", segments=5)
    with pytest.raises(BadOption, match="there is no tiny form of 'chess'"):
        load_tiny("chess")


def main() -> None:
    """Regenerate the playthroughs; read the diff before committing it."""
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for name in tiny_names():
        (PLAYTHROUGHS / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")


if __name__ == "__main__":
    main()
