"""The default drawing: the track if the scene has one, the seats with their values, then the table."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from trackside.core.board import (
    COLUMNS,
    Picture,
    added,
    find_marks,
    put_lines,
    put_pieces,
    put_seat,
    seat_width,
)
from trackside.core.canvas import Canvas
from trackside.core.scene import Offer
from trackside.games.defaults.track import Track, read_track

SHEETS = False
STYLES: Mapping[str, str] = {}

NO_BREAK = "\N{NO-BREAK SPACE}"
POINTS = 6
"""The number of columns for a seat's points."""

MAX_CELL, MIN_CELL = 8, 4
"""The most and the fewest columns for a square of the track."""

SAID = ("colour", "points")
"""The values that every seat's line already shows."""


def spots(offer: Offer) -> list[str]:
    """Return the square that an offer leads to, if it has one."""
    return [str(offer["square"])] if isinstance(offer.get("square"), int) else []


def lines(picture: Picture) -> int:
    """Return the number of lines for the track, the seats and the table, with an empty one between them."""
    track = read_track(picture.scene)
    seats = range(len(picture.scene["seats"]))
    around = sum(len(_seat_lines(picture, seat, COLUMNS)) for seat in seats) + 1 + len(_table_lines(picture, COLUMNS))
    return around + (0 if track is None else _row_tops(track)[-1] + 1)


def paint(picture: Picture, canvas: Canvas) -> None:
    """Draw the track, then every seat with its points and its values, then the table."""
    track = read_track(picture.scene)
    y = 0 if track is None else _paint_track(picture, canvas, track) + 1
    for seat in range(len(picture.scene["seats"])):
        end = put_seat(canvas, 0, y, picture, seat)
        canvas.put(end, y, f"{picture.scores[seat]:4}", "bold")
        y = put_lines(canvas, end + POINTS, y, _seat_lines(picture, seat, canvas.width))
    put_lines(canvas, 1, y + 1, _table_lines(picture, canvas.width))


def _row_tops(track: Track) -> list[int]:
    """Return the first line of each row of the grid, and the line after the last row."""
    joined = {here[1] for here, there in track.steps() if there[1] == here[1] + 1}
    tops = [0]
    for row in range(track.rows):
        tops.append(tops[-1] + (3 if row in joined else 2))
    return tops


def _paint_track(picture: Picture, canvas: Canvas, track: Track) -> int:
    """Draw the squares, the paths between neighbours and the pieces; return the line after them."""
    width = max(MIN_CELL, min(MAX_CELL, canvas.width // track.columns))
    tops, marks = _row_tops(track), find_marks(picture, spots)
    after = None if picture.after is None else read_track(picture.after)
    for (column, row), (next_column, next_row) in track.steps():
        x, y = column * width, tops[row]
        if row == next_row and next_column == column + 1:
            canvas.put(x + width - 1, y, "─", "faint")
        elif column == next_column and next_row == row + 1:
            canvas.put(x + (width - 2) // 2, y + 2, "│", "faint")
    for square, (column, row) in enumerate(track.places):
        x, y, spot = column * width, tops[row], str(square)
        left, right, style = marks.around(spot)
        text = track.texts[square][: width - 3]
        canvas.put(x, y, f"{left or '['}{text:^{width - 3}}{right or ']'}", style, spot)
        here = track.seats_on(square)
        coming = [] if after is None else added(here, after.seats_on(square))
        canvas.put(x, y + 1, " " * (width - 1), "", spot)
        put_pieces(canvas, x, y + 1, width - 1, here, coming, spot)
    return tops[-1]


def _seat_lines(picture: Picture, seat: int, width: int) -> list[str]:
    """Return the lines of a seat's values besides its points, at least an empty one."""
    values = {name: value for name, value in picture.scene["seats"][seat].items() if name not in SAID}
    return _wrapped(picture, values, width - seat_width(picture) - POINTS) or [""]


def _table_lines(picture: Picture, width: int) -> list[str]:
    """Return the lines of the table's values."""
    return _wrapped(picture, {name: value for name, value in picture.scene.items() if name != "seats"}, width - 1)


def _wrapped(picture: Picture, values: Mapping[str, Any], width: int) -> list[str]:
    """Return named values, wrapped to a width."""
    width = max(20, width)
    entries = [f"{_label(picture, name)}{text}" for name, text in _plain_values(values)]
    whole = [entry.replace(" ", NO_BREAK) if len(entry) <= width else entry for entry in entries]
    return [line.replace(NO_BREAK, " ") for line in textwrap.wrap("   ".join(whole), width)]


def _plain_values(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield numbers, strings, lists of them, and true flags; structured values need the game's own board."""
    for name, value in values.items():
        entries = value if isinstance(value, list | tuple) else [value]
        if value is True:
            yield name, ""
        elif value is not False and all(isinstance(entry, int | str) for entry in entries):
            yield name, f": {' '.join(map(str, entries)) or '-'}"


def _label(picture: Picture, name: str) -> str:
    """Return the label of a value, from the game's words or from its name."""
    key = f"scene.{name}"
    return picture.words(key) if picture.words.has(key) else name.replace("_", " ")
