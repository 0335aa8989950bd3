"""Scenes drawn in text: the interface of every game's board module, and shared drawing functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from trackside.core.canvas import Canvas
from trackside.core.notation import choices_for, view_state
from trackside.core.protocol import CHANCE, OVER, REFEREE, AnyState, Rules
from trackside.core.scene import Ending, Offer, Scene, Scenes
from trackside.core.words import SEATS, Words

COLUMNS = 80
"""The width of a plain drawing in columns."""

NAME = 9
"""The number of columns for a seat's name."""

POINTER = "►"
"""The mark before the seat that is to move."""


@dataclass(frozen=True)
class Picture:
    """The data of one drawing."""

    scene: Scene
    perspective: int
    """The seat from which the position is seen, or SPECTATOR or REFEREE."""
    shown: int
    """The seat whose sheet is in the middle, in games where every seat has a sheet."""
    words: Words
    """The game's words."""
    names: tuple[str, ...]
    """The players' names by seat; empty if they do not matter."""
    to_move: int
    scores: tuple[int, ...]
    offers: tuple[Offer, ...] = ()
    """The legal moves at this perspective."""
    selected: int | None = None
    """The index of the selected offer."""
    after: Scene | None = None
    """The scene after the selected move."""

    @property
    def chosen(self) -> Offer | None:
        """The selected offer."""
        return None if self.selected is None else self.offers[self.selected]


class TextBoard(Protocol):
    """The board module of a game."""

    STYLES: Mapping[str, str]
    """The game's own styles by name, written as `bold #ffffff on #3d7a37`."""

    SHEETS: bool
    """True if every seat has a sheet of its own to view."""

    def paint(self, picture: Picture, canvas: Canvas) -> None:
        """Draw the picture as large as the canvas allows."""

    def lines(self, picture: Picture) -> int:
        """Return the number of lines that a plain drawing, COLUMNS wide, needs to show everything."""

    def spots(self, offer: Offer) -> list[str]:
        """Return the names of the places that an offer is about, its destination first; empty if it has no place."""


class Drawable(Protocol):
    """The parts of a game that drawing needs."""

    @property
    def plain(self) -> Rules:
        """The game's rules."""

    @property
    def scenes(self) -> Scenes:
        """The game's views as data."""

    @property
    def board(self) -> TextBoard:
        """The game's board module."""


def offers_for(game: Drawable, view: AnyState, seat: int, words: Words) -> tuple[Offer, ...]:
    """Return everything a seat may do now, in the order of the move codes."""
    codes = choices_for(game.plain, view, seat) if seat >= 0 and game.plain.to_move(view) not in (CHANCE, OVER) else []
    return tuple(game.scenes.offer(view, seat, code, words) for code in codes)


def make_picture(
    game: Drawable,
    view: AnyState,
    perspective: int,
    words: Words,
    *,
    shown: int | None = None,
    names: tuple[str, ...] = (),
    offers: tuple[Offer, ...] = (),
    selected: int | None = None,
    after: AnyState | None = None,
) -> Picture:
    """Return the picture of a view, which holds no more than `perspective` may know."""
    points = [0] * view.seats
    game.plain.scores(view, points)
    to_move = game.plain.to_move(view)
    if shown is None:
        shown = perspective if perspective >= 0 else max(to_move, 0)
    return Picture(
        scene=game.scenes.scene(view, perspective),
        perspective=perspective,
        shown=shown,
        words=words,
        names=names,
        to_move=to_move,
        scores=tuple(points),
        offers=offers,
        selected=selected,
        after=None if after is None else game.scenes.scene(after, perspective),
    )


def draw_text(
    game: Drawable, state: AnyState, words: Words, perspective: int = REFEREE, *, ascii_only: bool = False
) -> str:
    """Draw a position and its legal moves from a perspective, in plain lines of at most COLUMNS columns."""
    return draw_canvas(game, state, words, perspective, ascii_only=ascii_only).text()


def draw_canvas(
    game: Drawable, state: AnyState, words: Words, perspective: int = REFEREE, *, ascii_only: bool = False
) -> Canvas:
    """Draw a position and its legal moves from a perspective on a canvas, COLUMNS wide and as high as needed."""
    view = view_state(game.plain, state, perspective)
    picture = make_picture(game, view, perspective, words, offers=offers_for(game, view, perspective, words))
    canvas = Canvas(COLUMNS, game.board.lines(picture), ascii_only=ascii_only)
    game.board.paint(picture, canvas)
    return canvas


