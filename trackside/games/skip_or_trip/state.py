"""Skip or Trip's state: the fields of a position, the numbering of cards, and the move codes.

A kind of card is a number and a white side; ten of the 98 kinds occur twice (ST-2). Kinds are ordered
by their symbols, then by their number: 2, 2.2, 2.2.2, 2.3, 3, 3.3, 5, 7, 11 and so on. The cards of a
trip are laid in that order, so that every set of cards can be laid in one way only.

Everything about cards is stored twice: by number, which is public, and by kind, which is blank (zero)
in the views of those who may not know it (ST-5).
"""

from __future__ import annotations

from trackside.core.data import Data
from trackside.core.layout import Layout, grid, number, numbers

_CARDS = Data(__package__, "cards.toml")


def factors(product: int) -> tuple[int, ...]:
    """Return the prime factors of a number, ascending: the symbols of a square or of a white side (ST-1)."""
    found: list[int] = []
    prime = 2
    while product > 1:
        while product % prime == 0:
            found.append(prime)
            product //= prime
        prime += 1
    return tuple(found)


MAX_SEATS = 6
MAX_MEEPLES = 3
GOAL = 100
NUMBERS = 9
"""The highest number; black sides show 1 to NUMBERS."""

EACH = 12
CARDS = NUMBERS * EACH
HAND = _CARDS.integer("deal.cards", 1, CARDS // MAX_SEATS)
MEEPLES = _CARDS.integers("meeples.by_sides", 4, 0, MAX_MEEPLES)
"""The meeples of every side in the advanced game, by the number of sides (ST-14, ST-18)."""

_WHITE = {number: _CARDS.integers(f"white.{number}", EACH, 2, GOAL - 1) for number in range(1, NUMBERS + 1)}
_KINDS = sorted({(factors(side), number) for number, sides in _WHITE.items() for side in sides})

KINDS = len(_KINDS)
SYMBOLS: tuple[tuple[int, ...], ...] = tuple(symbols for symbols, _ in _KINDS)
"""The symbols of each kind, for texts; compiled code uses their product."""

NUMBER: tuple[int, ...] = tuple(number for _, number in _KINDS)
PRODUCT: tuple[int, ...] = tuple(next(p for p in _WHITE[n] if factors(p) == symbols) for symbols, n in _KINDS)
COPIES: tuple[int, ...] = tuple(_WHITE[n].count(p) for n, p in zip(NUMBER, PRODUCT, strict=True))

PRODUCTS: tuple[int, ...] = tuple(dict.fromkeys(PRODUCT))
"""The 29 white sides as products, in the order of the kinds: 2, 4, 8, 6, 3, 9, 5, 7, 11 ..."""

FIRST: tuple[int, ...] = (*(PRODUCT.index(product) for product in PRODUCTS), KINDS)
"""The first kind with each of the PRODUCTS, and the end."""

FIVE = PRODUCTS.index(5)
"""The index from which all PRODUCTS are single primes; the kinds before have symbols 2 and 3 only."""

SHIFT: tuple[int, ...] = tuple(8 * symbols.count(2) + symbols.count(3) for symbols in SYMBOLS[: FIRST[FIVE]])
"""The symbols 2 and 3 of the first kinds as one number, to be added up in the bits of another."""

SIDES: tuple[int, ...] = (0, *(NUMBER.count(n) for n in range(1, NUMBERS + 1)))
"""The number of different white sides of each number."""

KIND_AT: tuple[int, ...] = tuple(
    ([k for k in range(KINDS) if NUMBER[k] == n] + [-1] * EACH)[i] for n in range(NUMBERS + 1) for i in range(EACH)
)
"""The kinds by number: those of number n are KIND_AT[EACH * n] and the SIDES[n] - 1 that follow."""

LONGEST_TRIP = 6
"""The maximum number of cards in a trip: six, for 64 with a 2 on each."""

BASIC, ADVANCED, TEAMS = range(3)
"""The codes of the option `mode`."""

BEGIN, TOP, DRAW, ACT, CARD, MEEPLE, FINISHED = range(7)
"""The phases: who begins; the next number comes up, its card is drawn; then a turn's choices."""

PROCEED, CLOSE = -1, -2
"""Transient phases during automatic steps: no position rests in them."""

TRIP = 0
LAY = TRIP + GOAL - 2
BLACK = LAY + KINDS
NONE = BLACK + KINDS
MOVE = NONE + 1
MOVES = MOVE + MAX_MEEPLES
"""The move codes: TRIP + square - 2, LAY + kind, BLACK + kind, NONE (no black card), MOVE + meeple."""

OUTCOMES = EACH

MAX_DECISIONS = 2 * CARDS + 2 * MAX_SEATS * (CARDS + 1)
"""An upper bound: a trip and a card to lay for each card; each turn's end and meeple, all but one pass in between."""

MAX_CHANCES = 1 + 2 * CARDS


class State(Layout):
    """A position; every side's meeples are held in the order of the track, the rearmost first."""

    seats: int = number()
    sides: int = number()  # one per seat, in team play two; seat i plays side i % sides
    meeples: int = number()  # the number per side
    mercy: int = number()  # 1 if the rearmost cannot be tripped
    rounds: int = number()  # the number of rounds after which the game ends; 0 is no limit
    time_up: int = number()  # 1 once the time of the table is up: this turn is the last
    turns: int = number()  # the number of turns begun
    phase: int = number()
    seat: int = number()  # the seat whose turn it is, or that is dealt cards
    passes: int = number()  # the number of passes in a row so far
    steps: int = number()  # sum of the numbers played this turn; 0 again once the turn's move is made
    square: int = number()  # the square being tripped, 0 if none
    rest: int = number()  # the product of the symbols that this trip still needs
    back: int = number()  # sum of the numbers laid for this trip
    laid: list[int] = numbers(LONGEST_TRIP)  # the kinds laid for this trip, each plus 1
    due: int = number()  # the number of cards to be drawn now
    top: int = number()  # the number on top of the deck, 0 if none is up
    left: list[int] = numbers(NUMBERS + 1)  # cards in the deck: all, then by number
    stock: list[int] = numbers(KINDS)  # secret: cards in the deck by kind
    shown: list[int] = numbers(KINDS)  # cards played white side up by kind
    meeple: list[list[int]] = grid(MAX_SEATS, MAX_MEEPLES)  # the square of each meeple of each side
    held: list[list[int]] = grid(MAX_SEATS, NUMBERS + 1)  # cards in every hand: all, then by number
    hand: list[list[int]] = grid(MAX_SEATS, KINDS)  # secret: the same by kind
    gone: list[list[int]] = grid(MAX_SEATS, NUMBERS + 1)  # cards every seat played black side up: all, by number
    down: list[list[int]] = grid(MAX_SEATS, KINDS)  # secret: the same by kind
