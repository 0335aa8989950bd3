"""Träxx: what a position holds, how a line is kept, and the move codes.

A line starts as one field and grows at its ends A and B; A is the end that was drawn at first. Each
seat has a mark on every field: 0 not reached, 1 the start, 1 + k the k-th field of the strand that
ends in A, -k the k-th field of the strand that ends in B. So the marks are the line.

Patches of a card are packed into one number, two bits a colour.
"""

from __future__ import annotations

from trackside.core.layout import Layout, grid, number, numbers
from trackside.games.traxx.fields import FIELDS

MAX_SEATS = 4
STARTS = 4
COLOURS = 6
HIGHEST = 10
"""Numbers are 2 to 10 (TX-1)."""

LOWEST = 2
MAX_CARDS = 30
"""The most cards a deck can have."""

MAX_PATCHES = 6
"""The most patches a card can have."""

PATCH_BITS = 2
PATCH_MASK = (1 << PATCH_BITS) - 1

NUMBER_POINTS = sum(range(LOWEST, HIGHEST + 1))
"""All numbers at full value."""

DEAL, TURN, DRAW, FINISHED = range(4)
"""The phases: starts are dealt by chance, a card is to be turned up, the seats draw."""

A, B = 0, 1
"""The ends of a line."""

STOP = 2 * FIELDS
MOVES = STOP + 1
"""Move codes: a field entered from end A, FIELDS + a field entered from end B, STOP (a pass if nothing was drawn)."""

OUTCOMES = MAX_CARDS

MAX_DECISIONS = MAX_SEATS * (FIELDS + MAX_CARDS)
"""Every field entered once, and a stop for every card."""

MAX_CHANCES = MAX_SEATS + MAX_CARDS


class State(Layout):
    """A position; whoever has finished the round waits for the others."""

    seats: int = number()
    turns: int = number()  # rounds begun
    rounds: int = number()  # cards in the deck
    phase: int = number()
    looking: int = number()  # in a view, 1 + the seat whose view it is; 0 in the truth
    patches: int = number()  # the card turned up, 0 when none is
    colour: list[int] = numbers(FIELDS)
    value: list[int] = numbers(FIELDS)  # the number on a field, 0 if there is none
    starts: list[int] = numbers(STARTS)  # the field of each printed start
    card: list[int] = numbers(MAX_CARDS)  # the different cards of the deck, by their patches
    copies: list[int] = numbers(MAX_CARDS)  # how many there are of each
    left: list[int] = numbers(MAX_CARDS)  # how many of them have not been turned up
    start: list[int] = numbers(MAX_SEATS)  # 1..4, the printed start of each seat; 0 until it is dealt
    mark: list[list[int]] = grid(MAX_SEATS, FIELDS)  # the line
    tip: list[list[int]] = grid(MAX_SEATS, 2)  # the fields of its ends A and B
    length: list[list[int]] = grid(MAX_SEATS, 2)  # fields drawn at either end
    growing: list[int] = numbers(MAX_SEATS)  # 1 + the end being extended in this round, 0 while it is open
    drawn: list[int] = numbers(MAX_SEATS)  # fields entered in this round
    spare: list[int] = numbers(MAX_SEATS)  # patches not used up in this round
    done: list[int] = numbers(MAX_SEATS)  # 1 once the seat has finished the round
    when: list[list[int]] = grid(MAX_SEATS, HIGHEST + 1)  # the round in which each number was reached
    noted: list[list[int]] = grid(MAX_SEATS, HIGHEST + 1)  # the points noted for it
