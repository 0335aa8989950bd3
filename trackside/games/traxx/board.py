"""Träxx in text: a sheet of hexagons with the line drawn over it like a ribbon, the card, the seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from trackside.core.board import COLUMNS, POINTER, Marks, Picture, find_marks, fitted, letter, put_lines
from trackside.core.canvas import Canvas
from trackside.core.scene import Offer, Scene

SHEETS = True
STYLES = {
    "yellow": "#141414 on #d9b310",
    "blue": "#ffffff on #2463b0",
    "green": "#ffffff on #2a7d3f",
    "red": "#ffffff on #bd2f3a",
    "grey": "#ffffff on #69717a",
    "purple": "#ffffff on #7d3fa0",
    "line": "bold #141414 on #f4f4f4",
    "line.step": "bold #f4f4f4",
    "fresh": "bold #141414 on #ffef9f",
    "fresh.step": "bold #ffef9f",
}
"""The colours of fields and patches; the line, and the part added in this round."""

LETTERS = {"yellow": "y", "blue": "b", "green": "g", "red": "r", "grey": "k", "purple": "p"}
"""The letters of files and records, for drawings without a language."""

RING = "◎"
"""The mark of the end from which the line continues in this round."""

CARD = "card"
"""The spot of the card, which stopping and passing refer to."""


@dataclass(frozen=True)
class Size:
    """The columns and lines of a field, and the columns from a field to the next one in its row."""

    pitch: int
    width: int
    height: int

    def columns(self, scene: Scene) -> int:
        """Return the number of columns of a whole sheet."""
        return self.pitch * max(Counter(r for _, r, *_ in scene["fields"]).values()) + 1

    def lines(self, scene: Scene) -> int:
        """Return the number of lines of a whole sheet."""
        return (self.height + 1) * len({r for _, r, *_ in scene["fields"]}) - 1

    def place(self, scene: Scene, field: int) -> tuple[int, int]:
        """Return the upper left corner of a field."""
        q, r, *_ = scene["fields"][field]
        left, top = min(2 * q + r for q, r, *_ in scene["fields"]), min(r for _, r, *_ in scene["fields"])
        return 1 + (2 * q + r - left) * self.pitch // 2, (r - top) * (self.height + 1)

    def inset(self, line: int) -> int:
        """Return how much narrower a field is in a line, so that it looks like a hexagon."""
        return 1 if self.height > 2 and line in (0, self.height - 1) else 0


PLAIN = Size(8, 7, 1)
SIZES = (Size(14, 12, 4), Size(12, 10, 3), Size(8, 7, 2), PLAIN, Size(6, 5, 1))
"""The sizes, from the largest to the one that fits into 80 columns and 24 lines next to a list of moves."""


def spots(offer: Offer) -> list[str]:
    """Return the field that is entered; stopping and passing refer to the card."""
    return [str(offer["field"]) if "field" in offer else CARD]


def lines(picture: Picture) -> int:
    """Return the number of lines: the card, the sheet, two per seat, the legend, and three empty ones."""
    return 1 + PLAIN.lines(picture.scene) + 2 * len(picture.scene["seats"]) + len(_legend(picture)) + 3


def paint(picture: Picture, canvas: Canvas) -> None:
    """Draw the card, the sheet of the seat that is shown, and everyone's points."""
    scene = picture.scene
    seats = 2 * len(scene["seats"]) + 1
    size = next((size for size in SIZES if _fits(size, scene, canvas, seats + 2)), SIZES[-1])
    left = max(0, (canvas.width - size.columns(scene)) // 2)
    _paint_card(picture, canvas)
    roomy = _fits(size, scene, canvas, seats + 2)
    top = 2 if roomy else 1
    marks = find_marks(picture, spots) if picture.shown == picture.perspective else Marks(None, frozenset())
    Sheet(scene, scene["seats"][picture.shown], _letters(picture), size, left, top).paint(canvas, marks)
    y = top + size.lines(scene)
    if not roomy:
        _paint_margin(picture, canvas, top)
        canvas.put(0, y, fitted(_total(picture, picture.shown), canvas.width), "faint")
        return
    for seat in range(len(scene["seats"])):
        _paint_total(picture, canvas, seat, y + 1)
        y += 2
    legend = _legend(picture)
    if canvas.height >= y + 2 + len(legend):
        put_lines(canvas, 0, y + 2, legend, "faint")


def draw_sheet(sheet: Mapping[str, Any]) -> str:
    """Draw a blank sheet from its `fields` and `starts`."""
    scene: Scene = {**sheet}
    canvas = Canvas(COLUMNS, PLAIN.lines(scene))
    nobody: dict[str, Any] = {"line": [], "start": None, "drawn": 0, "growing": None}
    Sheet(scene, nobody, LETTERS, PLAIN, 0, 0).paint(canvas, Marks(None, frozenset()))
    return canvas.text()


def _fits(size: Size, scene: Scene, canvas: Canvas, others: int) -> bool:
    return size.columns(scene) <= canvas.width and size.lines(scene) + others <= canvas.height


def _letters(picture: Picture) -> dict[str, str]:
    """Return the letter of every colour in the reader's language."""
    return {name: picture.words(f"letter.{name}") for name in LETTERS}


def _legend(picture: Picture) -> list[str]:
    """Return the meaning of the marks and the letters."""
    words = picture.words
    colours = "  ".join(f"{sign} {words(f'colour.{name}')}" for name, sign in _letters(picture).items())
    return [words("drawing.legend"), colours]


def _paint_card(picture: Picture, canvas: Canvas) -> None:
    """Draw the patches of the card, used ones in brackets."""
    scene, words = picture.scene, picture.words
    if scene["phase"] in ("deal", "turn", "over"):
        text = words(f"drawing.{scene['phase']}", number=scene["round"], count=scene["rounds"])
        canvas.put(0, 0, text, "bold")
        return
    x = canvas.put(0, 0, words("board.card", number=scene["round"], count=scene["rounds"]) + " ", "bold")
    chosen = find_marks(picture, spots).chosen == CARD
    for patch in scene["card"]:
        sign = words(f"letter.{patch['colour']}")
        style = "chosen" if chosen else "faint" if patch["used"] else patch["colour"]
        x = canvas.put(x + 1, 0, f"({sign})" if patch["used"] else f" {sign} ", style, CARD)
    if picture.shown != picture.perspective and len(scene["seats"]) > 1:
        canvas.put(x + 2, 0, words("drawing.sheet", who=words.who(picture.shown)), "bold")


def _paint_margin(picture: Picture, canvas: Canvas, y: int) -> None:
    """Draw everyone's points beside the corner of the sheet, where there is no room below."""
    for number, seat in enumerate(picture.scene["seats"]):
        x = canvas.put(0, y + number, POINTER if number == picture.shown else " ", "offered")
        x = canvas.put(x, y + number, letter(number), f"seat.{number}")
        canvas.put(x, y + number, f"{seat['points']:4}", "bold")


def _paint_total(picture: Picture, canvas: Canvas, seat: int, y: int) -> None:
    """Draw a seat's total in words, and the numbers it has reached."""
    x = canvas.put(0, y, POINTER if seat == picture.shown else " ", "offered")
    x = canvas.put(x, y, f" {letter(seat)} ", f"seat.{seat}") + 1
    canvas.put(x, y, fitted(_total(picture, seat), canvas.width - x), "bold" if seat == picture.perspective else "")
    if picture.scene["seats"][seat]["line"]:
        canvas.put(x, y + 1, fitted(_numbers(picture, seat), canvas.width - x), "faint")


def _total(picture: Picture, number: int) -> str:
    """Return a seat's sum of numbers, missed fields, and total; only its name before it has a start."""
    seat, who = picture.scene["seats"][number], picture.words.who(number)
    if not seat["line"]:
        return who
    missed = len(picture.scene["fields"]) - len(seat["line"])
    return picture.words("score.total", who=who, numbers=seat["noted"], missed=missed, points=seat["points"])


def _numbers(picture: Picture, number: int) -> str:
    """Return the ends of a seat's line and the numbers it has reached, those at half value in brackets."""
    scene = picture.scene
    seat = scene["seats"][number]
    names = [scene["fields"][field][2] for field in (seat["line"][0], seat["line"][-1])]
    reached = [value if state != "half" else f"({value})" for value, state in seat["reached"].items()]
    numbers = " ".join(reached) or picture.words("drawing.none")
    return picture.words("drawing.numbers", a=names[0], b=names[1], numbers=numbers)


@dataclass(frozen=True)
class Sheet:
    """A seat's sheet at a place on the canvas."""

    scene: Scene
    seat: dict[str, Any]
    letters: dict[str, str]
    size: Size
    left: int
    top: int

    def paint(self, canvas: Canvas, marks: Marks) -> None:
        """Draw the line between the fields, then the fields."""
        for one, other in pairwise(self.seat["line"]):
            self._paint_step(canvas, one, other)
        for field in range(len(self.scene["fields"])):
            self._paint_field(canvas, field, marks.chosen == str(field))
            if str(field) in marks.offered:
                self._paint_frame(canvas, field, marks.chosen == str(field))
        if self.size.height == 1:
            for one, other in pairwise(self.seat["line"]):
                self._close_gaps(canvas, one, other)

    @property
    def fresh(self) -> list[int]:
        """The fields entered in this round."""
        line, n = self.seat["line"], self.seat["drawn"]
        if not n:
            return []
        return list(line[:n] if self.seat["growing"] == "A" else line[-n:])

    def place(self, field: int) -> tuple[int, int]:
        """Return the upper left corner of a field."""
        x, y = self.size.place(self.scene, field)
        return self.left + x, self.top + y

    def _paint_step(self, canvas: Canvas, one: int, other: int) -> None:
        """Draw the connection between two fields of the line."""
        style = "fresh.step" if {one, other} & set(self.fresh) else "line.step"
        (x, y), (lower_x, lower_y) = sorted(
            [self.place(one), self.place(other)], key=lambda place: (place[1], place[0])
        )
        if y == lower_y:
            start = x + self.size.width
            canvas.put(start, y + (self.size.height - 1) // 2, "━" * (lower_x - start), style)
        else:
            middle = (x + lower_x + self.size.width - 1) // 2
            canvas.put(middle, y + self.size.height, "╱" if lower_x < x else "╲", style)

    def _close_gaps(self, canvas: Canvas, one: int, other: int) -> None:
        """Extend the line to the labels of two fields beside each other."""
        (x, y), (other_x, other_y) = sorted([self.place(one), self.place(other)])
        half = self.size.width // 2
        for column in range(x + half, other_x + half) if y == other_y else ():
            if 0 <= column < canvas.width and y < canvas.height and canvas.signs[y][column] == " ":
                canvas.put(column, y, "━", canvas.styles[y][column])

    def _paint_frame(self, canvas: Canvas, field: int, chosen: bool) -> None:
        """Draw marks to the left and right of a field that may be entered."""
        x, y = self.place(field)
        size, style = self.size, "chosen" if chosen else "offered"
        if size == PLAIN:
            signs = "►◄" if chosen else "[]"
            canvas.put(x, y, signs[0], style, str(field))
            canvas.put(x + size.width - 1, y, signs[1], style, str(field))
            return
        signs = "►◄" if chosen else "[]" if size.height == 1 else "▐▌"
        for line in range(size.height):
            inset = size.inset(line)
            if not chosen or line == (size.height - 1) // 2:
                canvas.put(x - 1 + inset, y + line, signs[0], "offered")
                canvas.put(x + size.width - inset, y + line, signs[1], "offered")

    def _paint_field(self, canvas: Canvas, field: int, chosen: bool) -> None:
        """Draw a field in its colour, or as a part of the line."""
        _, _, name, style, _ = self.scene["fields"][field]
        x, y = self.place(field)
        size, reached = self.size, field in self.seat["line"]
        if reached:
            style = "fresh" if field in self.fresh else "line"
        if chosen:
            style = "chosen"
        for line in range(size.height):
            inset = size.inset(line)
            canvas.fill(x + inset, y + line, size.width - 2 * inset, 1, style, str(field))
        text = self._reached_label(field) if reached else self._label(field)
        canvas.put(x + (size.width - len(text)) // 2, y + (size.height - 1) // 2, text, style, str(field))
        if size.height > 2 and not reached:
            canvas.put(x + 2, y + size.height - 1, name, style, str(field))

    def _sign(self, field: int) -> str:
        """Return the colour letter and number of a field."""
        _, _, _, colour, value = self.scene["fields"][field]
        return self.letters[colour] + (str(value) if value else "")

    def _label(self, field: int) -> str:
        """Return the colour letter and number, any start, and the name unless it is drawn below."""
        sign, starts = self._sign(field), self.scene["starts"]
        start = f"*{starts.index(field) + 1}" if field in starts else ""
        if self.size.height > 2:
            return sign + start
        name = self.scene["fields"][field][2]
        text = f"{name}{' ' if len(sign) < 3 else ''}{sign}"
        return text + start if len(text + start) <= self.size.width else text

    def _reached_label(self, field: int) -> str:
        """Return the colour letter and number in brackets, with marks for the start and the ends of the line."""
        sign = self._sign(field) + ("*" if field == self.seat["start"] else "")
        text = f"{{{sign}}}" if field in self.fresh else f"({sign})"
        line, growing = self.seat["line"], self.seat["growing"]
        ends = zip("AB", (line[0], line[-1]), strict=True)
        tips = "".join(RING if name == growing else name for name, tip in ends if tip == field)
        room = self.size.width - len(tips)
        return tips + (text if not tips or len(text) <= room else text[1:-1][:room])
