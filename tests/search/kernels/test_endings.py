"""Endings solved by whole turns have the values of the exhaustive search of single moves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.laws.games import Table, random_game
from trackside.core.protocol import AnyState
from trackside.games import GAMES
from trackside.laws.listing import Positions, Words, plain_turns
from trackside.search.exact import Exact
from trackside.search.kernels.endings import NOTES, ROWS, Endings
from trackside.search.kernels.solving import Solved
from trackside.search.scratch import TURN_ENDS, make_endings

GAME = GAMES["whole-nine"]
RULES: Any = GAME.plain


def plain_endings(seats: int) -> Endings:
    """Return memory for the plain code."""
    levels, room = 64, 1 << 13
    starts = Positions([RULES.State()] * levels)
    return Endings(
        starts=starts,
        rolled=Positions([RULES.State()]),
        ends=[Positions([RULES.State()] * TURN_ENDS) for _ in range(levels)],
        raw=Words(starts),
        notes=[[0] * NOTES for _ in range(levels)],
        weights=[[0] * RULES.OUTCOMES for _ in range(levels)],
        values=[[[0.0] * seats for _ in range(ROWS)] for _ in range(levels)],
        turns=plain_turns(RULES),
        solved=Solved([0] * room, [[0.0] * seats for _ in range(room)]),
        met=[0],
    )


def endings(seats: int) -> list[AnyState]:
    """Return turn starts near the end."""
    games = [random_game(Table(GAME, seats, {}), seed, "greedy") for seed in range(8)]
    states = [state for game in games for state, _, _, _ in game]
    return [state for state in states if RULES.is_settled(state) and RULES.is_ending(state)]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_endings_have_the_values_of_the_search_of_single_moves(seats: int) -> None:
    compiled, written = (GAME.kernel("trackside.search.kernels.endings", compiled=kind) for kind in (True, False))
    exact, found, compared = Exact(GAME), np.zeros(seats), 0
    for state in endings(seats)[::3]:
        record, memory, expected = state.to_record(), make_endings(RULES, state.to_record(), 2000), [0.0] * seats
        assert compiled.solve_start(record, 2000, memory, found)
        exact.forget()
        assert found.tolist() == pytest.approx(exact.shares(state), abs=1e-12)
        compared += 1
        if memory.met[0] < 30:
            assert written.solve_start([state], 2000, plain_endings(seats), expected)
            assert found.tolist() == expected
    assert compared > 5


def test_an_ending_beyond_the_limit_is_not_solved_and_one_that_is_known_costs_nothing() -> None:
    kernel, state, shares = GAME.kernel("trackside.search.kernels.endings"), endings(2)[0], np.zeros(2)
    memory = make_endings(RULES, state.to_record(), 2000)
    assert not kernel.solve_start(state.to_record(), 2, memory, shares)
    assert kernel.solve_start(state.to_record(), 2000, memory, shares)
    known = int(memory.met[0])
    assert kernel.solve_start(state.to_record(), 0, memory, shares)
    assert memory.met[0] == known > 2
    opening = next(s for s, _, _, _ in random_game(Table(GAME, 2, {}), 1) if RULES.is_settled(s))
    assert not kernel.solve_start(opening.to_record(), 50, memory, shares)
