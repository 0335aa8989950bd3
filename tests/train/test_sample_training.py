"""Training on several cards: the same games plain and compiled, targets that share out luck, repeatable nets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.search.kernels.test_net import plain
from trackside.core.errors import BadOption
from trackside.core.random import WORDS
from trackside.games import GAMES
from trackside.laws.listing import Positions, plain_turns
from trackside.search.scratch import make_value_scratch
from trackside.search.values import read_values, value_digest, value_type
from trackside.search.weights import LAYERS
from trackside.train.files import write_nets
from trackside.train.kernels.backups import FREE, RANDOM, BackupNotes
from trackside.train.kernels.positions import POLICY
from trackside.train.kernels.samples import ROWS, SampleScratch
from trackside.train.recipe import Recipe
from trackside.train.sample_play import SamplePlay
from trackside.train.sample_training import SampleTraining

GAME = GAMES["skip-or-trip"]
RULES: Any = GAME.plain
SMALL = Recipe(
    table="2 seats", openings=({"seats": 2, "rounds": "3"},), games=4, batches=2, window=2, units=(64, 32), turns=10
)


def some_net(seats: int) -> Any:
    """Return a net with random weights."""
    chooser, net = np.random.default_rng(2), np.zeros(1, value_type(GAME, seats, (64, 32)))
    for layer in LAYERS:
        net[layer] = chooser.integers(-300, 300, net[layer].shape)
    return net


def notes_of(rows: int, seats: int, games: int) -> BackupNotes:
    """Return plain memory for a record of games."""
    return BackupNotes(
        inputs=[0] * (rows * 400 + RULES.MAX_INPUTS),
        starts=[0] * (rows + 1),
        targets=[[0.0] * seats for _ in range(rows)],
        judged=[[0.0] * seats for _ in range(rows)],
        seats=[0] * rows,
        left=[0] * rows,
        kinds=[FREE] * rows,
        results=[[0.0] * seats for _ in range(games)],
    )


def test_plain_and_compiled_code_record_the_same_games() -> None:
    net, opening = some_net(2), GAME.opening(2, {"rounds": "3"})
    compiled = SamplePlay(GAME, [opening], 12).play_some(net, 0, 2, 3, 1, 0.9)
    kernel = GAME.kernel("trackside.train.kernels.samples", compiled=False)
    memory = make_value_scratch(RULES, net)
    scratch = SampleScratch(
        value=memory._replace(nets=plain(net), inputs=memory.inputs.tolist(), units=memory.units.tolist()),
        turns=plain_turns(RULES),
        drawn=plain_turns(RULES),
        work=Positions([opening] * 3),
        buffer=[0] * max(RULES.MOVES, RULES.OUTCOMES),
        inner=[0] * max(RULES.MOVES, RULES.OUTCOMES),
        values=[[0.0] * 2 for _ in range(ROWS)],
        rng=[0] * WORDS,
    )
    notes = notes_of(24, 2, 2)
    n = kernel.play_and_sample([opening], 3, 2, 0, 1, 0.9, scratch, notes)
    assert n == len(compiled.targets) > 4
    assert notes.starts[: n + 1] == compiled.starts.tolist()
    assert notes.inputs[: notes.starts[n]] == compiled.inputs.tolist()
    assert notes.targets[:n] == compiled.targets.tolist()
    assert notes.judged[:n] == compiled.judged.tolist()
    assert notes.results == [shares.tolist() for shares in compiled.shares]
    assert compiled.targets.sum(axis=1) == pytest.approx(1)


def test_games_of_the_policy_teach_plain_results() -> None:
    played = SamplePlay(GAME, [GAME.opening(2)], 120).play_some(some_net(2), POLICY, 1, 3, 0, 1.0)
    assert set(played.targets[:, 0].round(9)) <= {0.0, 0.5, 1.0}
    assert played.targets[0::2, 0] == pytest.approx(played.targets[1::2, 1])
    assert played.targets[-2] == pytest.approx(played.shares[0])


def test_the_turn_played_is_one_of_several_and_a_random_move_cuts_the_trace() -> None:
    kernel = GAME.kernel("trackside.train.kernels.samples", compiled=False)
    notes = BackupNotes(
        inputs=[],
        starts=[],
        # sums over two samples: seat 0 and seat 1 in turn, after the first, second and third turn
        targets=[[1.2, 0.8], [1.0, 1.0], [0.8, 1.2], [1.0, 1.0], [1.6, 0.4], [1.4, 0.6]],
        judged=[[0.5, 0.5], [0.5, 0.5], [0.7, 0.3], [0.5, 0.5], [0.6, 0.4], [0.5, 0.5]],
        seats=[],
        left=[],
        kinds=[FREE, FREE, RANDOM, RANDOM, FREE, FREE],
        results=[],
    )
    values = [[0.0, 0.0] for _ in range(ROWS)]
    kernel.trace_back(2, 0, 6, 2, 0.5, [1.0, 0.0], values, notes)
    assert notes.targets[4] == pytest.approx([(1.6 + 1) / 3, 0.4 / 3])  # the result is the third sample
    assert notes.targets[2] == pytest.approx([0.4, 0.6])  # the mean of the samples alone
    assert notes.targets[0] == pytest.approx([(1.2 + 0.7) / 3 + 0.5 * (0.4 - 0.7), (0.8 + 0.3) / 3 + 0.5 * (0.6 - 0.3)])
    assert notes.targets[5] == pytest.approx([0.6 / 3, (1.4 + 1) / 3])  # from seat 1


def learned(folder: Path, seed: int = 1, generations: int = 4) -> SampleTraining:
    folder.mkdir(exist_ok=True)
    training = SampleTraining(GAME, SMALL, seed, folder)
    training.run(generations, float("inf"), lambda progress: None)
    return training


def test_the_same_seed_gives_the_same_net_and_an_interruption_changes_nothing(tmp_path: Path) -> None:
    whole = learned(tmp_path / "whole")
    learned(tmp_path / "parts", generations=2)
    assert whole.net().tobytes() == learned(tmp_path / "parts").net().tobytes()
    assert learned(tmp_path / "other", seed=2, generations=1).net().tobytes() != whole.net().tobytes()


def test_features_that_were_never_met_have_no_weights(tmp_path: Path) -> None:
    rows = np.abs(learned(tmp_path, generations=1).net()[0]["first"]).sum(axis=1)
    assert 0 < (rows > 0).sum() < len(rows)
    assert rows[RULES.MERCY] == 0


def test_weights_of_older_inputs_and_damaged_ones_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "value.npz"
    write_nets(GAME, path, {"2 seats": some_net(2)}, value_digest(GAME))
    assert read_values(GAME, path)["2 seats"].weights.tobytes() == some_net(2).tobytes()
    whole = path.read_bytes()
    path.write_bytes(whole[:-200])
    with pytest.raises(BadOption, match="retrain it with: trackside train skip-or-trip --value"):
        read_values(GAME, path)
    write_nets(GAME, path, {"2 seats": some_net(2)}, "0123456789abcdef")
    with pytest.raises(BadOption, match=r"trained on other features .*trackside train skip-or-trip --value"):
        read_values(GAME, path)
