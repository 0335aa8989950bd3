"""The default drawing: the seats with their values, then the table."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from trackside.core.board import COLUMNS, Picture, put_lines, put_seat, seat_width
from trackside.core.canvas import Canvas
from trackside.core.scene import Offer

SHEETS = False
STYLES: Mapping[str, str] = {}

NO_BREAK = "\N{NO-BREAK SPACE}"
POINTS = 6
"""The number of columns for a seat's points."""

SAID = ("colour", "points")
"""The values that every seat's line already shows."""


def spots(offer: Offer) -> list[str]:
    """Return no places: the moves are only listed."""
    return []


def lines(picture: Picture) -> int:
    """Return the number of lines for the seats and the table, with an empty one between them."""
    seats = range(len(picture.scene["seats"]))
    return sum(len(_seat_lines(picture, seat, COLUMNS)) for seat in seats) + 1 + len(_table_lines(picture, COLUMNS))


def paint(picture: Picture, canvas: Canvas) -> None:
    """Draw every seat with its points and its values, then the table."""
    y = 0
    for seat in range(len(picture.scene["seats"])):
        end = put_seat(canvas, 0, y, picture, seat)
        canvas.put(end, y, f"{picture.scores[seat]:4}", "bold")
        y = put_lines(canvas, end + POINTS, y, _seat_lines(picture, seat, canvas.width))
    put_lines(canvas, 1, y + 1, _table_lines(picture, canvas.width))


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