def draw_ending(ending: Ending, words: Words) -> list[str]:
    """Return the final scores as a table of plain lines, followed by the notes."""
    headings = [heading.split() for heading in ending["columns"]]
    rows = [[str(value) for value in row] for row in ending["rows"]]
    names = [fitted(words.label(seat), 2 * NAME) for seat in range(len(rows))]
    columns = zip(headings, zip(*rows, strict=True), strict=True)
    widths = [max(map(len, [*heading, *values])) for heading, values in columns]
    height = max(map(len, headings), default=0)
    lines = [[*([""] * (height - len(heading))), *heading] for heading in headings]
    table = [("", [heading[line] for heading in lines]) for line in range(height)] + list(zip(names, rows, strict=True))
    first = max(map(len, names))
    drawn = ["  ".join([name.ljust(first), *map(str.rjust, values, widths)]).rstrip() for name, values in table]
    return [*drawn, *([""] if ending["notes"] else []), *ending["notes"]]


def letter(seat: int) -> str:
    """Return the letter that marks a seat's pieces."""
    return SEATS[seat][0].upper()


def fitted(text: str, width: int) -> str:
    """Shorten a string to a width, ending it with an ellipsis if anything was cut.

    >>> fitted("Wilhelmina", 6)
    'Wilhe…'
    """
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"


def added(before: Sequence[int], after: Sequence[int]) -> list[int]:
    """Return the entries that the second list has and the first lacks, with multiplicity.

    >>> added([0, 1], [0, 0, 1, 2])
    [0, 2]
    """
    return [value for value in sorted(set(after)) for _ in range(after.count(value) - before.count(value))]


@dataclass(frozen=True)
class Marks:
    """The places that the offers lead to."""

    chosen: str | None
    """The destination of the selected offer."""
    offered: frozenset[str]
    """The destinations of all offers."""

    def around(self, spot: str) -> tuple[str, str, str]:
        """Return the characters to the left and right of a place, and their style."""
        if spot == self.chosen:
            return "►", "◄", "chosen"
        return ("›", "‹", "offered") if spot in self.offered else ("", "", "")


def find_marks(picture: Picture, spots: Callable[[Offer], list[str]]) -> Marks:
    """Return the marks of a picture, given the function that returns the places of an offer."""
    chosen = spots(picture.chosen) if picture.chosen is not None else []
    return Marks(chosen[0] if chosen else None, frozenset(spot for one in picture.offers for spot in spots(one)[:1]))


def put_pieces(
    canvas: Canvas, x: int, y: int, width: int, pieces: Sequence[int], ghosts: Sequence[int] = (), spot: str = ""
) -> int:
    """Draw pieces as seat letters: `R4` for several of one seat, lower case for ghosts, `+` for what does not fit."""
    coming = [(letter(seat).lower(), f"ghost.{seat}") for seat in sorted(ghosts)]
    parts = [(letter(seat), f"seat.{seat}") for seat in sorted(pieces)] + coming
    if len(parts) > width:
        parts = [(_counted(seat, pieces.count(seat)), f"seat.{seat}") for seat in sorted(set(pieces))] + coming
    if 3 * len(parts) <= width:
        parts = [(f" {text} ", style) for text, style in parts]
    end = x + width
    for number, (text, style) in enumerate(parts):
        is_last = number == len(parts) - 1
        if x + len(text) + (0 if is_last else 1) > end:
            return canvas.put(x, y, "+", "bold", spot)
        x = canvas.put(x, y, text, style, spot)
    return x


def _counted(seat: int, n: int) -> str:
    return letter(seat) + (str(n) if n > 1 else "")


def put_seat(canvas: Canvas, x: int, y: int, picture: Picture, seat: int, colour: int | None = None) -> int:
    """Draw a seat: a pointer if it is to move, its letter, colour and name."""
    x = canvas.put(x, y, POINTER if picture.to_move == seat else " ", "offered")
    x = canvas.put(x, y, f" {letter(seat)} ", f"seat.{seat if colour is None else colour}")
    end = (
        canvas.put(x + 1, y, fitted(picture.words.who(seat), NAME).ljust(NAME), "bold" * (seat == picture.perspective))
        + 1
    )
    if picture.names:
        end = canvas.put(end, y, fitted(picture.names[seat], NAME).ljust(NAME), "faint") + 1
    return end


def seat_width(picture: Picture) -> int:
    """Return the number of columns that `put_seat` takes."""
    return 5 + (NAME + 1) * (2 if picture.names else 1)


def put_lines(canvas: Canvas, x: int, y: int, lines: Iterable[str], style: str = "") -> int:
    """Draw lines below each other and return the line after them."""
    for line in lines:
        canvas.put(x, y, line, style)
        y += 1
    return y
