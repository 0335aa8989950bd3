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
"""From a field to its neighbours, so that their numbers ascend."""

SIDES = len(DIRECTIONS)
NOWHERE = -1
"""Beyond the rim."""


def row_start(r: int) -> int:
    """The smallest q of a row."""
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
"""The neighbour of field f on side i is NEIGHBOURS[SIDES * f + i]."""

AROUND = tuple(
    sum(1 << beside for beside in NEIGHBOURS[SIDES * field : SIDES * field + SIDES] if beside != NOWHERE)
    for field in range(FIELDS)
)
"""The neighbours of each field as a set of bits."""

ALL_FIELDS = (1 << FIELDS) - 1

PRIME = 67
"""The smallest prime that tells all powers of two below 2 ** 61 apart."""

BIT_NUMBER = tuple(next((bit for bit in range(FIELDS) if (1 << bit) % PRIME == rest), 0) for rest in range(PRIME))
"""The number of a single bit b is BIT_NUMBER[b % PRIME]."""


def neighbours(field: int) -> list[int]:
    """The fields beside a field, ascending."""
    return [beside for beside in NEIGHBOURS[SIDES * field : SIDES * field + SIDES] if beside != NOWHERE]


def is_rim(field: int) -> bool:
    """Whether a field lies on the edge of the sheet."""
    return len(neighbours(field)) < SIDES
