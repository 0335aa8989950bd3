"""Träxx's features: what a seat may know, as numbers that a player would name.

Seats are counted in turn order from the observing seat. Every line is described in the same way, by what it covers
and what is still open to it. The nets have inputs of their own, see value.py.
"""

from __future__ import annotations

from trackside.core.bits import count, lowest, without_lowest
from trackside.core.protocol import Numbers
from trackside.games.traxx.fields import ALL_FIELDS, AROUND, BITS, FIELD_AT, FIELDS
from trackside.games.traxx.files import house_deck, house_sheet
from trackside.games.traxx.hidden import steps_from_start
from trackside.games.traxx.rules import patches_of
from trackside.games.traxx.state import (
    COLOURS,
    DRAW,
    FINISHED,
    HIGHEST,
    LOWEST,
    MAX_CARDS,
    MAX_SEATS,
    TURN,
    A,
    B,
    State,
)
from trackside.games.traxx.worth import (
    ALL_NUMBERS,
    BY_HEIGHT,
    Sheet,
    around,
    halved,
    line_sets,
    open_sides,
    sheet_sets,
)

CALLED = ("line_features", "steps_to_numbers")

NETS = ("solo", "table")
"""The tables that have their own net: solo play is different."""

JUDGED = "points"
"""The output of a net: the points that a line will still bring."""

MAX_ROUNDS = 15

FAR = 7
"""The cap on the steps to a number: longer distances count as this."""

NUMBERS = HIGHEST - LOWEST + 1

_STEPS = (*(f"in {steps}" for steps in range(1, FAR)), f"in {FAR} or more")
_SHARED = (
    *(f"{seats} seats" for seats in range(1, MAX_SEATS + 1)),
    *(f"{rounds} rounds to come" for rounds in range(MAX_ROUNDS + 1)),
    *(f"card {kind + 1} left" for kind in range(MAX_CARDS)),
)
_EACH = (
    *(f"field {field + 1} covered" for field in range(FIELDS)),
    *(f"ends on field {field + 1}" for field in range(FIELDS)),
    *(
        f"number {value} {status} {steps}"
        for value in range(LOWEST, HIGHEST + 1)
        for status in ("full", "half")
        for steps in _STEPS
    ),
    *(f"number {value} threatened {steps}" for value in range(LOWEST, HIGHEST + 1) for steps in _STEPS),
    *(f"ends beside {colours} colours" for colours in range(COLOURS + 1)),
    "fields lost",
    "fields with one open side",
    "fields with two open sides",
    "cards left of no use to the better end",
    "cards left of no use to the worse end",
    "cards left of no use to both ends",
)
_ROUND = (
    *(f"patches of colour {colour + 1}" for colour in range(COLOURS)),
    *("draws at end A", "draws at end B", "has finished the round"),
)
FEATURES: tuple[str, ...] = (
    *_SHARED,
    *(f"seat {seat}: {name}" for seat in range(MAX_SEATS) for name in _EACH),
    *(f"seat {seat}: points" for seat in range(MAX_SEATS)),
    *_ROUND,
)

SHARED, EACH = len(_SHARED), len(_EACH)
"""The number of features shared by all lines, and of those that describe one."""

ROUNDS = MAX_SEATS
CARD = ROUNDS + MAX_ROUNDS + 1
COVERED = SHARED
TIP = COVERED + FIELDS
NUMBER = TIP + FIELDS
THREAT = NUMBER + 2 * NUMBERS * FAR
BESIDE = THREAT + NUMBERS * FAR
LOST = BESIDE + COLOURS + 1
NARROW, TIGHT, USELESS_BETTER, USELESS_WORSE, USELESS_BOTH = LOST + 1, LOST + 2, LOST + 3, LOST + 4, LOST + 5
POINTS = SHARED + MAX_SEATS * EACH
PATCHES = POINTS + MAX_SEATS
DRAWS = PATCHES + COLOURS

STEP_BITS = 4
STEP_MASK = (1 << STEP_BITS) - 1
"""The mask of one entry: the steps to every number are packed into one integer, 0 if it cannot be reached."""


