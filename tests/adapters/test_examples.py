"""The training example runs, and learns."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from trackside.adapters.batch import GameBatch

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_on_batches.py"


def example() -> Any:
    """The example as a module."""
    spec = spec_from_file_location("train_on_batches", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_training_on_batches_runs_and_draws_its_curve(tmp_path: Path) -> None:
    curve = tmp_path / "curve.png"
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), "--rounds", "2", "--games", "60", "--batch", "30", "--out", str(curve)],
        capture_output=True,
        text=True,
        timeout=280,
        check=True,
    )
    assert len(re.findall(r"^\d+ games, loss [\d.]+: wins [\d.]+ ±", done.stdout, re.MULTILINE)) == 2
    assert curve.read_bytes().startswith(b"\x89PNG")


def test_the_net_learns_how_games_end() -> None:
    training = example()
    scale = training.feature_scale("whole-nine", 1)
    player = training.Player(GameBatch("whole-nine", 50, players=("", "random"), seed=1), scale, 1)
    net = training.make_net(len(scale), 1)
    inputs, shares, won = player.play(net, 50, 0.1)
    assert len(inputs) == len(shares)
    assert 0 <= sum(won) / len(won) <= 1
    memory = training.learner.init(net)
    losses = []
    for _ in range(60):
        net, memory, loss = training.learn(net, memory, inputs[:2048], shares[:2048])
        losses.append(float(loss))
    assert losses[-1] < 0.9 * losses[0]
