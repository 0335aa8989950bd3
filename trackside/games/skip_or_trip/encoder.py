"""Skip or Trip's features: what a seat may know, as numbers that a player would name.

Own symbols are known, others' only by their numbers: each of their cards counts for a symbol in proportion to its
share of the white sides of that number unseen by this seat. Seats are in turn order from the observing seat.
"""

from __future__ import annotations

from itertools import product as tuples
from math import factorial, prod

from trackside.core.protocol import Numbers
from trackside.games.skip_or_trip.rules import may_trip, would_be_ahead
from trackside.games.skip_or_trip.state import (
    ACT,
    COPIES,
    DRAW,
    FIRST,
    FIVE,
    GOAL,
    HAND,
    KIND_AT,
    KINDS,
    MAX_MEEPLES,
    MAX_SEATS,
    NUMBERS,
    PRODUCT,
    PRODUCTS,
    SHIFT,
    SIDES,
    State,
    factors,
)
from trackside.games.skip_or_trip.state import EACH as OF_EACH

CALLED = ("encode_cards", "danger", "finishes", "encode_squares")

NETS = (*(f"{seats} seats" for seats in range(2, MAX_SEATS + 1)), "2 seats advanced", "3 seats advanced", "teams")
"""The tables that have their own net."""

JUDGED = "shares"

ONE = 64
"""The value of a card that is certainly there, or of a trip that is certainly possible."""

MAX_DANGER = 2 * ONE

LEADS = (-40, -25, -15, -8, -3, 1, 4, 9, 16, 26, 41)
"""The thresholds of a lead in squares, each met by a lead of this or more."""

GOES = (2, 4, 7, 10, 13, 19, 28, 41, 61)
"""The thresholds of the distance to the goal, each met by a distance below it."""

MAX_TURNS = 30
"""The cap on the turns left: more are as good as no limit."""

KIND_SIDE: tuple[int, ...] = tuple(PRODUCTS.index(product) for product in PRODUCT)
"""The white side of each kind, an index into PRODUCTS."""

_WAYS = {
    (twos, threes): [
        counts
        for counts in tuples(range(7), range(4), range(3), range(5), range(5), range(3))  # of 2, 4, 8, 6, 3, 9
        if counts[0] + 2 * counts[1] + 3 * counts[2] + counts[3] == twos
        and counts[3] + counts[4] + 2 * counts[5] == threes
    ]
    for twos in range(7)
    for threes in range(5)
    if 1 < 2**twos * 3**threes < GOAL
}
_LISTED = [(exponents, way) for exponents, ways in _WAYS.items() for way in ways]
_FIRST_WAY = {exponents: [listed for listed, _ in _LISTED].index(exponents) for exponents in _WAYS}

LONGEST_WAY = 6
WAY_SIDE: tuple[int, ...] = tuple(
    ([side for side in range(FIVE) for _ in range(way[side])] + [-1] * LONGEST_WAY)[i]
    for _, way in _LISTED
    for i in range(LONGEST_WAY)
)
"""The white sides of every way to show a number of symbols 2 and 3: LONGEST_WAY entries each, the last ones -1."""

WAY_ORDERS: tuple[int, ...] = tuple(prod(map(factorial, way)) for _, way in _LISTED)
"""The number of times the same cards are counted for each way."""


def _symbols(square: int) -> tuple[int, int]:
    symbols = factors(square)
    return symbols.count(2), symbols.count(3)


def _large(square: int) -> list[int]:
    return [PRODUCTS.index(prime) for prime in factors(square) if prime > 3]


SQUARE_WAY: tuple[int, ...] = tuple(_FIRST_WAY.get(_symbols(square), 0) for square in range(GOAL + 1))
SQUARE_WAYS: tuple[int, ...] = tuple(len(_WAYS.get(_symbols(square), ())) for square in range(GOAL + 1))
"""The ways to show the symbols 2 and 3 of each square: the first, and their number."""

SQUARE_BIT: tuple[int, ...] = tuple(8 * _symbols(square)[0] + _symbols(square)[1] for square in range(GOAL + 1))
"""The symbols 2 and 3 of each square as one number, as in SHIFT."""

