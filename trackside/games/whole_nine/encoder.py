"""The Whole Nine's features: what a seat may know, as numbers that a player would name.

Everything is open, so the perspective matters only for the order: seats are counted in turn order from there.
"""

from __future__ import annotations

from trackside.core.bits import above, count, lowest, without_lowest
from trackside.core.protocol import Numbers
from trackside.games.whole_nine.rules import crossed, first_tile, goal, pawn_places, plus_points, segment_tiles
from trackside.games.whole_nine.state import (
    ANIMAL,
    FACES,
    MAX_SEATS,
    MAX_SEGMENTS,
    MOVE,
    PAWNS,
    ROLL,
    TILES,
    State,
)

NETS = tuple(f"{seats} seats" for seats in range(2, MAX_SEATS + 1))
"""The tables that have their own net."""

JUDGED = "shares"

LEADS = (-30, -20, -14, -9, -4, 1, 5, 10, 15, 21, 31)
"""The thresholds of a lead in points, each met by a lead of this or more."""

_ROWS = [
    (0, 0),
    *((a, 0) for a in range(1, FACES + 1)),
    *((a, b) for a in range(1, FACES + 1) for b in range(1, a + 1)),
]
ROWS = len(_ROWS)

ROW_CASE: tuple[int, ...] = tuple(
    _ROWS.index((max(a, b), min(a, b))) for a in range(FACES + 1) for b in range(FACES + 1)
)
"""The index of the row that two numbers form, at the entry (FACES + 1) * a + b."""

_SHARED = (
    "five segments",
    *(f"turn of seat {seat}" for seat in range(MAX_SEATS)),
    *(f"phase {phase}" for phase in ("move", "take", "nine", "aside")),
    *(f"rolled {side}" for side in range(1, 7)),
    *(f"pawns behind boundary {boundary}" for boundary in range(1, MAX_SEGMENTS + 2)),
    *(f"cactus before segment {segment}" for segment in range(1, MAX_SEGMENTS + 1)),
    *(
        f"tiles {face} in segment {segment}"
        for segment in range(1, MAX_SEGMENTS + 1)
        for face in (*range(1, FACES + 1), "animal")
    ),
)
_EACH = (
    "points",
    "cacti",
    "spaces to go",
    "spaces to go of the rearmost",
    *(f"row {a or '-'} {b or '-'}" for a, b in _ROWS),
    *(f"pawns past boundary {boundary}" for boundary in range(MAX_SEGMENTS + 2)),
    *(f"pawns that cross with {side}" for side in range(1, 7)),
    *(f"tiles for a nine in segment {segment}" for segment in range(1, MAX_SEGMENTS + 1)),
    *(f"best gain in segment {segment}" for segment in range(1, MAX_SEGMENTS + 1)),
    *(f"behind by less than {1 - lead}" if lead < 1 else f"ahead by {lead} or more" for lead in LEADS),
)

FEATURES: tuple[str, ...] = (*_SHARED, *(f"seat {seat}: {name}" for seat in range(MAX_SEATS) for name in _EACH))

SHARED, EACH = len(_SHARED), len(_EACH)
TURN = 1
PHASE = TURN + MAX_SEATS
ROLLED = PHASE + 4
BEHIND = ROLLED + 6
CACTUS = BEHIND + MAX_SEGMENTS + 1
FACE = CACTUS + MAX_SEGMENTS

POINTS, CACTI, TO_GO, REARMOST, ROW = 0, 1, 2, 3, 4
PAST = ROW + ROWS
CROSS = PAST + MAX_SEGMENTS + 2
NINE_TILES = CROSS + 6
GAIN = NINE_TILES + MAX_SEGMENTS
LEAD = GAIN + MAX_SEGMENTS


def net_for(s: State) -> int:
    """Return the net for this table, an index into NETS."""
    return s.seats - 2


def is_settled(s: State) -> bool:
    """Return True between two turns, before the roll: a net evaluates only there."""
    return s.phase == ROLL


def perspective(s: State) -> int:
    """Return the seat from which to evaluate a position: the one whose turn it is."""
    return int(s.seat)


