"""The effects of a log entry as data: rolls, walks, tiles taken, nines, numbers laid aside.

All points come with the effect that brought them, so an entry's effects add up to the change of its seat's score.
"""

from __future__ import annotations

from trackside.core.protocol import CHANCE, REFEREE
from trackside.games.whole_nine import rules
from trackside.games.whole_nine.animals import animal_at
from trackside.games.whole_nine.position import tile_name
from trackside.games.whole_nine.preview import Preview, TakenTile, aside_points, pair_points, preview_move, tile_gain
from trackside.games.whole_nine.state import (
    ANIMAL,
    ASIDE,
    DEAL,
    JUMP,
    KEEP,
    LAY,
    LAY_ASIDE,
    MOVE,
    NINE,
    ROLL,
    SETTLE,
    SPAN,
    START,
    State,
)
from trackside.games.whole_nine.types import Effect, Keep, MadeNine, Take, TileKind, Walk


def effects(s: State, seat: int, move: int, perspective: int = REFEREE) -> list[Effect]:
    """Return the effects of a move or an outcome; `s` is the position before it. All perspectives see the same."""
    if seat == CHANCE:
        return _outcome(s, move)
    if seat < 0:
        return []
    preview = preview_move(s, seat, move)
    found: list[Effect] = []
    if s.phase == MOVE:
        found.append(_walk(s, seat, move, preview))
    elif s.phase == NINE:
        pair = s.row[seat][:2]
        kept: Keep = {"kind": "keep", "seat": seat, "numbers": pair}
        made: MadeNine = {"kind": "nine", "seat": seat, "numbers": pair, "points": pair_points(*pair)}
        found.append(kept if move == KEEP else made)
    elif s.phase == ASIDE:
        face = move - LAY_ASIDE + 1
        found.append({"kind": "aside", "seat": seat, "face": face, "points": aside_points(face)})
    for tile in preview.taken:
        found += _take(seat, tile)
    if preview.after.phase == SETTLE and preview.after.pawn[seat][0] == rules.goal(s):
        found += _home(preview.after, seat)
    return found


def _outcome(s: State, outcome: int) -> list[Effect]:
    """Return the effects of an outcome: a roll; in the set-up the numbers dealt, and with the last tile who begins."""
    if s.phase == ROLL:
        return [{"kind": "roll", "seat": s.seat, "n": outcome + 1}]
    if s.phase == DEAL:
        seat = next(seat for seat in range(s.seats) if s.row[seat][0] == 0)
        return [{"kind": "deal", "seat": seat, "face": outcome}]
    if s.phase == LAY and s.laid + 1 == SPAN * s.segments:
        return [{"kind": "begins", "seat": s.seat}]
    return []


def tile_kind(place: int, face: int) -> TileKind:
    """Return the kind of tile on a place: `number`, `cactus` or `animal`."""
    if rules.is_cactus(place):
        return "cactus"
    return "animal" if face == ANIMAL else "number"


def cacti_across(s: State, origin: int, end: int) -> tuple[int, ...]:
    """Return the cacti that a walk crosses; there is none after the last segment (WN-11)."""
    first, last = rules.crossed(origin) + 1, min(rules.crossed(end), s.segments)
    return tuple([s.tile[rules.first_tile(boundary) - 1] for boundary in range(first, last + 1)])


def _walk(s: State, seat: int, move: int, preview: Preview) -> Walk:
    """Return a pawn's walk; `left` counts the segments it leaves, `tile` is its end: `goal` or the kind of tile."""
    origin, end = preview.origin, preview.end
    home = end == rules.goal(s)
    walk: Walk = {
        "kind": "walk",
        "seat": seat,
        "from": origin,
        "to": end,
        "way": _way(s, origin, end),
        "jump": move >= JUMP,
        "across": list(cacti_across(s, origin, end)),
        "left": max(rules.crossed(end) - max(rules.crossed(origin), 1), 0),
        "start": origin == START,
        "tile": "goal" if home else tile_kind(end, s.tile[end]),
        "face": 0 if home else s.tile[end] % ANIMAL,
    }
    if walk["tile"] == "animal":
        walk["animal"] = animal_at(end)
    return walk


def _way(s: State, origin: int, end: int) -> list[int]:
    """Return the places that a pawn steps on, ending with its destination."""
    way = []
    while origin != end:
        origin = rules.next_space(s, origin)
        way.append(origin)
    return way


def _take(seat: int, tile: TakenTile) -> list[Effect]:
    """Return the effects of taking a tile: the tile, and any nine that it makes immediately (WN-16, WN-18)."""
    kind = tile_kind(tile.place, tile.face)
    gain = tile_gain(tuple(number for number in tile.row if number), tile.face)
    took: Take = {
        "kind": "take",
        "seat": seat,
        "place": tile.place,
        "name": tile_name(tile.place),
        "tile": kind,
        "face": tile.face % ANIMAL,
        "last": kind == "cactus",
        "points": gain.points if gain.kind == "animal" else 0,
    }
    if kind == "animal":
        took["animal"] = animal_at(tile.place)
    if gain.kind != "nine":
        return [took]
    return [took, {"kind": "nine", "seat": seat, "numbers": list(gain.numbers), "points": gain.points}]


def _home(s: State, seat: int) -> list[Effect]:
    """Return the effects of a seat's last pawn coming home: a last nine, or the row counted against it (WN-21)."""
    found: list[Effect] = [{"kind": "home", "seat": seat}]
    row = [number for number in s.row[seat] if number]
    after = s.duplicate()
    rules.settle_row(after, seat)
    points, before = [0] * s.seats, [0] * s.seats
    rules.scores(after, points)
    rules.scores(s, before)
    gain = points[seat] - before[seat]
    if gain > 0:
        found.append({"kind": "nine", "seat": seat, "numbers": row, "points": gain})
    elif row:
        found.append({"kind": "row_left", "seat": seat, "faces": row, "points": gain})
    return found
