"""The curve of chances and the waterfall chart of a sum as SVG: pure functions, one unit is one CSS pixel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from trackside.core.board import fitted
from trackside.core.words import SEATS, Words
from trackside.review.output.chart import bounds
from trackside.review.report import Review
from trackside.review.words.figures import PLACES, Row, digits, shown, shown_error, signed, step_figures, subject

DASHES = ("", "7 3", "2 3", "9 3 2 3", "5 5", "1 4")
"""The dashes that distinguish the seats' lines besides their colours."""


@dataclass(frozen=True)
class Size:
    """The size of a drawing, and the margins around its field."""

    width: int
    height: int
    left: int
    right: int
    top: int = 30
    foot: int = 26


WIDE = Size(808, 284, 44, 96)
NARROW = Size(366, 216, 32, 54)


@dataclass(frozen=True)
class Field:
    """The coordinates of a chart: turns from left to right, values from the bottom up."""

    size: Size
    turns: int
    low: float
    high: float

    def x(self, turn: float) -> float:
        """Return the x coordinate of a turn."""
        width = self.size.width - self.size.left - self.size.right
        return round(self.size.left + width * turn / max(1, self.turns), 1)

    def y(self, value: float) -> float:
        """Return the y coordinate of a value."""
        share = (min(self.high, max(self.low, value)) - self.low) / (self.high - self.low)
        return round(self.floor - (self.floor - self.size.top) * share, 1)

    @property
    def floor(self) -> int:
        """The y coordinate of the lower edge."""
        return self.size.height - self.size.foot


Point = tuple[float, float, float]
"""A turn, a value, and its error."""


def points_of(review: Review, seat: int) -> list[Point]:
    """Return the curve of a seat: it leads to the turn of a chance event, and a decision is a vertical step."""
    points: list[Point] = [(0, review.start[seat], 0.0)]
    for step in review.steps:
        for value in (step.before[seat], step.after[seat]) if step.kind == "decision" else (step.after[seat],):
            points.append((step.turn, value, shown_error(value, step.errors[seat], review.unit)))
    return points


def curve(review: Review, words: Words, size: Size) -> str:
    """Draw the seats' chances over the game."""
    reader = subject(review, words)
    seats = [reader] if review.seats < 3 else [*(seat for seat in range(review.seats) if seat != reader), reader]
    low, high = bounds(review, seats)
    turns = max((step.turn for step in review.steps), default=1)
    field = Field(size, turns, low, high)
    lines = {seat: points_of(review, seat) for seat in seats}
    drawn = [_ground(review, field, words)]
    if review.seats == 2:
        drawn.append(_lands(lines[reader], field, reader, words))
    drawn.append(_band(lines[reader], field))
    for seat in seats:
        drawn.append(_line(lines[seat], field, seat, bold=seat == reader, coloured=len(seats) > 1))
    drawn.append(_strokes(review, field, reader))
    drawn.append(_ends(review, field, lines, words))
    drawn.append(_moments(review, field, reader, words))
    return _svg(
        f"curve {'wide' if size is WIDE else 'narrow'}", size.width, size.height, words("review.page.curve"), drawn
    )


def _svg(name: str, width: float, height: float, says: str, parts: Iterable[str]) -> str:
    body = "".join(parts)
    box = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    return f'<svg class="{name}" {box} role="img" aria-label="{escape(says)}">{body}</svg>'


