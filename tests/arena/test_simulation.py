"""Many games between players of any kind, seat by seat."""

from __future__ import annotations

import csv
import io
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from trackside.arena.plots import draw_distributions
from trackside.arena.simulation import simulate, simulate_matches
from trackside.cli import main
from trackside.core.errors import BadOption
from trackside.games import GAMES
from trackside.play.match import Match
from trackside.play.simulate import simulate as simulate_quick

GAME = GAMES["whole-nine"]


def test_matches_show_what_compiled_games_show() -> None:
    quick = simulate_quick(GAME, 2, {}, ["greedy", "random"], 400, 1)
    with ThreadPoolExecutor(1) as pool:
        found = simulate_matches(GAME, 2, {}, ["greedy", "random"], 24, 1, pool)
    played = found.summary
    assert (played.games, played.complete, played.agents) == (24, True, ["greedy", "random"])
    assert (found.even_luck, len(found.results)) == ([], 24)
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
        simulate_matches(GAME, 2, {}, ["greedy", "tests.arena.test_simulation:resign"], 1, 1, pool)


def resign(view: dict[str, object]) -> str:
    """A player that knows no move."""
    return "I resign"


def test_a_name_is_enough_and_two_agents_get_two_seats() -> None:
    solo = simulate("Träxx", games=3)
    both = simulate("traxx", agents="greedy, random", games=3, seed=5)
    assert (solo.seats, both.seats, both.agents) == (1, 2, ["greedy", "random"])
    assert both.columns == simulate_quick(GAMES["traxx"], 2, {}, ["greedy", "random"], 3, 5).columns
    three = simulate(GAME, agents=["greedy", "random", "random"], games=2)
    assert three.seats == 3


def test_the_values_of_every_game_are_in_columns() -> None:
    found = simulate("whole-nine", agents="greedy,random", games=50)
    assert list(found.columns) == ["moves", "turns", "score_red", "score_purple", "share_red", "share_purple"]
    assert sum(found.columns["score_red"]) / 50 == pytest.approx(found.mean_scores[0])
    assert "columns" not in found.as_dict()


def test_rows_and_a_folder_hold_every_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "results"
    command = ["simulate", "whole-nine", "--agents", "greedy,random", "--games", "3", "--jobs", "1"]
    assert main([*command, "-o", str(out), "--rows", "-"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["game"] for row in rows] == ["0", "1", "2"]
    assert list(csv.DictReader((out / "games.csv").read_text().splitlines())) == rows
    for number, row in enumerate(rows):
        match = Match.from_record((out / "games" / f"{number:06}.txt").read_text())
        assert match.scores == [int(row["score_red"]), int(row["score_purple"])]
        assert match.players == ("greedy", "random")
    assert json.loads((out / "summary.json").read_text())["games"] == 3
    assert (out / "distributions.png").read_bytes().startswith(b"\x89PNG")
    assert main([*command, "-o", str(out)]) == 2
    assert "exists already: name a new folder with -o" in capsys.readouterr().err


def test_an_option_in_the_wrong_place_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "whole-nine", "-o", "first=red"]) == 2
    assert "a game option is --option first=red" in capsys.readouterr().err


def test_without_matplotlib_everything_but_the_picture_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert draw_distributions(simulate("whole-nine", games=2), tmp_path / "one.png") == (
        "Matplotlib is not installed: pip install 'matplotlib>=3.10'"
    )
