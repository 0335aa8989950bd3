"""Skip or Trip as a picture of plain lines: the track, the squares that matter, the hands, what threatens you."""

from __future__ import annotations

import textwrap
from functools import cache

from trackside.core.protocol import REFEREE
from trackside.core.words import SEATS, Words
from trackside.games.skip_or_trip import rules
from trackside.games.skip_or_trip.cards import kinds_of, pile_texts, symbols_text
from trackside.games.skip_or_trip.hidden import hide
from trackside.games.skip_or_trip.state import (
    ACT,
    BEGIN,
    CARD,
    GOAL,
    LAY,
    MOVES,
    NUMBERS,
    PRODUCT,
    SYMBOLS,
    TRIP,
    State,
    factors,
)

WIDTH = 80
ROW = 20
NAME = 12
NO_PLACE = "  ."

Threat = tuple[int, list[tuple[int, list[tuple[int, list[int]]]]]]
"""A square and, for each of its symbols, seats with the numbers they hold."""


def draw(s: State, words: Words, eyes: int = REFEREE) -> str:
    """The position as these eyes see it; the referee sees what there is, with the eyes of the seat to move."""
    view = s.duplicate()
    if eyes != REFEREE:
        hide(view, eyes)
    lines = [_row(view, first) for first in range(GOAL - ROW + 1, 0, -ROW)]
    lines += [f"{0:3} {_letters(view, 0)}".rstrip(), "", *_squares(view, words), ""]
    lines += [line for seat in range(s.seats) for line in _seat_lines(view, seat, words)]
    lines.append(words("drawing.deck", n=s.left[0], top=s.top or "-"))
    you = s.seat if eyes == REFEREE else eyes
    if you >= 0 and s.phase != BEGIN:
        lines += ["", *_threats(view, you, words)]
    return "\n".join(lines)


def _row(s: State, first: int) -> str:
    """Twenty squares in three columns each, the first by its number."""
    cells = (f"{_letters(s, square):>3}" if _letters(s, square) else NO_PLACE for square in range(first, first + ROW))
    return f"{first:3} {''.join(cells)}"


def _letters(s: State, square: int) -> str:
    """The colours on a square by their first letters, `R2` for two of one, `+` for more than fit."""
    found = ""
    for side in range(s.sides):
        n = s.meeple[side][: s.meeples].count(square)
        found += SEATS[side][0].upper() + (str(n) if n > 1 else "") if n else ""
    return found if len(found) <= 3 or square == 0 else found[:2] + "+"


def _squares(s: State, words: Words) -> list[str]:
    """Every square with meeples on it, the furthest first: its symbols, who is there, whether it can be tripped now."""
    taken = {square for side in range(s.sides) for square in s.meeple[side][: s.meeples] if square > 0}
    tripped = trips_now(s)
    lines = []
    for square in sorted(taken, reverse=True):
        symbols = f"{square} = {symbols_text(square)}" if len(factors(square)) else str(square)
        there = [colour(s, side, words) for side in range(s.sides) if square in s.meeple[side][: s.meeples]]
        mark = f"  * {words('drawing.trip')}" if square in tripped else ""
        lines.append(f"{symbols:28} {', '.join(there)[:34]}{mark}".rstrip())
    return lines


def trips_now(s: State) -> set[int]:
    """The squares that the seat to move could trip now, as far as its hand is known."""
    if s.phase == CARD:
        return {s.square}
    moves = [0] * MOVES
    n = rules.legal_moves(s, s.seat, moves) if s.phase == ACT else 0
    return {move - TRIP + 2 for move in moves[:n] if move < LAY}


def colour(s: State, side: int, words: Words) -> str:
    """Whose meeples these are: a seat's, or a team's."""
    if s.sides == s.seats:
        return words.who(side)
    return words("team", first=words.who(side), second=words.who(side + s.sides))


def name(words: Words, seat: int) -> str:
    """What a seat is called, no longer than fits."""
    return words.who(seat)[:NAME]


def _seat_lines(s: State, seat: int, words: Words) -> list[str]:
    """A seat's hand: cards with their symbols where they are known, else their numbers."""
    pointer = ">" if s.seat == seat and rules.to_move(s) >= 0 else " "
    cards = " ".join(text.replace("[?]", "") for text in pile_texts(s.held[seat], s.hand[seat])) or "-"
    squares = " ".join(str(square) for square in s.meeple[seat % s.sides][: s.meeples])
    start = f"{pointer}{SEATS[seat][0].upper()} {name(words, seat):{NAME}} {squares:>9}  "
    return textwrap.wrap(cards, WIDTH, initial_indent=start, subsequent_indent=" " * len(start))


def _threats(s: State, you: int, words: Words) -> list[str]:
    """Which numbers in opponents' hands may have the symbols of your squares."""
    lines = []
    for square, symbols in threats(s, you):
        lines.append(words("drawing.threat", who=name(words, you), square=square, symbols=symbols_text(square)))
        for symbol, hands in symbols:
            found = [name(words, seat) + "".join(f" {number}" for number in held) for seat, held in hands]
            text = "; ".join(found) or "-"
            lines += textwrap.wrap(text, WIDTH, initial_indent=f"  {symbol:2}: ", subsequent_indent=" " * 6)
    return lines


def threats(s: State, you: int) -> list[Threat]:
    """Each of your squares that shows symbols, and for each symbol who holds which numbers that may have it."""
    found = []
    opponents = [(seat, s.held[seat]) for seat in range(s.seats) if seat % s.sides != you % s.sides]
    for square in sorted(set(s.meeple[you % s.sides][: s.meeples]), reverse=True):
        if square == GOAL or not may_trip_with(square):
            continue
        symbols = []
        for symbol, numbers in may_trip_with(square):
            hands = [(seat, [n for n in numbers if held[n]]) for seat, held in opponents]
            symbols.append((symbol, [hand for hand in hands if hand[1]]))
        found.append((square, symbols))
    return found


@cache
def may_trip_with(square: int) -> list[tuple[int, list[int]]]:
    """Each symbol of a square with the numbers that may show it, by the public list of white sides."""
    return [
        (symbol, [n for n in range(1, NUMBERS + 1) if may_show(n, symbol, square)])
        for symbol in dict.fromkeys(factors(square))
    ]


def may_show(number: int, symbol: int, square: int) -> bool:
    """Whether a card with this number may show the symbol and be of use for this square (ST-2)."""
    return any(symbol in SYMBOLS[kind] and square % PRODUCT[kind] == 0 for kind in kinds_of(number))
