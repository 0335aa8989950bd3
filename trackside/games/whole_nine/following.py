"""What follows from a move: the tiles it brings, one after the other, up to the next choice or the end of the turn."""

from __future__ import annotations

from typing import NamedTuple

from trackside.games.whole_nine import rules
from trackside.games.whole_nine.state import LAY_ASIDE, MAX_PAWNS, MOVE, NINE, SETTLE, STEP, TAKE, TAKE_TILE, State


class Taken(NamedTuple):
    """A tile that somebody took, with their row before and after."""

    place: int
    face: int
    row: list[int]
    kept: list[int]


def pawn_place(s: State, seat: int, move: int) -> int:
    """Where the pawn of a step or jump stands now."""
    return s.pawn[seat][(move - STEP) % MAX_PAWNS]


class Course(NamedTuple):
    """How a move goes: from where to where a pawn walks, 0 if none does, the tiles it brings, and where it leads."""

    origin: int
    end: int
    taken: list[Taken]
    after: State


def follow(s: State, seat: int, move: int) -> Course:
    """What follows from a move; a walk within a segment takes nothing, and leads to no choice."""
    origin = end = 0
    taken: list[Taken] = []
    if s.phase == MOVE:
        origin, end = pawn_place(s, seat, move), rules.target(s, seat, move)
        if rules.crossed(origin) == rules.crossed(end):
            return Course(origin, end, taken, s)
    after = s.duplicate()
    after.phase = SETTLE
    tiles, row = s.tile, s.row[seat]
    if s.phase == MOVE:
        rules.move_pawn(after, seat, move)
    elif s.phase == TAKE:
        rules.take(after, seat, rules.first_tile(s.crossing - 1) + move - TAKE_TILE)
    elif s.phase == NINE:
        rules.make_or_keep(after, seat, move)
    else:
        rules.lay_aside(after, seat, move - LAY_ASIDE + 1)
    while True:
        if after.tile != tiles:
            place = next(place for place, face in enumerate(tiles) if face != after.tile[place])
            taken.append(Taken(place, tiles[place], row, after.row[seat][:]))
        if after.phase != SETTLE or after.crossing == 0:
            return Course(origin, end, taken, after)
        tiles, row = after.tile[:], after.row[seat][:]
        rules.settle_step(after, seat)