def _text(x: float, y: float, text: str, name: str, anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{name}" text-anchor="{anchor}">{escape(text)}</text>'


def _path(d: str, name: str, more: str = "") -> str:
    return f'<path class="{name}" d="{d}"{more}/>'


def _ground(review: Review, field: Field, words: Words) -> str:
    """Draw the frame, the axis of values and the axis of turns."""
    left, right = field.x(0), field.x(field.turns)
    top, floor = field.size.top, field.floor
    parts = [f'<rect class="field" x="{left}" y="{top}" width="{right - left:g}" height="{floor - top}"/>']
    middle = 1 / review.seats if review.unit == "share" else (field.low + field.high) / 2
    marks = [field.low, middle, field.high] if review.unit == "points" else [0.0, 0.25, 0.5, 0.75, 1.0]
    for value in marks:
        kind = "frame" if value in (field.low, field.high) else "mid" if value == middle else "grid"
        parts.append(_path(f"M{left} {field.y(value)}H{right}", kind))
        figure = digits(shown(value, review.unit), review.unit, words)
        parts.append(_text(left - 6, field.y(value) + 4, figure, "axis", "end"))
    every = next(step for step in (1, 2, 5, 10, 20, 50, 100, 500, 5000) if field.turns * 44 <= step * (right - left))
    for turn in range(every, field.turns + 1, every):
        parts.append(_path(f"M{field.x(turn)} {field.floor}v5", "tick"))
        parts.append(_text(field.x(turn), field.floor + 18, str(turn), "axis", "middle"))
    parts.append(_text(left, field.floor + 18, words("review.page.turn"), "axis"))
    return "".join(parts)


def _through(points: Sequence[Point], field: Field) -> str:
    return "M" + "L".join(f"{field.x(turn)} {field.y(value)}" for turn, value, _ in points)


def _lands(points: Sequence[Point], field: Field, reader: int, words: Words) -> str:
    """Draw the areas of two players: the reader's below the line, the other's above it."""
    line, other = _through(points, field), 1 - reader
    left = field.x(0)
    return (
        _path(f"{line}V{field.size.top}H{left}Z", f"land other {SEATS[other]}")
        + _path(f"{line}V{field.floor}H{left}Z", f"land {SEATS[reader]}")
        + _text(left + 8, field.size.top + 17, words.label(other), "who")
        + _text(left + 8, field.floor - 9, words.label(reader), "who")
    )


def _band(points: Sequence[Point], field: Field) -> str:
    """Draw a band of two standard errors each way."""
    upper = [f"{field.x(turn)} {field.y(value + 2 * error)}" for turn, value, error in points]
    lower = [f"{field.x(turn)} {field.y(value - 2 * error)}" for turn, value, error in reversed(points)]
    return _path(f"M{'L'.join(upper + lower)}Z", "band")


def _line(points: Sequence[Point], field: Field, seat: int, *, bold: bool, coloured: bool) -> str:
    line = _through(points, field)
    if not coloured:
        return _path(line, "line")
    dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] and not bold else ""
    name = "rib bold" if bold else "rib"
    return _path(line, f"{name} edge") + _path(line, f"{name} {SEATS[seat]}", dash)


def _strokes(review: Review, field: Field, reader: int) -> str:
    """Draw clear losses as strokes: solid for the reader, hollow for another."""
    parts = []
    for step in review.steps:
        own = step.seat == reader
        if not step.word or (not own and review.seats > 2):
            continue
        line = f"M{field.x(step.turn)} {field.y(step.before[reader])}V{field.y(step.after[reader])}"
        parts.append(_path(line, "stroke" if own else "stroke theirs"))
        if not own:
            parts.append(_path(line, "core"))
    return "".join(parts)


