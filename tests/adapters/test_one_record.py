"""One record, every surface: the same moves are legal, the same position follows, the same is won."""

from __future__ import annotations

from itertools import groupby
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.adapters.records import FIRST, TABLES, Replay, make_replay
from trackside.adapters import open_spiel
from trackside.adapters.batch import GameBatch
from trackside.adapters.gymnasium import SeatEnv
from trackside.adapters.round_env import RoundEnv
from trackside.adapters.simulation import LARGEST_SEED
from trackside.adapters.turn_env import TurnEnv
from trackside.core.protocol import CHANCE, OVER
from trackside.games import GAMES, find_game
from trackside.play.dice import Dice
from trackside.play.match import Match

SEED = 20


def drawn(seed: int) -> int:
    """Return the game seed that a PettingZoo or Gymnasium environment derives from its first seed."""
    return Random(seed).randrange(LARGEST_SEED)


@pytest.fixture(scope="module", params=TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def replay(request: pytest.FixtureRequest) -> Replay:
    game, seats, options = request.param
    return make_replay(game, seats, options, drawn(SEED))


def test_match(replay: Replay) -> None:
    game = find_game(replay.game)
    for index, (seat, move) in enumerate(replay.log):
        match = Match.from_log(
            game, replay.states[index].duplicate(), [], options={}, dice=Dice(0), play_on=False, position=""
        )
        if seat != CHANCE:
            assert [one.code for one in match.moves(seat)] == replay.legal(index)
        match.extend([(seat, move)])
        assert match.state.to_bytes() == replay.after(index)
    assert match.returns == replay.returns


def test_aec(replay: Replay) -> None:
    env = TurnEnv(replay.game, seats=replay.seats, chance="outside", mask="both", **replay.options)
    env.reset(seed=1)
    for index, (seat, move) in enumerate(replay.log):
        if seat == CHANCE:
            assert [outcome for outcome, _ in env.chance_outcomes()] == replay.legal(index)
            env.apply_chance(move)
        else:
            assert env.agent_selection == f"player_{seat}"
            observation, _, _, _, info = env.last()
            assert np.flatnonzero(observation["action_mask"]).tolist() == replay.legal(index)
            assert np.flatnonzero(info["action_mask"]).tolist() == replay.legal(index)
            env.step(move)
        assert env.simulation.states.tobytes() == replay.after(index)
    assert list(env.rewards.values()) == replay.returns
    assert all(env.terminations.values())


def test_parallel(replay: Replay) -> None:
    if "simultaneous" not in GAMES[replay.game].card.capabilities:
        pytest.skip("one acts after the other")
    env = RoundEnv(replay.game, seats=replay.seats, chance="outside", **replay.options)
    env.reset(seed=1)
    rewards: dict[str, float] = {}
    rounds = groupby(enumerate(replay.log), key=lambda entry: entry[1][0] == CHANCE)
    for is_chance, entries in rounds:
        listed = list(entries)
        if is_chance:
            for _, (_, outcome) in listed:
                env.apply_chance(outcome)
        else:
            moves: dict[str, list[tuple[int, int]]] = {agent: [] for agent in env.agents}
            for index, (seat, move) in listed:
                moves[f"player_{seat}"].append((index, move))
            while any(moves.values()):
                rewards = play_together(env, replay, moves)
        assert env.simulation.states.tobytes() == replay.after(listed[-1][0])
    if env.agents:  # the last card was of no use to anybody
        rewards = env.step(dict.fromkeys(env.agents, env.wait))[1]
    assert list(rewards.values()) == replay.returns
    assert env.agents == []


def play_together(env: RoundEnv, replay: Replay, moves: dict[str, list[tuple[int, int]]]) -> dict[str, float]:
    """Return the next move of each player who has one left in this round."""
    actions: dict[str, int] = {}
    for agent, left in moves.items():
        legal = [env.wait]
        actions[agent] = env.wait
        if left:
            index, actions[agent] = left.pop(0)
            legal = replay.legal(index)
        assert np.flatnonzero(env.observe(agent)["action_mask"]).tolist() == sorted(legal)
    return env.step(actions)[1]


def test_gymnasium(replay: Replay) -> None:
    env = SeatEnv(
        replay.game, seats=replay.seats, opponents=FIRST, options=replay.options, reward="shares", observe="views"
    )
    env.reset(seed=SEED)
    ours = [index for index, (seat, _) in enumerate(replay.log) if seat == 0]
    reward: float = 0
    for index in ours:
        assert env.batch.states.tobytes() == replay.states[index].to_bytes()
        assert np.flatnonzero(env.action_masks()).tolist() == sorted(replay.legal(index))
        _, reward, ended, _, _ = env.step(replay.log[index][1])
        assert ended == (index == ours[-1])
    assert env.batch.states.tobytes() == replay.states[-1].to_bytes()
    assert reward == pytest.approx(replay.returns[0])


def test_open_spiel(replay: Replay) -> None:
    state: Any = open_spiel.load(replay.game, players=replay.seats, **as_numbers(replay.options)).new_initial_state()
    for index, (seat, move) in enumerate(replay.log):
        assert state.current_player() == seat
        assert state.legal_actions() == sorted(replay.legal(index))
        state.apply_action(move)
        assert state.at.record.tobytes() == replay.after(index)
    assert state.is_terminal()
    assert state.returns() == replay.returns
    assert state.log() == replay.log


def as_numbers(options: dict[str, str]) -> dict[str, object]:
    """Options as OpenSpiel has them: digits are numbers."""
    return {name: int(text) if text.isdigit() else text for name, text in options.items()}


def test_batch_with_chance_from_outside(replay: Replay) -> None:
    batch = GameBatch(
        replay.game, 3, seats=replay.seats, options=replay.options, chance="outside", restart=False, threads=2
    )
    for index, (seat, move) in enumerate(replay.log):
        assert batch.to_move.tolist() == [seat] * 3
        assert [np.flatnonzero(mask).tolist() for mask in batch.masks] == [sorted(replay.legal(index))] * 3
        _, rewards, ended, _, _ = batch.step([move] * 3)
        assert [state.tobytes() for state in batch.states] == [replay.after(index)] * 3
    assert ended.all()
    assert (batch.to_move == OVER).all()
    assert rewards[1].tolist() == pytest.approx(replay.returns)


def test_batch_with_chance_inside(replay: Replay) -> None:
    batch = GameBatch(replay.game, 1, seats=replay.seats, options=replay.options, seed=drawn(SEED), restart=False)
    for index, (seat, move) in enumerate(replay.log):
        if seat != CHANCE:
            assert batch.states[0].tobytes() == replay.states[index].to_bytes()
            _, rewards, _, _, _ = batch.step([move])
    assert rewards[0].tolist() == pytest.approx(replay.returns)
