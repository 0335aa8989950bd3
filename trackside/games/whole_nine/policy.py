"""The Whole Nine's policy, a casual player: it takes what makes nine and moves where there is something to take."""

from __future__ import annotations

from trackside.core.bits import lowest, without_lowest
from trackside.core.protocol import Numbers
from trackside.core.random import below
from trackside.games.whole_nine.rules import crossed, first_tile, goal, segment_tiles, target
from trackside.games.whole_nine.state import (
    ANIMAL,
    ASIDE,
    FACES,
    LAY_ASIDE,
    MAKE_NINE,
    MAX_PAWNS,
    MOVE,
    NINE,
    PAWNS,
    STEP,
    TAKE_TILE,
    TILES,
    State,
)

CALLED = ("quick_move",)

UNIT = 16
"""The scale of worths: points times this, so that small preferences fit below a point."""


def quick_move(s: State, seat: int, moves: Numbers, n: int, rng: Numbers) -> int:
    """Return the move with the best immediate worth; ties are broken at random."""
    if s.phase == NINE:
        return MAKE_NINE
    best = -1000 * UNIT
    chosen = 0
    ties = 0
    for i in range(n):
        worth = move_worth(s, seat, moves[i])
        if worth > best:
            best = worth
            chosen = moves[i]
            ties = 1
        elif worth == best:
            ties += 1
            if below(rng, ties) == 0:
                chosen = moves[i]
    return int(chosen)


def move_worth(s: State, seat: int, move: int) -> int:
    """Return the immediate worth of a move, in points times UNIT."""
    if s.phase == MOVE:
        return walk_worth(s, seat, move)
    if s.phase == ASIDE:
        return aside_worth(s, seat, move - LAY_ASIDE + 1)
    return face_worth(s, seat, s.tile[first_tile(s.crossing - 1) + move - TAKE_TILE])


def walk_worth(s: State, seat: int, move: int) -> int:
    """Return a walk's worth: the best tiles of the segments left and their cacti; else rear pawns are preferred."""
    pawn = (move - STEP) % MAX_PAWNS
    end = target(s, seat, move)
    worth = -end // TILES
    if end == goal(s):
        worth -= UNIT
    first, last = crossed(s.pawn[seat][pawn]) + 1, crossed(end)
    if first > last:
        return worth
    others = other_pawns(s, seat, pawn)
    for boundary in range(first, last + 1):
        if boundary > 1:
            worth += best_tile(s, seat, segment_tiles(s, boundary - 1) & ~others)
        if boundary <= s.segments and crossed(lowest(others)) >= boundary:
            worth += face_worth(s, seat, s.tile[first_tile(boundary) - 1])
    return worth


def other_pawns(s: State, seat: int, pawn: int) -> int:
    """Return the set of places occupied by the other pawns."""
    places = 0
    for other_seat in range(s.seats):
        for other in range(PAWNS[s.seats]):
            if other != pawn or other_seat != seat:
                places |= 1 << s.pawn[other_seat][other]
    return places


def best_tile(s: State, seat: int, free: int) -> int:
    """Return the worth of the best of some tiles; 0 if there are none."""
    if free == 0:
        return 0
    best = face_worth(s, seat, s.tile[lowest(free)])
    free = without_lowest(free)
    while free != 0:
        best = max(best, face_worth(s, seat, s.tile[lowest(free)]))
        free = without_lowest(free)
    return best


def face_worth(s: State, seat: int, face: int) -> int:
    """Return the worth of adding this tile to the row as it is now."""
    if face == ANIMAL:
        return 5 * UNIT
    row = s.row[seat]
    if row[0] == 0:
        return 2 * UNIT
    if row[1] == 0:
        if row[0] + face == 9:
            return 10 * UNIT
        return 2 * UNIT if row[0] + face < 9 else 0
    total = row[0] + row[1] + face
    if total == 9:
        return 15 * UNIT
    if total - row[0] == 9 or total - row[1] == 9 or row[0] + row[1] == 9:
        return 10 * UNIT
    return -UNIT * min(row[0], row[1], face)


def aside_worth(s: State, seat: int, face: int) -> int:
    """Return the worth of laying a number aside: losing little is good, and so is a pair one number short of nine."""
    row = s.row[seat]
    rest = row[0] + row[1] + row[2] - face
    worth = -UNIT * face
    if 9 - FACES <= rest <= 8:
        worth += 4 * UNIT
    return worth
