"""Threats: the numbers in other hands that may show the symbols of a seat's squares, by the public list (ST-2)."""

from __future__ import annotations

from functools import cache

from trackside.games.skip_or_trip.cards import kinds_of
from trackside.games.skip_or_trip.state import GOAL, NUMBERS, PRODUCT, SYMBOLS, State, factors
from trackside.games.skip_or_trip.types import Threat


def threats(s: State, you: int) -> list[Threat]:
    """Return each square of a seat with symbols, and for each symbol the seats and numbers that may have it."""
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
    """Return each symbol of a square with the numbers that may show it, by the public list of white sides."""
    return [
        (symbol, [n for n in range(1, NUMBERS + 1) if _may_show(n, symbol, square)])
        for symbol in dict.fromkeys(factors(square))
    ]


def _may_show(number: int, symbol: int, square: int) -> bool:
    """Return True if a card with this number may show the symbol and be of use for this square (ST-2)."""
    return any(symbol in SYMBOLS[kind] and square % PRODUCT[kind] == 0 for kind in kinds_of(number))
