"""The drawing of a game that has none of its own: the seats with their things, then what is on the table."""

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
"""Columns for the points of a seat."""

SAID = ("colour", "points")
"""What stands in every seat's line already."""


def spots(offer: Offer) -> list[str]:
    """No offer lies anywhere: the moves are in the list."""
    return []


def lines(picture: Picture) -> int:
    """All lines of the seats and of the table, and an empty one."""
    seats = range(len(picture.scene["seats"]))
    return sum(len(_seat_lines(picture, seat, COLUMNS)) for seat in seats) + 1 + len(_table_lines(picture, COLUMNS))


def paint(picture: Picture, canvas: Canvas) -> None:
    """Every seat with its points and its things, then the table."""
    y = 0
    for seat in range(len(picture.scene["seats"])):
        end = put_seat(canvas, 0, y, picture, seat)
        canvas.put(end, y, f"{picture.scores[seat]:4}", "bold")
        y = put_lines(canvas, end + POINTS, y, _seat_lines(picture, seat, canvas.width))
    put_lines(canvas, 1, y + 1, _table_lines(picture, canvas.width))


def _seat_lines(picture: Picture, seat: int, width: int) -> list[str]:
    """The things of a seat besides its points, at least an empty line."""
    values = {name: value for name, value in picture.scene["seats"][seat].items() if name not in SAID}
    return _wrapped(picture, values, width - seat_width(picture) - POINTS) or [""]


def _table_lines(picture: Picture, width: int) -> list[str]:
    """The things on the table."""
    return _wrapped(picture, {name: value for name, value in picture.scene.items() if name != "seats"}, width - 1)


def _wrapped(picture: Picture, values: Mapping[str, Any], width: int) -> list[str]:
    """Named values in lines that fit."""
    width = max(20, width)
    entries = [f"{_label(picture, name)}{text}" for name, text in _plain_values(values)]
    whole = [entry.replace(" ", NO_BREAK) if len(entry) <= width else entry for entry in entries]
    return [line.replace(NO_BREAK, " ") for line in textwrap.wrap("   ".join(whole), width)]


def _plain_values(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Numbers, texts and lists of them, and what is true; whatever has a shape of its own needs its own board."""
    for name, value in values.items():
        entries = value if isinstance(value, list | tuple) else [value]
        if value is True:
            yield name, ""
        elif value is not False and all(isinstance(entry, int | str) for entry in entries):
            yield name, f": {' '.join(map(str, entries)) or '-'}"


def _label(picture: Picture, name: str) -> str:
    """What a value is called, by the game's words or by its own name."""
    key = f"scene.{name}"
    return picture.words(key) if picture.words.has(key) else name.replace("_", " ")
