"""Skip or Trip's inputs of a net: a position between two turns as a list of features, from one seat's view.

Own cards are known by kind, others' only by their numbers: each of their cards counts for a symbol in proportion to its
share of the white sides of that number unseen by this seat. Seats are in turn order from the observing seat. An entry
is the number of a feature plus its size, shifted left by SIZE_BITS.
"""

from __future__ import annotations

from trackside.core.protocol import Numbers
from trackside.games.skip_or_trip.encoder import (
    KIND_SIDE,
    MAX_TURNS,
    ONE,
    can_match,
    danger,
    expect_symbols,
    small_sums,
)
from trackside.games.skip_or_trip.rules import may_trip, would_be_ahead
from trackside.games.skip_or_trip.state import (
    ACT,
    CARDS,
    GOAL,
    KINDS,
    MAX_MEEPLES,
    MAX_SEATS,
    NUMBERS,
    PRODUCTS,
    State,
)

CALLED = ("list_inputs", "list_own", "list_other")

SIZE_BITS = 13

SYMBOLS_AT = 640
"""The list is shorter than this; behind it is room to count every seat's white sides, in units of 1/ONE."""

MAX_INPUTS = SYMBOLS_AT + MAX_SEATS * len(PRODUCTS)

SQUARES = GOAL + 1
COUNTS = 4
"""Cards of one number are counted up to this many."""

MAX_HELD, MAX_SUM, SUM_STEP, DECK_STEP = 24, 23, 4, 4

CLASS_OF: tuple[int, ...] = tuple(
    sum(chance >= least for least in (1, 2, 4, 7, 10, 15, 21, 29, 39, 53, 77)) for chance in range(2 * ONE + 1)
)
"""The class of a danger, by its estimated chance in units of 1/ONE."""

CLASSES = 12
COARSE = 6
"""Classes of the danger to a landing."""

STAGES, STAGE = 5, 20
"""A lead counts differently by the square of the foremost of both meeples, in stages of this many squares."""

LEAD_STEP, STAGE_STEP, RANK_STEP = 2, 10, 5

