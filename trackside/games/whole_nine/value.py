"""The Whole Nine's inputs of a value net: a position between two turns as a list of features, from one seat's view.

Seats are counted in turn order from that seat, and segments and boundaries from the goal, so that the shorter track
needs nothing of its own. An entry is the number of a feature plus its size, shifted left by SIZE_BITS.
"""

from __future__ import annotations

from math import sqrt

from trackside.core.bits import above, count, lowest, without_lowest
from trackside.core.protocol import Numbers
from trackside.games.whole_nine.encoder import ROW_CASE, ROWS, gain_of
from trackside.games.whole_nine.rules import crossed, first_tile, goal, plus_points, segment_tiles
from trackside.games.whole_nine.state import (
    ANIMAL,
    FACES,
    MAX_PAWNS,
    MAX_SEATS,
    MAX_SEGMENTS,
    PAWNS,
    SPAN,
    START,
    State,
)

SIZE_BITS = 13
MAX_INPUTS = 512
"""An upper bound on the number of entries in a list."""

FACE_BITS = 8
"""A word counts tiles by face, with this many bits for each."""

COUNTS = MAX_PAWNS + 1
"""Pawns of one side are counted from 0 to MAX_PAWNS; more of the others count as that many."""

ZONES = MAX_SEGMENTS + 1
"""Zones lie before, between and behind the boundaries; the one after the last is home."""

ZONE_BITS = 4
EVERY_ZONE = sum(1 << ZONE_BITS * zone for zone in range(ZONES))

ENDING, NEAR_END = 4, 12
"""The crossings left to all seats from which on a position is solved to the end, and from which a search tries to."""

POINTS_CLIP = 45
CACTI_CLIP = MAX_SEGMENTS

NONE_FREE, GAIN_CLASSES = 0, 7
"""Classes of gain: none, 15, 10, 5, 0, a small loss, a large loss."""


def class_of(gain: int) -> int:
    """Return the class of a gain in points."""
    if gain >= 0:
        return {15: 1, 10: 2, 5: 3, 0: 4}[gain]
    return 5 if gain >= -2 else 6


PAIRS = [ROW_CASE.index(case) for case in range(ROWS)]
"""For every kind of row, its two numbers as (FACES + 1) * a + b, in the order in which they can be laid."""

GAINS: tuple[tuple[int, ...], ...] = tuple(
    tuple(gain_of(max(divmod(pair, FACES + 1)), min(divmod(pair, FACES + 1)), face) for face in range(1, ANIMAL + 1))
    for pair in PAIRS
)
BEST_CLASS: tuple[int, ...] = tuple(
    min((class_of(gain) for face, gain in enumerate(gains) if faces >> face & 1), default=NONE_FREE)
    for gains in GAINS
    for faces in range(1 << ANIMAL)
)
"""The class of the best gain, at the entry (kind of row << ANIMAL) + a set of faces, bit 0 for face 1."""

NINES: tuple[int, ...] = tuple(sum(1 << face for face, gain in enumerate(gains) if gain >= 10) for gains in GAINS)
"""The set of faces that make nine, by kind of row."""

ROOTS: tuple[int, ...] = tuple(
    round(256 / sqrt(crossings + 2)) for crossings in range(max(n * PAWNS[n] for n in range(MAX_SEATS + 1)) * ZONES + 1)
)
"""The factor of a lead by the crossings left to all: the fewer, the more a point is worth."""

ROOT_BITS = 4

