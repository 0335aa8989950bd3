"""The track of a scene: squares on a grid, the paths between them, and the pieces on them.

A scene has one as `track`, a dictionary of plain data:

- `squares`: their number, or a list with a dictionary for each: `text` is printed on it, `at` is its column and row;
- `columns`: the squares in a row where they have no `at` (default 10); rows run to and fro, as on a board for snakes;
- `paths`: lists of squares to join by lines (by default one through all squares; an empty list for none);
- `pieces`: a dictionary for each, with its `seat` and its `square`.

An offer with a `square` leads there. Squares are counted from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from trackside.core.errors import BadOption
from trackside.core.scene import Scene

COLUMNS = 10
MAX_SQUARES = 1000

Place = tuple[int, int]
"""A column and a row, counted from 0."""


@dataclass(frozen=True)
class Track:
    """A track that can be drawn."""

    texts: tuple[str, ...]
    places: tuple[Place, ...]
    paths: tuple[tuple[int, ...], ...]
    pieces: tuple[tuple[int, int], ...]
    """The seat and the square of each piece."""

    @property
    def columns(self) -> int:
        """The number of columns of the grid."""
        return 1 + max(column for column, _ in self.places)

    @property
    def rows(self) -> int:
        """The number of rows of the grid."""
        return 1 + max(row for _, row in self.places)

    def seats_on(self, square: int) -> list[int]:
        """Return the seats with a piece on a square, once for each piece."""
        return [seat for seat, where in self.pieces if where == square]

    def steps(self) -> set[tuple[Place, Place]]:
        """Return the steps of all paths, each from the upper or left place."""
        found = set()
        for path in self.paths:
            for here, there in pairwise(path):
                one, other = sorted((self.places[here], self.places[there]), key=lambda place: place[::-1])
                found.add((one, other))
        return found


def read_track(scene: Scene) -> Track | None:
    """Return the track of a scene, or None; raise BadOption if it cannot be drawn.

    A string is not a track to draw, but a value that a game's own board reads.
    """
    given = scene.get("track")
    if given is None or isinstance(given, str):
        return None
    if not isinstance(given, dict):
        raise BadOption(f"scene track: expected a dictionary with squares, not {given!r}")
    squares = given.get("squares")
    listed = [{}] * squares if isinstance(squares, int) and 0 < squares <= MAX_SQUARES else squares
    if not isinstance(listed, list) or not listed or not all(isinstance(square, dict) for square in listed):
        raise BadOption(f"scene track: squares must be a number from 1 to {MAX_SQUARES} or a list, not {squares!r}")
    n, columns = len(listed), given.get("columns", COLUMNS)
    places = tuple(_place(number, square, columns) for number, square in enumerate(listed))
    paths = tuple(tuple(_squares(path, n)) for path in given.get("paths", [list(range(n))]))
    pieces = tuple((int(piece["seat"]), _squares([piece["square"]], n)[0]) for piece in given.get("pieces", []))
    return Track(tuple(str(square.get("text", "")) for square in listed), places, paths, pieces)


def _place(number: int, square: dict[str, Any], columns: int) -> Place:
    """Return the place of a square: its own, or the next one of rows that run to and fro."""
    if "at" in square:
        column, row = square["at"]
        if column < 0 or row < 0:
            raise BadOption(f"scene track: square {number} is at {square['at']}: columns and rows begin at 0")
        return int(column), int(row)
    row, step = divmod(number, columns)
    return (step if row % 2 == 0 else columns - 1 - step), row


def _squares(numbers: list[int], n: int) -> list[int]:
    """Return numbers of squares; raise BadOption if one does not exist."""
    for number in numbers:
        if not isinstance(number, int) or not 0 <= number < n:
            raise BadOption(f"scene track: there is no square {number!r}: the squares are 0 to {n - 1}")
    return numbers
