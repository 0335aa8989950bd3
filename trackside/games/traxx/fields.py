"""The 61 fields of a Träxx sheet: their numbers, names and neighbours (TX-1).

Fields are counted row by row from the top left. Rows are named a to i, the fields of a row 1, 2, 3 ...
from the left: `a1` to `a5`, `e1` to `e9` in the middle, `i1` to `i5`. Coordinates (q, r) are axial:
r is the row, -4 to 4, and q rises to the right; the centre is (0, 0).
"""

from __future__ import annotations

SIDE = 5
RADIUS = SIDE - 1
ROWS = "abcdefghi"
DIRECTIONS = ((0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1))
"""The directions from a field to its neighbours, in ascending order of their numbers."""

WAYS = ("upper_left", "upper_right", "left", "right", "lower_left", "lower_right")
"""The directions by their names in the catalogues."""

SIDES = len(DIRECTIONS)
NOWHERE = -1
"""The place beyond the rim."""


def row_start(r: int) -> int:
    """Return the smallest q of a row."""
    return max(-RADIUS, -RADIUS - r)


COORDINATES = tuple(
    (q, r) for r in range(-RADIUS, SIDE) for q in range(row_start(r), row_start(r) + 2 * SIDE - 1 - abs(r))
)
FIELDS = len(COORDINATES)
CENTRE = COORDINATES.index((0, 0))
NAMES = tuple(f"{ROWS[r + RADIUS]}{q - row_start(r) + 1}" for q, r in COORDINATES)
ROW_LENGTHS = tuple(2 * SIDE - 1 - abs(r) for r in range(-RADIUS, SIDE))

_NUMBER = {place: field for field, place in enumerate(COORDINATES)}

NEIGHBOURS = tuple(_NUMBER.get((q + dq, r + dr), NOWHERE) for q, r in COORDINATES for dq, dr in DIRECTIONS)
"""The neighbours of all fields: that of field f on side i is NEIGHBOURS[SIDES * f + i]."""

WRAP = 14
"""The distance between rows on a sheet that is wrapped so that its 61 fields follow each other in a ring."""

PLACES = tuple((q + WRAP * r) % FIELDS for q, r in COORDINATES)
"""The place of each field in the ring: a step in one direction is the same number of places everywhere."""

BITS = tuple(1 << place for place in PLACES)
"""Each field as a set of one; sets of fields are bits in the order of the ring."""

ALL_FIELDS = (1 << FIELDS) - 1

AROUND = tuple(
    sum(BITS[beside] for beside in NEIGHBOURS[SIDES * field : SIDES * field + SIDES] if beside != NOWHERE)
    for field in range(FIELDS)
)
"""The set of neighbours of each field."""

SHIFTS = tuple(sorted((dq + WRAP * dr) % FIELDS for dq, dr in DIRECTIONS))
"""The distances along the ring from a field to its neighbours."""


def _entered(shift: int, ahead: bool) -> int:
    """Return the fields that have a neighbour `shift` places back, either before the end of the ring or around it."""
    fields = 0
    for field, place in enumerate(PLACES):
        before = (place - shift) % FIELDS
        if 1 << before & AROUND[field] and (before < place) == ahead:
            fields |= 1 << place
    return fields


AHEAD = tuple(_entered(shift, True) for shift in SHIFTS)
AROUND_END = tuple(_entered(shift, False) for shift in SHIFTS)
"""For every shift, the fields entered without and with passing the end of the ring; never over the rim."""

FIELD_AT = tuple(PLACES.index(place) for place in range(FIELDS))
"""The field on each place of the ring."""


def neighbours(field: int) -> list[int]:
    """Return the neighbours of a field, in ascending order."""
    return [beside for beside in NEIGHBOURS[SIDES * field : SIDES * field + SIDES] if beside != NOWHERE]


def is_rim(field: int) -> bool:
    """Return True if a field lies on the edge of the sheet."""
    return len(neighbours(field)) < SIDES
