"""Looking whole turns ahead: the same plain and compiled, exact where the end is near, best turns by brute force."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.laws.games import Table, random_game
from tests.search.kernels.test_endings import endings, plain_endings
from tests.search.kernels.test_net import plain
from tests.search.kernels.test_value import some_net
from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.games import GAMES
from trackside.laws.listing import PLAIN_LISTED, Positions, Words, plain_turns
from trackside.search.exact import Exact
from trackside.search.kernels.outlook import NOTES, ROWS, Outlook
from trackside.search.scratch import ValueScratch, make_outlook

GAME = GAMES["whole-nine"]
RULES: Any = GAME.plain
KERNEL = GAME.kernel("trackside.search.kernels.outlook")
DEPTH, WIDTH, ROOM = 2, 3, 1000


def turn_starts(seats: int) -> list[AnyState]:
    """Return positions between two turns of random games."""
    return [state for state, *_ in random_game(Table(GAME, seats, {}), 5, "greedy") if RULES.is_settled(state)]


def value(state: AnyState, net: Any, depth: int, width: int = WIDTH, margin: float = 1.0) -> list[float]:
    """Return the value of a turn start."""
    record, found = state.to_record(), np.zeros(state.seats)
    memory = make_outlook(RULES, record, net, ROOM, DEPTH, width)
    KERNEL.value_start(record, depth, width, margin, memory, found)
    return [float(share) for share in found]


def by_hand(state: AnyState, net: Any, depth: int) -> list[float]:
    """Return the same by the definition, with all turns followed."""
    memory = make_outlook(RULES, state.to_record(), net, ROOM, DEPTH, WIDTH)
    weights, total = [0] * RULES.OUTCOMES, np.zeros(state.seats)
    n = RULES.chance_weights(state, weights)
    for outcome in range(n):
        if weights[outcome] == 0:
            continue
        rolled = state.duplicate()
        RULES.apply(rolled, CHANCE, outcome)
        seat = RULES.to_move(rolled)
        count = KERNEL.value_turns(rolled.to_record(), memory)
        values = memory.shares[:count].copy()
        if depth > 1:
            ends = [RULES.State.from_record(memory.turns.ends[i : i + 1]) for i in range(count)]
            values = np.array(
                [
                    values[i] if RULES.to_move(end) == OVER else value(end, net, depth - 1, width=count)
                    for i, end in enumerate(ends)
                ]
            )
        total += weights[outcome] * max(values, key=lambda shares: shares[seat])
    return [float(share) for share in total / sum(weights[:n])]


@pytest.mark.parametrize("seats", [2, 4])
def test_a_turn_start_is_worth_the_mean_of_the_best_turns(seats: int) -> None:
    net = some_net()
    for state in turn_starts(seats)[10::25]:
        assert value(state, net, 1) == pytest.approx(by_hand(state, net, 1))
    state = turn_starts(seats)[-12]
    assert value(state, net, 2, width=64) == pytest.approx(by_hand(state, net, 2))


def test_turns_that_promise_little_are_not_followed() -> None:
    net, state = some_net(), turn_starts(2)[20]
    assert value(state, net, 2, width=64)[0] != value(state, net, 2, width=1)[0]
    assert value(state, net, 2, width=64, margin=0.0) == value(state, net, 2, width=1)


@pytest.mark.parametrize("seats", [2, 3])
def test_near_the_end_values_are_exact(seats: int) -> None:
    net, exact = some_net(), Exact(GAME)
    for state in endings(seats)[::7]:
        exact.forget()
        assert value(state, net, 1) == pytest.approx(exact.shares(state), abs=1e-12)


def plain_outlook(net: Any, seats: int) -> Outlook:
    """Return memory for the plain code."""
    turns = plain_turns(RULES)
    kept = [Positions([RULES.State()] * WIDTH) for _ in range(DEPTH)]
    return Outlook(
        value=ValueScratch(plain(net), [0] * RULES.MAX_INPUTS, [[0] * 64, [0] * 64]),
        turns=turns,
        raw=Words(turns.ends),
        shares=[[0.0] * seats for _ in range(PLAIN_LISTED)],
        endings=plain_endings(seats),
        starts=Positions([RULES.State()] * (DEPTH + 1)),
        kept=kept,
        kept_raw=[Words(row) for row in kept],
        notes=[[0] * NOTES for _ in range(DEPTH)],
        weights=[[0] * RULES.OUTCOMES for _ in range(DEPTH)],
        values=[[[0.0] * seats for _ in range(ROWS)] for _ in range(DEPTH)],
        ends=[0],
    )


def test_plain_and_compiled_code_agree() -> None:
    written, net = GAME.kernel("trackside.search.kernels.outlook", compiled=False), some_net()
    for state in (turn_starts(2)[30], turn_starts(2)[-3]):
        found = [0.0, 0.0]
        written.value_start([state], 1, WIDTH, 0.05, plain_outlook(net, 2), found)
        assert found == value(state, net, 1, margin=0.05)
