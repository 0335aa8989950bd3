"""Batches: the same seed gives the same games, and wrong input changes nothing."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from trackside.adapters.batch import GameBatch
from trackside.core.errors import BadOption, IllegalMove
from trackside.core.extras import how_to_install
from trackside.core.protocol import CHANCE, OVER
from trackside.games import GAMES
from trackside.search.exact import Exact

ENDING = (
    "turn 87: red to roll / track: [.]....... [.]....... [.]....... [.]....... [.]....... [.].*....5 / "
    "red: pawns 6b goal goal goal; row 4 2; plus 13; minus 1 1 2 2 3 3 4 5 5; cacti 3 / "
    "purple: pawns 6b goal goal goal; row 3 3; plus 14; minus 1 1 1 1 4 4 4 6; cacti 3"
)


def play(batch: GameBatch, steps: int) -> list[bytes]:
    """Return what a batch shows while arbitrary moves are made."""
    shown = []
    for _ in range(steps):
        observations, rewards, ended, _, info = batch.step(batch.sample())
        shown.append(b"".join(part.tobytes() for part in (observations, rewards, ended, info["action_mask"])))
    return shown


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_games_in_any_number_of_threads(game: str) -> None:
    runs = [play(GameBatch(game, 7, seed=3, threads=threads), 300) for threads in (1, 2, 3)]
    assert runs[0] == runs[1] == runs[2]
    assert play(GameBatch(game, 7, seed=4), 300) != runs[0]


@pytest.mark.parametrize("game", GAMES)
def test_every_finished_game_pays_what_its_end_is_worth(game: str) -> None:
    batch = GameBatch(game, 5, seed=1, restart=False)
    total = np.zeros((5, batch.seats))
    while (batch.to_move != OVER).any():
        _, rewards, _, _, _ = batch.step(batch.sample())
        total += rewards
    for number in range(5):
        returns = [0.0] * batch.seats
        batch.game.plain.returns(batch.state(number), returns)
        assert total[number].tolist() == pytest.approx(returns)
    assert not batch.masks.any()


@pytest.mark.parametrize("game", GAMES)
def test_points_add_up_to_what_the_scores_have_gained(game: str) -> None:
    batch = GameBatch(game, 4, seed=2, reward="points", restart=False)
    before, total = batch.scores(), np.zeros((4, batch.seats))
    while (batch.to_move != OVER).any():
        total += batch.step(batch.sample())[1]
    assert (before + total == batch.scores()).all()


def test_a_game_that_ends_starts_anew_in_the_same_step() -> None:
    batch = GameBatch("traxx", 2, seats=2, seed=5)
    ended = np.zeros(2, bool)
    while not ended.any():
        _, rewards, ended, _, info = batch.step(batch.sample())
    game = int(np.flatnonzero(ended)[0])
    assert rewards[game].sum() == 1
    assert batch.state(game).turns == 1
    assert info["action_mask"][game].any()


def test_features_and_views_are_those_of_the_seat_to_move() -> None:
    batch = GameBatch("skip-or-trip", 3, seats=3, seed=8, observe=("features", "views"))
    play(batch, 40)
    for game in range(3):
        seat, state = int(batch.to_move[game]), batch.state(game)
        features = [0] * batch.features.shape[1]
        batch.game.plain.encode(state, seat, features)
        assert batch.features[game].tolist() == features
        batch.game.plain.hide(state, seat)
        assert batch.views[game].tobytes() == state.to_bytes()


def test_players_by_name_sit_in_the_other_seats() -> None:
    batch = GameBatch("whole-nine", 2, seats=4, players=("", "greedy", "random", "club"), seed=1)
    for _ in range(10):
        batch.step(batch.sample())
        assert (batch.to_move == 0).all()


def test_asked_players_play_the_same_from_the_same_seed() -> None:
    batch = GameBatch("whole-nine", 2, players=("", "club"), seed=1)
    first = play(batch, 15)
    batch.reset(1)
    assert play(batch, 15) == first


def test_a_level_that_is_a_quick_player_is_played_in_compiled_code() -> None:
    novice = GameBatch("whole-nine", 3, players=("", "novice"), seed=6)
    greedy = GameBatch("whole-nine", 3, players=("", "greedy"), seed=6)
    assert play(novice, 100) == play(greedy, 100)


def test_looking_ahead_shows_the_position_after_every_move() -> None:
    batch = GameBatch("whole-nine", 3, seed=2)
    play(batch, 30)
    owner, moves, over, features = batch.look_ahead()
    assert list(zip(owner.tolist(), moves.tolist(), strict=True)) == list(map(tuple, np.argwhere(batch.masks).tolist()))
    for row in range(len(owner)):
        state, seat = batch.state(owner[row]), int(batch.to_move[owner[row]])
        batch.game.plain.apply(state, seat, int(moves[row]))
        expected = [0] * features.shape[1]
        batch.game.plain.encode(state, seat, expected)
        assert features[row].tolist() == expected
        assert over[row] == -1


def test_looking_ahead_says_what_the_end_of_the_game_brings() -> None:
    batch = GameBatch("whole-nine", 16, position=ENDING, seed=1, restart=False)
    rules, ends = batch.game.plain, 0
    while (batch.to_move != OVER).any():
        owner, moves, over, _ = batch.look_ahead()
        for game, move, share in zip(owner.tolist(), moves.tolist(), over.tolist(), strict=True):
            state, seat = batch.state(game), int(batch.to_move[game])
            rules.apply(state, seat, move)
            shares = [-1.0, -1.0]
            if rules.to_move(state) == OVER:
                rules.returns(state, shares)
                ends += 1
            assert share == shares[seat]
        batch.step(batch.sample())
    assert ends > 0


def test_what_a_seat_looks_ahead_to_shows_nothing_of_the_others_in_the_same_round() -> None:
    batch = GameBatch("traxx", 1, seats=2, seed=3, chance="outside")
    while batch.to_move[0] == CHANCE:
        batch.step(batch.sample())
    assert batch.to_move[0] == 0
    batch.step([122])
    stopped = batch.look_ahead()[3]
    batch.reset(3)
    while batch.to_move[0] == CHANCE:
        batch.step(batch.sample())
    batch.step([int(np.flatnonzero(batch.masks[0])[0])])
    while batch.to_move[0] == 0:
        batch.step([122])
    assert (batch.look_ahead()[3] == stopped).all()


def test_chance_from_outside_is_an_action_like_any_other() -> None:
    batch = GameBatch("whole-nine", 2, chance="outside", seed=1)
    assert (batch.to_move == CHANCE).all()
    assert batch.chance_weights(0).tolist() == [1, 1]
    with pytest.raises(IllegalMove, match="game 1: action 2 is not in its mask, which has 0, 1"):
        batch.step([0, 2])


def test_playing_an_ending_by_its_exact_values_wins_as_often_as_they_say() -> None:
    batch = GameBatch("whole-nine", 400, position=ENDING, seed=9, restart=False)
    exact, won = Exact(batch.game), np.zeros(2)
    expected = exact.shares(batch.opening)
    while (batch.to_move != OVER).any():
        actions = np.zeros(400, np.int64)
        for game in np.flatnonzero(batch.to_move >= 0).tolist():
            seat = int(batch.to_move[game])
            after = exact.after(batch.state(game), seat)
            actions[game] = max(after, key=lambda move: after[move][seat])
        won += batch.step(actions)[1].sum(axis=0)
    assert won[0] / 400 == pytest.approx(expected[0], abs=0.1)


def test_an_action_outside_the_mask_changes_nothing() -> None:
    batch = GameBatch("whole-nine", 3, seed=1)
    before = batch.states.tobytes()
    actions = batch.sample().copy()
    actions[2] = 22
    with pytest.raises(IllegalMove, match="game 2: action 22 is not in its mask, which has 0"):
        batch.step(actions)
    assert batch.states.tobytes() == before


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"seats": 9}, "is for 2 to 5 players, not for 9"),
        ({"seats": "two"}, "must be an integer"),
        ({"options": {"segmants": 5}}, "did you mean segments"),
        ({"players": ("greedy", "greedy")}, "leave one empty"),
        ({"players": ("", "gready")}, "there is no player 'gready'"),
        ({"players": ("", "", "greedy")}, "3 players for 2 seats"),
        ({"chance": "both"}, "chance='both': must be one of inside, outside"),
        ({"reward": "money"}, "reward='money': must be one of shares, points"),
        ({"observe": ("pixels",)}, "observe='pixels': must be one of features, views"),
        ({"seed": "7"}, "seed '7': a seed is an integer"),
        ({"seed": -1}, "seed -1: a seed is an integer"),
        ({"games": 0}, "games 0: must be an integer of 1 or more"),
        ({"position": ENDING, "options": {"segments": 6}}, "a position has its own options"),
        ({"position": ENDING, "seats": 3}, "the position has 2 seats, not 3"),
    ],
)
def test_bad_input_is_refused_in_words(settings: dict[str, object], problem: str) -> None:
    with pytest.raises(BadOption, match=problem):
        GameBatch(**{"game": "whole-nine", "games": 2} | settings)  # type: ignore[arg-type]  # wrong ones are the test


def test_actions_of_the_wrong_shape_are_refused() -> None:
    with pytest.raises(IllegalMove, match="give 2 integers, one per game"):
        GameBatch("whole-nine", 2).step([0])


@pytest.mark.parametrize(
    ("module", "missing", "extra"),
    [
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium", "gymnasium"),
        ("open_spiel", "pyspiel", "open_spiel"),
    ],
)
def test_a_missing_library_is_an_error_that_says_what_to_install(module: str, missing: str, extra: str) -> None:
    script = f"import sys; sys.modules[{missing!r}] = None; import trackside.adapters.{module}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert f"{missing} is not installed: {how_to_install(extra)}" in done.stderr


def test_batches_load_none_of_the_other_interfaces() -> None:
    script = (
        "import sys, trackside.adapters.batch; "
        "print([name for name in ('gymnasium', 'pettingzoo', 'pyspiel', 'matplotlib', 'numba') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "[]"
