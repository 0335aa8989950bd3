"""Gymnasium: its own checker, masks, and one seat against any of our players."""

from __future__ import annotations

from typing import cast

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from trackside.adapters.gymnasium import SeatEnv, SeatVectorEnv
from trackside.core.errors import BadOption, IllegalMove
from trackside.games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_the_checker_passes(name: str) -> None:
    env = gymnasium.make(f"trackside/{name}-v0", render_mode="ansi", illegal="first")
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
    envs = gymnasium.make_vec("trackside/whole-nine-v0", num_envs=6, opponents="greedy")
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
