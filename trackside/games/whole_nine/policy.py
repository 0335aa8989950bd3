"""How a casual player plays The Whole Nine: take what makes nine, move where there is something to take."""

from __future__ import annotations

from trackside.core.protocol import Numbers
from trackside.core.random import below
from trackside.games.whole_nine.rules import crossed, first_tile, goal, is_free, target
from trackside.games.whole_nine.state import (
    ANIMAL,
    ASIDE,
    FACES,
    LAY_ASIDE,
    MAKE_NINE,
    MAX_PAWNS,
    MOVE,
    NINE,
    NO_TILE,
    STEP,
    TAKE_TILE,
    TILES,
    State,
)

CALLED = ("quick_move",)

UNIT = 16
"""Worths are points times this, so that small preferences fit below a point."""


def quick_move(s: State, seat: int, moves: Numbers, n: int, rng: Numbers) -> int:
    """The move that is worth most at once; between equals a random one."""
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
    """What a move brings now, in points times UNIT."""
    if s.phase == MOVE:
        return walk_worth(s, seat, move)
    if s.phase == ASIDE:
        return aside_worth(s, seat, move - LAY_ASIDE + 1)
    return face_worth(s, seat, s.tile[first_tile(s.crossing - 1) + move - TAKE_TILE])


def walk_worth(s: State, seat: int, move: int) -> int:
    """The best tiles of the segments left behind, the cacti that come with them; else rather a pawn from the rear."""
    place = s.pawn[seat][(move - STEP) % MAX_PAWNS]
    end = target(s, seat, move)
    worth = -end // TILES
    if end == goal(s):
        worth -= UNIT
    for boundary in range(crossed(place) + 1, crossed(end) + 1):
        if boundary > 1:
            worth += best_tile(s, seat, boundary - 1, place)
        if boundary <= s.segments and s.behind[boundary] == 1:
            worth += face_worth(s, seat, s.tile[first_tile(boundary) - 1])
    return worth


def best_tile(s: State, seat: int, segment: int, left: int) -> int:
    """What the best tile is worth that a pawn may take once it has left its place."""
    best = 0
    found = False
    for place in range(first_tile(segment), first_tile(segment) + TILES):
        leaves = place == left and s.standing[place] == 1
        if s.tile[place] != NO_TILE and (is_free(s, place) or leaves):
            worth = face_worth(s, seat, s.tile[place])
            if not found or worth > best:
                best = worth
                found = True
    return best


def face_worth(s: State, seat: int, face: int) -> int:
    """What laying this tile brings to the row as it is now."""
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
    """Lose little, and keep a pair that one more number can complete."""
    row = s.row[seat]
    rest = row[0] + row[1] + row[2] - face
    worth = -UNIT * face
    if 9 - FACES <= rest <= 8:
        worth += 4 * UNIT
    return worth
