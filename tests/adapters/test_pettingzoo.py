"""PettingZoo: its own test kit, and what its users ask for and do not have elsewhere."""

from __future__ import annotations

import pickle
import warnings
from copy import deepcopy
from functools import partial

import numpy as np
import pettingzoo
import pytest

from trackside.adapters import pettingzoo as environments
from trackside.adapters.pettingzoo import level_policy
from trackside.adapters.round_env import RoundEnv
from trackside.adapters.shared_env import name_of
from trackside.adapters.turn_env import TurnEnv
from trackside.core.errors import BadOption, IllegalMove
from trackside.core.protocol import OVER
from trackside.games import GAMES

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the kit loads an environment of its own in a way that it calls deprecated
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

NAMES = [name_of(game) for game in GAMES.values()]
DICTIONARIES = ("ignore:Observation", "ignore:Action mask numpy array is all zeros")
"""The kit's warnings about every third-party environment with a mask in its observations."""


@pytest.mark.parametrize("name", NAMES)
def test_the_kit_passes_without_a_warning(name: str) -> None:
    make = getattr(environments, name)
    api_test(make.env(mask="info"), num_cycles=200)
    seed_test(partial(make.env, mask="info"), num_cycles=100)


@pytest.mark.filterwarnings(*DICTIONARIES)
@pytest.mark.parametrize("mask", ["observation", "both"])
@pytest.mark.parametrize("name", NAMES)
def test_the_kit_passes_with_masks_in_observations(name: str, mask: str) -> None:
    make = getattr(environments, name)
    api_test(make.env(mask=mask), num_cycles=100)
    seed_test(partial(make.env, mask=mask), num_cycles=50)


@pytest.mark.parametrize("name", NAMES)
def test_every_render_mode_draws(name: str) -> None:
    render_test(lambda render_mode: getattr(environments, name).env(render_mode=render_mode))


@pytest.mark.parametrize("seats", [1, 2, 4])
@pytest.mark.parametrize("mask", ["observation", "both"])
def test_the_parallel_kit_passes(seats: int, mask: str) -> None:
    make = partial(environments.traxx_v0.parallel_env, seats=seats, mask=mask)
    parallel_api_test(make(), num_cycles=200)
    parallel_seed_test(make, num_cycles=100)


def test_they_are_registered() -> None:
    env = pettingzoo.make("aec", "trackside/whole_nine-v0", seats=4)
    assert env.unwrapped.possible_agents == ["player_0", "player_1", "player_2", "player_3"]
    assert pettingzoo.make("parallel", "trackside/traxx-v0", seats=2).unwrapped.seats == 2


def played(steps: int, **settings: object) -> TurnEnv:
    """Return an environment after `steps` steps."""
    env = TurnEnv("skip-or-trip", seats=3, **settings)  # type: ignore[arg-type]  # of any kind
    env.reset(seed=4)
    for step in range(steps):
        space = env.action_space(env.agent_selection)
        space.seed(step)
        env.step(int(space.sample()))
    return env


def finish(env: TurnEnv) -> list[bytes]:
    """Every position to the end, while the first legal action is made."""
    seen = []
    while not env.terminations[env.agent_selection]:
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
        seen.append(env.simulation.states.tobytes())
    return seen


def test_a_clone_goes_its_own_way_with_the_same_luck() -> None:
    env = played(25)
    twin, copied, pickled = env.clone(), deepcopy(env), pickle.loads(pickle.dumps(env))
    kept = env.get_state()
    first = finish(env)
    assert first == finish(twin) == finish(copied) == finish(pickled)
    env.set_state(kept)
    assert env.agents == env.possible_agents
    assert finish(env) == first


def test_a_clone_of_the_wrapped_environment_is_wrapped() -> None:
    env = environments.whole_nine_v0.env()
    env.reset(seed=1)
    twin = env.clone()
    twin.step(int(np.flatnonzero(twin.last()[0]["action_mask"])[0]))
    assert env.get_state() != twin.get_state()
    with pytest.raises(AttributeError, match="before reset"):
        environments.whole_nine_v0.env().clone().agents  # noqa: B018 - asking is what is refused


