"""Träxx on a screen: a sheet of hexagons with the line running over it like a ribbon, the card, the seats."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from rich.style import Style

from trackside.games.traxx.fields import COORDINATES, FIELDS, NAMES, ROW_LENGTHS, ROWS
from trackside.games.traxx.hidden import steps_from_start
from trackside.games.traxx.material import LETTERS, card_text
from trackside.games.traxx.position import strand
from trackside.games.traxx.scoring import numbers_in_order, score_lines, total_line
from trackside.games.traxx.state import DEAL, DRAW, A, B, State
from trackside.terminal.boards import Scene
from trackside.terminal.boards.parts import BOLD, CHOSEN, FADED, OFFERED, letter
from trackside.terminal.canvas import PLAIN, Canvas
from trackside.terminal.look import ink, seat_style

SHEETS = True

GROUNDS = (
    ink("#141414", "#d9b310"),
    ink("#ffffff", "#2463b0"),
    ink("#ffffff", "#2a7d3f"),
    ink("#ffffff", "#bd2f3a"),
    ink("#ffffff", "#69717a"),
    ink("#ffffff", "#7d3fa0"),
)
"""The six colours of fields and patches, in the order of their letters."""

RIBBON = ink("#141414", "#f4f4f4", bold=True)
FRESH = ink("#141414", "#ffef9f", bold=True)
"""The line, and what was added to it in this round."""

RIBBON_STEP, FRESH_STEP = ink("#f4f4f4", bold=True), ink("#ffef9f", bold=True)


@dataclass(frozen=True)
class Size:
    """Columns and lines from a field to the next, and of the field itself."""

    pitch: int
    width: int
    height: int

    @property
    def columns(self) -> int:
        """Columns of a whole sheet."""
        return self.pitch * max(ROW_LENGTHS) + 1

    @property
    def lines(self) -> int:
        """Lines of a whole sheet."""
        return (self.height + 1) * len(ROWS) - 1

    def place(self, field: int) -> tuple[int, int]:
        """The upper left corner of a field."""
        row = COORDINATES[field][1] + len(ROWS) // 2
        first = NAMES.index(f"{ROWS[row]}1")
        indent = (max(ROW_LENGTHS) - ROW_LENGTHS[row]) * self.pitch // 2
        return 1 + indent + (field - first) * self.pitch, row * (self.height + 1)

    def inset(self, line: int) -> int:
        """How much narrower a field is in a line, so that it looks like a hexagon."""
        return 1 if self.height > 2 and line in (0, self.height - 1) else 0


SIZES = (Size(14, 12, 4), Size(12, 10, 3), Size(8, 7, 2), Size(8, 7, 1), Size(6, 5, 1))
"""From the largest to the one that fits into 80 columns and 24 lines."""


def spots(text: str) -> list[str]:
    """The field that is entered; stopping and passing are about the card."""
    name = text.rpartition(" ")[2]
    return [name if name in NAMES else "card"]


def paint(scene: Scene, canvas: Canvas) -> None:
    """The card, the sheet of the seat that is shown, the points of all."""
    s: State = scene.state
    seats = 2 * s.seats + 1
    size = next(
        (size for size in SIZES if size.columns <= canvas.width and size.lines + seats + 2 <= canvas.height), SIZES[-1]
    )
    left = max(0, (canvas.width - size.columns) // 2)
    roomy = canvas.height >= size.lines + seats + 2
    _paint_card(scene, canvas)
    top = 2 if roomy else 1
    _paint_sheet(scene, canvas, size, left, top)
    if roomy:
        y = top + size.lines + 1
        for seat in range(s.seats):
            _paint_total(scene, canvas, seat, y)
            y += 2
        return
    for seat in range(s.seats):
        x = canvas.put(0, top + seat, "►" if seat == scene.shown else " ", OFFERED)
        x = canvas.put(x, top + seat, letter(seat), seat_style(seat))
        canvas.put(x, top + seat, f"{scene.scores[seat]:4}", BOLD)
    canvas.put(0, top + size.lines, total_line(s, scene.shown, scene.words) if s.phase != DEAL else "", FADED)


def _paint_card(scene: Scene, canvas: Canvas) -> None:
    """The patches of the card, those used up in brackets."""
    s: State = scene.state
    x = canvas.put(0, 0, scene.say("traxx.card", number=s.turns, count=s.rounds) + " ", BOLD)
    if s.phase != DRAW:
        return
    drawing = s.drawn[scene.shown] > 0 and not s.done[scene.shown]
    spare = card_text(s.spare[scene.shown]) if drawing else card_text(s.patches)
    if s.done[scene.shown]:
        spare = ""
    chosen = scene.selected is not None and spots(scene.selected.text) == ["card"]
    for index, colour in enumerate(LETTERS):
        n, free = card_text(s.patches).count(colour), spare.count(colour)
        for number in range(n):
            used = number >= free
            text = f"({colour})" if used else f" {colour} "
            style = CHOSEN if chosen else (FADED if used else GROUNDS[index])
            x = canvas.put(x + 1, 0, text, style, "card")
    if scene.shown != scene.eyes or scene.eyes < 0:
        canvas.put(x + 2, 0, scene.say("traxx.sheet", who=scene.words.who(scene.shown)), BOLD)


def _paint_sheet(scene: Scene, canvas: Canvas, size: Size, left: int, top: int) -> None:
    s: State = scene.state
    seat = scene.shown
    fresh = _fresh(s, seat)
    for one, other in _steps(s, seat):
        _paint_step(canvas, size, left, top, one, other, FRESH_STEP if {one, other} & fresh else RIBBON_STEP)
    offered = {spots(move.text)[0] for move in scene.moves} if seat == scene.eyes else set()
    chosen = spots(scene.selected.text)[0] if scene.selected is not None and seat == scene.eyes else ""
    for field in range(FIELDS):
        x, y = size.place(field)
        _paint_field(s, canvas, size, field, seat, left + x, top + y, fresh, NAMES[field] == chosen)
        if NAMES[field] in offered:
            _paint_frame(canvas, size, left + x, top + y, NAMES[field] == chosen)


def _paint_frame(canvas: Canvas, size: Size, x: int, y: int, chosen: bool) -> None:
    """Signs left and right of a field that may be entered."""
    if chosen:
        signs = "►◄"
    else:
        signs = "[]" if size.height == 1 else "▐▌"
    for line in range(size.height):
        inset = size.inset(line)
        if size.height == 1 or signs == "▐▌" or line == (size.height - 1) // 2:
            canvas.put(x - 1 + inset, y + line, signs[0], OFFERED)
            canvas.put(x + size.width - inset, y + line, signs[1], OFFERED)


def _paint_field(
    s: State, canvas: Canvas, size: Size, field: int, seat: int, x: int, y: int, fresh: set[int], chosen: bool
) -> None:
    """A field in its colour, or as a part of the ribbon."""
    style = GROUNDS[s.colour[field]]
    if s.mark[seat][field]:
        style = FRESH if field in fresh else RIBBON
    if chosen:
        style = CHOSEN
    for line in range(size.height):
        inset = size.inset(line)
        canvas.fill(x + inset, y + line, size.width - 2 * inset, 1, style, NAMES[field])
    text = _label(s, field, seat, fresh, size)
    canvas.put(x + (size.width - len(text)) // 2, y + (size.height - 1) // 2, text, style, NAMES[field])
    if size.height > 2 and not s.mark[seat][field]:
        canvas.put(x + 2, y + size.height - 1, NAMES[field], style, NAMES[field])


def _label(s: State, field: int, seat: int, fresh: set[int], size: Size) -> str:
    """Colour letter and number; reached fields in brackets with the ends A and B and the start, others by name."""
    sign = LETTERS[s.colour[field]] + (str(s.value[field]) if s.value[field] else "")
    mark = s.mark[seat][field]
    if not mark:
        starts = [str(n) for n, start in enumerate(s.starts, 1) if start == field]
        if size.height > 2:
            return sign + ("*" + starts[0] if starts else "")
        return f"{NAMES[field]}{' ' if len(sign) < 3 else ''}{sign}"
    tips = "".join(name for name, tip in zip("AB", s.tip[seat], strict=True) if tip == field)
    sign += "*" if mark == 1 else ""
    text = f"{{{sign}}}" if field in fresh else f"({sign})"
    return text if not tips else tips + (text if len(tips + text) <= size.width else text[1:])[: size.width - len(tips)]


def _fresh(s: State, seat: int) -> set[int]:
    """The fields entered in this round."""
    end = s.growing[seat] - 1
    if not s.drawn[seat]:
        return set()
    before = s.length[seat][end] - s.drawn[seat]
    return {
        field for field in range(FIELDS) if s.mark[seat][field] and steps_from_start(s.mark[seat][field], end) > before
    }


def _steps(s: State, seat: int) -> list[tuple[int, int]]:
    """The pairs of fields that the line joins."""
    if not s.start[seat]:
        return []
    start = s.starts[s.start[seat] - 1]
    return [pair for end in (A, B) for pair in pairwise([start, *strand(s, seat, end)])]


def _paint_step(canvas: Canvas, size: Size, left: int, top: int, one: int, other: int, style: Style) -> None:
    (x, y), (other_x, other_y) = size.place(one), size.place(other)
    if y == other_y:
        start, end = min(x, other_x) + size.width, max(x, other_x)
        canvas.put(left + start, top + y + (size.height - 1) // 2, "━" * (end - start), style)
        return
    (upper_x, upper_y), (lower_x, _) = sorted([(x, y), (other_x, other_y)], key=lambda place: place[1])
    middle = (upper_x + lower_x + size.width - 1) // 2
    canvas.put(left + middle, top + upper_y + size.height, "╱" if lower_x < upper_x else "╲", style)


def _paint_total(scene: Scene, canvas: Canvas, seat: int, y: int) -> None:
    """A seat's sum in words, and the numbers it has reached."""
    s: State = scene.state
    x = canvas.put(0, y, "►" if seat == scene.shown else " ", OFFERED)
    x = canvas.put(x, y, f" {letter(seat)} ", seat_style(seat))
    if s.phase == DEAL:
        return
    canvas.put(x + 1, y, total_line(s, seat, scene.words), BOLD if seat == scene.eyes else PLAIN)
    reached = "  ".join(f"{value}: {s.noted[seat][value]}" for value in numbers_in_order(s, seat))
    canvas.put(x + 1, y + 1, scene.say("traxx.numbers", numbers=reached or "-"), FADED)


def account(scene: Scene) -> list[str]:
    """The totals, then what each number was worth to whom and why (TX-9 to TX-11)."""
    lines = score_lines(scene.state, scene.words)
    totals = len(scene.names)
    return [*lines[-totals:], "", *lines[:-totals]]