def net_for(s: State) -> int:
    """Return the net for this table, an index into NETS; -1 on another sheet or with another deck."""
    sheet, deck = house_sheet().numbers(), house_deck().numbers()
    if [*s.colour, *s.value, *s.starts] != list(sheet) or [*s.card, *s.copies] != list(deck):
        return -1
    return 0 if s.seats == 1 else 1


def is_settled(s: State) -> bool:
    """Return True between two rounds, before the card: a net evaluates only there."""
    return s.phase == TURN


def perspective(s: State) -> int:
    """Return the seat from which to evaluate a settled position: between two rounds all see the same."""
    return 0


def rounds_to_come(s: State) -> int:
    """Return the number of cards that will be turned up after this round."""
    if s.phase == FINISHED:
        return 0
    if s.phase == DRAW:
        return s.rounds - s.turns
    return s.rounds - max(s.turns, 1) + 1


def encode(s: State, seat: int, out: Numbers) -> None:
    """Write the features from the perspective of a seat; `out` is all zeros before."""
    shared_features(s, out)
    for step in range(s.seats):
        other = (seat + step) % s.seats
        out[POINTS + step] = encode_line(s, other, seat, out, step * EACH)
    if s.phase == DRAW:
        for colour in range(COLOURS):
            out[PATCHES + colour] = patches_of(s.spare[seat], colour)
        if s.growing[seat] > 0:
            out[DRAWS + s.growing[seat] - 1] = 1
        out[DRAWS + 2] = s.done[seat]


def shared_features(s: State, out: Numbers) -> None:
    """Write the features shared by all lines."""
    out[s.seats - 1] = 1
    out[ROUNDS + min(rounds_to_come(s), MAX_ROUNDS)] = 1
    for kind in range(MAX_CARDS):
        out[CARD + kind] = s.left[kind]


def encode_line(s: State, seat: int, looker: int, out: Numbers, block: int) -> int:
    """Write what another seat may know of a line; return its points."""
    if s.start[seat] == 0:
        return 0
    sheet = sheet_sets(s)
    visited, tip_a, tip_b = line_seen(s, seat, looker)
    numbers = numbers_on(s, visited)
    late, threats = BY_HEIGHT, 0
    if s.seats > 1:
        late = 0
        for other in range(s.seats):
            if other != seat and s.start[other] > 0:
                theirs, their_a, their_b = line_seen(s, other, looker)
                late |= numbers_on(s, theirs)
                threats = nearer(threats, steps_to_numbers(s, sheet[COLOURS], theirs, their_a, their_b))
    for field in range(FIELDS):
        if visited & BITS[field] != 0:
            out[block + COVERED + field] = 1
    line_features(s, sheet, late, threats, visited, tip_a, tip_b, numbers, out, block)
    return points_seen(s, seat, looker)


def line_features(
    s: State,
    sheet: Sheet,
    late: int,
    threats: int,
    visited: int,
    tip_a: int,
    tip_b: int,
    numbers: int,
    out: Numbers,
    block: int,
) -> None:
    """Write what a line leaves open for the rounds to come, but not the fields it covers."""
    free = ALL_FIELDS ^ visited
    half = halved(late, numbers)
    beside_a, beside_b = AROUND[tip_a] & free, AROUND[tip_b] & free
    colours_a, colours_b = colours_of(sheet, beside_a), colours_of(sheet, beside_b)
    out[block + TIP + tip_a] += 1
    out[block + TIP + tip_b] += 1
    out[block + BESIDE + count(colours_a)] += 1
    out[block + BESIDE + count(colours_b)] += 1
    ahead, before, steps = beside_a | beside_b, 0, 0
    while ahead != before:
        found = ahead & ~before & sheet[COLOURS]
        while found != 0:
            value = s.value[FIELD_AT[lowest(found)]]
            found = without_lowest(found)
            status = half >> value & 1
            out[block + NUMBER + ((value - LOWEST) * 2 + status) * FAR + steps] = 1
            threat = threats >> STEP_BITS * (value - LOWEST) & STEP_MASK
            if status == 0 and threat > 0:
                out[block + THREAT + (value - LOWEST) * FAR + threat - 1] = 1
        before = ahead
        ahead |= around(ahead) & free
        steps = min(steps + 1, FAR - 1)
    two, three = open_sides(free | BITS[tip_a] | BITS[tip_b])
    out[block + LOST] = count(free ^ ahead)
    out[block + NARROW] = count(ahead & ~two)
    out[block + TIGHT] = count(ahead & two & ~three)
    useless_a, useless_b = useless_cards(s, colours_a), useless_cards(s, colours_b)
    out[block + USELESS_BETTER] = min(useless_a, useless_b)
    out[block + USELESS_WORSE] = max(useless_a, useless_b)
    out[block + USELESS_BOTH] = useless_cards(s, colours_a | colours_b)


