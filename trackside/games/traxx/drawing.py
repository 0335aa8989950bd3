"""Träxx as a picture of plain lines: one sheet with its line, the card, and the others in a few words."""

from __future__ import annotations

from itertools import pairwise

from trackside.core.protocol import REFEREE
from trackside.core.words import Words
from trackside.games.traxx import rules
from trackside.games.traxx.fields import COORDINATES, FIELDS, NAMES, ROW_LENGTHS, ROWS
from trackside.games.traxx.hidden import hide, steps_from_start
from trackside.games.traxx.material import COLOUR_NAMES, LETTERS, Sheet
from trackside.games.traxx.position import strand
from trackside.games.traxx.scoring import numbers_in_order, total_line
from trackside.games.traxx.state import DEAL, DRAW, FINISHED, MOVES, STOP, TURN, A, B, State

CELL = 8
"""Columns from a field to the next one of its row."""

MARGIN = 2


def draw(s: State, words: Words, eyes: int = REFEREE) -> str:
    """The sheet of the seat that looks or is to move, the card, then a few lines for every seat."""
    if eyes != REFEREE:
        s = s.duplicate()
        hide(s, eyes)
    seat = s.looking - 1 if s.looking else max(rules.to_move(s), 0)
    lines = _sheet_lines(_cells(s, seat), _steps(s, seat))
    lines += ["", *_card_lines(s, seat, words), words("picture.legend")]
    lines += ["  ".join(f"{LETTERS[i]} {words(f'colour.{name}')}" for i, name in enumerate(COLOUR_NAMES)), ""]
    for number in range(s.seats):
        pointer = ">" if number == seat else " "
        lines.append(f"{pointer} {total_line(s, number, words)}"[:80])
        if number != seat and s.phase != DEAL:
            lines.append(f"    {_summary(s, number, words)}"[:80])
    return "\n".join(lines)


def draw_sheet(sheet: Sheet) -> str:
    """A sheet that nobody has drawn on."""
    cells = [f"{NAMES[field]} {_sign(sheet.colours[field], sheet.values[field])}" for field in range(FIELDS)]
    for start, field in enumerate(sheet.starts, 1):
        cells[field] += f"*{start}"
    return "\n".join(_sheet_lines(cells, []))


def patch_words(patches: int, words: Words) -> str:
    """The patches of a card by the names of their colours."""
    names = []
    for colour, name in enumerate(COLOUR_NAMES):
        n = rules.patches_of(patches, colour)
        if n:
            names.append(words(f"times.{n}", colour=words(f"colour.{name}")))
    return ", ".join(names) or words("picture.none")


def _sign(colour: int, value: int) -> str:
    return LETTERS[colour] + (str(value) if value else "")


def _cells(s: State, seat: int) -> list[str]:
    """What stands on each field: reached ones in brackets, those that may be entered in square ones."""
    buffer = [0] * MOVES
    moves = buffer[: rules.legal_moves(s, seat, buffer)]
    legal = {move % FIELDS for move in moves if move != STOP}
    return [_cell(s, seat, field, field in legal) for field in range(FIELDS)]


def _cell(s: State, seat: int, field: int, legal: bool) -> str:
    sign = _sign(s.colour[field], s.value[field])
    mark = s.mark[seat][field]
    if not mark:
        return f"[{NAMES[field]} {sign}]" if legal else f"{NAMES[field]} {sign}"
    end = s.growing[seat] - 1
    now = s.drawn[seat] > 0 and steps_from_start(mark, end) > s.length[seat][end] - s.drawn[seat]
    sign += "*" if mark == 1 else ""
    tips = "".join(name for name, tip in zip("AB", s.tip[seat], strict=True) if tip == field)
    return tips + (f"{{{sign}}}" if now else f"({sign})")


def _steps(s: State, seat: int) -> list[tuple[int, int]]:
    """The pairs of fields that the line joins."""
    if not s.start[seat]:
        return []
    start = s.starts[s.start[seat] - 1]
    pairs: list[tuple[int, int]] = []
    for end in (A, B):
        fields = [start, *strand(s, seat, end)]
        pairs += pairwise(fields)
    return pairs


def _sheet_lines(cells: list[str], steps: list[tuple[int, int]]) -> list[str]:
    canvas = [[" "] * 80 for _ in range(2 * len(ROWS) - 1)]
    for one, other in steps:
        (y, x), (other_y, other_x) = _place(one), _place(other)
        if y == other_y:
            canvas[y][min(x, other_x) : max(x, other_x)] = "-" * CELL
        else:
            upper, lower = ((x, y), (other_x, other_y)) if y < other_y else ((other_x, other_y), (x, y))
            canvas[upper[1] + 1][(upper[0] + lower[0]) // 2] = "/" if lower[0] < upper[0] else "\\"
    for field, text in enumerate(cells):
        y, x = _place(field)
        left = x - (len(text) - 1) // 2
        canvas[y][left : left + len(text)] = text
    for row in range(len(ROWS)):
        canvas[2 * row][0] = ROWS[row]
    return ["".join(line).rstrip() for line in canvas]


def _place(field: int) -> tuple[int, int]:
    """The line and the column of the middle of a field."""
    row = COORDINATES[field][1] + len(ROWS) // 2
    first = NAMES.index(f"{ROWS[row]}1")
    indent = (max(ROW_LENGTHS) - ROW_LENGTHS[row]) * CELL // 2
    return 2 * row, MARGIN + CELL // 2 + indent + (field - first) * CELL


def _card_lines(s: State, seat: int, words: Words) -> list[str]:
    if s.phase == DRAW:
        lines = [words("picture.card", number=s.turns, count=s.rounds, patches=patch_words(s.patches, words))]
        if s.drawn[seat] and not s.done[seat]:
            lines.append(words("picture.spare", patches=patch_words(s.spare[seat], words)))
        return lines
    if s.phase == TURN:
        return [words("picture.turn", number=s.turns, count=s.rounds)]
    return [words("picture.over" if s.phase == FINISHED else "picture.deal")]


def _summary(s: State, seat: int, words: Words) -> str:
    tips = [f"{NAMES[tip]} {_sign(s.colour[tip], 0)}" for tip in s.tip[seat]]
    reached = [f"{value}={s.noted[seat][value]}" for value in numbers_in_order(s, seat)]
    return words("picture.other", a=tips[A], b=tips[B], numbers=" ".join(reached) or words("picture.none"))
