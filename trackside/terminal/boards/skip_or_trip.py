"""Skip or Trip on a screen: a hundred squares in rows of ten, hands and deck, and who could trip you."""

from __future__ import annotations

import re
import textwrap

from rich.style import Style

from trackside.games.skip_or_trip.cards import pile_texts, symbols_text
from trackside.games.skip_or_trip.drawing import may_show
from trackside.games.skip_or_trip.state import BEGIN, GOAL, NUMBERS, State, factors
from trackside.terminal.boards import Scene
from trackside.terminal.boards.parts import BOLD, CHOSEN, FADED, OFFERED, fitted, letter, put_pieces, put_seat
from trackside.terminal.canvas import PLAIN, Canvas
from trackside.terminal.look import ink

SHEETS = False

ROW = 10
MARGIN = 2
NARROWEST, WIDEST, TALLEST = 5, 15, 4
EVEN, ODD = ink("#9aa4b1", "#1d242d"), ink("#9aa4b1", "#252e39")
CARD, BLANK = ink("#101010", "#e9dfc7", bold=True), ink("#f0f0f0", "#3a3f47", bold=True)


def spots(text: str) -> list[str]:
    """The square that is tripped, the card that is played, or the square of the meeple that moves."""
    if found := re.match(r"trip (\d+)", text):
        return [found[1]]
    if found := re.search(r"\d\[[\d.]+\]", text):
        return [found[0]]
    found = re.match(r"(\d+)\+", text)
    return [found[1]] if found else [text.partition(" ")[0]]