_SHARED = {
    "faces by segment": MAX_SEGMENTS * ANIMAL,
    "faces by pawns to leave them": COUNTS * COUNTS * ANIMAL,
    "tiles by segment": MAX_SEGMENTS * SPAN,
    "pawns behind cactus": MAX_SEGMENTS * COUNTS * COUNTS,
    "face of cactus": MAX_SEGMENTS * FACES,
}
_EACH = {
    "row": ROWS,
    "pawn before boundary": MAX_PAWNS * ZONES * SPAN,
    "pawn before goal": MAX_PAWNS * (SPAN * MAX_SEGMENTS // 2 + 1),
    "face under pawn": MAX_PAWNS * (ANIMAL + 1),
    "gain of exit": SPAN * GAIN_CLASSES,
    "gain of segment": MAX_SEGMENTS * GAIN_CLASSES,
    "gain of cactus": MAX_SEGMENTS * GAIN_CLASSES,
    "tiles for nine in segment": MAX_SEGMENTS,
    "tiles for nine in reach": 1,
    "tiles in reach by row": ROWS * ANIMAL,
    "crossings left": MAX_PAWNS * ZONES + 1,
    "spaces left": MAX_PAWNS * (SPAN * MAX_SEGMENTS + 1) // SPAN + 1,
}
_OTHER = {
    "lead": 2 * POINTS_CLIP + 1,
    "lead at home": 2 * POINTS_CLIP + 1,
    "weighted lead": 1,
    "weighted lead at home": 1,
    "lead in cacti": 2 * CACTI_CLIP + 1,
}


def _places(blocks: dict[str, int], first: int = 0) -> tuple[int, ...]:
    """Return where each block begins, and the end of the last."""
    places = [first]
    for size in blocks.values():
        places.append(places[-1] + size)
    return tuple(places)


FACES_AT, FACES_LEFT, TILES_AT, CACTUS_BEHIND, CACTUS_FACE, OWN = _places(_SHARED)
_PLACES = _places(_EACH)
ROW_KIND, TO_BOUNDARY, TO_GOAL, UNDER = _PLACES[:4]
EXIT_GAIN, SEGMENT_GAIN, CACTUS_GAIN, SEGMENT_NINES, REACH_NINES = _PLACES[4:9]
REACH_FACES, CROSSINGS, SPACES_LEFT, PER_SEAT = _PLACES[9:]
AHEAD, AHEAD_HOME, WEIGHTED, WEIGHTED_HOME, CACTI_AHEAD, PER_OTHER = _places(_OTHER, PER_SEAT)
"""The first features of each block, within a seat's part; that of the seat itself ends before AHEAD."""

INPUTS: tuple[int, ...] = tuple(OWN + PER_SEAT + (seats - 1) * PER_OTHER for seats in range(MAX_SEATS + 1))
"""The number of features by the number of seats."""

INPUT_BLOCKS: tuple[str, ...] = tuple(f"{name}: {size}" for name, size in (_SHARED | _EACH | _OTHER).items())
"""The names and sizes of all blocks: a net works only with those it was trained on."""


def list_inputs(s: State, seat: int, out: Numbers) -> int:
    """List the features of a position between two turns from a seat's view; return their number."""
    occupied, shared_places, own, others = 0, 0, 0, 0
    crossings = 0
    for step in range(s.seats):
        for pawn in range(PAWNS[s.seats]):
            place = s.pawn[(seat + step) % s.seats][pawn]
            shared_places |= occupied & 1 << place
            occupied |= 1 << place
            zone = crossed(place)
            crossings += s.segments + 1 - zone
            not_yet = EVERY_ZONE << ZONE_BITS * zone
            if step == 0:
                own += not_yet
            else:
                others += not_yet
    n = list_track(s, own, others, out)
    points, at_home = seat_points(s, seat), seat_points(s, seat) + row_points(s, seat)
    n = list_seat(s, seat, OWN, occupied, shared_places, out, n)
    for step in range(1, s.seats):
        other, block = (seat + step) % s.seats, OWN + PER_SEAT + (step - 1) * PER_OTHER
        n = list_seat(s, other, block, occupied, shared_places, out, n)
        lead = points - seat_points(s, other)
        lead_home = at_home - seat_points(s, other) - row_points(s, other)
        out[n] = entry(block + AHEAD + POINTS_CLIP + clipped(lead, POINTS_CLIP), 1)
        out[n + 1] = entry(block + AHEAD_HOME + POINTS_CLIP + clipped(lead_home, POINTS_CLIP), 1)
        out[n + 2] = entry(block + WEIGHTED, lead * ROOTS[crossings] >> ROOT_BITS)
        out[n + 3] = entry(block + WEIGHTED_HOME, lead_home * ROOTS[crossings] >> ROOT_BITS)
        cacti = clipped(s.cacti[seat] - s.cacti[other], CACTI_CLIP)
        out[n + 4] = entry(block + CACTI_AHEAD + CACTI_CLIP + cacti, 1)
        n += 5
    return n


def is_ending(s: State) -> bool:
    """Return True if so few crossings are left that a position between two turns can be solved."""
    return crossings_left(s) <= ENDING


def is_near_end(s: State) -> bool:
    """Return True if so few crossings are left that a search may solve the position."""
    return crossings_left(s) <= NEAR_END


def crossings_left(s: State) -> int:
    """Return the number of boundaries that all pawns together have yet to cross."""
    left = 0
    for seat in range(s.seats):
        for pawn in range(PAWNS[s.seats]):
            left += s.segments + 1 - crossed(s.pawn[seat][pawn])
    return left


def entry(feature: int, size: int) -> int:
    """Return an entry of the list."""
    return feature + (size << SIZE_BITS)


def clipped(number: int, limit: int) -> int:
    """Return a number within -limit..limit."""
    return min(max(number, -limit), limit)


def seat_points(s: State, seat: int) -> int:
    """Return a seat's points now."""
    points = plus_points(s, seat)
    for face in range(1, FACES + 1):
        points -= face * s.minus[seat][face]
    return points


def row_points(s: State, seat: int) -> int:
    """Return the points that a seat's row would bring if it came home now (WN-21)."""
    total = s.row[seat][0] + s.row[seat][1]
    return 10 if total == 9 else -total


def count_faces(s: State, tiles: int) -> int:
    """Return the number of tiles by face as a word, the face 1 in the lowest bits."""
    word = 0
    while tiles != 0:
        word += 1 << FACE_BITS * (s.tile[lowest(tiles)] - 1)
        tiles = without_lowest(tiles)
    return word


def faces_of(s: State, tiles: int) -> int:
    """Return the set of faces of some tiles, bit 0 for face 1."""
    faces = 0
    while tiles != 0:
        faces |= 1 << s.tile[lowest(tiles)] - 1
        tiles = without_lowest(tiles)
    return faces


def list_track(s: State, own: int, others: int, out: Numbers) -> int:
    """List tiles and cacti that someone has yet to leave or pass, by the pawns that have; return their number."""
    n = 0
    for segment in range(1, s.segments + 1):
        index = s.segments - segment
        mine = own >> ZONE_BITS * (segment - 1) & 15
        theirs = min(others >> ZONE_BITS * (segment - 1) & 15, MAX_PAWNS)
        if mine + theirs > 0:
            out[n] = entry(CACTUS_BEHIND + (index * COUNTS + mine) * COUNTS + theirs, 1)
            out[n + 1] = entry(CACTUS_FACE + index * FACES + s.tile[first_tile(segment) - 1] - 1, 1)
            n += 2
        mine = own >> ZONE_BITS * segment & 15
        theirs = min(others >> ZONE_BITS * segment & 15, MAX_PAWNS)
        if mine + theirs > 0:
            tiles = segment_tiles(s, segment)
            out[n] = entry(TILES_AT + index * SPAN + count(tiles), 1)
            n += 1
            word = count_faces(s, tiles)
            while word != 0:
                face = lowest(word) // FACE_BITS
                amount = word >> FACE_BITS * face & 15
                word ^= amount << FACE_BITS * face
                out[n] = entry(FACES_AT + index * ANIMAL + face, amount)
                out[n + 1] = entry(FACES_LEFT + (mine * COUNTS + theirs) * ANIMAL + face, amount)
                n += 2
    return n


def list_seat(s: State, seat: int, block: int, occupied: int, shared_places: int, out: Numbers, n: int) -> int:
    """List a seat's row, its pawns, and what is in their reach; return the new number of entries."""
    kind = ROW_CASE[(FACES + 1) * s.row[seat][0] + s.row[seat][1]]
    out[n] = entry(block + ROW_KIND + kind, 1)
    n += 1
    crossings, spaces, reach, reached = 0, 0, 0, 0
    for pawn in range(PAWNS[s.seats]):
        place = s.pawn[seat][pawn]
        if place == goal(s):
            break
        zone = crossed(place)
        ahead = above(s.spaces, place)
        to_goal = count(ahead & (1 << goal(s)) - 1)
        to_boundary = count(ahead & (1 << first_tile(zone + 1)) - 1)
        left = s.segments - zone
        crossings += left + 1
        spaces += to_goal + 1
        out[n] = entry(block + TO_BOUNDARY + (pawn * ZONES + left) * SPAN + to_boundary, 1)
        out[n + 1] = entry(block + TO_GOAL + pawn * (SPAN * MAX_SEGMENTS // 2 + 1) + to_goal // 2, 1)
        n += 2
        if place > START:
            out[n] = entry(block + UNDER + pawn * (ANIMAL + 1) + s.tile[place], 1)
            n += 1
        if zone > 0:
            tiles = segment_tiles(s, zone)
            free = tiles & ~occupied
            faces = faces_of(s, free | tiles & 1 << place & ~shared_places)
            out[n] = entry(block + EXIT_GAIN + to_boundary * GAIN_CLASSES + BEST_CLASS[(kind << ANIMAL) + faces], 1)
            n += 1
            if to_boundary < FACES and reached >> zone & 1 == 0:
                reached |= 1 << zone
                reach += count_faces(s, free)
    nines = 0
    while reach != 0:
        face = lowest(reach) // FACE_BITS
        amount = reach >> FACE_BITS * face & 63
        reach ^= amount << FACE_BITS * face
        out[n] = entry(block + REACH_FACES + kind * ANIMAL + face, amount)
        n += 1
        nines += amount * (NINES[kind] >> face & 1)
    if nines > 0:
        out[n] = entry(block + REACH_NINES, nines)
        n += 1
    out[n] = entry(block + CROSSINGS + crossings, 1)
    out[n + 1] = entry(block + SPACES_LEFT + spaces // SPAN, 1)
    return list_gains(s, seat, kind, block, occupied, out, n + 2)


def list_gains(s: State, seat: int, kind: int, block: int, occupied: int, out: Numbers, n: int) -> int:
    """List what each segment and cactus that a seat has yet to leave or pass would bring its row."""
    rear = crossed(s.pawn[seat][0])
    for segment in range(max(rear, 1), s.segments + 1):
        index = s.segments - segment
        if rear < segment:
            face = s.tile[first_tile(segment) - 1] - 1
            gain = BEST_CLASS[(kind << ANIMAL) + (1 << face)]
            out[n] = entry(block + CACTUS_GAIN + index * GAIN_CLASSES + gain, 1)
            n += 1
        free = segment_tiles(s, segment) & ~occupied
        word, nines, faces = count_faces(s, free), 0, 0
        while word != 0:
            face = lowest(word) // FACE_BITS
            amount = word >> FACE_BITS * face & 15
            word ^= amount << FACE_BITS * face
            faces |= 1 << face
            nines += amount * (NINES[kind] >> face & 1)
        out[n] = entry(block + SEGMENT_GAIN + index * GAIN_CLASSES + BEST_CLASS[(kind << ANIMAL) + faces], 1)
        n += 1
        if nines > 0:
            out[n] = entry(block + SEGMENT_NINES + index, nines)
            n += 1
    return n
