"""Skip or Trip in text: a hundred squares in rows of ten, hands and deck, possible trips, and the squares taken."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from trackside.core.board import (
    COLUMNS,
    Marks,
    Picture,
    added,
    find_marks,
    fitted,
    letter,
    put_lines,
    put_pieces,
    put_seat,
    seat_width,
)
from trackside.core.canvas import Canvas
from trackside.core.scene import Offer, Scene

SHEETS = False
STYLES = {
    "even": "#9aa4b1 on #1d242d",
    "odd": "#9aa4b1 on #252e39",
    "known": "bold #101010 on #e9dfc7",
    "unknown": "bold #f0f0f0 on #3a3f47",
}

ROW = 10
ROWS = 10
LAST = ROW * ROWS
MARGIN = 2
NARROWEST, WIDEST, TALLEST = 5, 15, 4
SYMBOLS = 6
"""The number of columns for the symbols of a square: `2²·3·7` is the longest."""

PLAIN_ROWS = 2
"""The number of lines for a row of squares in plain drawings: a number, and its symbols below."""

_POWERS = ("", "", "²", "³", "⁴", "⁵", "⁶")
_ASCII_POWERS = ("", "", "^2", "^3", "^4", "^5", "^6")
SQUARES = 26
"""The number of columns for a square and its symbols in the list of squares."""


def spots(offer: Offer) -> list[str]:
    """Return the square that is tripped or walked from, or the card that is played."""
    if "square" in offer:
        return [str(offer["square"])]
    return [f"card {offer['card']}"] if "card" in offer else []


def lines(picture: Picture) -> int:
    """Return the number of lines: the rows of squares, then everything else with empty lines between."""
    hands = sum(map(len, _hands(picture, COLUMNS)))
    return ROWS * PLAIN_ROWS + 2 + hands + 1 + len(_threats(picture, COLUMNS)) + 1 + len(_taken_squares(picture))


def paint(picture: Picture, canvas: Canvas) -> None:
    """Draw the track with 100 at the top, then the hands, then the reader's threats and the squares taken."""
    cell = max(NARROWEST, min(WIDEST, (canvas.width - MARGIN) // ROW))
    hands, threats = _hands(picture, canvas.width), _threats(picture, canvas.width)
    room = canvas.height - sum(map(len, hands)) - 2
    height = max(1, min(TALLEST, (room - len(threats) - 1) // ROWS)) if cell > SYMBOLS else 1
    marks = find_marks(picture, spots)
    for square in range(1, LAST + 1):
        row, column = ROWS - 1 - (square - 1) // ROW, (square - 1) % ROW
        _paint_square(picture, canvas, marks, square, MARGIN + column * cell, row * height, cell - 1, height)
    y = ROWS * height
    canvas.put(MARGIN, y, "0", "faint")
    _put_meeples(picture, canvas, 0, MARGIN + 2, y, 18)
    deck = picture.words("drawing.deck", n=picture.scene["deck"], top=picture.scene["top"] or "-")
    canvas.put(max(MARGIN + 22, canvas.width - len(deck) - 1), y, deck, "faint")
    y += 2 if room > ROWS * height + 1 else 1
    for seat, cards in enumerate(hands):
        y = _paint_hand(picture, canvas, marks, seat, cards, y)
    if threats:
        y += 1
        for line in threats:
            canvas.put(1, y, line, "" if line.startswith(" ") else "bold")
            y += 1
    if height < 3:  # there is no room for the symbols of squares with meeples on them
        put_lines(canvas, 1, y + 1, _taken_squares(picture), "faint")


def _symbols(scene: Scene, square: int) -> list[str]:
    """Return the symbols of a square; the first and the last have none."""
    return scene["squares"].split(" ")[square - 2].split(".") if 1 < square < LAST else []


def _factors(scene: Scene, square: int, powers: Sequence[str]) -> str:
    """Return all symbols of a square in compact form: `2³·3`."""
    symbols = _symbols(scene, square)
    return "·".join(prime + powers[symbols.count(prime)] for prime in dict.fromkeys(symbols))


def _square_text(scene: Scene, square: int) -> str:
    """Return a square with its symbols; for a prime only its number, which is its symbol."""
    symbols = " x ".join(_symbols(scene, square))
    return f"{square} = {symbols}" if symbols not in ("", str(square)) else str(square)


def _meeples(scene: Scene, square: int) -> list[int]:
    return [side for side, squares in enumerate(scene["meeples"]) for other in squares if other == square]


def _put_meeples(picture: Picture, canvas: Canvas, square: int, x: int, y: int, width: int) -> bool:
    """Draw the meeples on a square and those that the selected move would bring there; return True if there are any."""
    here = _meeples(picture.scene, square)
    ghosts = added(here, _meeples(picture.after, square)) if picture.after is not None else []
    put_pieces(canvas, x, y, width, here, ghosts, str(square))
    return bool(here or ghosts)


def _paint_square(
    picture: Picture, canvas: Canvas, marks: Marks, square: int, x: int, y: int, width: int, height: int
) -> None:
    spot = str(square)
    left, right, marked = marks.around(spot)
    style = "chosen" if marked == "chosen" else "even" if (square + (square - 1) // ROW) % 2 else "odd"
    canvas.fill(x, y, width, height, style, spot)
    if height == 1:
        canvas.put(x + width - len(spot), y, spot, style, spot)
        _put_meeples(picture, canvas, square, x, y, width - max(2, len(spot)))
    else:
        symbols = _factors(picture.scene, square, _ASCII_POWERS if canvas.ascii_only else _POWERS)
        canvas.put(x + 1, y, spot, style, spot)
        taken = _put_meeples(picture, canvas, square, x + 1, y + height - 1, width - 1)
        if height > 2 or not taken:
            canvas.put(x + (len(symbols) < width), y + 1, symbols, style, spot)
        elif len(symbols) + len(spot) < width - 2:
            canvas.put(x + width - len(symbols) - 1, y, symbols, style, spot)
    if marked:
        canvas.put(x - 1, y + height - 1, left, "offered", spot)
        canvas.put(x + width, y + height - 1, right, "offered", spot)


def _card(card: Scene) -> str:
    """Return a card as its number, with its symbols if they are known."""
    return f"{card['number']}[{'.'.join(map(str, card['symbols']))}]" if "symbols" in card else str(card["number"])


def _hands(picture: Picture, width: int) -> list[list[list[Scene]]]:
    """Return the cards of every seat, in lines that fit."""
    return [
        _wrapped(hand, max(20, width - _hand_start(picture, seat))) for seat, hand in enumerate(picture.scene["hands"])
    ]


def _squares_text(picture: Picture, seat: int) -> str:
    """Return the squares of a seat's meeples."""
    return f"{' '.join(map(str, picture.scene['meeples'][picture.scene['sides'][seat]])):>3}"


def _hand_start(picture: Picture, seat: int) -> int:
    """Return the column where a hand begins."""
    return seat_width(picture) + len(_squares_text(picture, seat)) + 1


def _wrapped(hand: list[Scene], room: int) -> list[list[Scene]]:
    found: list[list[Scene]] = [[]]
    used = 0
    for card in hand:
        used += len(_card(card)) + 1
        if used > room:
            found.append([])
            used = len(_card(card)) + 1
        found[-1].append(card)
    return found


def _paint_hand(picture: Picture, canvas: Canvas, marks: Marks, seat: int, rows: list[list[Scene]], y: int) -> int:
    end = put_seat(canvas, 0, y, picture, seat, picture.scene["sides"][seat])
    canvas.put(end, y, _squares_text(picture, seat), "bold")
    for cards in rows:
        x = _hand_start(picture, seat)
        for card in cards:
            spot = f"card {card['kind']}" if seat == picture.perspective and "kind" in card else ""
            style = "known" if "symbols" in card else "unknown"
            x = canvas.put(x, y, _card(card), "chosen" if spot and spot == marks.chosen else style, spot) + 1
        y += 1
    return y


def _threats(picture: Picture, width: int) -> list[str]:
    """List the numbers in opponents' hands that may have the symbols of the reader's squares."""
    width = max(width, 40)
    found = []
    for square, symbols in picture.scene["threats"]:
        text = _square_text(picture.scene, square)
        who = fitted(picture.words.who(picture.perspective), 12)
        found += textwrap.wrap(picture.words("drawing.threat", who=who, square=text), width - 2)
        parts = []
        for symbol, hands in symbols:
            held = [f"{letter(seat)} {','.join(map(str, numbers))}" for seat, numbers in hands]
            parts.append(f"{symbol}: {' '.join(held) or '-'}")
        found += textwrap.wrap("   ".join(parts), width - 4, initial_indent="  ", subsequent_indent="  ")
    return found


def _taken_squares(picture: Picture) -> list[str]:
    """List every square with meeples, the furthest first: its symbols, its sides, and any trip that is possible now."""
    scene = picture.scene
    tripped = {offer["square"] for offer in picture.offers if offer["kind"] == "trip"}
    found = []
    for square in sorted({square for squares in scene["meeples"] for square in squares if square}, reverse=True):
        text = _square_text(scene, square)
        there = ", ".join(_side_name(picture, side) for side in dict.fromkeys(_meeples(scene, square)))
        mark = f"  * {picture.words('drawing.trip')}" if square in tripped else ""
        found.append(f"{text:{SQUARES}} {fitted(there, 34)}{mark}")
    return found


def _side_name(picture: Picture, side: int) -> str:
    """Return the owner of a side's meeples: a seat or a team."""
    names = [picture.words.who(seat) for seat, other in enumerate(picture.scene["sides"]) if other == side]
    return names[0] if len(names) == 1 else picture.words("team", first=names[0], second=names[1])
