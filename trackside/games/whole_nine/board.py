"""The Whole Nine in text: the track segment by segment, pawns on their tiles, a line for every seat."""

from __future__ import annotations

from string import ascii_lowercase
from typing import NamedTuple

from trackside.core.board import Marks, Picture, added, find_marks, put_pieces, put_seat, seat_width
from trackside.core.canvas import Canvas
from trackside.core.scene import Offer, Scene

SHEETS = False
STYLES = {
    "number": "bold #1c1c1c on #e9dfc7",
    "cactus": "bold #ffffff on #3d7a37",
    "animal": "bold #1c1c1c on #e8a33d",
    "lost": "bold #ff5f5f on #3a2a2a",
}

LABEL = 5
"""The number of columns to the left of the track."""

NARROWEST, WIDEST, TALLEST = 6, 15, 6
START = 0
FEW = 6
"""The maximum number of minus tiles that are shown one by one."""


class Tile(NamedTuple):
    """A tile on the track."""

    name: str
    kind: str
    sign: str


class Area(NamedTuple):
    """The area in which something is drawn."""

    x: int
    y: int
    width: int
    height: int


def spots(offer: Offer) -> list[str]:
    """Return the destination and origin of a pawn, or the place of the tile that is taken."""
    if "to" in offer:
        return [str(offer["to"]), str(offer["from"])]
    return [str(offer["place"])] if "place" in offer else []


def lines(picture: Picture) -> int:
    """Return the number of lines: letters, two per segment, the ends, headings, one per seat, and an empty one."""
    scene = picture.scene
    return 3 + 2 * _segments(scene) + len(scene["seats"]) + 1


def paint(picture: Picture, canvas: Canvas) -> None:
    """Draw the track, then the seats."""
    scene = picture.scene
    spare = canvas.height - (1 + 2 * _segments(scene) + len(scene["seats"]))
    y = _paint_track(picture, canvas, spare)
    _paint_ends(picture, canvas, y)
    y += 2 if spare > 2 else 1
    if spare >= 2:
        for x, key in _columns(picture, canvas.width):
            canvas.put(x, y, picture.words(f"drawing.{key}"), "faint")
        y += 1
    for seat in range(len(scene["seats"])):
        _paint_seat(picture, canvas, seat, y + seat)


def _paint_track(picture: Picture, canvas: Canvas, spare: int) -> int:
    """Draw the segments below each other, as high as the spare lines allow, and return the line after them."""
    scene = picture.scene
    span, segments = scene["span"], _segments(scene)
    cell = max(NARROWEST, min(WIDEST, (canvas.width - LABEL) // span))
    height = min(TALLEST, 2 + max(0, spare - 3) // segments)
    tiles, marks = _tiles(scene), find_marks(picture, spots)
    lost = tiles.keys() - _tiles(picture.after or scene).keys()
    y = 0
    if spare >= 1:
        for column, name in enumerate(ascii_lowercase[: span - 1], 1):
            canvas.put(LABEL - 1 + column * cell + (cell - 2) // 2, y, name, "faint")
        y += 1
    for segment in range(segments):
        canvas.put(1, y, str(segment + 1), "bold")
        for column in range(span):
            place = span * segment + column + 1
            area = Area(LABEL - 1 + column * cell, y, cell - 1, height)
            _paint_place(picture, canvas, area, place, tiles.get(place), marks, place in lost)
        y += height
    return y


def _segments(scene: Scene) -> int:
    return int(scene["full"] // scene["span"])


def _tiles(scene: Scene) -> dict[int, Tile]:
    """Return the tiles on the track, by place."""
    found = {}
    for text in scene["track"].split():
        place, name, kind, face = text.split(":")
        found[int(place)] = Tile(name, kind, {"cactus": f"[{face}]", "animal": "★"}.get(kind, face))
    return found


def _pawns(scene: Scene, place: int) -> list[int]:
    return [number for number, seat in enumerate(scene["seats"]) for other in seat["pawns"] if other == place]


def _put_pawns(picture: Picture, canvas: Canvas, place: int, x: int, y: int, width: int) -> None:
    """Draw the pawns on a place, and those that the selected move would bring there."""
    pawns = _pawns(picture.scene, place)
    ghosts = added(pawns, _pawns(picture.after, place)) if picture.after is not None else []
    put_pieces(canvas, x, y, width, pawns, ghosts, str(place))


def _paint_place(
    picture: Picture, canvas: Canvas, area: Area, place: int, tile: Tile | None, marks: Marks, lost: bool
) -> None:
    """Draw a tile with its marks, and the pawns below."""
    x, y, width, height = area
    spot = str(place)
    left, right, marked = marks.around(spot)
    chosen = "chosen" if marked == "chosen" else ""
    rows = height - (2 if height > 3 else 1)
    middle = y + (rows - 1) // 2
    if tile is None:
        sign, style = "?" if picture.scene["phase"] == "setup" else "·", chosen or "faint"
    else:
        sign, style = tile.sign, chosen or ("lost" if lost else tile.kind)
        canvas.fill(x + 1, y, width - 2, rows, style, spot)
    canvas.put(x + (width - len(sign)) // 2, middle, sign, style, spot)
    if tile is not None and rows > 1:
        canvas.put(x + 2, y + rows - 1, tile.name, style, spot)
    if marked:
        canvas.put(x, middle, left, marked, spot)
        canvas.put(x + width - 1, middle, right, marked, spot)
    elif lost:
        canvas.put(x + width - 1, middle, "x", "lost", spot)
    _put_pawns(picture, canvas, place, x + 1, y + rows, width - 1)


def _paint_ends(picture: Picture, canvas: Canvas, y: int) -> None:
    """Draw the areas before the first cactus and after the last tile."""
    half = canvas.width // 2
    marks = find_marks(picture, spots)
    for x, place, key in ((1, START, "start"), (half, picture.scene["goal"], "goal")):
        left, right, marked = marks.around(str(place))
        end = canvas.put(x, y, left or " ", marked, str(place))
        end = canvas.put(end, y, picture.words(key), "chosen" if marked == "chosen" else "bold", str(place))
        end = canvas.put(end, y, right or " ", marked, str(place))
        _put_pawns(picture, canvas, place, end + 1, y, half - (end - x) - 3)


def _columns(picture: Picture, width: int) -> list[tuple[int, str]]:
    """Return the first column of each value in the seats' lines."""
    first = seat_width(picture)
    gap = max(0, min(4, (width - first - 28) // 4))
    return [
        (first, "row"),
        (first + 7 + gap, "plus"),
        (first + 12 + 2 * gap, "minus"),
        (first + 20 + 3 * gap, "cacti"),
        (first + 26 + 4 * gap, "points"),
    ]


def _paint_seat(picture: Picture, canvas: Canvas, number: int, y: int) -> None:
    put_seat(canvas, 0, y, picture, number)
    seat = picture.scene["seats"][number]
    minus = "".join(map(str, seat["minus"]))
    values = {
        "row": " ".join(map(str, seat["row"])) or "-",
        "plus": str(seat["plus"]),
        "minus": (minus if len(minus) <= FEW else f"{len(minus)}: {seat['minus_points']}") or "-",
        "cacti": str(seat["cacti"]),
        "points": str(seat["points"]),
    }
    for x, key in _columns(picture, canvas.width):
        canvas.put(x, y, values[key], "bold" if key in ("row", "points") else "")
