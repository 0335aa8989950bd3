"""The value of a position is the same plain, compiled and by numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.laws.games import Table, random_game
from tests.search.kernels.test_net import plain
from trackside.core.protocol import OVER, AnyState
from trackside.games import GAMES
from trackside.search.kernels.net import CEILING, FIRST_BITS, LATER_BITS, POWERS, STEPS, UNIT_BITS
from trackside.search.scratch import make_value_scratch
from trackside.search.weights import LAYERS, net_type

GAME = GAMES["whole-nine"]
RULES: Any = GAME.plain


def some_net() -> Any:
    """Return a net with random weights for the largest table."""
    chooser, net = np.random.default_rng(1), np.zeros(1, net_type(RULES.INPUTS[-1], 64, 32, len(RULES.INPUTS) - 1))
    for layer in LAYERS:
        net[layer] = chooser.integers(-300, 300, net[layer].shape)
    return net


def by_numpy(net: Any, state: AnyState) -> list[float]:
    """Return the net's output, computed with matrices."""
    if RULES.to_move(state) == OVER:
        shares = [0.0] * state.seats
        RULES.returns(state, shares)
        return shares
    perspective, listed = RULES.perspective(state), [0] * RULES.MAX_INPUTS
    inputs = np.zeros(net.dtype["first"].shape[0], np.int64)
    for entry in listed[: RULES.list_inputs(state, perspective, listed)]:
        inputs[entry & (1 << RULES.SIZE_BITS) - 1] += entry >> RULES.SIZE_BITS
    weights = {layer: net[0][layer].astype(np.int64) for layer in LAYERS}
    first = np.clip(inputs @ weights["first"] + weights["first_bias"] >> FIRST_BITS - UNIT_BITS, 0, CEILING)
    second = np.clip(weights["second"] @ first + weights["second_bias"] >> LATER_BITS, 0, CEILING)
    third = (weights["third"] @ second + weights["third_bias"] >> LATER_BITS)[: state.seats]
    powers = np.array([POWERS[min(int(third.max() - value), STEPS - 1)] for value in third])
    return [float(share) for share in np.roll(powers / powers.sum(), perspective)]


@pytest.mark.parametrize("seats", GAME.card.seats)
def test_values_are_the_same_plain_compiled_and_by_numpy(seats: int) -> None:
    net = some_net()
    compiled, written = (GAME.kernel("trackside.search.kernels.value", compiled=kind) for kind in (True, False))
    states = [state for state, _, _, _ in random_game(Table(GAME, seats, {}), 1)]
    states = [state for state in states if RULES.is_settled(state)][::5] + states[-1:]
    found, expected = np.zeros((len(states), seats)), [[0.0] * seats for _ in states]
    scratch = make_value_scratch(RULES, net)
    compiled.value_states(states[0].to_records(states), scratch, found)
    lists = {"inputs": scratch.inputs.tolist(), "units": scratch.units.tolist()}
    written.value_states(states, scratch._replace(nets=plain(net), **lists), expected)
    assert found.tolist() == expected == [by_numpy(net, state) for state in states]
    assert len({tuple(shares) for shares in expected}) > 5