SQUARE_LARGE: tuple[int, ...] = tuple([*_large(square), 0][0] for square in range(GOAL + 1))
SQUARE_SECOND: tuple[int, ...] = tuple([*_large(square), 0, 0][1] for square in range(GOAL + 1))
"""The white sides for the symbols from 5 on of each square, of which there are at most two; 0 for none."""

SQUARE_SYMBOLS: tuple[int, ...] = tuple(len(factors(square)) for square in range(GOAL + 1))
"""The number of symbols of each square: the more, the more cards a trip takes and the further it sends back."""

ROWS = sum(0b11111 << (8 * twos) for twos in range(7))
"""A mask for up to six symbols 2 and four symbols 3: no square has more."""

_SHARED = (
    "mercy",
    "cards in the deck",
    "deck empty",
    "deck nearly empty",
    "cards due",
    "passes",
    "one pass ends it",
    "rounds limited",
    "turns left",
    *(f"seat {seat} acts next" for seat in range(MAX_SEATS)),
    *(f"top card {number}" for number in range(1, NUMBERS + 1)),
)
_RANKS = ("rearmost", "next", "foremost")
_EACH = (
    "cards",
    *(f"cards {number}" for number in range(1, NUMBERS + 1)),
    "sum of the numbers",
    *(f"symbols {'.'.join(map(str, factors(side)))}" for side in PRODUCTS),
    *(f"square of the {rank} meeple" for rank in _RANKS),
    *(f"symbols under the {rank} meeple" for rank in _RANKS),
    *(f"danger to the {rank} meeple" for rank in _RANKS),
    *(f"danger to my {rank} meeple from here" for rank in _RANKS),
    *(f"less than {squares} squares to go" for squares in GOES),
    *(f"finishes with {cards} cards" for cards in (1, 2, 3)),
    "may finish",
    "last of all",
    "landings",
    "landings in danger",
    "danger of the safest landing",
    "danger of the furthest landing",
    *(f"behind by less than {1 - lead}" if lead < 1 else f"ahead by {lead} or more" for lead in LEADS),
    *(f"lead of the {rank} meeple" for rank in _RANKS),
)

FEATURES: tuple[str, ...] = (*_SHARED, *(f"seat {seat}: {name}" for seat in range(MAX_SEATS) for name in _EACH))

SHARED, EACH = len(_SHARED), len(_EACH)
DECK, EMPTY, NEARLY, DUE, PASSES, LAST_PASS, LIMITED, TURNS, NEXT = range(1, 10)
TOP_CARD = NEXT + MAX_SEATS

HELD = 0
SUM = HELD + NUMBERS + 1
SYMBOL = SUM + 1
SQUARE = SYMBOL + len(PRODUCTS)
UNDER = SQUARE + MAX_MEEPLES
DANGER = UNDER + MAX_MEEPLES
FROM_HERE = DANGER + MAX_MEEPLES
TO_GO = FROM_HERE + MAX_MEEPLES
FINISHES = TO_GO + len(GOES)
MAY_FINISH = FINISHES + 3
LAST = MAY_FINISH + 1
LANDINGS, ENDANGERED, SAFEST, FURTHEST, LEAD = range(LAST + 1, LAST + 6)
RANK_LEAD = LEAD + len(LEADS)


def net_for(s: State) -> int:
    """Return the net for this table, an index into NETS; -1 with the last cards, which are played out."""
    if s.left[0] < HAND:
        return -1
    if s.sides < s.seats:
        return len(NETS) - 1
    return s.seats - 2 if s.meeples == 1 else MAX_SEATS - 1 + s.seats - 2


def is_settled(s: State) -> bool:
    """Return True between two turns, before the last one's cards are drawn; with an empty deck, before the next one."""
    if s.phase == DRAW:
        return s.steps == 0 and s.due == HAND and s.turns > 0
    return s.phase == ACT and s.steps == 0 and s.left[0] == 0


def perspective(s: State) -> int:
    """Return the seat from which to evaluate a position: the one whose turn has ended."""
    return int(s.seat if s.phase < ACT else (s.seat - 1) % s.seats)


def encode(s: State, seat: int, out: Numbers) -> None:
    """Write the features from the perspective of a seat; `out` is all zeros before."""
    encode_table(s, seat, out)
    for step in range(s.seats):
        encode_cards(s, seat, (seat + step) % s.seats, out, SHARED + step * EACH)
    sums = small_sums(s, seat)
    for step in range(s.seats):
        encode_squares(s, seat, step, sums, out)