def encode(s: State, seat: int, out: Numbers) -> None:
    """Write the features from the perspective of a seat; `out` is all zeros before."""
    out[0] = 1 if s.segments < MAX_SEGMENTS else 0
    out[TURN + (s.seat - seat) % s.seats] = 1
    if s.phase >= MOVE:
        out[PHASE + min(s.phase - MOVE, 3)] = 1
    if s.roll > 0:
        out[ROLLED + s.roll - 1] = 1
    encode_track(s, out)
    occupied = pawn_places(s)
    mine = encode_seat(s, seat, occupied, out, SHARED)
    for step in range(1, s.seats):
        block = SHARED + step * EACH
        theirs = encode_seat(s, (seat + step) % s.seats, occupied, out, block)
        for i in range(len(LEADS)):
            out[block + LEAD + i] = 1 if mine - theirs >= LEADS[i] else 0
    behind = 0
    for boundary in range(1, s.segments + 2):
        for step in range(s.seats):
            behind += out[SHARED + step * EACH + PAST + boundary - 1]
        out[BEHIND + boundary - 1] = behind


def encode_track(s: State, out: Numbers) -> None:
    """Write the tiles and cacti of every segment."""
    for segment in range(1, s.segments + 1):
        out[CACTUS + segment - 1] = s.tile[first_tile(segment) - 1]
        tiles = segment_tiles(s, segment)
        while tiles != 0:
            out[FACE + TILES * (segment - 1) + s.tile[lowest(tiles)] - 1] += 1
            tiles = without_lowest(tiles)


def encode_seat(s: State, seat: int, occupied: int, out: Numbers, block: int) -> int:
    """Write what a seat has and what it can reach; return its points."""
    points = plus_points(s, seat)
    for face in range(1, FACES + 1):
        points -= face * s.minus[seat][face]
    out[block + POINTS] = points
    out[block + CACTI] = s.cacti[seat]
    first, second = s.row[seat][0], s.row[seat][1]
    out[block + ROW + ROW_CASE[(FACES + 1) * first + second]] = 1
    for pawn in range(PAWNS[s.seats]):
        encode_pawn(s, s.pawn[seat][pawn], out, block)
        if pawn == 0:
            out[block + REARMOST] = out[block + TO_GO]
    for segment in range(1, s.segments + 1):
        if out[block + PAST + segment] > 0:
            encode_gain(s, first, second, segment, occupied, out, block)
    return int(points)


def encode_pawn(s: State, place: int, out: Numbers, block: int) -> None:
    """Write a pawn's zone, its distance to the goal, and the rolls that cross its next boundary."""
    if place == goal(s):
        out[block + PAST + s.segments + 1] += 1
        return
    zone = crossed(place)
    out[block + PAST + zone] += 1
    ahead = above(s.spaces, place)
    end = first_tile(zone + 1)
    out[block + TO_GO] += count(ahead & (1 << goal(s)) - 1) + 1
    steps = count(ahead & (1 << end) - 1) + 1
    for side in range(steps, 7):
        out[block + CROSS + side - 1] += 1


def encode_gain(s: State, first: int, second: int, segment: int, occupied: int, out: Numbers, block: int) -> None:
    """Write what the free tiles of a segment would bring to a row."""
    nines = 0
    best = -FACES
    free = segment_tiles(s, segment) & ~occupied
    while free != 0:
        gain = gain_of(first, second, s.tile[lowest(free)])
        best = max(best, gain)
        if gain >= 10:
            nines += 1
        free = without_lowest(free)
    out[block + NINE_TILES + segment - 1] = nines
    out[block + GAIN + segment - 1] = best


def gain_of(first: int, second: int, face: int) -> int:
    """Return the points that a tile brings to a row immediately."""
    if face == ANIMAL:
        return 5
    if first == 0:
        return 0
    if second == 0:
        return 10 if first + face == 9 else 0
    if first + second + face == 9:
        return 15
    if first + face == 9 or second + face == 9 or first + second == 9:
        return 10
    return -min(first, min(second, face))
