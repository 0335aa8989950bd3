"""The worth of a line of Träxx: what it has brought and what it leaves open. Sets of fields are bits."""

from __future__ import annotations

from trackside.core.bits import count, lowest, without_lowest
from trackside.core.protocol import Array
from trackside.games.traxx.fields import (
    AHEAD,
    ALL_FIELDS,
    AROUND,
    AROUND_END,
    BITS,
    FIELD_AT,
    FIELDS,
    SHIFTS,
)
from trackside.games.traxx.state import HIGHEST, LOWEST, State

CALLED = ("worth",)

FIELD, POINT, COLOURS_OPEN, UNREACHABLE, NARROW, TIGHT, FULL_AHEAD, HALF_AHEAD = 0, 1, 2, 7, 8, 9, 10, 11
WEIGHED = 12
"""The weighed features: fields and points of the round; whether each end has 0, 1, 2, 3, 4 or more different colours
beside it; fields that can no longer be reached; free fields with one open side and with two; points that can
still be reached in full and by half."""

Weights = tuple[int, int, int, int, int, int, int, int, int, int, int, int]
Sheet = tuple[int, int, int, int, int, int, int]
"""The fields of every colour, then those with a number."""

NUMBERED = 6

SUMS = tuple(sum(value for value in range(HIGHEST + 1) if found >> value & 1) for found in range(2 << HIGHEST))
HALF_SUMS = tuple(
    sum((value + 1) // 2 for value in range(HIGHEST + 1) if found >> value & 1) for found in range(2 << HIGHEST)
)
"""The points for a set of numbers, in full and by half; bit v is the number v."""

ALL_NUMBERS = (2 << HIGHEST) - (1 << LOWEST)

BY_HEIGHT = -1
"""A marker instead of the numbers that bring half: solo, those are the ones below the highest reached (TX-11)."""


def worth(
    s: State,
    weights: Weights,
    sheet: Sheet,
    late: int,
    visited: int,
    tip: int,
    other_tip: int,
    fields: int,
    points: int,
    numbers: int,
) -> int:
    """Return the worth of a line after a round: what the round brought, and what is still open."""
    if s.turns == s.rounds:
        return fields + points
    free = ALL_FIELDS ^ visited
    beside, beside_other = AROUND[tip] & free, AROUND[other_tip] & free
    ahead = beside | beside_other
    before = 0
    while ahead != before:
        before = ahead
        ahead |= around(ahead) & free
    two, three = open_sides(free | BITS[tip] | BITS[other_tip])
    lost = free ^ ahead
    open_numbers = ALL_NUMBERS & ~numbers
    missed = lost & sheet[NUMBERED]
    while missed != 0:
        open_numbers &= ~(1 << s.value[FIELD_AT[lowest(missed)]])
        missed = without_lowest(missed)
    half = halved(late, numbers)
    return (
        fields * weights[FIELD]
        + points * weights[POINT]
        + weights[COLOURS_OPEN + colours_in(sheet, beside)]
        + weights[COLOURS_OPEN + colours_in(sheet, beside_other)]
        + count(lost) * weights[UNREACHABLE]
        + count(ahead & ~two) * weights[NARROW]
        + count(ahead & two & ~three) * weights[TIGHT]
        + SUMS[open_numbers & ~half] * weights[FULL_AHEAD]
        + HALF_SUMS[open_numbers & half] * weights[HALF_AHEAD]
    )


def weights_now(s: State, weights: Array) -> Weights:
    """Return the weights of this round, interpolated linearly from early to late."""
    return (
        weight_now(s, weights, 0),
        weight_now(s, weights, 1),
        weight_now(s, weights, 2),
        weight_now(s, weights, 3),
        weight_now(s, weights, 4),
        weight_now(s, weights, 5),
        weight_now(s, weights, 6),
        weight_now(s, weights, 7),
        weight_now(s, weights, 8),
        weight_now(s, weights, 9),
        weight_now(s, weights, 10),
        weight_now(s, weights, 11),
    )


def weight_now(s: State, weights: Array, feature: int) -> int:
    """Return the weight of a feature in this round."""
    return int((s.rounds - s.turns) * weights[feature] + s.turns * weights[WEIGHED + feature])


def sheet_sets(s: State) -> Sheet:
    """Return the sheet as sets of fields."""
    c0, c1, c2, c3, c4, c5, numbered = 0, 0, 0, 0, 0, 0, 0
    for field in range(FIELDS):
        colour, bit = s.colour[field], BITS[field]
        c0 |= bit if colour == 0 else 0
        c1 |= bit if colour == 1 else 0
        c2 |= bit if colour == 2 else 0
        c3 |= bit if colour == 3 else 0
        c4 |= bit if colour == 4 else 0
        c5 |= bit if colour == 5 else 0
        numbered |= bit if s.value[field] > 0 else 0
    return c0, c1, c2, c3, c4, c5, numbered


def colours_in(sheet: Sheet, fields: int) -> int:
    """Return the number of different colours of these fields, at most four."""
    n = 0
    n += 1 if fields & sheet[0] != 0 else 0
    n += 1 if fields & sheet[1] != 0 else 0
    n += 1 if fields & sheet[2] != 0 else 0
    n += 1 if fields & sheet[3] != 0 else 0
    n += 1 if fields & sheet[4] != 0 else 0
    n += 1 if fields & sheet[5] != 0 else 0
    return min(n, 4)


def line_sets(s: State, seat: int) -> tuple[int, int]:
    """Return the fields of a line, and the numbers on it."""
    fields, numbers = 0, 0
    for field in range(FIELDS):
        if s.mark[seat][field] != 0:
            fields |= BITS[field]
            numbers |= 1 << s.value[field]
    return fields, numbers & ALL_NUMBERS


def brings_half(s: State) -> int:
    """Return the numbers that anyone has reached in an earlier round (TX-9); solo, BY_HEIGHT."""
    if s.seats == 1:
        return BY_HEIGHT
    late = 0
    for value in range(LOWEST, HIGHEST + 1):
        for seat in range(s.seats):
            if 0 < s.when[seat][value] < s.turns:
                late |= 1 << value
    return late


def halved(late: int, numbers: int) -> int:
    """Return the numbers that bring half after these were reached."""
    if late != BY_HEIGHT:
        return late
    below = numbers | numbers >> 1
    below |= below >> 2
    below |= below >> 4
    return below | below >> 8


def number_worth(value: int, half: int) -> int:
    """Return the points for reaching a number; 0 for a field without one."""
    return (value + 1) // 2 if half >> value & 1 else value


def step(fields: int, shift: int, ahead: int, around_end: int) -> int:
    """Return the fields that are one step in one direction from these."""
    return fields << shift & ahead | fields >> (FIELDS - shift) & around_end


def around(fields: int) -> int:
    """Return the neighbours of a set of fields."""
    return (
        step(fields, SHIFTS[0], AHEAD[0], AROUND_END[0])
        | step(fields, SHIFTS[1], AHEAD[1], AROUND_END[1])
        | step(fields, SHIFTS[2], AHEAD[2], AROUND_END[2])
        | step(fields, SHIFTS[3], AHEAD[3], AROUND_END[3])
        | step(fields, SHIFTS[4], AHEAD[4], AROUND_END[4])
        | step(fields, SHIFTS[5], AHEAD[5], AROUND_END[5])
    )


def open_sides(fields: int) -> tuple[int, int]:
    """Return the fields with at least two, and with at least three, of these fields beside them."""
    one = step(fields, SHIFTS[0], AHEAD[0], AROUND_END[0])
    side = step(fields, SHIFTS[1], AHEAD[1], AROUND_END[1])
    two = one & side
    one |= side
    side = step(fields, SHIFTS[2], AHEAD[2], AROUND_END[2])
    three = two & side
    two |= one & side
    one |= side
    side = step(fields, SHIFTS[3], AHEAD[3], AROUND_END[3])
    three |= two & side
    two |= one & side
    one |= side
    side = step(fields, SHIFTS[4], AHEAD[4], AROUND_END[4])
    three |= two & side
    two |= one & side
    one |= side
    side = step(fields, SHIFTS[5], AHEAD[5], AROUND_END[5])
    return two | one & side, three | two & side