def test_a_resampled_position_looks_the_same_to_its_agent_and_only_to_it() -> None:
    env = played(30)
    agent = env.agent_selection
    before, state = env.observe(agent)["observation"], env.state()
    view = env.view(agent)
    env.resample(agent, seed=1)
    assert (env.observe(agent)["observation"] == before).all()
    assert env.view(agent) == view
    assert (env.state() != state).any()
    finish(env)
    assert sum(env.rewards.values()) == pytest.approx(1)


def test_chance_can_be_given_from_outside() -> None:
    env = TurnEnv("whole-nine", chance="outside", first="red")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="choose one of chance_outcomes"):
        env.step(0)
    while env.simulation.to_move < 0:
        outcomes = env.chance_outcomes()
        assert sum(probability for _, probability in outcomes) == pytest.approx(1)
        env.apply_chance(outcomes[-1][0])
    assert env.agent_selection == "player_0"
    assert env.simulation.state.roll == 6
    with pytest.raises(IllegalMove, match="chance is not to move"):
        env.apply_chance(0)


def test_points_as_rewards_add_up_to_the_score() -> None:
    env = TurnEnv("traxx", seats=2, reward="points")
    env.reset(seed=3)
    total = dict.fromkeys(env.agents, 0.0)
    before = env.simulation.scores()
    for agent in env.agent_iter():
        _, reward, ended, _, _ = env.last()
        total[agent] += reward
        env.step(None if ended else int(env.action_space(agent).sample()))
    assert [start + gained for start, gained in zip(before, total.values(), strict=True)] == env.simulation.scores()


def test_the_view_as_observation_is_the_state_with_blanks() -> None:
    env = played(12, observe="view", mask="info")
    agent = env.agent_selection
    assert env.observation_space(agent).contains(env.observe(agent))
    assert env.observe(agent).tobytes() == env.view(agent).to_bytes()


def test_our_levels_are_policies() -> None:
    env = environments.whole_nine_v0.env()
    env.reset(seed=2)
    policies = {"player_0": level_policy(env, "greedy"), "player_1": level_policy(env, "club")}
    for agent in env.agent_iter():
        _, _, ended, _, _ = env.last()
        env.step(None if ended else policies[agent](agent))
    assert env.unwrapped.simulation.to_move == OVER


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"seats": 7}, "is for 2 to 5 players, not for 7"),
        ({"segmants": 5}, "did you mean segments"),
        ({"segments": 7}, "the value must be one of 6, 5"),
        ({"mask": "nowhere"}, "mask='nowhere': must be one of observation, info, both"),
        ({"render_mode": "svg"}, "render_mode='svg': must be one of ansi, human, rgb_array"),
        ({"observe": "pixels"}, "observe='pixels'"),
    ],
)
def test_bad_settings_are_refused_in_words(settings: dict[str, object], problem: str) -> None:
    with pytest.raises(BadOption, match=problem):
        environments.whole_nine_v0.env(**settings)


def test_bad_input_is_refused_in_words() -> None:
    env = environments.whole_nine_v0.env()
    with pytest.raises(BadOption, match="seed 'seven': a seed is an integer"):
        env.reset(seed="seven")
    env.reset(seed=7)
    with pytest.raises(IllegalMove, match="action 22 is not allowed now: seat 0 is to move, and the mask has 0"):
        env.step(22)
    other = environments.traxx_v0.raw_env()
    with pytest.raises(BadOption, match="not a state of 'trackside whole-nine rules 1"):
        env.set_state(other.get_state())
    with pytest.raises(BadOption, match="it was cut or added to"):
        env.set_state(env.get_state()[:-1])
    with pytest.raises(BadOption, match="the state has 3 seats, this game has 2"):
        env.set_state(environments.whole_nine_v0.raw_env(seats=3).get_state())
    with pytest.raises(BadOption, match="players act in turn: use env"):
        environments.whole_nine_v0.parallel_env()
    with pytest.raises(AttributeError, match="the environments are whole_nine_v0, traxx_v0, skip_or_trip_v0"):
        environments.chess_v0  # noqa: B018 - asking is what is refused


def test_in_parallel_play_every_agent_needs_an_action_of_its_own() -> None:
    env = RoundEnv("traxx", seats=2)
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="player_1 has no action"):
        env.step({"player_0": 122})
    with pytest.raises(IllegalMove, match="player_0: action 123 is not in its mask"):
        env.step({"player_0": env.wait, "player_1": 122})
