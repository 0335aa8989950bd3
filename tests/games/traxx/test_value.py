"""The inputs of the value nets: what a line covers, loses and has in reach, the same turn by turn and afterwards."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.games.traxx.table import TRAXX, opening, play
from tests.games.traxx.test_encoder import positions
from trackside.core.protocol import AnyState
from trackside.core.random import WORDS
from trackside.games.traxx import value
from trackside.games.traxx.fields import AROUND, BITS, FIELDS, NAMES, PLACES
from trackside.games.traxx.state import DRAW, FINISHED, TURN

RULES: Any = TRAXX.plain
MASK = (1 << value.SIZE_BITS) - 1


def listed(s: AnyState, seat: int = 0) -> Counter[int]:
    """Return the features of a line between two rounds, with their sizes."""
    sight, out, found = [0] * RULES.SIGHT, [0] * RULES.MAX_INPUTS, Counter[int]()
    RULES.look(s, seat, sight)
    add(found, out[: RULES.standing_features(s, seat, out)])
    add(found, out[: RULES.line_features(s, seat, sight, out)])
    return found


def add(found: Counter[int], entries: list[int]) -> None:
    for entry in entries:
        found[entry & MASK] += entry >> value.SIZE_BITS


def names(features: Counter[int], block: int) -> set[str]:
    """Return the fields of a block that are listed."""
    return {NAMES[field] for field in range(FIELDS) if features[block + PLACES[field]]}


def test_every_feature_lies_in_the_inputs_of_its_table() -> None:
    for seats in (1, 2, 4):
        for s in positions(seats, seed=seats)[::7]:
            if s.phase in (TURN, FINISHED) and s.start[seats - 1]:
                features = listed(s, seats - 1)
                assert min(features) >= 0
                assert max(features) < value.INPUTS[seats] <= MASK
                assert features.total() < value.MAX_INPUTS
    assert sum(int(block.split(": ")[1]) for block in value.INPUT_BLOCKS) == value.TABLE_INPUTS


def test_features_are_what_a_player_sees() -> None:
    s = play(opening(1, starts="1"), "ybgk:", "red pass")
    features = listed(s)
    start = s.tip[0][0]
    assert names(features, value.COVERED) == {NAMES[start]}
    assert names(features, value.STEPS) == {NAMES[field] for field in range(FIELDS) if AROUND[start] & BITS[field]}
    assert names(features, value.LOST) == set()
    assert features[value.END_FIELD + start] == 2
    assert (
        features[value.ROUNDS + 14]
        == features[value.IN_REACH + FIELDS - 1]
        == features[value.REGIONS + FIELDS - 1]
        == 1
    )
    assert sum(features[value.CARDS + kind] for kind in range(15)) == 14
    assert sum(features[feature] for feature in range(value.NUMBER, value.NUMBER_STAGE)) == 9


def test_each_end_enters_one_region_only() -> None:
    # three single fields that do not touch, and a pair
    one, two, three = (BITS[NAMES.index(name)] for name in ("a1", "a3", "a5"))
    pair = BITS[NAMES.index("i1")] | BITS[NAMES.index("i2")]
    assert value.regions_bound(0, 0, 0) == 0
    assert value.regions_bound(one, one, one) == 1
    assert value.regions_bound(one | two, one | two, 0) == 1
    assert value.regions_bound(one | two, one, two) == 2
    assert value.regions_bound(one | two | three, one | two, two | three) == 2
    assert value.regions_bound(one | pair, one | pair, pair) == 3
    assert value.regions_bound(one | pair, pair, pair) == 2


@pytest.mark.parametrize("seats", [1, 3])
def test_listed_features_of_a_turn_are_those_of_the_line_after_it(seats: int) -> None:
    """The sums that a search keeps turn by turn equal those of the line once the round is over."""
    chooser = random.Random(1)
    for s in positions(seats, seed=20 + seats):
        if s.phase != DRAW or any(s.drawn) or any(s.done):
            continue
        turns = [[0] * RULES.LISTED_COLUMNS for _ in range(RULES.MAX_TURNS)]
        after = s.duplicate()
        for other in range(1, seats):
            RULES.apply(after, other, RULES.quick_move(after, other, [], 0, [0] * WORDS))
            if after.done[other] == 0:
                RULES.apply(after, other, RULES.MOVES - 1)
        turn = turns[chooser.randrange(RULES.list_turns(after, 0, turns))]
        sight, out, found = [0] * RULES.SIGHT, [0] * RULES.MAX_INPUTS, Counter[int]()
        RULES.look(after, 0, sight)
        add(found, out[: RULES.standing_features(after, 0, out)])
        add(found, out[: RULES.turn_features(after, sight, turn, out)])
        moves = [0] * RULES.MOVES
        for move in moves[: RULES.turn_moves(after, 0, turn, moves)]:
            RULES.apply(after, 0, move)
        assert found == listed(after)


def test_turns_that_leave_the_same_line_have_the_same_key() -> None:
    rows = [[0] * RULES.LISTED_COLUMNS for _ in range(RULES.MAX_TURNS)]
    pairs = 0
    for s in positions(1, seed=3):
        if s.phase == DRAW:
            turns = rows[: RULES.list_turns(s, 0, rows)]
            keys = {RULES.line_key(turn) for turn in turns}
            for i, turn in enumerate(turns):
                for other in turns[:i]:
                    if RULES.is_same_line(turn, other):
                        assert RULES.line_key(turn) == RULES.line_key(other)
                        pairs += 1
            assert len(keys) > len(turns) / 2
    assert pairs > 5
