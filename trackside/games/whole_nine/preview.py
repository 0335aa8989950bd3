"""Previews of moves: the tiles taken up to the next choice or the end of the turn, and the points they bring.

Every answer comes from the rules: they are played on a copy, or on an otherwise empty table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from operator import ne
from typing import NamedTuple

from trackside.games.whole_nine import rules
from trackside.games.whole_nine.state import (
    ASIDE,
    FACES,
    LAY_ASIDE,
    MAKE_NINE,
    MAX_PAWNS,
    MOVE,
    NINE,
    SETTLE,
    STEP,
    TAKE,
    TAKE_TILE,
    State,
)

# A move on this table


class TakenTile(NamedTuple):
    """A tile that a move takes, with its taker's row before and after, and the points it brings immediately."""

    place: int
    face: int
    row: list[int]
    kept: list[int]
    points: int


class Preview(NamedTuple):
    """The origin and end of a walk (0 without one), the tiles the move takes, and the position it leads to."""

    origin: int
    end: int
    taken: list[TakenTile]
    after: State


def pawn_place(s: State, seat: int, move: int) -> int:
    """Return the place of the pawn that a step or jump moves."""
    return s.pawn[seat][(move - STEP) % MAX_PAWNS]


def preview_move(s: State, seat: int, move: int) -> Preview:
    """Return the preview of a move; a walk within a segment takes nothing and leads to no choice."""
    origin = end = 0
    taken: list[TakenTile] = []
    if s.phase == MOVE:
        origin, end = pawn_place(s, seat, move), rules.target(s, seat, move)
        if rules.crossed(origin) == rules.crossed(end):
            return Preview(origin, end, taken, s)
    after = s.duplicate()
    tiles, row, plus = s.tile, s.row[seat], rules.plus_points(s, seat)
    rules.begin_move(after, seat, move)
    while True:
        if after.tile != tiles:
            place = list(map(ne, tiles, after.tile)).index(True)
            points = rules.plus_points(after, seat) - plus
            taken.append(TakenTile(place, tiles[place], row, after.row[seat][:], points))
        if after.phase != SETTLE or after.crossing == 0:
            return Preview(origin, end, taken, after)
        tiles, row, plus = after.tile[:], after.row[seat][:], rules.plus_points(after, seat)
        rules.settle_step(after, seat)


# Its gain


@dataclass(frozen=True)
class Gain:
    """The gain from taking one tile."""

    kind: str
    """`animal`, `nine` (made immediately), `pair` (optional nine), `row` (added to it), `aside` (a number must go)."""
    points: int
    """The points: for a pair as if it were made, for three numbers without a nine the best case."""
    numbers: tuple[int, ...] = ()
    """The numbers of the nine, the new one last if it is among them."""
    used: tuple[int, ...] = ()
    """The numbers of the nine that were in the row before."""
    is_new: bool = False
    """True if the new number is part of the nine."""


@cache
def tile_gain(row: tuple[int, ...], face: int) -> Gain:
    """Return the gain from a tile with this face for a seat with this row."""
    s = _table(TAKE, row)
    s.crossing = 2
    s.tile[rules.first_tile(1)] = face
    rules.begin_move(s, 0, TAKE_TILE)
    if s.phase == NINE:
        return Gain("pair", pair_points(row[0], face), (*row, face), row, is_new=True)
    if s.phase == ASIDE:
        choices = [0] * FACES
        n = rules.legal_moves(s, 0, choices)
        return Gain("aside", max(aside_points(choice - LAY_ASIDE + 1) for choice in choices[:n]))
    kept = [number for number in s.row[0] if number]
    if s.plus[0] and kept == list(row):
        return Gain("animal", _points(s))
    if not s.plus[0]:
        return Gain("row", 0)
    used = list(row)
    is_new = face not in kept
    for number in kept if is_new else ():
        used.remove(number)
    return Gain("nine", _points(s), (*used, face) if is_new else row, tuple(used), is_new=is_new)


@cache
def pair_points(first: int, second: int) -> int:
    """Return the points of a pair that is laid aside now."""
    s = _table(NINE, (first, second))
    rules.begin_move(s, 0, MAKE_NINE)
    return _points(s)


@cache
def aside_points(face: int) -> int:
    """Return the points of a number laid aside; they are negative."""
    s = _table(ASIDE, (face,))
    rules.begin_move(s, 0, LAY_ASIDE + face - 1)
    return _points(s)


def _table(phase: int, row: tuple[int, ...]) -> State:
    """Return a position with a single player on a track of one segment, with nothing but a row."""
    s = State()
    s.seats, s.segments, s.phase = 1, 1, phase
    for i, number in enumerate(row):
        s.row[0][i] = number
    return s


def _points(s: State) -> int:
    points = [0]
    rules.scores(s, points)
    return points[0]