def encode_table(s: State, seat: int, out: Numbers) -> None:
    """Write the features shared by all seats."""
    out[0] = s.mercy
    out[DECK] = s.left[0]
    out[EMPTY] = 1 if s.left[0] == 0 else 0
    out[NEARLY] = 1 if s.left[0] <= HAND * s.seats else 0
    out[DUE] = min(s.due, s.left[0])
    out[PASSES] = s.passes
    out[LAST_PASS] = 1 if s.passes == s.seats - 1 else 0
    out[TURNS] = MAX_TURNS
    if s.time_up == 1 or s.rounds > 0:
        out[LIMITED] = 1
        out[TURNS] = 0 if s.time_up == 1 else min(s.rounds * s.seats - s.turns, MAX_TURNS)
    following = s.seat if s.phase >= ACT or s.steps > 0 else s.seat + 1
    out[NEXT + (following - seat) % s.seats] = 1
    if s.top > 0:
        out[TOP_CARD + s.top - 1] = 1


def encode_cards(s: State, seat: int, owner: int, out: Numbers, block: int) -> None:
    """Write the numbers that a seat holds, and the count of each white side: its own are known, others' expected."""
    total = 0
    for number in range(1, NUMBERS + 1):
        n = s.held[owner][number]
        if n > 0:
            out[block + HELD + number] = n
            total += n * number
            if owner != seat:
                expect_symbols(s, seat, number, n, out, block + SYMBOL)
    out[block + HELD] = s.held[owner][0]
    out[block + SUM] = total
    if owner == seat:
        for kind in range(KINDS):
            if s.hand[seat][kind] > 0:
                out[block + SYMBOL + KIND_SIDE[kind]] += ONE * s.hand[seat][kind]


def expect_symbols(s: State, seat: int, number: int, n: int, out: Numbers, symbol: int) -> None:
    """Add n cards of a number as equal parts of all its white sides that this seat has not seen."""
    unseen = s.left[number]
    for other in range(s.seats):
        if other != seat:
            unseen += s.held[other][number] + s.gone[other][number]
    part = ONE * n // unseen
    for i in range(OF_EACH * number, OF_EACH * number + SIDES[number]):
        kind = KIND_AT[i]
        out[symbol + KIND_SIDE[kind]] += part * (COPIES[kind] - s.shown[kind] - s.hand[seat][kind] - s.down[seat][kind])


def small_sums(s: State, seat: int) -> int:
    """Return the totals of symbols 2 and 3 that this seat's cards can show together, as bits."""
    sums = 1
    for kind in range(FIRST[FIVE]):
        for _ in range(s.hand[seat][kind]):
            sums |= (sums << SHIFT[kind]) & ROWS
    return sums


def can_match(square: int, sums: int, out: Numbers, symbol: int) -> bool:
    """Return True if the observing seat holds cards that match a square."""
    large, second = SQUARE_LARGE[square], SQUARE_SECOND[square]
    if square < 2 or square >= GOAL or sums >> SQUARE_BIT[square] & 1 == 0:
        return False
    if large == second:
        return large == 0 or out[symbol + large] >= 2 * ONE
    return out[symbol + large] > 0 and (second == 0 or out[symbol + second] > 0)


def danger(square: int, out: Numbers, symbol: int) -> int:
    """Estimate the chance that cards with these expected symbols match a square, in units of 1/ONE."""
    if square < 2 or square >= GOAL:
        return 0
    likely = ONE
    large, second = SQUARE_LARGE[square], SQUARE_SECOND[square]
    if large > 0:
        likely = out[symbol + large]
        if second == large:
            likely = likely * likely // (2 * ONE)
        elif second > 0:
            likely = likely * out[symbol + second] // ONE
    if likely > 0 and SQUARE_WAYS[square] > 0:
        total = 0
        for way in range(SQUARE_WAY[square], SQUARE_WAY[square] + SQUARE_WAYS[square]):
            part = likely * ONE
            for i in range(LONGEST_WAY * way, LONGEST_WAY * way + LONGEST_WAY):
                if WAY_SIDE[i] < 0:
                    break
                part = part * out[symbol + WAY_SIDE[i]] // ONE
            total += part // WAY_ORDERS[way]
        likely = total // ONE
    return min(likely, MAX_DANGER)


