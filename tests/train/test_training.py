"""Training: the same seed gives the same net, an interruption loses nothing, bad input is reported in words."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.processes import PATIENCE, wait_for
from trackside.cli import main
from trackside.core.errors import BadOption
from trackside.games import GAMES
from trackside.search.nets import read_nets
from trackside.train.recipe import Recipe, read_recipes
from trackside.train.training import Progress, Training

GAME = GAMES["whole-nine"]
SMALL = Recipe(table="2 seats", openings=({"seats": 2},), games=20, batches=4, window=2, generations=4)


def learned(folder: Path, seed: int = 1, generations: int = 4) -> Training:
    folder.mkdir(exist_ok=True)
    training = Training(GAME, SMALL, seed, folder)
    training.run(generations, float("inf"), lambda progress: None)
    return training


def test_the_same_seed_gives_the_same_net_and_an_interruption_changes_nothing(tmp_path: Path) -> None:
    whole = learned(tmp_path / "whole", generations=3)
    first = learned(tmp_path / "parts", generations=1)
    assert first.generation == 1
    assert learned(tmp_path / "other", seed=2, generations=1).net().tobytes() != first.net().tobytes()
    assert learned(tmp_path / "parts", generations=2).generation == 2
    parts = learned(tmp_path / "parts", generations=3)
    assert whole.net().tobytes() == parts.net().tobytes()
    assert [entry.loss for entry in whole.log] == [entry.loss for entry in parts.log]


def test_learning_begins_with_a_net_and_goes_on_from_what_it_says(tmp_path: Path) -> None:
    first = learned(tmp_path / "first").net()
    again = Training(GAME, SMALL, 1, tmp_path, first)
    assert abs(again.net()["first"].astype(int) - first["first"]).max() == 0
    again.step()
    assert 0 < abs(again.net()["first"].astype(int) - first["first"]).mean() < 40


@pytest.mark.long
def test_what_was_learned_beats_what_was_not(tmp_path: Path) -> None:
    training = Training(GAME, replace(SMALL, games=400, batches=150), 1, tmp_path)
    fresh = training.net()
    reports: list[Progress] = []
    training.run(3, float("inf"), reports.append)
    assert reports[-1].loss < math.log(2)
    shares = training.selfplay.duel(np.concatenate([training.net(), fresh]), 0, 1, 200, seed=5)
    assert sum(shares) / len(shares) > 0.7


def test_what_was_begun_otherwise_is_not_gone_on_with(tmp_path: Path) -> None:
    learned(tmp_path, generations=1)
    with pytest.raises(BadOption, match="begun with another seed or recipe"):
        learned(tmp_path, seed=2, generations=1)


def train(out: Path, *arguments: str, largest: int | None = None) -> subprocess.Popen[str]:
    """Return the command with small generations, and with files of at most `largest` kilobytes."""
    command = [sys.executable, "-m", "trackside", "train", "whole-nine", "--table", "2 seats", "-o", str(out)]
    command += ["--games-each", "20", "--batches", "4", *arguments]
    if largest is not None:
        command = ["bash", "-c", f"trap '' XFSZ; ulimit -f {largest}; exec \"$@\"", "bash", *command]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.long
def test_an_interruption_keeps_the_last_net_and_the_same_command_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "net.npz"
    process = train(out, "--generations", "800")
    wait_for(out.exists)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert f"{out} has what was trained so far. The same command continues from there." in said
    assert list(read_nets(GAME, out)) == ["2 seats"]
    done = json.loads(out.with_suffix(".json").read_text())["2 seats"]["generations"]
    process = train(out, "--generations", str(done + 1))
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said
    assert json.loads(out.with_suffix(".json").read_text())["2 seats"]["generations"] == done + 1
    assert out.with_suffix(".png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.long
def test_a_full_disk_keeps_the_last_good_net(tmp_path: Path) -> None:
    out = tmp_path / "net.npz"
    process = train(out, "--generations", "1")
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, said
    before = out.read_bytes()
    process = train(out, "--generations", "2", largest=10)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert said.strip().splitlines()[-1].startswith("trackside: ")
    assert "File too large" in said
    assert out.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--table", "7 seats"], "--table 7 seats: there are 2 seats, 3 seats"),
        (["--minutes", "0"], "--minutes 0: use a number above 0"),
        (["--generations", "0"], "--generations 0: use 1 to"),
        (["--seed", "-1"], "--seed -1: use 0 to"),
        (["--from", "none.npz"], "none.npz: No such file"),
    ],
)
def test_bad_arguments_are_told_in_words(
    arguments: list[str],
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["train", "whole-nine", *arguments]) == 2
    assert expected in capsys.readouterr().err


def test_training_without_the_extra_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("trackside.cli.train.NEEDED", ("jax", "a_package_that_nobody_has"))
    assert main(["train", "whole-nine"]) == 2
    assert "a_package_that_nobody_has: pip install 'jax" in capsys.readouterr().err


@pytest.mark.parametrize("name", GAMES)
def test_there_is_a_recipe_for_every_net(name: str) -> None:
    assert [recipe.table for recipe in read_recipes(GAMES[name])] == list(GAMES[name].plain.NETS)
