"""Träxx's inputs of a value net, which predicts the points to come of a line between two rounds: a list of features.

Both ends of a line share their features. Fields are counted by their place in the ring (see fields.py). An entry is the
number of a feature plus its size, shifted left by SIZE_BITS.
"""

from __future__ import annotations

from trackside.core.bits import count, lowest, without_lowest
from trackside.core.protocol import Numbers
from trackside.games.traxx.encoder import (
    FAR,
    MAX_ROUNDS,
    NUMBERS,
    STEP_BITS,
    STEP_MASK,
    colours_of,
    colours_on,
    nearer,
    rounds_to_come,
    steps_to_numbers,
)
from trackside.games.traxx.fields import (
    ALL_FIELDS,
    AROUND,
    BITS,
    FIELD_AT,
    FIELDS,
    NEIGHBOURS,
    NOWHERE,
    PLACES,
    SIDES,
)
from trackside.games.traxx.policy import DRAWN, FIELD_BITS, FIELD_MASK, PATH, REACHED, TIP_A, TIP_B, VISITED
from trackside.games.traxx.state import COLOURS, HIGHEST, LOWEST, MAX_CARDS, MAX_SEATS, NUMBER_POINTS, A, B, State
from trackside.games.traxx.worth import BY_HEIGHT, NUMBERED, around, halved, line_sets, open_sides, sheet_sets

CALLED = ("list_line", "regions_bound")

MIN_POINTS, MAX_POINTS = 1 - FIELDS, NUMBER_POINTS
"""The scores for drawing nothing, and for everything at full value."""

SPREADS = (0.27, 0.24, 0.2)
"""The error of expected scores in points for every round to come, with 2, 3 and 4 seats, measured in games of the
nets themselves; SHARPNESS adds a little for the end."""

SHARPNESS: tuple[int, ...] = tuple(
    round(1024 / (0.45 + spread * rounds)) for spread in (0.0, *SPREADS) for rounds in range(MAX_ROUNDS + 1)
)
"""The value of a point of lead by seats and rounds to come, in 1/1024."""

SIZE_BITS = 13
MAX_INPUTS = 384
"""An upper bound on the number of entries in a list."""

NEAR = 3
"""Fields up to this many steps from an end are listed by their steps."""

STAGES = (0, 0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 6, 6)
"""The stage of the game by rounds to come: a number far away is worth little when few rounds are left."""

MAX_USELESS = 15
SETS_OF_COLOURS = 1 << COLOURS
SETS_OF_SIDES = 1 << SIDES
MAX_OF_COLOUR = 12
BOUND_STEP = 4

