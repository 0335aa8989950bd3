"""The value of a line: sets of fields as bits, and the points that numbers can still score."""

from __future__ import annotations

import random
from collections import Counter

from tests.games.traxx.table import opening, play
from trackside.core.bits import count, lowest
from trackside.games.traxx.fields import BITS, FIELD_AT, FIELDS, PLACES, neighbours
from trackside.games.traxx.worth import ALL_NUMBERS, BY_HEIGHT, around, brings_half, halved, open_sides


def test_the_neighbours_of_a_set_of_fields_are_those_of_its_members() -> None:
    chooser = random.Random(3)
    for _ in range(200):
        fields = chooser.sample(range(FIELDS), chooser.randrange(1, FIELDS))
        together = sum(BITS[field] for field in fields)
        beside = Counter(other for field in fields for other in neighbours(field))
        assert around(together) == sum(BITS[field] for field in beside)
        assert open_sides(together) == (
            sum(BITS[field] for field, times in beside.items() if times >= 2),
            sum(BITS[field] for field, times in beside.items() if times >= 3),
        )
        assert count(together) == len(fields)
        assert FIELD_AT[lowest(together)] == min(fields, key=PLACES.__getitem__)


def test_numbers_bring_half_after_others_and_solo_below_the_highest() -> None:
    assert brings_half(opening(1)) == BY_HEIGHT
    assert halved(BY_HEIGHT, 1 << 6 | 1 << 3) & ALL_NUMBERS == 1 << 6 | 1 << 5 | 1 << 4 | 1 << 3 | 1 << 2
    assert halved(BY_HEIGHT, 0) == 0
    s = play(opening(2, starts="42"), "ggrkp:", "red A: f6 stop", "purple A: f6 stop")
    assert brings_half(s) == 1 << 4
    assert brings_half(play(opening(2, starts="42"), "ggrkp:", "red A: f6 stop")) == 0