def paint(scene: Scene, canvas: Canvas) -> None:
    """The track with 100 at the top, then the hands, then what may happen to you."""
    s: State = scene.state
    cell = max(NARROWEST, min(WIDEST, (canvas.width - MARGIN) // ROW))
    hands = _hands(scene, canvas.width)
    lines = sum(len(cards) for cards in hands)
    room = canvas.height - lines - 2
    height = max(1, min(TALLEST, room // ROW))
    for row in range(ROW):
        first = GOAL - ROW * (row + 1) + 1
        for square in range(first, first + ROW):
            _paint_square(scene, canvas, square, MARGIN + (square - first) * cell, row * height, cell - 1, height)
    y = ROW * height
    canvas.put(MARGIN, y, "0", FADED)
    put_pieces(canvas, MARGIN + 2, y, 18, _meeples(s, 0), _ghosts(scene, 0), "0")
    _paint_deck(scene, canvas, y)
    y += 2 if room > ROW * height + 1 else 1
    for seat, cards in enumerate(hands):
        y = _paint_hand(scene, canvas, seat, cards, y)
    if scene.eyes >= 0 and s.phase != BEGIN:
        for line in _threats(scene, canvas.width)[: max(0, canvas.height - y - 1)]:
            y += 1
            canvas.put(1, y, line, BOLD if not line.startswith(" ") else PLAIN)


def _meeples(s: State, square: int) -> list[int]:
    return [side for side in range(s.sides) for other in s.meeple[side][: s.meeples] if other == square]


def _ghosts(scene: Scene, square: int) -> list[int]:
    """The meeples that the selected move would bring here."""
    if scene.after is None:
        return []
    before, after = _meeples(scene.state, square), _meeples(scene.after, square)
    return [side for side in set(after) for _ in range(after.count(side) - before.count(side))]


def _is_target(scene: Scene, spot: str) -> bool:
    return any(spot in spots(move.text) for move in scene.moves)


def _is_chosen(scene: Scene, spot: str) -> bool:
    return scene.selected is not None and spot in spots(scene.selected.text)


def _paint_square(scene: Scene, canvas: Canvas, square: int, x: int, y: int, width: int, height: int) -> None:
    s: State = scene.state
    name = str(square)
    ground = EVEN if (square + (square - 1) // ROW) % 2 else ODD
    target, chosen = _is_target(scene, name), _is_chosen(scene, name)
    style: Style = CHOSEN if chosen else ground
    canvas.fill(x, y, width, height, style, name)
    pieces, ghosts = _meeples(s, square), _ghosts(scene, square)
    if height == 1:
        canvas.put(x + width - len(name), y, name, style, name)
        put_pieces(canvas, x, y, min(2, width - len(name)), pieces, ghosts, name)
    else:
        symbols = "·".join(map(str, factors(square))) if 1 < square < GOAL else ""
        canvas.put(x + 1, y, name, style, name)
        if height > 2 or not (pieces or ghosts):
            canvas.put(x + 1, y + 1, fitted(symbols, width - 1), style, name)
        elif len(symbols) + len(name) < width - 2:
            canvas.put(x + width - len(symbols) - 1, y, symbols, style, name)
        put_pieces(canvas, x + 1, y + height - 1, width - 1, pieces, ghosts, name)
    if target:
        middle = y + height - 1
        canvas.put(x - 1, middle, "►" if chosen else "›", OFFERED, name)
        canvas.put(x + width, middle, "◄" if chosen else "‹", OFFERED, name)


def _paint_deck(scene: Scene, canvas: Canvas, y: int) -> None:
    s: State = scene.state
    text = scene.words("drawing.deck", n=s.left[0], top=s.top or "-")
    canvas.put(max(MARGIN + 22, canvas.width - len(text) - 1), y, text, FADED)


def _hands(scene: Scene, width: int) -> list[list[list[str]]]:
    """The cards of every seat, in lines that fit."""
    s: State = scene.state
    found = []
    for seat in range(s.seats):
        texts = [text.replace("[?]", "") for text in pile_texts(s.held[seat], s.hand[seat])]
        lines = textwrap.wrap(" ".join(texts), max(20, width - 30), break_long_words=False)
        found.append([line.split() for line in lines] or [[]])
    return found


def _paint_hand(scene: Scene, canvas: Canvas, seat: int, lines: list[list[str]], y: int) -> int:
    s: State = scene.state
    end = put_seat(canvas, 0, y, scene, seat, seat % s.sides)
    squares = " ".join(str(square) for square in s.meeple[seat % s.sides][: s.meeples])
    canvas.put(end, y, f"{squares:>3}", BOLD)
    start = end + max(4, len(squares) + 1)
    for cards in lines:
        x = start
        for card in cards:
            own = seat == scene.eyes
            style = CARD if "[" in card else BLANK
            chosen = own and _is_chosen(scene, card)
            canvas.put(x, y, card, CHOSEN if chosen else style, card if own else "")
            x += len(card) + 1
        y += 1
    return y


def _threats(scene: Scene, width: int) -> list[str]:
    """Which numbers in opponents' hands may have the symbols of your squares, by the public list of white sides."""
    s: State = scene.state
    lines = []
    side = scene.eyes % s.sides
    width = max(width, 40)
    for square in sorted(set(s.meeple[side][: s.meeples]), reverse=True):
        if not 1 < square < GOAL:
            continue
        heading = scene.say("skip_or_trip.threat", square=square, symbols=symbols_text(square))
        lines += textwrap.wrap(heading, width - 2)
        parts = []
        for symbol in dict.fromkeys(factors(square)):
            numbers = [n for n in range(1, NUMBERS + 1) if may_show(n, symbol, square)]
            found = []
            for seat in range(s.seats):
                held = ",".join(str(n) for n in numbers if s.held[seat][n])
                if seat % s.sides != side and held:
                    found.append(f"{letter(seat)} {held}")
            parts.append(f"{symbol}: {' '.join(found) or '-'}")
        lines += textwrap.wrap("   ".join(parts), width - 4, initial_indent="  ", subsequent_indent="  ")
    return lines


def account(scene: Scene) -> list[str]:
    """A line for every seat: where its meeples stand (ST-12, ST-16)."""
    s: State = scene.state
    lines = []
    for seat in range(s.seats):
        squares = ", ".join(str(square) for square in reversed(s.meeple[seat % s.sides][: s.meeples]))
        lines.append(scene.say("skip_or_trip.account", who=scene.words.who(seat), squares=squares))
    return lines