def _ends(review: Review, field: Field, lines: dict[int, list[Point]], words: Words) -> str:
    """Draw the ends of the lines, with the names pushed apart where they would overlap."""
    x = field.x(lines[next(iter(lines))][-1][0])
    parts, below = [], field.floor + 15.0
    for y, seat in sorted(((field.y(points[-1][1]), seat) for seat, points in lines.items()), reverse=True):
        below = min(y, below - 15)
        if len(lines) > 1:
            parts.append(_path(f"M{x + 4} {y}L{x + 12} {below}", "lead"))
            parts.append(_text(x + 15, below + 4, fitted(words.label(seat), field.size.right // 8), "who"))
        else:
            figure = digits(shown(lines[seat][-1][1], review.unit), review.unit, words)
            parts.append(_text(x + 10, below + 4, figure, "who"))
        parts.append(f'<circle class="{"end" if review.complete else "open"}" cx="{x}" cy="{y}" r="4.5"/>')
    return "".join(parts)


def _moments(review: Review, field: Field, reader: int, words: Words) -> str:
    """Draw the numbers of the moments beside the line, with their sizes."""
    parts: list[str] = []
    taken: list[tuple[float, float]] = []
    for number, index in enumerate(review.moments, 1):
        step = review.steps[index]
        x, ys = field.x(step.turn), [field.y(step.before[reader]), field.y(step.after[reader])]
        places = [place for far in range(18, 260, 24) for place in (min(ys) - far, max(ys) + far)]
        free = [
            y
            for y in places
            if field.size.top - 14 < y < field.floor - 8 and all(abs(x - a) > 52 or abs(y - b) > 22 for a, b in taken)
        ]
        y = free[0] if free else places[0]
        taken.append((x, y))
        sign = "luck" if step.kind == "chance" else "play"
        figures = step_figures(review, index, reader)
        size = signed(figures.after - figures.before, review.unit, words)
        parts.append(_path(f"M{x} {ys[1]}V{y}", "stem"))
        parts.append(_sign(sign, x, y, number))
        parts.append(_text(x + 13, y + 4, size, "size"))
    return f'<g class="signs">{"".join(parts)}</g>'


def _sign(kind: str, x: float, y: float, number: int) -> str:
    """Draw the marker of a moment with its number: luck as the face of a die, play as a slate tab."""
    corner = 5 if kind == "luck" else 2
    return f'<rect class="sign {kind}" x="{x - 10:g}" y="{y - 10:g}" width="20" height="20" rx="{corner}"/>' + _text(
        x, y + 4.5, str(number), f"number {kind}", "middle"
    )


# The sum


def steps(rows: Sequence[Row], review: Review, words: Words, width: int = 416) -> str:
    """Draw rows that add up: each bar begins where the one above ended, and its tip marks the running total."""
    label, row_height, top = 176, 24, 22
    sums, total = [], 0
    for row in rows:
        total = row.value if row.kind == "start" else total if row.kind in PLACES else total + row.value
        sums.append(total)
    edges = (0, 100) if review.unit == "share" else (min(sums), max(sums))
    low, high = min(edges[0], *sums), max(edges[1], *sums)
    x0, x1 = label + 50, width - 14

    def at(value: float) -> float:
        return round(x0 + (x1 - x0) * (value - low) / max(1, high - low), 1)

    height = top + len(rows) * row_height
    parts = []
    if review.unit == "share":
        roomy = at(100) - at(0) > 150
        for edge, word in ((0, f"0 {words('review.sum.lost')}"), (100, f"{words('review.sum.won')} 100")):
            parts.append(_path(f"M{at(edge)} {top - 4}V{height}", "frame"))
            side = "end" if edge else "start"
            parts.append(_text(at(edge), 12, word if roomy else str(edge), "axis", side if roomy else "middle"))
    for number, row in enumerate(rows):
        y = top + number * row_height
        middle, before = y + row_height / 2, sums[number - 1] if number else 0
        place = row.kind in PLACES
        kind = f"name {row.kind}" + (" place" if place else "")
        parts.append(_text(0, middle + 4.5, row.name, kind))
        parts.append(_text(label + 40, middle + 4.5, row.text, f"figure {row.kind}", "end"))
        if number:
            parts.append(_path(f"M{at(before)} {y - 6}V{y + 6}", "carry"))
        if place:
            dot = "end" if row.kind == "result" else "open"
            parts.append(f'<circle class="{dot}" cx="{at(row.value)}" cy="{middle:g}" r="5"/>')
        else:
            parts.append(_bar(row.kind, at(before), at(sums[number]), y + 4, row_height - 8))
    says = ", ".join(f"{row.name}: {row.text}" for row in rows)
    return _svg("steps", width, height, says, parts)


def _bar(kind: str, start: float, end: float, y: float, height: float) -> str:
    """Draw a bar with a pointed end, or a tick if it would be too short."""
    if abs(end - start) < 1.5:
        return _path(f"M{start} {y}v{height}", f"bar tick {kind}")
    point = min(7.0, abs(end - start)) * (1 if end > start else -1)
    shape = f"M{start} {y}H{end - point:g}L{end} {y + height / 2}L{end - point:g} {y + height}H{start}Z"
    bar = _path(shape, f"bar {kind}")
    if kind != "luck":
        return bar
    low, high = sorted((start, end))
    pips = [low + 6 + 8 * i for i in range(int((high - low - 10) // 8) + 1)]
    return bar + "".join(f'<circle class="pip" cx="{x:g}" cy="{y + height / 2:g}" r="1.6"/>' for x in pips)
