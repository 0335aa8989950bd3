"""Träxx's state: the fields of a position, the representation of a line, and the move codes.

A line starts as one field and grows at its ends A and B; A is the end that was drawn first. Each
seat has a mark on every field: 0 not reached, 1 the start, 1 + k the k-th field of the strand that
ends in A, -k the k-th field of the strand that ends in B. The marks alone define the line.

The patches of a card are packed into one integer, two bits per colour.
"""

from __future__ import annotations

from trackside.core.layout import Layout, grid, number, numbers
from trackside.games.traxx.fields import FIELDS

MAX_SEATS = 4
STARTS = 4
COLOURS = 6
HIGHEST = 10
"""The highest number; numbers are 2 to 10 (TX-1)."""

LOWEST = 2
MAX_CARDS = 30
"""The maximum number of cards in a deck."""

MAX_PATCHES = 6
"""The maximum number of patches on a card."""

PATCH_BITS = 2
PATCH_MASK = (1 << PATCH_BITS) - 1

NUMBER_POINTS = sum(range(LOWEST, HIGHEST + 1))
"""The sum of all numbers at full value."""

DEAL, TURN, DRAW, FINISHED = range(4)
"""The phases: starts are dealt by chance, a card is to be turned up, the seats draw, the game is over."""

A, B = 0, 1
"""The ends of a line."""

STOP = 2 * FIELDS
MOVES = STOP + 1
"""The move codes: a field entered from end A, FIELDS + a field entered from end B, STOP (a pass before any field)."""

OUTCOMES = MAX_CARDS

MAX_DECISIONS = MAX_SEATS * (FIELDS + MAX_CARDS)
"""An upper bound: every field entered once, and a stop for every card."""

MAX_CHANCES = MAX_SEATS + MAX_CARDS


class State(Layout):
    """A position; seats that have finished the round wait for the others."""

    seats: int = number()
    turns: int = number()  # the number of rounds begun
    rounds: int = number()  # the number of cards in the deck
    phase: int = number()
    looking: int = number()  # in a view, 1 + the seat whose view it is; 0 in a whole position
    patches: int = number()  # the card turned up, 0 if none
    colour: list[int] = numbers(FIELDS)
    value: list[int] = numbers(FIELDS)  # the number on a field, 0 if none
    starts: list[int] = numbers(STARTS)  # the field of each printed start
    card: list[int] = numbers(MAX_CARDS)  # the different cards of the deck, by their patches
    copies: list[int] = numbers(MAX_CARDS)  # the number of each in the deck
    left: list[int] = numbers(MAX_CARDS)  # the number of each not yet turned up
    start: list[int] = numbers(MAX_SEATS)  # 1..4, the printed start of each seat; 0 until it is dealt
    mark: list[list[int]] = grid(MAX_SEATS, FIELDS)  # the line
    tip: list[list[int]] = grid(MAX_SEATS, 2)  # the fields of its ends A and B
    length: list[list[int]] = grid(MAX_SEATS, 2)  # the number of fields drawn at either end
    growing: list[int] = numbers(MAX_SEATS)  # 1 + the end being extended in this round, 0 while it is open
    drawn: list[int] = numbers(MAX_SEATS)  # the number of fields entered in this round
    spare: list[int] = numbers(MAX_SEATS)  # patches not used up in this round
    done: list[int] = numbers(MAX_SEATS)  # 1 once the seat has finished the round
    when: list[list[int]] = grid(MAX_SEATS, HIGHEST + 1)  # the round in which each number was reached
    noted: list[list[int]] = grid(MAX_SEATS, HIGHEST + 1)  # the points noted for it
