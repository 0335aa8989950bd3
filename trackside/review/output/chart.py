"""The chances of a game turn by turn, drawn in characters."""

from __future__ import annotations

import math
from collections.abc import Sequence

from trackside.core.board import NAME, fitted
from trackside.core.words import Words
from trackside.review.report import Review
from trackside.review.words.figures import digits, subject

COLUMNS = 80
LABEL = 7
"""Columns for the figures at the left."""
HEIGHT = 7
"""Lines of a chart of one seat."""
EACH = 2
"""Lines for every seat in a chart of several."""
TICK = 10
"""Columns between two turn numbers."""

BLOCKS = " ▁▂▃▄▅▆▇█"
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The dots of a braille character, line by line."""


def by_turn(review: Review, seat: int) -> list[float]:
    """Return a seat's chances at the start and at the end of every turn."""
    last = max((step.turn for step in review.steps), default=0)
    values = [review.start[seat]] * (last + 1)
    at = 0
    for step in review.steps:
        at = max(at, step.turn)
        values[at:] = [step.after[seat]] * (len(values) - at)
    return values


def bounds(review: Review, seats: Sequence[int]) -> tuple[float, float]:
    """Return the lowest and the highest value of the axis: 0 to 1, or points rounded outwards to multiples of five."""
    if review.unit == "share":
        return 0.0, 1.0
    values = [value for seat in seats for value in by_turn(review, seat)]
    low, high = 5 * math.floor(min(values) / 5), 5 * math.ceil(max(values) / 5)
    return float(low), float(high if high > low else low + 5)


def stretched(values: Sequence[float], n: int) -> list[float]:
    """Return `n` values spread evenly over the list, including the first and the last."""
    if n == 1 or len(values) == 1:
        return [values[-1]] * n
    return [values[round(i * (len(values) - 1) / (n - 1))] for i in range(n)]


def braille(values: Sequence[float], width: int, height: int, low: float, high: float) -> list[str]:
    """Return a line through the values, in braille characters of two by four dots.

    >>> braille([0, 1], 2, 1, 0, 1)
    ['⣀⡏']
    """
    cells = [[0] * width for _ in range(height)]
    top = 4 * height - 1
    levels = [round((value - low) / (high - low) * top) for value in stretched(values, 2 * width)]
    for x, level in enumerate(levels):
        before = levels[x - 1] if x else level
        for dot in range(min(level, before), max(level, before) + 1):
            line, row = divmod(top - max(0, min(top, dot)), 4)
            cells[line][x // 2] |= DOTS[row][x % 2]
    return ["".join(chr(0x2800 + cell) if cell else " " for cell in line) for line in cells]


def blocks(values: Sequence[float], width: int, height: int, low: float, high: float) -> list[str]:
    """Return a bar chart with a column for each value.

    >>> blocks([0, 0.5, 1], 3, 1, 0, 1)
    [' ▄█']
    """
    full = 8 * height
    levels = [max(0, min(full, round((value - low) / (high - low) * full))) for value in stretched(values, width)]
    return ["".join(BLOCKS[max(0, min(8, level - 8 * line))] for level in levels) for line in reversed(range(height))]


def tens(values: Sequence[float], width: int, low: float, high: float) -> str:
    """Return the values as tenths of the axis, one digit each, for ASCII.

    >>> tens([0, 0.55, 1], 3, 0, 1)
    '059'
    """
    return "".join(
        str(max(0, min(9, math.floor((value - low) / (high - low) * 10)))) for value in stretched(values, width)
    )


def text_chart(review: Review, words: Words, *, ascii_only: bool = False) -> list[str]:
    """Return the chances of the reader, or of every seat if there are more than two, with turns and moments below."""
    seats = [subject(review, words)] if review.seats < 3 else list(range(review.seats))
    low, high = bounds(review, seats)
    alone = len(seats) == 1
    label = LABEL if alone and not ascii_only else NAME + 2
    room = COLUMNS - label
    drawn = [_caption(review, seats, words)]
    for seat in seats:
        values = by_turn(review, seat)
        name = f"{fitted(words.label(seat), NAME):{NAME}}  "
        if ascii_only:
            drawn.append(name + tens(values, room, low, high))
        elif alone:
            drawn += _scaled(braille(values, room, HEIGHT, low, high), low, high, review, words)
        else:
            lines = blocks(values, room, EACH, low, high)
            drawn += [" " * len(name) + lines[0], name + lines[1]]
    return [line.rstrip() for line in [*drawn, *_below(review, label, room)]]


def _caption(review: Review, seats: list[int], words: Words) -> str:
    if review.unit == "points":
        return words("review.chart.points")
    return words.of(seats[0], "review.chart.one") if len(seats) == 1 else words("review.chart.all")


def _scaled(lines: list[str], low: float, high: float, review: Review, words: Words) -> list[str]:
    """Return the lines with the highest, the middle and the lowest value at their left."""
    labels = {0: high, len(lines) // 2: (low + high) / 2, len(lines) - 1: low}
    scale = 100 if review.unit == "share" else 10
    texts = [digits(round(labels[i] * scale), review.unit, words) if i in labels else "" for i in range(len(lines))]
    return [f"{text:>{LABEL - 2}} │{line}" for text, line in zip(texts, lines, strict=True)]


def _below(review: Review, label: int, room: int) -> list[str]:
    """Return a line with the numbers of the moments at their turns, then a line with the turns."""
    last = max((step.turn for step in review.steps), default=0)
    signs, axis = [" "] * room, [" "] * (room + 4)
    for number, moment in enumerate(review.moments, 1):
        at = min(room - 1, round(review.steps[moment].turn * (room - 1) / max(1, last)))
        while at < room - 1 and signs[at] != " ":
            at += 1
        signs[at] = str(number)
    every = max(1, 5 * math.ceil(last * TICK / room / 5))
    for turn in range(0, last + 1, every):
        text = str(turn)
        at = max(0, round(turn * (room - 1) / max(1, last)) - len(text) + 1)
        axis[at : at + len(text)] = text
    drawn = ["".join(signs), "".join(axis[:room])]
    return [" " * label + line for line in (drawn if review.moments else drawn[1:])]