def steps_to_numbers(s: State, numbered: int, visited: int, tip_a: int, tip_b: int) -> int:
    """Return the steps from a line to every number that it can still reach, up to FAR, packed."""
    free = ALL_FIELDS ^ visited
    ahead, before, steps, packed = (AROUND[tip_a] | AROUND[tip_b]) & free, 0, 1, 0
    while ahead != before:
        found = ahead & ~before & numbered
        while found != 0:
            packed |= steps << STEP_BITS * (s.value[FIELD_AT[lowest(found)]] - LOWEST)
            found = without_lowest(found)
        before = ahead
        ahead |= around(ahead) & free
        steps = min(steps + 1, FAR)
    return packed


def nearer(one: int, other: int) -> int:
    """Return the smaller of two steps to every number."""
    packed = 0
    for i in range(NUMBERS):
        a, b = one >> STEP_BITS * i & STEP_MASK, other >> STEP_BITS * i & STEP_MASK
        packed |= (max(a, b) if a == 0 or b == 0 else min(a, b)) << STEP_BITS * i
    return packed


def line_seen(s: State, seat: int, looker: int) -> tuple[int, int, int]:
    """Return a line's fields and ends as another seat knows them: without those drawn in this round (TX-4)."""
    visited, _ = line_sets(s, seat)
    tip_a, tip_b = int(s.tip[seat][A]), int(s.tip[seat][B])
    if seat != looker and s.phase == DRAW and s.drawn[seat] > 0:
        end = s.growing[seat] - 1
        known = s.length[seat][end] - s.drawn[seat]
        for field in range(FIELDS):
            steps = steps_from_start(s.mark[seat][field], end)
            if steps > known:
                visited ^= BITS[field]
            elif steps == known and end == A:
                tip_a = field
            elif steps == known:
                tip_b = field
    return visited, tip_a, tip_b


def numbers_on(s: State, visited: int) -> int:
    """Return the numbers on these fields, as bits."""
    numbers = 0
    for field in range(FIELDS):
        if visited & BITS[field] != 0:
            numbers |= 1 << s.value[field]
    return numbers & ALL_NUMBERS


def points_seen(s: State, seat: int, looker: int) -> int:
    """Return the points of a line as another seat knows them."""
    hidden = s.phase == DRAW and seat != looker
    points = s.length[seat][A] + s.length[seat][B] + 1 - FIELDS
    if hidden:
        points -= s.drawn[seat]
    for value in range(LOWEST, HIGHEST + 1):
        if not (hidden and s.when[seat][value] == s.turns):
            points += s.noted[seat][value]
    return int(points)


def colours_of(sheet: Sheet, fields: int) -> int:
    """Return the colours of these fields, one bit each."""
    colours = 0
    colours |= 1 if fields & sheet[0] != 0 else 0
    colours |= 2 if fields & sheet[1] != 0 else 0
    colours |= 4 if fields & sheet[2] != 0 else 0
    colours |= 8 if fields & sheet[3] != 0 else 0
    colours |= 16 if fields & sheet[4] != 0 else 0
    colours |= 32 if fields & sheet[5] != 0 else 0
    return colours


def useless_cards(s: State, colours: int) -> int:
    """Return the number of cards left that show none of these colours."""
    n = 0
    for kind in range(MAX_CARDS):
        if s.left[kind] > 0 and colours_on(s.card[kind]) & colours == 0:
            n += s.left[kind]
    return n


def colours_on(patches: int) -> int:
    """Return the colours of a card, one bit each."""
    colours = 0
    for colour in range(COLOURS):
        if patches_of(patches, colour) > 0:
            colours |= 1 << colour
    return colours
