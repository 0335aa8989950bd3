"""How a sensible player draws in Träxx: weigh every whole extension by what it brings and what it leaves open."""

from __future__ import annotations

from trackside.core.protocol import Array, Numbers
from trackside.games.traxx.fields import (
    ALL_FIELDS,
    AROUND,
    BIT_NUMBER,
    FIELDS,
    NEIGHBOURS,
    NOWHERE,
    PRIME,
    SIDES,
)
from trackside.games.traxx.rules import may_grow, patches_of
from trackside.games.traxx.state import PATCH_BITS, STOP, A, B, State

CALLED = ("quick_move", "worth")

FIELD, POINT, COLOURS_OPEN, UNREACHABLE, NARROW, TIGHT, FULL_AHEAD, HALF_AHEAD = 0, 1, 2, 7, 8, 9, 10, 11
FEATURES = 12
"""What is weighed: fields and points of the round; whether each end has 0, 1, 2, 3, 4 or more different colours
beside it; fields that cannot be reached any more; free fields with one open side and with two; points that can
still be reached in full and by half."""

SOLO = (
    *(143, 201, 0, 73, 64, 86, 193, -57, -200, -145, 85, 68),
    *(229, 122, 0, 116, 155, 186, 159, -60, -102, -80, 40, 77),
)
"""The weights as they are early, then late in the game, found by the cross-entropy method."""

TABLE = (
    *(154, 263, 0, 62, 18, 127, 304, -69, -356, -204, 77, 228),
    *(315, 147, 0, 248, 262, 331, 157, -69, -137, -73, 76, 29),
)
"""The same for several players."""

CODES = 128
"""A worth and a move are kept in one number: worth * CODES + move."""

FIELD_BITS, SIDE_BITS, TOP_BITS = 6, 3, 4
FIELD_MASK, SIDE_MASK, TOP_MASK = (1 << FIELD_BITS) - 1, (1 << SIDE_BITS) - 1, (1 << TOP_BITS) - 1

NOTHING = -(1 << 50)
"""Worse than any worth."""


def quick_move(s: State, seat: int, moves: Numbers, n: int, rng: Numbers) -> int:
    """The next move of the best whole extension from here."""
    return choose(s, seat, SOLO if s.seats == 1 else TABLE)


def choose(s: State, seat: int, weights: Array) -> int:
    """The next move of the extension that these weights like best."""
    visited = 0
    highest = 0
    for field in range(FIELDS):
        if s.mark[seat][field] != 0:
            visited |= 1 << field
            highest = max(highest, s.value[field])
    best = worth(s, weights, visited, s.tip[seat][A], s.tip[seat][B], 0, 0, highest) * CODES + STOP
    for end in range(2):
        if may_grow(s, seat, end):
            best = max(best, best_extension(s, seat, weights, end, visited, highest))
    return int(best % CODES)


def best_extension(s: State, seat: int, weights: Array, end: int, visited: int, highest: int) -> int:
    """The best worth of all extensions at this end, with the move it begins with."""
    path, sides, spare, points, tops, drawn = s.tip[seat][end], 0, int(s.spare[seat]), 0, highest, 0
    best = NOTHING
    first = 0
    while True:
        path, sides, visited, spare, points, tops, drawn = next_extension(
            s, path, sides, visited, spare, points, tops, drawn
        )
        if drawn == 0:
            return best
        tip = path & FIELD_MASK
        if drawn == 1:
            first = end * FIELDS + tip
        good = worth(s, weights, visited, tip, s.tip[seat][1 - end], drawn, points, tops & TOP_MASK)
        best = max(best, good * CODES + first)


