"""Gymnasium: its own checker, masks, and one seat against any of our players."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray

from trackside.adapters.batch import GameBatch
from trackside.adapters.gymnasium import SeatEnv, SeatVectorEnv
from trackside.core.errors import BadOption, IllegalMove
from trackside.games import GAMES
from trackside.games.bounds import LIMITS, feature_bounds


@pytest.mark.parametrize("name", GAMES)
def test_the_checker_passes(name: str) -> None:
    env = gymnasium.make(f"trackside/{GAMES[name].folder}-v0", render_mode="ansi", illegal="first")
    check_env(env.unwrapped)


def finished(env: SeatEnv, seed: int) -> tuple[float, dict[str, object]]:
    """All rewards of a game in which any move is made, and the last info."""
    env.reset(seed=seed)
    env.action_space.seed(seed)
    total, ended = 0.0, False
    info: dict[str, object] = {}
    while not ended:
        assert env.action_masks().any()
        _, reward, ended, _, info = env.step(int(env.action_space.sample()))
        total += reward
    return total, info


def test_traxx_alone_pays_points() -> None:
    env = SeatEnv("traxx")
    total, info = finished(env, 1)
    assert total == info["scores"][0] + 60  # type: ignore[index]  # any value; 60 fields are not reached at first


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_any_seat_can_learn_against_any_player(seat: int) -> None:
    env = SeatEnv("skip-or-trip", seats=3, seat=seat, opponents=("greedy", "random"))
    assert finished(env, 5)[0] in (0, 1 / 2, 1 / 3, 1)


def test_a_level_as_opponent_beats_random_play() -> None:
    env = SeatEnv("whole-nine", opponents="club")
    assert sum(finished(env, seed)[0] for seed in range(5)) <= 1


def test_many_games_at_once() -> None:
    envs = gymnasium.make_vec("trackside/whole_nine-v0", num_envs=6, opponents="greedy")
    observations, _ = envs.reset(seed=1)
    assert observations.shape == (6, 416)
    ended = 0
    for _ in range(200):
        masks = cast(SeatVectorEnv, envs.unwrapped).action_masks()
        _, rewards, terminated, _, _ = envs.step(masks.argmax(axis=1))
        assert rewards.shape == (6,)
        assert not rewards[~terminated].any()
        ended += int(terminated.sum())
    assert ended >= 6
    envs.close()


def test_an_environment_can_be_pickled_and_copied() -> None:
    env = SeatEnv("skip-or-trip", opponents="club")
    env.reset(seed=4)
    env.step(int(env.action_space.sample()))
    for twin in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        assert (twin.action_masks() == env.action_masks()).all()
        before = env.batch.states.tobytes()
        twin.step(int(twin.action_space.sample()))
        assert env.batch.states.tobytes() == before, "a copy is separate"
        assert twin.action_masks()[twin.action_space.sample()], "its samples are legal in the copy"
    assert pickle.loads(pickle.dumps(env.action_space)) == env.action_space


def test_environments_run_in_processes_of_their_own() -> None:
    settings = {"context": "spawn"}  # another test may have started the threads of JAX, which a fork does not survive
    envs = gymnasium.make_vec(
        "trackside/whole_nine-v0", 2, vectorization_mode="async", vector_kwargs=settings, opponents="greedy"
    )
    try:
        _, info = envs.reset(seed=1)
        observations, _, _, _, _ = envs.step(info["action_mask"].argmax(axis=1))
        assert observations.shape == (2, 416)
    finally:
        envs.close()


def test_no_import_is_needed_where_the_name_tells_the_module() -> None:
    code = "import gymnasium; print(gymnasium.make('trackside.adapters.gymnasium:trackside/traxx-v0').spec.id)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == "trackside/traxx-v0\n"


def ends(envs: SeatVectorEnv, steps: int) -> Iterator[tuple[int, NDArray[np.float64], dict[str, Any]]]:
    """Yield every game that ends while the first legal moves are made, with the rewards and the info of that step."""
    _, info = envs.reset(seed=1)
    for _ in range(steps):
        _, rewards, ended, _, info = envs.step(info["action_mask"].argmax(axis=1))
        assert ("final_obs" in info) == bool(ended.any())
        for game in np.flatnonzero(ended):
            yield int(game), rewards, info


def test_the_info_shows_how_a_game_has_ended() -> None:
    envs = SeatVectorEnv("whole-nine", 3, observe="views")
    found = list(ends(envs, 400))
    assert len(found) > 2
    state_type = envs.batch.game.plain.State
    for game, rewards, info in found:
        assert info["_final_obs"][game]
        assert info["_final_info"][game]
        final = state_type.from_bytes(info["final_obs"][game].tobytes())
        points, shares = [0.0, 0.0], [0.0, 0.0]
        envs.batch.game.plain.scores(final, points)
        envs.batch.game.plain.returns(final, shares)
        assert info["final_info"]["scores"][game].tolist() == points
        assert rewards[game] == shares[0]
        other = [index for index in range(3) if not info["_final_obs"][index]]
        assert all(info["final_obs"][index] is None for index in other)


def test_a_learner_may_play_all_seats() -> None:
    envs = cast(SeatVectorEnv, gymnasium.make_vec("trackside/skip_or_trip-v0", num_envs=4, seat=None).unwrapped)
    movers: set[int] = set()
    _, info = envs.reset(seed=2)
    ended = np.zeros(4, np.bool_)
    while not ended.any():
        moved = info["to_move"]
        movers |= set(moved.tolist())
        _, rewards, ended, _, info = envs.step(info["action_mask"].argmax(axis=1))
        assert (rewards == info["rewards"][np.arange(4), moved]).all()
    assert movers == {0, 1}
    assert info["rewards"][ended].sum() == ended.sum()


@pytest.mark.parametrize("name", GAMES)
def test_features_have_bounds_that_hold(name: str) -> None:
    assert LIMITS not in feature_bounds(GAMES[name]), "every feature has bounds"
    for seats in (max(GAMES[name].card.seats), 2):
        batch = GameBatch(name, 50, seats=seats, seed=seats)
        low, high = np.array(feature_bounds(GAMES[name])).T
        for _ in range(60):
            batch.step(batch.sample())
            assert (low <= batch.features).all()
            assert (batch.features <= high).all()


def test_bad_input_is_refused_in_words() -> None:
    with pytest.raises(BadOption, match="2 opponents for 1 other seats"):
        SeatEnv("whole-nine", opponents=("greedy", "greedy"))
    with pytest.raises(BadOption, match="there is no seat 2: the seats are 0 to 1"):
        SeatEnv("whole-nine", seat=2)
    with pytest.raises(BadOption, match="there is no player 'grand'"):
        SeatEnv("whole-nine", opponents="grand")
    with pytest.raises(BadOption, match="illegal='never': must be one of error, first"):
        SeatEnv("whole-nine", illegal="never")
    env = SeatEnv("whole-nine")
    with pytest.raises(BadOption, match="seed 'x'"):
        env.reset(seed="x")  # type: ignore[arg-type]  # that is the test
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="is not in its mask, which has"):
        env.step(int(np.flatnonzero(~env.action_masks())[0]))
