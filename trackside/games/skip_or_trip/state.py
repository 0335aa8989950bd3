"""Skip or Trip: what a position holds, how cards are counted, and the move codes.

A kind of card is a number and a white side; ten of the 98 kinds occur twice (ST-2). Kinds are ordered
by their symbols, then by their number: 2, 2.2, 2.2.2, 2.3, 3, 3.3, 5, 7, 11 and so on. The cards of a
trip are laid in that order, so that every set of cards has one way to be laid.

Everything about cards is held in two parts: by number, which everybody sees, and by kind, which is
blank (zero) in the view of those who may not know (ST-5).
"""

from __future__ import annotations

from trackside.core.data import Data
from trackside.core.layout import Layout, grid, number, numbers

_CARDS = Data(__package__, "cards.toml")


def factors(product: int) -> tuple[int, ...]:
    """The prime factors of a number, ascending: the symbols of a square or of a white side (ST-1)."""
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
"""Black sides show 1 to NUMBERS."""

EACH = 12
CARDS = NUMBERS * EACH
HAND = _CARDS.integer("deal.cards", 1, CARDS // MAX_SEATS)
MEEPLES = _CARDS.integers("meeples.by_sides", 4, 0, MAX_MEEPLES)
"""Meeples of every colour in the advanced game, by the number of colours (ST-14, ST-18)."""

_WHITE = {number: _CARDS.integers(f"white.{number}", EACH, 2, GOAL - 1) for number in range(1, NUMBERS + 1)}
_KINDS = sorted({(factors(side), number) for number, sides in _WHITE.items() for side in sides})

KINDS = len(_KINDS)
SYMBOLS: tuple[tuple[int, ...], ...] = tuple(symbols for symbols, _ in _KINDS)
"""The symbols of each kind, for texts; compiled code has their product."""

NUMBER: tuple[int, ...] = tuple(number for _, number in _KINDS)
PRODUCT: tuple[int, ...] = tuple(next(p for p in _WHITE[n] if factors(p) == symbols) for symbols, n in _KINDS)
COPIES: tuple[int, ...] = tuple(_WHITE[n].count(p) for n, p in zip(NUMBER, PRODUCT, strict=True))

PRODUCTS: tuple[int, ...] = tuple(dict.fromkeys(PRODUCT))
"""The 29 white sides as products, in the order of the kinds: 2, 4, 8, 6, 3, 9, 5, 7, 11 ..."""

FIRST: tuple[int, ...] = (*(PRODUCT.index(product) for product in PRODUCTS), KINDS)
"""The first kind with each of the PRODUCTS, and the end."""

FIVE = PRODUCTS.index(5)
"""From here on all PRODUCTS are single primes; the kinds before have symbols 2 and 3 only."""

SHIFT: tuple[int, ...] = tuple(8 * symbols.count(2) + symbols.count(3) for symbols in SYMBOLS[: FIRST[FIVE]])
"""The symbols 2 and 3 of the first kinds as one number, for adding them up in the bits of another."""

SIDES: tuple[int, ...] = (0, *(NUMBER.count(n) for n in range(1, NUMBERS + 1)))
"""How many different white sides each number has."""

KIND_AT: tuple[int, ...] = tuple(
    ([k for k in range(KINDS) if NUMBER[k] == n] + [-1] * EACH)[i] for n in range(NUMBERS + 1) for i in range(EACH)
)
"""The kinds of number n are KIND_AT[EACH * n] and the SIDES[n] - 1 that follow."""

LONGEST_TRIP = 6
"""The most cards a trip can take: 64 with six times a 2."""

BASIC, ADVANCED, TEAMS = range(3)
"""Codes of the option `mode`."""

BEGIN, TOP, DRAW, ACT, CARD, MEEPLE, FINISHED = range(7)
"""The phases: who begins; the next number comes up, its card is drawn; then a turn's choices."""

PROCEED, CLOSE = -1, -2
"""Passing phases while things happen by themselves: no position rests in them."""

TRIP = 0
LAY = TRIP + GOAL - 2
BLACK = LAY + KINDS
NONE = BLACK + KINDS
MOVE = NONE + 1
MOVES = MOVE + MAX_MEEPLES
"""Move codes: TRIP + square - 2, LAY + kind, BLACK + kind, NONE (no black card), MOVE + meeple."""

OUTCOMES = EACH

MAX_DECISIONS = 2 * CARDS + 2 * MAX_SEATS * (CARDS + 1)
"""A trip and a card to lay for every card; the end of every turn and its meeple, all but one passing between cards."""

MAX_CHANCES = 1 + 2 * CARDS


class State(Layout):
    """A position; every colour's meeples are held in the order of the track, the rearmost first."""

    seats: int = number()
    sides: int = number()  # colours: as many as seats, in team play two; seat i plays colour i % sides
    meeples: int = number()  # of each colour
    mercy: int = number()  # 1 where the rearmost cannot be tripped
    rounds: int = number()  # the game ends after so many; 0 is no limit
    time_up: int = number()  # 1 once the time of the table is up: this turn is the last
    turns: int = number()  # turns begun
    phase: int = number()
    seat: int = number()  # whose turn it is, or who is dealt cards
    passes: int = number()  # passes in a row up to now
    steps: int = number()  # sum of the numbers played this turn; 0 again once the turn's move is made
    square: int = number()  # the square being tripped, 0 when none is
    rest: int = number()  # the product of the symbols that this trip still needs
    back: int = number()  # sum of the numbers laid for this trip
    laid: list[int] = numbers(LONGEST_TRIP)  # the kinds laid for this trip, each plus 1
    due: int = number()  # cards to be drawn now
    top: int = number()  # the number on top of the deck, 0 when none is up
    left: list[int] = numbers(NUMBERS + 1)  # cards in the deck: all, then by number
    stock: list[int] = numbers(KINDS)  # secret: cards in the deck by kind
    shown: list[int] = numbers(KINDS)  # cards played white side up by kind
    meeple: list[list[int]] = grid(MAX_SEATS, MAX_MEEPLES)  # the square of each meeple of each colour
    held: list[list[int]] = grid(MAX_SEATS, NUMBERS + 1)  # cards in every hand: all, then by number
    hand: list[list[int]] = grid(MAX_SEATS, KINDS)  # secret: the same by kind
    gone: list[list[int]] = grid(MAX_SEATS, NUMBERS + 1)  # cards every seat played black side up: all, by number
    down: list[list[int]] = grid(MAX_SEATS, KINDS)  # secret: the same by kind