def next_extension(
    s: State, path: int, sides: int, visited: int, spare: int, points: int, tops: int, drawn: int
) -> tuple[int, int, int, int, int, int, int]:
    """The next of all extensions of a line, those that begin alike one after the other; drawn is 0 after the last.

    Path, sides and tops are stacks: the fields entered, the side of each to look at next, the highest number so far.
    """
    while True:
        side = sides & SIDE_MASK
        if side < SIDES:
            sides += 1
            field = NEIGHBOURS[SIDES * (path & FIELD_MASK) + side]
            if field != NOWHERE and visited >> field & 1 == 0 and patches_of(spare, s.colour[field]) > 0:
                points += number_worth(s, s.value[field], tops & TOP_MASK)
                tops = tops << TOP_BITS | max(tops & TOP_MASK, s.value[field])
                path = path << FIELD_BITS | field
                sides <<= SIDE_BITS
                visited |= 1 << field
                spare -= 1 << (PATCH_BITS * s.colour[field])
                return path, sides, visited, spare, points, tops, drawn + 1
        elif drawn == 0:
            return path, sides, visited, spare, points, tops, 0
        else:
            field = path & FIELD_MASK
            path >>= FIELD_BITS
            sides >>= SIDE_BITS
            visited ^= 1 << field
            spare += 1 << (PATCH_BITS * s.colour[field])
            tops >>= TOP_BITS
            points -= number_worth(s, s.value[field], tops & TOP_MASK)
            drawn -= 1


def number_worth(s: State, value: int, highest: int) -> int:
    """What reaching a number brings now (TX-9); solo, after this highest one (TX-11)."""
    half = (value + 1) // 2
    if s.seats == 1:
        return value if value > highest else half
    for seat in range(s.seats):
        if 0 < s.when[seat][value] < s.turns:
            return half
    return value


def worth(
    s: State, weights: Array, visited: int, tip: int, other_tip: int, fields: int, points: int, highest: int
) -> int:
    """How good a line is after a round: what the round brought, and what is still open for those to come."""
    left = s.rounds - s.turns
    if left == 0:
        return fields + points
    free = ALL_FIELDS & ~visited
    open_sides = free | 1 << tip | 1 << other_tip
    ahead = (AROUND[tip] | AROUND[other_tip]) & free
    lost = free ^ ahead
    narrow = 0
    tight = 0
    full = 0
    half = 0
    while ahead != 0:
        bit = ahead & -ahead
        ahead ^= bit
        field = BIT_NUMBER[bit % PRIME]
        found = AROUND[field] & lost
        ahead |= found
        lost ^= found
        sides = AROUND[field] & open_sides
        sides &= sides - 1
        if sides == 0:
            narrow += 1
        elif sides & (sides - 1) == 0:
            tight += 1
        value = s.value[field]
        if value > 0:
            if number_worth(s, value, highest) == value:
                full += value
            else:
                half += (value + 1) // 2
    unreachable = 0
    while lost != 0:
        lost &= lost - 1
        unreachable += 1
    return (
        fields * weight(s, weights, FIELD)
        + points * weight(s, weights, POINT)
        + weight(s, weights, COLOURS_OPEN + free_colours(s, free, tip))
        + weight(s, weights, COLOURS_OPEN + free_colours(s, free, other_tip))
        + unreachable * weight(s, weights, UNREACHABLE)
        + narrow * weight(s, weights, NARROW)
        + tight * weight(s, weights, TIGHT)
        + full * weight(s, weights, FULL_AHEAD)
        + half * weight(s, weights, HALF_AHEAD)
    )


def weight(s: State, weights: Array, feature: int) -> int:
    """The weight of a feature in this round: from early to late by equal steps."""
    late = s.turns
    return int((s.rounds - late) * weights[feature] + late * weights[FEATURES + feature])


def free_colours(s: State, free: int, tip: int) -> int:
    """How many different colours, up to four, the free fields beside an end have."""
    seen = 0
    n = 0
    for side in range(SIDES):
        field = NEIGHBOURS[SIDES * tip + side]
        if field != NOWHERE and free >> field & 1 == 1 and seen >> s.colour[field] & 1 == 0:
            seen |= 1 << s.colour[field]
            n += 1
    return min(n, 4)
