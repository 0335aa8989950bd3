"""The net says the same plain, compiled and by numpy."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.laws.games import Table, random_game
from trackside.core.protocol import AnyState
from trackside.games import GAMES, Game
from trackside.search.kernels.net import CEILING, FIRST_BITS, LATER_BITS, POWERS, STEPS, UNIT_BITS
from trackside.search.nets import Net, nets_of
from trackside.search.scratch import make_scratch
from trackside.search.values import value_type
from trackside.search.weights import LAYERS

LEARNED = [name for name, game in GAMES.items() if game.plain.FEATURES and game.plain.JUDGED == "shares"]


def plain(net: Any) -> list[SimpleNamespace]:
    """The same net as plain code reads it."""
    return [SimpleNamespace(**{layer: net[0][layer].tolist() for layer in LAYERS})]


def positions(game: Game, seats: int) -> list[AnyState]:
    """Positions that a net judges."""
    played = [state for seed in range(3) for state, _, _, _ in random_game(Table(game, seats, {}), seed, "greedy")]
    return [state for state in played if game.plain.is_settled(state)][::4]


def listed_weights(game: Game, seats: int) -> Any:
    """Return random weights of a net that lists its inputs."""
    chooser, net = np.random.default_rng(1), np.zeros(1, value_type(game, seats, (64, 32)))
    for layer in LAYERS:
        net[layer] = chooser.integers(-300, 300, net[layer].shape)
    return net


def by_numpy(game: Game, net: Any, state: AnyState) -> list[float]:
    """Return the output of the net, computed with matrices."""
    rules: Any = game.plain
    perspective = rules.perspective(state)
    inputs = np.zeros(net.dtype["first"].shape[0], np.int64)
    if net.dtype["first"].shape[0] != len(rules.FEATURES):
        listed = [0] * rules.MAX_INPUTS
        for entry in listed[: rules.list_inputs(state, perspective, listed)]:
            inputs[entry & (1 << rules.SIZE_BITS) - 1] += entry >> rules.SIZE_BITS
    else:
        features = [0] * len(rules.FEATURES)
        rules.encode(state, perspective, features)
        inputs[:] = features
    weights = {layer: net[0][layer].astype(np.int64) for layer in LAYERS}
    first = inputs @ weights["first"] + weights["first_bias"]
    first = np.clip(first >> (FIRST_BITS - UNIT_BITS), 0, CEILING)
    second = np.clip((weights["second"] @ first + weights["second_bias"]) >> LATER_BITS, 0, CEILING)
    third = (weights["third"] @ second + weights["third_bias"]) >> LATER_BITS
    powers = np.array([POWERS[min(int(third.max() - value), STEPS - 1)] for value in third])
    return [float(share) for share in np.roll(powers / powers.sum(), perspective)]


@pytest.mark.parametrize(("name", "listed"), [*((name, False) for name in LEARNED), ("skip-or-trip", True)])
def test_a_net_says_the_same_plain_compiled_and_by_numpy(name: str, listed: bool) -> None:
    game = GAMES[name]
    seats = next(seats for seats in game.card.seats if seats > 1)
    table = game.plain.NETS[game.plain.net_for(game.opening(seats))]
    learned = Net(game, table, listed_weights(game, seats), listed) if listed else nets_of(game)[table]
    net = learned.weights
    units = net.dtype["first_bias"].shape[0]
    kernels = (game.kernel("trackside.search.kernels.net", compiled=kind, listed=listed) for kind in (True, False))
    compiled, written = kernels
    judged = set()
    for state in positions(game, seats):
        found, expected, record = np.zeros((1, seats)), [[0.0] * seats], state.to_record()
        scratch = make_scratch(game.plain, record, learned.record, listed)
        compiled.judge_states(record, scratch, found)
        lists = {"inputs": scratch.inputs.tolist(), "units": [[0] * units, [0] * units]}
        written.judge_states([state], scratch._replace(nets=plain(net), **lists), expected)
        assert found[0].tolist() == expected[0] == by_numpy(game, net, state)
        assert sum(expected[0]) == pytest.approx(1)
        judged.add(tuple(expected[0]))
    assert len(judged) > 10