def danger_to(s: State, seat: int, side: int, square: int, sums: int, out: Numbers) -> int:
    """Estimate the chance that any opponent of a side can trip its meeple on a square."""
    total = 0
    for step in range(s.seats):
        symbol = SHARED + step * EACH + SYMBOL
        if (seat + step) % s.seats % s.sides != side:
            if step == 0:
                total += ONE if can_match(square, sums, out, symbol) else 0
            else:
                total += danger(square, out, symbol)
    return min(total, MAX_DANGER)


def encode_squares(s: State, seat: int, step: int, sums: int, out: Numbers) -> None:
    """Write the squares of a seat's meeples, the danger to them there, and their possible landings."""
    owner = (seat + step) % s.seats
    block = SHARED + step * EACH
    side, mine = owner % s.sides, seat % s.sides
    for rank in range(s.meeples):
        square = s.meeple[side][rank]
        out[block + SQUARE + rank] = square
        out[block + UNDER + rank] = SQUARE_SYMBOLS[square]
        if may_trip(s, square):
            out[block + DANGER + rank] = danger_to(s, seat, side, square, sums, out)
        if side != mine:
            out[block + RANK_LEAD + rank] = s.meeple[mine][rank] - square
            if may_trip(s, s.meeple[mine][rank]):
                out[block + FROM_HERE + rank] = danger(s.meeple[mine][rank], out, block + SYMBOL)
    if side != mine:
        lead = s.meeple[mine][0] - s.meeple[side][0]
        for i in range(len(LEADS)):
            out[block + LEAD + i] = 1 if lead >= LEADS[i] else 0
    encode_goal(s, owner, side, out, block)
    encode_landings(s, seat, owner, side, sums, out, block)


def encode_goal(s: State, owner: int, side: int, out: Numbers, block: int) -> None:
    """Write the distance to the goal, and the numbers of cards that cover it exactly."""
    first = s.meeples - 1
    to_go = GOAL - s.meeple[side][first]
    for i in range(len(GOES)):
        out[block + TO_GO + i] = 1 if to_go < GOES[i] else 0
    finishes(s, owner, to_go, out, block)
    may = 1
    last = 1
    for other in range(s.sides):
        if other != side:
            may = may if would_be_ahead(s, side, first, other) else 0
            last = last if s.meeple[side][0] <= s.meeple[other][0] else 0
    out[block + MAY_FINISH] = may
    out[block + LAST] = last


def finishes(s: State, owner: int, to_go: int, out: Numbers, block: int) -> None:
    """Write whether one, two or three cards of a seat add up to the distance."""
    one, two, three = 0, 0, 0
    for number in range(1, NUMBERS + 1):
        for _ in range(min(s.held[owner][number], 3)):
            three |= two << number
            two |= one << number
            one |= 1 << number
    if to_go <= 3 * NUMBERS:
        out[block + FINISHES] = one >> to_go & 1
        out[block + FINISHES + 1] = two >> to_go & 1
        out[block + FINISHES + 2] = three >> to_go & 1


def encode_landings(s: State, seat: int, owner: int, side: int, sums: int, out: Numbers, block: int) -> None:
    """Write a seat's one-card landings: its own side's in danger from all, others' from the observing seat."""
    landings = 0
    endangered = 0
    safest = MAX_DANGER
    furthest = 0
    for number in range(1, NUMBERS + 1):
        if s.held[owner][number] > 0:
            for rank in range(s.meeples):
                square = s.meeple[side][rank] + number
                if square <= GOAL:
                    if side == seat % s.sides:
                        risk = danger_to(s, seat, side, square, sums, out)
                    else:
                        risk = ONE if can_match(square, sums, out, SHARED + SYMBOL) else 0
                    landings += 1
                    endangered += risk
                    safest = min(safest, risk)
                    furthest = risk
    out[block + LANDINGS] = landings
    out[block + ENDANGERED] = endangered
    out[block + SAFEST] = safest if landings > 0 else 0
    out[block + FURTHEST] = furthest
