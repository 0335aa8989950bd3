"""Cards of Skip or Trip as text: `4[2.2]` is the number 4 with the symbols 2 and 2, `4[?]` a 4 with unknown symbols."""

from __future__ import annotations

import re
from collections.abc import Sequence

from trackside.core.errors import ParseError
from trackside.games.skip_or_trip.state import EACH, KIND_AT, NUMBER, NUMBERS, SIDES, SYMBOLS, factors

CARD_TEXT = re.compile(r"([1-9])(?:\[\s*(\?|\d{1,2}(?:\s*[.x]\s*\d{1,2})*)\s*\])?")


def kinds_of(number: int) -> list[int]:
    """Return all kinds with this number on the black side, in order."""
    return list(KIND_AT[EACH * number : EACH * number + SIDES[number]])


def card_text(kind: int) -> str:
    """Return a card with its symbols."""
    return f"{NUMBER[kind]}[{'.'.join(map(str, SYMBOLS[kind]))}]"


def blank_text(number: int) -> str:
    """Return a card whose symbols are unknown."""
    return f"{number}[?]"


def pile_texts(sizes: Sequence[int], kinds: Sequence[int]) -> list[str]:
    """Return every card of a pile, by number; within a number those with unknown symbols last."""
    found = []
    for number in range(1, NUMBERS + 1):
        known = [card_text(kind) for kind in kinds_of(number) for _ in range(kinds[kind])]
        found += known + [blank_text(number)] * (sizes[number] - len(known))
    return found


def find_kind(number: int, symbols: str) -> int | None:
    """Return the kind with these symbols in any order, or None if the game has no such card."""
    wanted = tuple(sorted(int(symbol) for symbol in re.findall(r"\d+", symbols)))
    return next((kind for kind in kinds_of(number) if SYMBOLS[kind] == wanted), None)


def parse_card(text: str, line: int | None = None) -> tuple[int, int | None]:
    """Parse a card into its number and its kind, which is None if the symbols are unknown."""
    match = CARD_TEXT.fullmatch(text)
    if not match:
        raise ParseError(
            f"{text!r} is not a card: a card is a number 1 to 9 and its symbols, such as 4[2.2] or 4[?]", line
        )
    number, symbols = int(match[1]), match[2]
    if symbols is None or symbols == "?":
        return number, None
    kind = find_kind(number, symbols)
    if kind is None:
        sides = ", ".join(".".join(map(str, SYMBOLS[kind])) for kind in kinds_of(number))
        raise ParseError(f"there is no card {text}: the white sides of {number} are {sides} (ST-2)", line)
    return number, kind


def symbols_text(product: int) -> str:
    """Return the symbols of a square or card, such as `2 x 2 x 3`."""
    return " x ".join(map(str, factors(product)))


def square_text(square: int, form: str = "{} ({})") -> str:
    """Return a square with its symbols, such as `12 (2 x 2 x 3)`; for a prime only its number, which is its symbol."""
    symbols = symbols_text(square)
    return str(square) if symbols == str(square) else form.format(square, symbols)
