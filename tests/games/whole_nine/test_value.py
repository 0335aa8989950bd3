"""The inputs of the value net: within bounds, counted from the seat and from the goal, and about what matters."""

from __future__ import annotations

import pytest

from tests.laws.games import Table, random_game
from trackside.games import GAMES
from trackside.games.whole_nine.rules import crossed
from trackside.games.whole_nine.state import PAWNS, SPAN, State
from trackside.games.whole_nine.value import (
    AHEAD,
    EXIT_GAIN,
    GAIN_CLASSES,
    INPUTS,
    MAX_INPUTS,
    OWN,
    PER_SEAT,
    POINTS_CLIP,
    SIZE_BITS,
    WEIGHTED,
    list_inputs,
)

GAME = GAMES["whole-nine"]


def inputs(state: State, seat: int) -> dict[int, int]:
    """Return the sizes of the features that are not zero."""
    out, sizes = [0] * MAX_INPUTS, dict[int, int]()
    for entry in out[: list_inputs(state, seat, out)]:
        feature = entry & (1 << SIZE_BITS) - 1
        sizes[feature] = sizes.get(feature, 0) + (entry >> SIZE_BITS)
    return sizes


def settled(seats: int, seed: int, segments: str = "6") -> list[State]:
    options = {} if segments == "6" else {"segments": segments}
    game = random_game(Table(GAME, seats, options), seed)
    return [state for state, _, _, _ in game if GAME.plain.is_settled(state)]


@pytest.mark.parametrize("seats", GAME.card.seats)
def test_inputs_are_within_bounds(seats: int) -> None:
    found: set[int] = set()
    for seed in range(4):
        for state in settled(seats, seed):
            for seat in range(seats):
                sizes = inputs(state, seat)
                assert all(-0x4000 < size < 0x4000 for size in sizes.values())
                found |= set(sizes)
    assert min(found) >= 0
    assert INPUTS[seats - 1] < max(found) < INPUTS[seats] < 1 << SIZE_BITS


def test_seats_are_counted_from_the_one_that_looks() -> None:
    for state in settled(3, 1):
        turned = state.duplicate()
        turned.seat = (state.seat + 1) % 3
        for name in ("pawn", "row", "plus", "minus", "cacti"):
            values = getattr(state.duplicate(), name)
            setattr(turned, name, [values[2], *values[:2], *values[3:]])
        assert inputs(turned, (state.seat + 1) % 3) == inputs(state, state.seat)


def test_the_short_track_is_the_end_of_the_long_one() -> None:
    compared = 0
    for state in [one for seed in range(6) for one in settled(2, seed, "5")]:
        if min(crossed(state.pawn[seat][0]) for seat in range(2)) == 0:
            continue
        longer = state.duplicate()
        longer.segments, longer.spaces = 6, state.spaces << SPAN
        longer.tile = [0] * SPAN + state.tile[:-SPAN]
        for seat in range(2):
            longer.pawn[seat][: PAWNS[2]] = [place + SPAN for place in state.pawn[seat][: PAWNS[2]]]
        assert inputs(longer, state.seat) == inputs(state, state.seat)
        compared += 1
    assert compared > 50


def test_a_lead_is_counted_exactly_and_weighs_more_near_the_end() -> None:
    early, late = settled(2, 2)[0], settled(2, 2)[-4]
    for state in (early, late):
        state.plus, state.minus = [4, 1, 0, 0, 0], [[0] * 7 for _ in range(5)]
        assert OWN + PER_SEAT + AHEAD + POINTS_CLIP + 15 in inputs(state, 0)
    weights = [inputs(state, 0)[OWN + PER_SEAT + WEIGHTED] for state in (early, late)]
    assert 0 < weights[0] < weights[1]


def test_a_pawn_alone_on_a_tile_may_take_it_when_it_leaves() -> None:
    state = settled(2, 3)[0]
    segment = SPAN + 2
    state.spaces = state.spaces & ~(0x7F << segment) | 1 << segment
    state.pawn[0][3], state.tile[segment], state.row[0] = segment, 4, [5, 0, 0]
    gains = [feature - OWN - EXIT_GAIN for feature in inputs(state, 0) if 0 <= feature - OWN - EXIT_GAIN < 56]
    assert [gain % GAIN_CLASSES for gain in gains] == [2]
    state.pawn[1][3] = segment
    gains = [feature - OWN - EXIT_GAIN for feature in inputs(state, 0) if 0 <= feature - OWN - EXIT_GAIN < 56]
    assert [gain % GAIN_CLASSES for gain in gains] == [0]