_SHARED = {
    "mercy": 1,
    "deck": CARDS // DECK_STEP + 1,
    "deck empty": 1,
    "passes": MAX_SEATS,
    "turns left": MAX_TURNS + 1,
    "next": MAX_SEATS,
    "top": NUMBERS + 1,
}
_EACH = {
    "numbers": NUMBERS * COUNTS,
    "cards": MAX_HELD + 1,
    "sum": MAX_SUM + 1,
    "square": MAX_MEEPLES * SQUARES,
    "danger": MAX_MEEPLES * CLASSES,
    "finish": 16,
    "landing": MAX_MEEPLES * NUMBERS * COARSE,
}
_OWN = {"kinds": KINDS, "symbols": 2 * len(PRODUCTS)}
_OTHER = {
    "expected symbols": len(PRODUCTS),
    "tripped from here": MAX_MEEPLES,
    "lead": GOAL + 1,
    "lead by stage": STAGES * (2 * GOAL // STAGE_STEP + 1),
    "lead of rank": MAX_MEEPLES * (2 * GOAL // RANK_STEP + 1),
}


def _places(blocks: dict[str, int], first: int = 0) -> tuple[int, ...]:
    """Return where each block begins, and the end of the last."""
    places = [first]
    for size in blocks.values():
        places.append(places[-1] + size)
    return tuple(places)


MERCY, DECK, DECK_EMPTY, PASSES, TURNS_LEFT, NEXT, TOP_CARD, OWN = _places(_SHARED)
HELD, CARDS_HELD, SUM, SQUARE, DANGER, FINISH, LANDING, _END = _places(_EACH)
KIND, SYMBOL, PER_OWN = _places(_OWN, _END)
EXPECTED, TRIPPED, LEAD, LEAD_STAGE, LEAD_RANK, PER_OTHER = _places(_OTHER, _END)
"""The first features of each block, within a seat's part."""

INPUTS: tuple[int, ...] = tuple(OWN + PER_OWN + max(0, seats - 1) * PER_OTHER for seats in range(MAX_SEATS + 1))
"""The number of features by the number of seats."""

INPUT_BLOCKS: tuple[str, ...] = tuple(f"{name}: {size}" for name, size in (_SHARED | _EACH | _OWN | _OTHER).items())
"""The names and sizes of all blocks: a net works only with those it was trained on."""


def list_inputs(s: State, seat: int, out: Numbers) -> int:
    """List the features of a position between two turns from a seat's view; return their number."""
    for i in range(SYMBOLS_AT, SYMBOLS_AT + s.seats * len(PRODUCTS)):
        out[i] = 0
    for kind in range(KINDS):
        if s.hand[seat][kind] > 0:
            out[SYMBOLS_AT + KIND_SIDE[kind]] += ONE * s.hand[seat][kind]
    for step in range(1, s.seats):
        owner = (seat + step) % s.seats
        for number in range(1, NUMBERS + 1):
            if s.held[owner][number] > 0:
                expect_symbols(s, seat, number, s.held[owner][number], out, SYMBOLS_AT + step * len(PRODUCTS))
    sums = small_sums(s, seat)
    n = list_table(s, seat, out)
    n = list_own(s, seat, out, n)
    for step in range(1, s.seats):
        n = list_other(s, seat, step, sums, out, n)
    return n


def entry(feature: int, size: int) -> int:
    """Return an entry of the list."""
    return feature + (size << SIZE_BITS)


def list_table(s: State, seat: int, out: Numbers) -> int:
    """List what all seats share; return the number of entries."""
    out[0] = entry(DECK + s.left[0] // DECK_STEP, 1)
    out[1] = entry(PASSES + s.passes, 1)
    following = s.seat if s.phase >= ACT or s.steps > 0 else s.seat + 1
    out[2] = entry(NEXT + (following - seat) % s.seats, 1)
    out[3] = entry(TOP_CARD + s.top, 1)
    n = 4
    if s.mercy == 1:
        out[n] = entry(MERCY, 1)
        n += 1
    if s.left[0] == 0:
        out[n] = entry(DECK_EMPTY, 1)
        n += 1
    if s.time_up == 1 or s.rounds > 0:
        left = 0 if s.time_up == 1 else min(max(s.rounds * s.seats - s.turns, 0), MAX_TURNS)
        out[n] = entry(TURNS_LEFT + left, 1)
        n += 1
    return n


def list_hand(s: State, owner: int, block: int, out: Numbers, n: int) -> int:
    """List the numbers in a seat's hand; return the new number of entries."""
    total = 0
    for number in range(1, NUMBERS + 1):
        held = s.held[owner][number]
        if held > 0:
            out[n] = entry(block + HELD + (number - 1) * COUNTS + min(held, COUNTS) - 1, 1)
            n += 1
            total += held * number
    out[n] = entry(block + CARDS_HELD + min(s.held[owner][0], MAX_HELD), 1)
    out[n + 1] = entry(block + SUM + min(total // SUM_STEP, MAX_SUM), 1)
    return n + 2


def list_own(s: State, seat: int, out: Numbers, n: int) -> int:
    """List the observing seat's cards, squares and landings; return the new number of entries."""
    n = list_hand(s, seat, OWN, out, n)
    for kind in range(KINDS):
        if s.hand[seat][kind] > 0:
            out[n] = entry(OWN + KIND + kind, s.hand[seat][kind])
            n += 1
    for product in range(len(PRODUCTS)):
        held = out[SYMBOLS_AT + product]
        if held > 0:
            out[n] = entry(OWN + SYMBOL + 2 * product + (held > ONE), 1)
            n += 1
    side = seat % s.sides
    for rank in range(s.meeples):
        square = s.meeple[side][rank]
        out[n] = entry(OWN + SQUARE + rank * SQUARES + square, 1)
        n += 1
        if may_trip(s, square):
            out[n] = entry(OWN + DANGER + rank * CLASSES + CLASS_OF[danger_from_all(s, seat, square, out)], 1)
            n += 1
        for number in range(1, NUMBERS + 1):
            if s.held[seat][number] > 0 and square + number <= GOAL:
                risk = CLASS_OF[danger_from_all(s, seat, square + number, out)] // 2
                out[n] = entry(OWN + LANDING + (rank * NUMBERS + number - 1) * COARSE + risk, 1)
                n += 1
    out[n] = entry(OWN + FINISH + finishing(s, seat, side), 1)
    return n + 1


def danger_from_all(s: State, seat: int, square: int, out: Numbers) -> int:
    """Estimate the chance that any opponent of the observing seat can trip a meeple on a square."""
    total = 0
    for step in range(1, s.seats):
        if (seat + step) % s.seats % s.sides != seat % s.sides:
            total += danger(square, out, SYMBOLS_AT + step * len(PRODUCTS))
    return min(total, 2 * ONE)


def finishing(s: State, owner: int, side: int) -> int:
    """Return whether one, two or three cards bring the first meeple to the goal, and whether it may go, as bits."""
    first = s.meeples - 1
    to_go = GOAL - s.meeple[side][first]
    one, two, three = 0, 0, 0
    found = 8
    if to_go <= 3 * NUMBERS:
        for number in range(1, NUMBERS + 1):
            for _ in range(min(s.held[owner][number], 3)):
                three |= two << number
                two |= one << number
                one |= 1 << number
        found += (one >> to_go & 1) + 2 * (two >> to_go & 1) + 4 * (three >> to_go & 1)
    for other in range(s.sides):
        if other != side and not would_be_ahead(s, side, first, other):
            found &= 7
    return found


def list_other(s: State, seat: int, step: int, sums: int, out: Numbers, n: int) -> int:
    """List what the observing seat knows of another; return the new number of entries."""
    owner = (seat + step) % s.seats
    side, mine = owner % s.sides, seat % s.sides
    block = OWN + PER_OWN + (step - 1) * PER_OTHER
    symbols = SYMBOLS_AT + step * len(PRODUCTS)
    n = list_hand(s, owner, block, out, n)
    for product in range(len(PRODUCTS)):
        if out[symbols + product] > 0:
            out[n] = entry(block + EXPECTED + product, out[symbols + product])
            n += 1
    out[n] = entry(block + FINISH + finishing(s, owner, side), 1)
    n += 1
    if side == mine:
        return n
    for rank in range(s.meeples):
        square, own = s.meeple[side][rank], s.meeple[mine][rank]
        out[n] = entry(block + SQUARE + rank * SQUARES + square, 1)
        out[n + 1] = entry(
            block + LEAD_RANK + rank * (2 * GOAL // RANK_STEP + 1) + (own - square + GOAL) // RANK_STEP, 1
        )
        n += 2
        if may_trip(s, own):
            out[n] = entry(block + DANGER + rank * CLASSES + CLASS_OF[danger(own, out, symbols)], 1)
            n += 1
        if can_match(square, sums, out, SYMBOLS_AT) and may_trip(s, square):
            out[n] = entry(block + TRIPPED + rank, 1)
            n += 1
        for number in range(1, NUMBERS + 1):
            if s.held[owner][number] > 0 and square + number <= GOAL:
                risk = 1 if can_match(square + number, sums, out, SYMBOLS_AT) else 0
                out[n] = entry(block + LANDING + (rank * NUMBERS + number - 1) * COARSE + risk, 1)
                n += 1
    lead = s.meeple[mine][0] - s.meeple[side][0]
    stage = min(max(s.meeple[mine][s.meeples - 1], s.meeple[side][s.meeples - 1]) // STAGE, STAGES - 1)
    out[n] = entry(block + LEAD + (lead + GOAL) // LEAD_STEP, 1)
    out[n + 1] = entry(block + LEAD_STAGE + stage * (2 * GOAL // STAGE_STEP + 1) + (lead + GOAL) // STAGE_STEP, 1)
    return n + 2


def may_repeat(s: State) -> bool:
    """Return True if different moves of a turn may lead to one position: with no cards to draw, trips may follow."""
    return s.left[0] == 0
