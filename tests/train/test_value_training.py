"""Training of value nets: targets are full expectations, the slopes are right, the same seed gives the same net."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
import pytest

from tests.search.kernels.test_endings import plain_endings
from tests.search.kernels.test_net import plain
from tests.search.kernels.test_value import by_numpy
from trackside.cli import main
from trackside.core.errors import BadOption
from trackside.core.protocol import CHANCE
from trackside.core.random import WORDS
from trackside.games import GAMES
from trackside.laws.listing import Positions, plain_turns, ways_to_finish
from trackside.laws.tables import Table
from trackside.search.nets import nets_of
from trackside.search.scratch import make_value_scratch
from trackside.search.values import read_values, value_digest, value_type
from trackside.search.weights import LAYERS
from trackside.train.backup_play import BackupPlay
from trackside.train.files import write_nets
from trackside.train.kernels.backups import FREE, RANDOM, SOLVED, BackupNotes, BackupScratch
from trackside.train.learner import shares_loss
from trackside.train.recipe import Recipe, read_recipes
from trackside.train.sparse_learner import BATCH, SparseLearner
from trackside.train.value_training import ValueTraining

GAME = GAMES["whole-nine"]
RULES: Any = GAME.plain
SMALL = Recipe(table="2 seats", openings=({"seats": 2},), games=8, batches=4, window=2, units=(4, 3))
"""A recipe for the size of net that all tests of this file share: every other size is compiled for itself."""


def some_net(seats: int, units: tuple[int, int] = SMALL.units, scale: int = 300) -> Any:
    """Return a net with random weights."""
    chooser, net = np.random.default_rng(2), np.zeros(1, value_type(GAME, seats, units))
    for layer in LAYERS:
        net[layer] = chooser.integers(-scale, scale, net[layer].shape)
    return net


def learned(folder: Path, seed: int = 1, generations: int = 4) -> ValueTraining:
    folder.mkdir(exist_ok=True)
    training = ValueTraining(GAME, SMALL, seed, folder)
    training.run(generations, float("inf"), lambda progress: None)
    return training


def test_the_same_seed_gives_the_same_net_and_an_interruption_changes_nothing(tmp_path: Path) -> None:
    whole = learned(tmp_path / "whole")
    assert learned(tmp_path / "parts", generations=1).generation == 1
    parts = learned(tmp_path / "parts")
    assert whole.net().tobytes() == parts.net().tobytes()
    assert [entry.loss for entry in whole.log] == [entry.loss for entry in parts.log]
    assert learned(tmp_path / "other", seed=2, generations=1).net().tobytes() != whole.net().tobytes()
    with pytest.raises(BadOption, match="begun with another seed or recipe"):
        learned(tmp_path / "parts", seed=2)


def test_training_begins_with_a_net_and_continues_from_it(tmp_path: Path) -> None:
    first = some_net(2)
    again = ValueTraining(GAME, SMALL, 1, tmp_path, first)
    assert again.net().tobytes() == first.tobytes()
    again.step()
    assert 0 < abs(again.net()["first"].astype(int) - first["first"]).mean() < 40


@pytest.mark.long
def test_training_makes_a_net_stronger(tmp_path: Path) -> None:
    recipe = replace(SMALL, games=400, batches=100, window=4, units=(64, 32))
    training = ValueTraining(GAME, recipe, 1, tmp_path)
    fresh = training.net()
    for _ in range(8):
        training.step()
    shares = training.selfplay.duel(np.concatenate([training.net(), fresh]), 0, 1, 400, seed=5)
    assert sum(shares) / len(shares) > 0.7


def test_a_target_without_a_trace_is_the_mean_of_the_best_turns() -> None:
    net = some_net(2)
    played = BackupPlay(GAME, [GAME.opening(2)], 160).play(net, 1, 5, 0.0)
    state, rng, weights = GAME.opening(2), np.zeros(WORDS, np.int64), [0] * RULES.OUTCOMES
    play = GAME.kernel("trackside.train.kernels.backups", compiled=False)
    play.seed_generator(rng, 5)
    numbers = rng.tolist()
    while not RULES.is_settled(state):
        RULES.apply(state, CHANCE, play.draw(numbers, weights, RULES.chance_weights(state, weights)))
    expected = np.zeros(2)
    for outcome in range(6):
        rolled = state.duplicate()
        RULES.apply(rolled, CHANCE, outcome)
        ends = ways_to_finish(Table(GAME, 2, {}), rolled, state.seat, state.turns, [1000])
        shares = [by_numpy(net, RULES.State.from_bytes(end)) for end in ends]
        expected += max(shares, key=lambda one: one[state.seat])
    assert played.targets[0] == pytest.approx(np.roll(expected / 6, -state.seat))
    assert played.judged[0] == pytest.approx(np.roll(by_numpy(net, state), -state.seat))


@pytest.mark.parametrize(
    ("seats", "trace"),
    [(2, 0.9), pytest.param(3, 0.5, marks=pytest.mark.long)],  # three seats are compiled for themselves
)
def test_plain_and_compiled_code_record_the_same_games(seats: int, trace: float) -> None:
    net = some_net(seats)
    compiled = BackupPlay(GAME, [GAME.opening(seats)], 40).play(net, 2, 3, trace)
    kernel = GAME.kernel("trackside.train.kernels.backups", compiled=False)
    value = make_value_scratch(RULES, net)
    scratch = BackupScratch(
        value=value._replace(nets=plain(net), inputs=value.inputs.tolist(), units=value.units.tolist()),
        turns=plain_turns(RULES),
        endings=plain_endings(seats),
        work=Positions([RULES.State()] * 3),
        weights=[0] * RULES.OUTCOMES,
        buffer=[0] * RULES.MOVES,
        values=[[0.0] * seats for _ in range(3)],
        rng=[0] * WORDS,
    )
    rows = 2 * 40
    notes = BackupNotes(
        inputs=[0] * (rows * 200),
        starts=[0] * (rows + 1),
        targets=[[0.0] * seats for _ in range(rows + 1)],
        judged=[[0.0] * seats for _ in range(rows)],
        seats=[0] * rows,
        left=[0] * rows,
        kinds=[0] * (rows + 1),
        results=[[0.0] * seats for _ in range(2)],
    )
    n = kernel.play_and_back_up([GAME.opening(seats)], 3, 2, trace, scratch, notes)
    assert n == len(compiled.targets)
    assert notes.starts[: n + 1] == compiled.starts.tolist()
    assert notes.inputs[: notes.starts[n]] == compiled.inputs.tolist()
    assert notes.targets[:n] == compiled.targets.tolist()
    assert notes.judged[:n] == compiled.judged.tolist()
    assert notes.results == [shares.tolist() for shares in compiled.shares]
    assert compiled.targets.sum(axis=1) == pytest.approx(1)


def test_a_random_turn_and_an_exact_value_cut_the_trace() -> None:
    kernel = GAME.kernel("trackside.train.kernels.backups", compiled=False)
    notes = BackupNotes(
        inputs=[],
        starts=[],
        targets=[[0.5, 0.5], [0.6, 0.4], [0.2, 0.8], [0.1, 0.9]],  # T by seat
        judged=[[0.4, 0.6], [0.7, 0.3], [0.3, 0.7], [0.8, 0.2]],
        seats=[0, 0, 1, 0],
        left=[],
        kinds=[FREE, RANDOM, FREE, SOLVED],
        results=[],
    )
    values = [[0.0, 0.0] for _ in range(3)]
    kernel.trace_back(2, 0, 4, 0.5, values, notes)
    assert notes.targets[3] == pytest.approx([0.1, 0.9])
    assert notes.targets[2] == pytest.approx([0.8, 0.2])  # its own T, from seat 1
    assert notes.targets[1] == pytest.approx([0.6, 0.4])  # nothing of later turns
    assert notes.targets[0] == pytest.approx([0.45, 0.55])  # 0.5 + half of 0.6 - 0.7


def test_a_step_is_that_of_adam_on_the_slope_of_the_loss() -> None:
    net, chooser = some_net(2), np.random.default_rng(4)
    learner = SparseLearner(GAME, net.dtype, 1, net)
    rows = BackupPlay(GAME, [GAME.opening(2)], 160).play(net, 4, 9, 0.9)
    learner.scale(rows.inputs)
    before = {name: np.array(value) for name, value in learner.kept().items()}
    chosen = np.random.default_rng(4).integers(0, len(rows.targets), BATCH)
    loss = learner.learn(rows.inputs, rows.starts, rows.targets, 1, 1e-3, chooser)
    dense = np.zeros((len(rows.targets), len(learner.scales)), np.float32)
    for row in range(len(dense)):
        listed = rows.inputs[rows.starts[row] : rows.starts[row + 1]]
        np.add.at(dense[row], listed & (1 << RULES.SIZE_BITS) - 1, listed >> RULES.SIZE_BITS)
    params = {name: jnp.asarray(before[f"weights {name}"]) for name in LAYERS}
    params = {name: value[0] if name.endswith("bias") else value for name, value in params.items()}
    params |= {name: params[name].T for name in ("second", "third")}
    expected, slopes = jax.value_and_grad(shares_loss)(
        params, jnp.asarray(dense * learner.scales)[chosen], jnp.asarray(rows.targets[chosen], jnp.float32)
    )
    assert loss == pytest.approx(float(expected), rel=1e-4)
    adam = optax.adam(1e-3)
    steps, _ = adam.update(slopes, adam.init(params), params)
    for name, step in steps.items():
        after = learner.kept()[f"weights {name}"] - before[f"weights {name}"]
        after = after[0] if name.endswith("bias") else after
        after = after.T if name in ("second", "third") else after
        is_clear = np.abs(np.asarray(slopes[name])) > 1e-5
        assert is_clear.sum() > 1
        assert after[is_clear] == pytest.approx(np.asarray(step)[is_clear], abs=2e-5)


@pytest.mark.parametrize("name", ["whole-nine", "skip-or-trip"])
def test_there_is_a_recipe_for_every_kind_of_table(name: str) -> None:
    assert [recipe.table for recipe in read_recipes(GAMES[name], value=True)] == list(GAMES[name].plain.NETS)


def test_a_game_without_recipes_is_refused_with_what_it_needs(tmp_path: Path) -> None:
    game = replace(GAME, path=tmp_path)
    (tmp_path / "game.toml").write_bytes((GAME.path / "game.toml").read_bytes())
    with pytest.raises(BadOption, match=r"it needs value\.py and data/value\.toml"):
        read_recipes(game, value=True)


def test_value_nets_and_others_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "value.npz"
    write_nets(GAME, path, {"2 seats": some_net(2)}, value_digest(GAME))
    assert read_values(GAME, path)["2 seats"].weights.tobytes() == some_net(2).tobytes()
    write_nets(GAME, path, {table: net.weights for table, net in nets_of(GAME).items()}, "0123456789abcdef")
    with pytest.raises(BadOption, match=r"trained on other features .*trackside train whole-nine --value"):
        read_values(GAME, path)


def test_the_command_trains_a_value_net(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    small = [replace(recipe, units=SMALL.units) for recipe in read_recipes(GAME, value=True)]
    monkeypatch.setattr("trackside.train.recipe.read_recipes", lambda game, value: small)
    out = tmp_path / "value.npz"
    arguments = ["--value", "--table", "2 seats", "-o", str(out), "--games-each", "8", "--batches", "2"]
    assert main(["train", "whole-nine", *arguments, "--generations", "1"]) == 0
    assert list(read_values(GAME, out)) == ["2 seats"]
    assert main(["train", "whole-nine", *arguments, "--generations", "2"]) == 0
    assert "generation 2" in capsys.readouterr().err