_LINE = {
    "rounds to come": MAX_ROUNDS + 1,
    "cards left": MAX_CARDS,
    "end": FIELDS,
    "free sides of end": FIELDS * SETS_OF_SIDES,
    "covered": FIELDS,
    "lost": FIELDS,
    "steps to field": NEAR * FIELDS,
    "field with one open side": FIELDS,
    "field with two open sides": FIELDS,
    "number by steps": NUMBERS * 2 * FAR,
    "number by steps and stage": (max(STAGES) + 1) * NUMBERS * 2 * FAR,
    "highest number": HIGHEST + 1,
    "fields in reach": FIELDS + 1,
    "fields of the best regions": FIELDS + 1,
    "fields of the best regions by rounds": (MAX_ROUNDS + 1) * (FIELDS // BOUND_STEP + 1),
    "fields in reach by colour": COLOURS * MAX_OF_COLOUR,
    "colours beside end": SETS_OF_COLOURS,
    "colours beside ends": SETS_OF_COLOURS,
    "useless cards, better end": MAX_USELESS + 1,
    "useless cards, worse end": MAX_USELESS + 1,
    "useless cards, both ends": MAX_USELESS + 1,
    "useless cards, both ends, by rounds": (MAX_ROUNDS + 1) * (MAX_USELESS + 1),
}
_TABLE = {
    "seats": MAX_SEATS + 1,
    "rounds to come by seats": (MAX_SEATS + 1) * (MAX_ROUNDS + 1),
    "full number by steps and steps of others": NUMBERS * FAR * (FAR + 1),
}


def _places(sizes: dict[str, int], first: int = 0) -> list[int]:
    """Return the first feature of each block, and after the last one the end of all."""
    places = [first]
    for size in sizes.values():
        places.append(places[-1] + size)
    return places


_FIRST = _places(_LINE)
ROUNDS, CARDS, END_FIELD, END_SIDES, COVERED, LOST, STEPS, NARROW, TIGHT = _FIRST[:9]
NUMBER, NUMBER_STAGE, TOP_NUMBER, IN_REACH, REGIONS, REGIONS_LATE, OF_COLOUR = _FIRST[9:16]
BESIDE_END, BESIDE_ENDS, USELESS_BETTER, USELESS_WORSE, USELESS_BOTH, USELESS_LATE, LINE_INPUTS = _FIRST[16:]
SEATED, SEATED_LATE, RACE, TABLE_INPUTS = _places(_TABLE, LINE_INPUTS)

INPUTS: tuple[int, ...] = (LINE_INPUTS, LINE_INPUTS, *(TABLE_INPUTS,) * (MAX_SEATS - 1))
"""The number of features by the number of seats."""

INPUT_BLOCKS: tuple[str, ...] = tuple(f"{name}: {size}" for name, size in (_LINE | _TABLE).items())
"""The names and sizes of all blocks: a net works only with those it was trained on."""

BESIDE: tuple[int, ...] = tuple(FIELDS if field == NOWHERE else PLACES[field] for field in NEIGHBOURS)
"""The places of all neighbours, as in NEIGHBOURS; FIELDS beyond the rim, a bit that no set of fields has."""

LATE, THREATS, SETS = 0, 1, 2
USELESS = SETS + COLOURS + 1
SIGHT = USELESS + SETS_OF_COLOURS
"""The lookup data for every turn of a seat: the numbers that others have reached, their steps to the remaining ones,
the sheet as sets of fields, and for every set of colours the number of cards left without any of them."""


def sharpness(s: State) -> int:
    """Return the value of a point of lead at this stage, in 1/1024."""
    return SHARPNESS[(s.seats - 1) * (MAX_ROUNDS + 1) + min(rounds_to_come(s), MAX_ROUNDS)]


def look(s: State, seat: int, sight: Numbers) -> None:
    """Write the lookup data for every turn of a seat; the others' lines are taken as they stand."""
    sheet = sheet_sets(s)
    late, threats = BY_HEIGHT, 0
    if s.seats > 1:
        late = 0
        for other in range(s.seats):
            if other != seat:
                theirs, numbers = line_sets(s, other)
                late |= numbers
                steps = steps_to_numbers(s, sheet[NUMBERED], theirs, s.tip[other][A], s.tip[other][B])
                threats = nearer(threats, steps)
    sight[LATE] = late
    sight[THREATS] = threats
    sight[SETS] = sheet[0]
    sight[SETS + 1] = sheet[1]
    sight[SETS + 2] = sheet[2]
    sight[SETS + 3] = sheet[3]
    sight[SETS + 4] = sheet[4]
    sight[SETS + 5] = sheet[5]
    sight[SETS + 6] = sheet[6]
    for colours in range(SETS_OF_COLOURS):
        sight[USELESS + colours] = 0
    for kind in range(MAX_CARDS):
        if s.left[kind] > 0:
            # every set without the colours of the card
            rest = SETS_OF_COLOURS - 1 & ~colours_on(s.card[kind])
            colours = rest
            while colours > 0:
                sight[USELESS + colours] += s.left[kind]
                colours = colours - 1 & rest
            sight[USELESS] += s.left[kind]


def standing_features(s: State, seat: int, out: Numbers) -> int:
    """List the features that no turn of this seat changes: cards, seats, and the fields covered by now."""
    rounds = min(rounds_to_come(s), MAX_ROUNDS)
    out[0] = entry(ROUNDS + rounds, 1)
    n = 1
    for kind in range(MAX_CARDS):
        if s.left[kind] > 0:
            out[n] = entry(CARDS + kind, s.left[kind])
            n += 1
    for field in range(FIELDS):
        if s.mark[seat][field] != 0:
            out[n] = entry(COVERED + PLACES[field], 1)
            n += 1
    if s.seats > 1:
        out[n] = entry(SEATED + s.seats, 1)
        out[n + 1] = entry(SEATED_LATE + s.seats * (MAX_ROUNDS + 1) + rounds, 1)
        n += 2
    return n


def turn_features(s: State, sight: Numbers, turn: Numbers, out: Numbers) -> int:
    """List the features that a turn adds to the standing ones."""
    for i in range(turn[DRAWN]):
        out[i] = entry(COVERED + PLACES[turn[PATH] >> FIELD_BITS * i & FIELD_MASK], 1)
    return list_line(s, sight, turn[VISITED], turn[TIP_A], turn[TIP_B], turn[REACHED], out, turn[DRAWN])


def line_features(s: State, seat: int, sight: Numbers, out: Numbers) -> int:
    """List the features that a line adds to the standing ones if its seat passes."""
    visited, numbers = line_sets(s, seat)
    return list_line(s, sight, visited, s.tip[seat][A], s.tip[seat][B], numbers, out, 0)


def list_line(
    s: State, sight: Numbers, visited: int, tip_a: int, tip_b: int, numbers: int, out: Numbers, n: int
) -> int:
    """List what a line leaves open for the rounds to come; return the new number of entries."""
    sheet = (
        sight[SETS],
        sight[SETS + 1],
        sight[SETS + 2],
        sight[SETS + 3],
        sight[SETS + 4],
        sight[SETS + 5],
        sight[SETS + 6],
    )
    rounds = min(rounds_to_come(s), MAX_ROUNDS)
    free = ALL_FIELDS ^ visited
    out[n] = entry(END_FIELD + tip_a, 1)
    out[n + 1] = entry(END_FIELD + tip_b, 1)
    out[n + 2] = entry(END_SIDES + SETS_OF_SIDES * tip_a + free_sides(tip_a, free), 1)
    out[n + 3] = entry(END_SIDES + SETS_OF_SIDES * tip_b + free_sides(tip_b, free), 1)
    out[n + 4] = entry(TOP_NUMBER + max(numbers.bit_length() - 1, 0), 1)
    n += 5
    beside_a, beside_b = AROUND[tip_a] & free, AROUND[tip_b] & free
    ahead, before, steps = beside_a | beside_b, 0, 0
    half, stage = halved(sight[LATE], numbers), STAGES[rounds]
    while ahead != before:
        ring = ahead & ~before
        found = ring & sheet[NUMBERED]
        while found != 0:
            number = s.value[FIELD_AT[lowest(found)]] - LOWEST
            found = without_lowest(found)
            status = half >> number + LOWEST & 1
            kind = (number * 2 + status) * FAR + steps
            out[n] = entry(NUMBER + kind, 1)
            out[n + 1] = entry(NUMBER_STAGE + stage * NUMBERS * 2 * FAR + kind, 1)
            n += 2
            if s.seats > 1 and status == 0:
                theirs = sight[THREATS] >> STEP_BITS * number & STEP_MASK
                out[n] = entry(RACE + (number * FAR + steps) * (FAR + 1) + theirs, 1)
                n += 1
        if steps < NEAR:
            n = list_places(STEPS + FIELDS * steps, ring, out, n)
        before = ahead
        ahead |= around(ahead) & free
        steps = min(steps + 1, FAR - 1)
    two, three = open_sides(free | BITS[tip_a] | BITS[tip_b])
    n = list_places(LOST, free ^ ahead, out, n)
    n = list_places(NARROW, ahead & ~two, out, n)
    n = list_places(TIGHT, ahead & two & ~three, out, n)
    regions = regions_bound(ahead, beside_a, beside_b)
    out[n] = entry(IN_REACH + count(ahead), 1)
    out[n + 1] = entry(REGIONS + regions, 1)
    out[n + 2] = entry(REGIONS_LATE + rounds * (FIELDS // BOUND_STEP + 1) + regions // BOUND_STEP, 1)
    out[n + 3] = entry(OF_COLOUR + min(count(ahead & sheet[0]), MAX_OF_COLOUR - 1), 1)
    out[n + 4] = entry(OF_COLOUR + MAX_OF_COLOUR + min(count(ahead & sheet[1]), MAX_OF_COLOUR - 1), 1)
    out[n + 5] = entry(OF_COLOUR + 2 * MAX_OF_COLOUR + min(count(ahead & sheet[2]), MAX_OF_COLOUR - 1), 1)
    out[n + 6] = entry(OF_COLOUR + 3 * MAX_OF_COLOUR + min(count(ahead & sheet[3]), MAX_OF_COLOUR - 1), 1)
    out[n + 7] = entry(OF_COLOUR + 4 * MAX_OF_COLOUR + min(count(ahead & sheet[4]), MAX_OF_COLOUR - 1), 1)
    out[n + 8] = entry(OF_COLOUR + 5 * MAX_OF_COLOUR + min(count(ahead & sheet[5]), MAX_OF_COLOUR - 1), 1)
    return list_colours(sight, rounds, colours_of(sheet, beside_a), colours_of(sheet, beside_b), out, n + 9)


def list_colours(sight: Numbers, rounds: int, colours_a: int, colours_b: int, out: Numbers, n: int) -> int:
    """List the colours beside the ends, and the cards left that show none of them."""
    useless_a = min(sight[USELESS + colours_a], MAX_USELESS)
    useless_b = min(sight[USELESS + colours_b], MAX_USELESS)
    both = min(sight[USELESS + (colours_a | colours_b)], MAX_USELESS)
    out[n] = entry(BESIDE_END + colours_a, 1)
    out[n + 1] = entry(BESIDE_END + colours_b, 1)
    out[n + 2] = entry(BESIDE_ENDS + (colours_a | colours_b), 1)
    out[n + 3] = entry(USELESS_BETTER + min(useless_a, useless_b), 1)
    out[n + 4] = entry(USELESS_WORSE + max(useless_a, useless_b), 1)
    out[n + 5] = entry(USELESS_BOTH + both, 1)
    out[n + 6] = entry(USELESS_LATE + rounds * (MAX_USELESS + 1) + both, 1)
    return n + 7


def entry(feature: int, size: int) -> int:
    """Return an entry of the list."""
    return feature + (size << SIZE_BITS)


def list_places(block: int, fields: int, out: Numbers, n: int) -> int:
    """List every field of a set by its place; return the new number of entries."""
    while fields != 0:
        out[n] = entry(block + lowest(fields), 1)
        fields = without_lowest(fields)
        n += 1
    return n


def free_sides(field: int, free: int) -> int:
    """Return the sides of a field on which a free field lies, one bit each."""
    sides = 0
    for side in range(SIDES):
        sides |= (free >> BESIDE[SIDES * field + side] & 1) << side
    return sides


def regions_bound(ahead: int, beside_a: int, beside_b: int) -> int:
    """Return the number of fields in reach if each end enters one region of connected fields only."""
    best_a, next_a, best_b, next_b, region_a, region_b = 0, 0, 0, 0, 0, 0
    while ahead != 0:
        region, before = ahead & -ahead, 0
        while region != before:
            before = region
            region |= around(region) & ahead
        ahead ^= region
        size = count(region)
        if region & beside_a != 0:
            next_a = max(next_a, min(best_a, size))
            region_a = region if size > best_a else region_a
            best_a = max(best_a, size)
        if region & beside_b != 0:
            next_b = max(next_b, min(best_b, size))
            region_b = region if size > best_b else region_b
            best_b = max(best_b, size)
    if region_a == region_b:
        return max(best_a + next_b, next_a + best_b)
    return best_a + best_b
