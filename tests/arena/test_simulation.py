"""Many games between players of any kind, seat by seat."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from trackside.arena.simulation import simulate_any
from trackside.cli import main
from trackside.core.errors import BadOption
from trackside.games import GAMES
from trackside.play.simulate import simulate

GAME = GAMES["whole-nine"]


def test_matches_show_what_compiled_games_show() -> None:
    quick = simulate(GAME, 2, {}, ["greedy", "random"], 400, 1)
    with ThreadPoolExecutor(1) as pool:
        played, even = simulate_any(GAME, 2, {}, ["greedy", "random"], 24, 1, pool)
    assert (played.games, played.complete, played.agents, even) == (24, True, ["greedy", "random"], [])
    assert played.mean_scores[0] == pytest.approx(quick.mean_scores[0], abs=15)
    assert played.mean_moves == pytest.approx(quick.mean_moves, rel=0.1)
    assert played.mean_turns == pytest.approx(quick.mean_turns, rel=0.1)
    assert played.win_shares[0] > 0.8


def test_levels_play_and_their_luck_is_told_by_seat(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "whole-nine", "--agents", "club,novice", "--games", "2", "--jobs", "1", "--even-luck"]
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["agents"], found["games"]) == (["club", "novice"], 2)
    mine, theirs = found["even_luck"]
    assert (mine["agent"], theirs["agent"], mine["games"]) == ("red", "purple", 2)
    assert mine["luck"]["mean"] == pytest.approx(-theirs["luck"]["mean"], abs=1e-9)
    assert mine["adjusted"]["mean"] == pytest.approx(mine["result"]["mean"] - mine["luck"]["mean"])


def test_a_player_that_fails_ends_it_with_the_reason() -> None:
    with ThreadPoolExecutor(1) as pool, pytest.raises(BadOption, match=r"game 0: tests\.arena\.test_simulation:resign"):
        simulate_any(GAME, 2, {}, ["greedy", "tests.arena.test_simulation:resign"], 1, 1, pool)


def resign(view: dict[str, object]) -> str:
    """A player that knows no move."""
    return "I resign"
