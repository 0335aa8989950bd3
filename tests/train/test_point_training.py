"""Training of nets that predict points: targets are full expectations, the same seed gives the same net."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.search.kernels.test_net import plain
from tests.search.kernels.test_points import by_numpy
from trackside.adapters.tiny import load_tiny
from trackside.cli import main
from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.games import GAMES
from trackside.laws.listing import Positions
from trackside.search.kernels.net import UNIT_BITS
from trackside.search.scratch import PointScratch, make_point_scratch
from trackside.search.values import ValueNet, read_values, value_type
from trackside.search.weights import LAYERS
from trackside.train.kernels.backups import FREE, RANDOM, BackupNotes
from trackside.train.kernels.lines import BY_POLICY
from trackside.train.line_play import LinePlay
from trackside.train.point_training import PointTraining
from trackside.train.recipe import Recipe, read_recipes

GAME = GAMES["traxx"]
RULES: Any = GAME.plain
SMALL = Recipe(
    "solo", ({"seats": 1},), games=4, batches=3, window=2, turns=15, units=(8, 4), outcomes=((0, 3), (2, 99))
)
ALL = 1000


def some_net(table: str = "solo", units: tuple[int, int] = (8, 4)) -> ValueNet:
    """Return a net with random weights."""
    chooser, net = np.random.default_rng(2), np.zeros(1, value_type(GAME, 1 + (table == "table"), units))
    for layer in LAYERS:
        net[layer] = chooser.integers(-300, 300, net[layer].shape)
    return ValueNet(GAME, table, net)


def learned(folder: Path, seed: int = 1, generations: int = 3) -> PointTraining:
    folder.mkdir(exist_ok=True)
    training = PointTraining(GAME, SMALL, seed, folder)
    training.run(generations, float("inf"), lambda progress: None)
    return training


def tiny_opening(seats: int) -> AnyState:
    return GAME.opening(seats, {"deck": "rg-pk"})


def best_points(s: AnyState, seat: int, net: ValueNet) -> float:
    """Return the points that the best whole turn brings now and later, trying all moves; a pass keeps the line."""
    if s.phase != 2 or s.done[seat]:
        return final_points(s, seat, net)
    values = []
    for move in choices_for(RULES, s, seat):
        then = s.duplicate()
        RULES.apply(then, seat, move)
        values.append(best_points(then, seat, net))
    return max(values)


def final_points(s: AnyState, seat: int, net: ValueNet) -> float:
    """Return the score of a seat between two rounds, with what the net expects to come."""
    scores = [0] * s.seats
    RULES.scores(s, scores)
    if RULES.to_move(s) == OVER:
        return scores[seat]
    return scores[seat] + by_numpy(net, s, seat) / (1 << UNIT_BITS)


def expectimax(s: AnyState, seat: int, net: ValueNet) -> float:
    """Return the mean of the best points over all cards that may come."""
    weights: list[int] = [0] * RULES.OUTCOMES
    total = 0.0
    for card in range(RULES.chance_weights(s, weights)):
        if weights[card]:
            then = s.duplicate()
            RULES.apply(then, CHANCE, card)
            total += weights[card] * best_points(then, seat, net)
    return total / sum(weights)


def test_a_target_without_a_trace_is_that_of_expectimax() -> None:
    tiny = load_tiny("traxx")
    assert tiny.get_parameters()["deck"] == "rg-pk"
    net, opening = some_net(), tiny_opening(1)
    played = LinePlay(GAME, [opening], 15).play_some(net.record, 1, 5, 0.0, ALL)
    assert len(played.targets) == 2
    scores = [0]
    RULES.scores(opening, scores)
    s = opening.duplicate()
    assert played.targets[0, 0] == pytest.approx(expectimax(s, 0, net) - scores[0])
    assert played.judged[0, 0] == by_numpy(net, s, 0) / (1 << UNIT_BITS)


def test_few_outcomes_stand_for_all() -> None:
    net, opening = some_net(), GAME.opening(1)
    play = LinePlay(GAME, [opening], 15)
    whole = play.play_some(net.record, 1, 5, 0.0, ALL).targets[0, 0]
    assert play.play_some(net.record, 1, 5, 0.0, 15).targets[0, 0] == whole
    some = [play.play_some(net.record, 1, seed, 0.0, 4).targets[0, 0] for seed in range(60)]
    assert np.mean(some) == pytest.approx(whole, abs=4 * np.std(some) / 60**0.5)
    assert len(set(some)) > 20


def test_the_first_games_are_those_of_the_policy_with_their_results() -> None:
    played = LinePlay(GAME, [GAME.opening(1)], 15).play_some(some_net().record, 3, 4, 1.0, BY_POLICY)
    assert len(played.targets) == 45
    scores = [round(share[0] * (RULES.MAX_POINTS - RULES.MIN_POINTS)) + RULES.MIN_POINTS for share in played.shares]
    assert played.targets[::15, 0] == pytest.approx([score - RULES.MIN_POINTS for score in scores])
    assert min(scores) > 0


@pytest.mark.parametrize(("seats", "most"), [(1, 2), (3, 1), (2, BY_POLICY)])
def test_plain_and_compiled_code_record_the_same_games(seats: int, most: int) -> None:
    net = some_net("table" if seats > 1 else "solo", (4, 3))
    opening = GAME.opening(seats, {"deck": "ybgr-ybbgp-yybkp-ygkp"})
    compiled = LinePlay(GAME, [opening], 15).play_some(net.record, 4, 3, 0.5, most)
    made = make_point_scratch(RULES, opening.to_record(), net.record)
    lists = [array.tolist() for array in made[2:]]
    scratch = PointScratch(plain(net.record), Positions([RULES.State()] * 3), *lists)
    rows = 4 * 15
    notes = BackupNotes(
        inputs=[0] * (rows * 200),
        starts=[0] * (rows + 1),
        targets=[[0.0] for _ in range(rows + 1)],
        judged=[[0.0] for _ in range(rows)],
        seats=[0] * rows,
        left=[0] * rows,
        kinds=[0] * (rows + 1),
        results=[[0.0] * seats for _ in range(4)],
    )
    kernel = GAME.kernel("trackside.train.kernels.lines", compiled=False)
    n = kernel.play_and_back_up([opening], 3, 4, most, 0.5, scratch, notes)
    assert n == len(compiled.targets) == 4 * 4 * seats
    assert notes.starts[: n + 1] == compiled.starts.tolist()
    assert notes.inputs[: notes.starts[n]] == compiled.inputs.tolist()
    assert notes.targets[:n] == compiled.targets.tolist()
    assert notes.judged[:n] == compiled.judged.tolist()
    assert notes.results == [shares.tolist() for shares in compiled.shares]


def test_a_random_turn_cuts_the_trace() -> None:
    kernel = GAME.kernel("trackside.train.kernels.lines", compiled=False)
    notes = BackupNotes(
        inputs=[],
        starts=[],
        targets=[[9.0], [5.0], [6.0], [4.0], [3.0], [1.0]],  # of two seats in three rounds
        judged=[[0.0], [0.0], [5.0], [4.0], [2.0], [2.0]],
        seats=[],
        left=[],
        kinds=[FREE, RANDOM, FREE, FREE, FREE, FREE],
        results=[],
    )
    kernel.trace_back(2, 0, 6, 0.5, notes)
    assert notes.targets == [[9.75], [5.0], [6.5], [3.5], [3.0], [1.0]]


def test_the_same_seed_gives_the_same_net_and_an_interruption_changes_nothing(tmp_path: Path) -> None:
    whole = learned(tmp_path / "whole")
    assert learned(tmp_path / "parts", generations=1).generation == 1
    parts = learned(tmp_path / "parts")
    assert whole.net().tobytes() == parts.net().tobytes()
    assert [entry.loss for entry in whole.log] == [entry.loss for entry in parts.log]
    assert learned(tmp_path / "other", seed=2, generations=1).net().tobytes() != whole.net().tobytes()


def test_the_net_for_tables_begins_with_that_for_solo(tmp_path: Path) -> None:
    recipe = replace(SMALL, table="table", begin="solo", openings=({"seats": 2},), turns=30)
    training, solo = PointTraining(GAME, recipe, 1, tmp_path), some_net()
    training.begin_with(solo.weights)
    begun = ValueNet(GAME, "table", training.net())
    s = GAME.opening(2, {"starts": "12"})
    alone = GAME.opening(1, {"starts": "1"})
    assert begun.weights["first"][0, : RULES.INPUTS[1]].tolist() == solo.weights["first"][0].tolist()
    assert by_numpy(begun, alone, 0) == by_numpy(solo, alone, 0)
    training.step()
    assert ValueNet(GAME, "table", training.net()).shares(s) != begun.shares(s)


@pytest.mark.long
def test_training_makes_a_net_stronger(tmp_path: Path) -> None:
    recipe = replace(SMALL, games=300, batches=100, window=4, units=(32, 16), outcomes=((0, 2),))
    training = PointTraining(GAME, recipe, 1, tmp_path)
    for _ in range(8):
        training.step()
    first = training.selfplay.shares(training.nets[0], 0, 0, 200, seed=5)
    last = training.selfplay.shares(training.net(), 0, 0, 200, seed=5)
    assert np.mean(last) > np.mean(first) + 0.1


def test_there_is_a_recipe_for_both_tables() -> None:
    assert [recipe.table for recipe in read_recipes(GAME, value=True)] == list(RULES.NETS)


def test_the_command_trains_both_nets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "value.npz"
    arguments = ["train", "traxx", "--value", "-o", str(out), "--games-each", "2", "--batches", "2"]
    assert main([*arguments, "--table", "table", "--generations", "1"]) == 2
    assert "table begins with the net for solo: train both" in capsys.readouterr().err
    assert main([*arguments, "--generations", "1"]) == 0
    assert list(read_values(GAME, out)) == ["solo", "table"]
