"""What a tile, a pair or a number laid aside would bring: the rules are asked, on a table with nothing else on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from trackside.games.whole_nine import rules
from trackside.games.whole_nine.state import ASIDE, FACES, LAY_ASIDE, MAKE_NINE, NINE, SETTLE, State


@dataclass(frozen=True)
class Prospect:
    """What taking one tile would lead to."""

    kind: str
    """`animal`, `nine` (made at once), `pair` (may be made now), `row` (it lies there), `aside` (a number must go)."""
    points: int
    """What it would count: for a pair if it is made, for three numbers without a nine at best."""
    numbers: tuple[int, ...] = ()
    """The numbers of the nine, the new one last if it is among them."""
    used: tuple[int, ...] = ()
    """Those of them that lay in the row before."""
    is_new: bool = False
    """Whether the new number is part of the nine."""


@cache
def tile_brings(row: tuple[int, ...], face: int) -> Prospect:
    """What a tile with this face would bring to somebody with this row."""
    s = _table(row, face)
    rules.take(s, 0, rules.first_tile(1))
    if s.phase == NINE:
        return Prospect("pair", pair_brings(row[0], face), (*row, face), row, is_new=True)
    if s.phase == ASIDE:
        choices = [0] * FACES
        n = rules.legal_moves(s, 0, choices)
        return Prospect("aside", max(aside_costs(choice - LAY_ASIDE + 1) for choice in choices[:n]))
    kept = [number for number in s.row[0] if number]
    if s.plus[0] and kept == list(row):
        return Prospect("animal", plus_points(s.plus[0]))
    if not s.plus[0]:
        return Prospect("row", 0)
    used = list(row)
    is_new = face not in kept
    for number in kept if is_new else ():
        used.remove(number)
    return Prospect("nine", plus_points(s.plus[0]), (*used, face) if is_new else row, tuple(used), is_new=is_new)


@cache
def pair_brings(first: int, second: int) -> int:
    """The points of a pair that is laid aside now."""
    s = _table((first, second))
    rules.make_or_keep(s, 0, MAKE_NINE)
    return _points(s)


@cache
def aside_costs(face: int) -> int:
    """The points of a number laid aside, below zero."""
    s = _table((face,))
    rules.lay_aside(s, 0, face)
    return _points(s)


@cache
def plus_points(tiles: int) -> int:
    """The points of so many plus tiles."""
    s = _table(())
    s.plus[0] = tiles
    return _points(s)


def _table(row: tuple[int, ...], face: int = 0) -> State:
    s = State()
    s.seats, s.segments, s.phase = 1, 1, SETTLE
    for i, number in enumerate(row):
        s.row[0][i] = number
    s.tile[rules.first_tile(1)] = face
    return s


def _points(s: State) -> int:
    points = [0]
    rules.scores(s, points)
    return points[0]
