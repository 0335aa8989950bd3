"""Hidden information: a seat knows all numbers, its own symbols, and those played white side up (ST-5)."""

from __future__ import annotations

from trackside.core.protocol import Numbers
from trackside.core.random import below
from trackside.games.skip_or_trip.rules import last_laid, next_card
from trackside.games.skip_or_trip.state import CARD, COPIES, EACH, KIND_AT, KINDS, NUMBERS, SIDES, State

CALLED = ("hide", "guess", "deal_unseen")


def hide(s: State, seat: int) -> None:
    """Blank the symbols in the deck, in other hands and of other seats' cards played black side up (ST-5)."""
    for kind in range(KINDS):
        s.stock[kind] = 0
    for other in range(s.seats):
        if other != seat:
            for kind in range(KINDS):
                s.hand[other][kind] = 0
                s.down[other][kind] = 0


def guess(s: State, seat: int, rng: Numbers) -> None:
    """Deal the unseen white sides of each number again; every deal that fits is equally likely."""
    deal_unseen(s, rng)
    while not fits(s):
        hide(s, seat)
        deal_unseen(s, rng)


def fits(s: State) -> bool:
    """Return True if a seat that has named a square to trip holds the cards for it."""
    return s.phase != CARD or next_card(s, s.seat, max(0, last_laid(s))) < KINDS


def deal_unseen(s: State, rng: Numbers) -> None:
    """Give every card with blank symbols a white side of its number; the remaining ones are in the deck."""
    for kind in range(KINDS):
        s.stock[kind] = COPIES[kind] - s.shown[kind]
        for seat in range(s.seats):
            s.stock[kind] -= s.hand[seat][kind] + s.down[seat][kind]
    for number in range(1, NUMBERS + 1):
        for seat in range(s.seats):
            fill(s, number, s.held[seat][number], s.hand[seat], rng)
            fill(s, number, s.gone[seat][number], s.down[seat], rng)


def fill(s: State, number: int, size: int, pile: Numbers, rng: Numbers) -> None:
    """Draw from the unseen white sides until the pile has its public number of cards with this number."""
    unseen = 0
    for i in range(EACH * number, EACH * number + SIDES[number]):
        size -= pile[KIND_AT[i]]
        unseen += s.stock[KIND_AT[i]]
    for _ in range(size):
        kind = pick(s, number, below(rng, unseen))
        pile[kind] += 1
        s.stock[kind] -= 1
        unseen -= 1


def pick(s: State, number: int, index: int) -> int:
    """Return the kind of the unseen card of this number at an index."""
    i = EACH * number
    while index >= s.stock[KIND_AT[i]]:
        index -= s.stock[KIND_AT[i]]
        i += 1
    return KIND_AT[i]
