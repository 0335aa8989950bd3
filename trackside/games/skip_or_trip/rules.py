"""The rules of Skip or Trip. Numbers such as ST-6 refer to rules.md in this folder."""

from __future__ import annotations

from collections.abc import Sequence

from trackside.core.protocol import CHANCE, OVER, REFEREE, Array, Numbers
from trackside.games.skip_or_trip.state import (
    ACT,
    BASIC,
    BEGIN,
    BLACK,
    CARD,
    CARDS,
    CLOSE,
    COPIES,
    DRAW,
    EACH,
    FINISHED,
    FIRST,
    FIVE,
    GOAL,
    HAND,
    KIND_AT,
    KINDS,
    LAY,
    LONGEST_TRIP,
    MEEPLE,
    MEEPLES,
    MOVE,
    NONE,
    NUMBER,
    NUMBERS,
    PROCEED,
    PRODUCT,
    PRODUCTS,
    SHIFT,
    SIDES,
    TEAMS,
    TOP,
    TRIP,
    State,
)

CALLED = ("can_complete", "settle")


def setup(s: State, seats: int, options: Sequence[int]) -> None:
    """Put all meeples on the start and all cards in the deck (ST-1 to ST-4); options: mode, mercy, rounds, first."""
    s.seats = seats
    s.sides = 2 if options[0] == TEAMS else seats
    s.meeples = 1 if options[0] == BASIC else MEEPLES[s.sides]
    s.mercy = options[1]
    s.rounds = options[2]
    for kind in range(KINDS):
        s.stock[kind] = COPIES[kind]
    for number in range(1, NUMBERS + 1):
        s.left[number] = EACH
    s.left[0] = CARDS
    s.due = HAND
    if options[3] == 0:
        s.phase = BEGIN
    else:
        s.phase = TOP
        s.seat = options[3] - 1


def to_move(s: State) -> int:
    """Return CHANCE for the starting player and for every card, else the seat whose turn it is."""
    if s.phase == FINISHED:
        return OVER
    if s.phase <= DRAW:
        return CHANCE
    return s.seat


def legal_moves(s: State, seat: int, out: Numbers) -> int:
    """Write the choices of this seat in the present phase."""
    if seat != s.seat:
        return 0
    if s.phase == ACT:
        return actions(s, seat, out)
    if s.phase == CARD:
        return cards_to_lay(s, seat, out)
    n = 0
    if s.phase == MEEPLE:
        for meeple in range(s.meeples):
            if may_move(s, seat % s.sides, meeple, s.steps):
                out[n] = MOVE + meeple
                n += 1
    return n


def chance_weights(s: State, out: Numbers) -> int:
    """Write the weights: every seat (ST-4), deck card and remaining white side of its number is equally likely."""
    if s.phase == BEGIN:
        for seat in range(s.seats):
            out[seat] = 1
        return s.seats
    if s.phase == TOP:
        for number in range(1, NUMBERS + 1):
            out[number - 1] = s.left[number]
        return NUMBERS
    for side in range(SIDES[s.top]):
        out[side] = s.stock[KIND_AT[EACH * s.top + side]]
    return SIDES[s.top]


def chance_stream(s: State) -> int:
    """Return stream 0 for the starting player, stream 1 for the deck: a seed fixes the deck, whichever seat draws."""
    return 0 if s.phase == BEGIN else 1


def apply(s: State, seat: int, move: int) -> None:
    """Make a move or apply an outcome; after the referee calls time, the turn under way is completed (ST-11)."""
    if seat == REFEREE:
        s.time_up = 1
    elif s.phase == BEGIN:
        s.seat = move
        s.phase = PROCEED
    elif s.phase == TOP:
        s.top = move + 1
        s.phase = PROCEED
    elif s.phase == DRAW:
        draw_card(s, KIND_AT[EACH * s.top + move])
    elif s.phase == CARD:
        lay_card(s, seat, move - LAY)
    elif s.phase == MEEPLE:
        move_meeple(s, seat % s.sides, move - MOVE)
    elif move < LAY:
        s.square = move - TRIP + 2
        s.rest = s.square
        s.phase = CARD
    else:
        if move != NONE:
            play_black(s, seat, move - BLACK)
        s.phase = CLOSE
    settle(s)


def scores(s: State, out: Array) -> None:
    """Write the square of the rearmost meeple: that is the one that counts first (ST-12, ST-16)."""
    for seat in range(s.seats):
        out[seat] = s.meeple[seat % s.sides][0]


def returns(s: State, out: Array) -> None:
    """Share the win: furthest ahead wins (ST-12, ST-16), equals share, partners halve their team's part (ST-18)."""
    winners = 0
    for seat in range(s.seats):
        winners += leads(s, seat % s.sides)
    for seat in range(s.seats):
        out[seat] = 1 / winners if leads(s, seat % s.sides) else 0


def leads(s: State, side: int) -> bool:
    """Return True if no side is ahead of this one."""
    ahead = 0
    for other in range(s.sides):
        ahead += is_ahead(s, other, side)
    return ahead == 0


def is_ahead(s: State, side: int, other: int) -> bool:
    """Return True if a side is ahead, comparing the rearmost meeples, then those before them (ST-16)."""
    for rank in range(s.meeples):
        if s.meeple[side][rank] != s.meeple[other][rank]:
            return s.meeple[side][rank] > s.meeple[other][rank]
    return False


# Automatic steps


def settle(s: State) -> None:
    """Apply everything that needs no choice."""
    while s.phase < BEGIN:
        if s.phase == CLOSE:
            close_turn(s, s.seat % s.sides)
        else:
            proceed(s)


def proceed(s: State) -> None:
    """Turn up the next number and draw what is due, then continue the deal or the turn, or begin the next (ST-10)."""
    if s.left[0] > 0 and s.top == 0:
        s.phase = TOP
    elif s.left[0] > 0 and s.due > 0:
        s.phase = DRAW
    else:
        s.due = 0
        following = (s.seat + 1) % s.seats
        if s.steps > 0:
            begin_action(s)
        elif s.turns == 0 and s.held[following][0] == 0:
            s.seat = following
            s.due = HAND
        else:
            s.seat = following
            s.turns += 1
            begin_action(s)


def begin_action(s: State) -> None:
    """Begin a seat's choice; without a card its turn closes."""
    s.phase = ACT if s.held[s.seat][0] > 0 else CLOSE


def draw_card(s: State, kind: int) -> None:
    """Move the card on top of the deck to the seat's hand."""
    number = s.top
    s.stock[kind] -= 1
    s.left[number] -= 1
    s.left[0] -= 1
    s.hand[s.seat][kind] += 1
    s.held[s.seat][number] += 1
    s.held[s.seat][0] += 1
    s.top = 0
    s.due -= 1
    s.phase = PROCEED


# Tripping


def actions(s: State, seat: int, out: Numbers) -> int:
    """Write the squares to trip (ST-6), the cards to play black side up, and no card (ST-7, ST-9)."""
    n = 0
    square = next_square(s, seat, 1)
    while square < GOAL:
        if may_trip(s, square) and can_complete(s, seat, square, last_laid(s)):
            out[n] = TRIP + square - 2
            n += 1
        square = next_square(s, seat, square)
    for kind in range(KINDS):
        if s.hand[seat][kind] > 0:
            out[n] = BLACK + kind
            n += 1
    out[n] = NONE
    return n + 1


def next_square(s: State, seat: int, square: int) -> int:
    """Return the next square after this one with an opponent's meeple; the goal if there is none."""
    nearest = GOAL
    for side in range(s.sides):
        if side != seat % s.sides:
            for meeple in range(s.meeples):
                if square < s.meeple[side][meeple] < nearest:
                    nearest = s.meeple[side][meeple]
    return nearest


def may_trip(s: State, square: int) -> bool:
    """Return True unless Mercy protects the square, as it does the one of the rearmost meeples of all (ST-13)."""
    rearmost = GOAL
    for side in range(s.sides):
        rearmost = min(rearmost, s.meeple[side][0])
    return s.mercy == 0 or rearmost < square


def can_complete(s: State, seat: int, rest: int, kind: int) -> bool:
    """Return True if cards of this hand that may follow one of `kind` have exactly the product `rest` (ST-3)."""
    twos = 0
    while rest % 2 == 0:
        rest //= 2
        twos += 1
    threes = 0
    while rest % 3 == 0:
        rest //= 3
        threes += 1
    return has_primes(s, seat, rest, kind) and has_twos_and_threes(s, seat, twos, threes, kind)


def has_primes(s: State, seat: int, rest: int, kind: int) -> bool:
    """Return True if there is a card for every symbol from 5 on; those are alone on their cards."""
    index = FIVE
    while rest > 1:
        wanted = 0
        while rest % PRODUCTS[index] == 0:
            rest //= PRODUCTS[index]
            wanted += 1
        if wanted > 0:
            for other in range(max(FIRST[index], kind), FIRST[index + 1]):
                wanted -= s.hand[seat][other] - (other == kind)
        if wanted > 0:
            return False
        index += 1
    return True


def has_twos_and_threes(s: State, seat: int, twos: int, threes: int, kind: int) -> bool:
    """Return True if cards can show exactly these symbols; bit 8 i + j of `sums` means i twos and j threes."""
    wanted = 1 << (8 * twos + threes)
    row = (2 << threes) - 1
    allowed = row
    for _ in range(twos):
        allowed = allowed << 8 | row
    sums = 1
    for other in range(max(0, kind), FIRST[FIVE]):
        for _ in range(s.hand[seat][other] - (other == kind)):
            sums |= sums << SHIFT[other] & allowed
    return sums & wanted != 0


def cards_to_lay(s: State, seat: int, out: Numbers) -> int:
    """Write the cards that may come next in the order of the kinds and leave the trip possible."""
    n = 0
    kind = next_card(s, seat, max(0, last_laid(s)))
    while kind < KINDS:
        out[n] = LAY + kind
        n += 1
        kind = next_card(s, seat, kind + 1)
    return n


def next_card(s: State, seat: int, kind: int) -> int:
    """Return the next kind, this one or later, that can be laid for the trip now; KINDS if there is none."""
    while kind < KINDS:
        fits = s.hand[seat][kind] > 0 and s.rest % PRODUCT[kind] == 0
        if fits and can_complete(s, seat, s.rest // PRODUCT[kind], kind):
            return kind
        kind += 1
    return kind


def last_laid(s: State) -> int:
    """Return the kind laid last for this trip, -1 if none was."""
    kind = -1
    for i in range(LONGEST_TRIP):
        if s.laid[i] > 0:
            kind = s.laid[i] - 1
    return kind


def lay_card(s: State, seat: int, kind: int) -> None:
    """Play a card white side up; once the symbols match, the meeples trip (ST-6)."""
    s.hand[seat][kind] -= 1
    s.shown[kind] += 1
    count_card(s, seat, NUMBER[kind])
    s.back += NUMBER[kind]
    s.rest //= PRODUCT[kind]
    i = 0
    while s.laid[i] > 0:
        i += 1
    s.laid[i] = kind + 1
    if s.rest == 1:
        trip(s, seat % s.sides)


def trip(s: State, own: int) -> None:
    """Move every opponent's meeple on the square back by the sum; a card is due for each (ST-6)."""
    end = fall_end(s.square, s.back)
    for side in range(s.sides):
        if side != own:
            for meeple in range(s.meeples):
                if s.meeple[side][meeple] == s.square:
                    s.due += 1
                    place_back(s, side, meeple, end)
    s.square = 0
    s.rest = 0
    s.back = 0
    for i in range(LONGEST_TRIP):
        s.laid[i] = 0
    s.phase = PROCEED


def fall_end(square: int, back: int) -> int:
    """Return the square of a meeple that goes back: not below 0 (ST-6)."""
    return max(0, square - back)


def place_back(s: State, side: int, meeple: int, end: int) -> None:
    """Put a meeple on a square behind it and keep the order of the track."""
    while meeple > 0 and s.meeple[side][meeple - 1] > end:
        s.meeple[side][meeple] = s.meeple[side][meeple - 1]
        meeple -= 1
    s.meeple[side][meeple] = end


# Moving


def play_black(s: State, seat: int, kind: int) -> None:
    """Play a card black side up: its number counts, its symbols stay secret (ST-5, ST-7)."""
    number = NUMBER[kind]
    s.hand[seat][kind] -= 1
    s.down[seat][kind] += 1
    s.gone[seat][number] += 1
    s.gone[seat][0] += 1
    count_card(s, seat, number)


def count_card(s: State, seat: int, number: int) -> None:
    """Remove a card from the hand's numbers, and count its number for this turn's move (ST-8)."""
    s.held[seat][number] -= 1
    s.held[seat][0] -= 1
    s.steps += number


def close_turn(s: State, side: int) -> None:
    """Close a turn: count a pass (ST-9), or move the only meeple that can move; of several one is chosen (ST-15)."""
    if s.steps == 0:
        s.passes += 1
        if s.passes == s.seats:
            s.phase = FINISHED
        else:
            end_turn(s)
        return
    s.passes = 0
    movable = 0
    found = 0
    for meeple in range(s.meeples):
        if may_move(s, side, meeple, s.steps):
            movable += 1
            found = meeple
    if movable == 0:
        end_turn(s)
    elif movable == 1:
        move_meeple(s, side, found)
    else:
        s.phase = MEEPLE


def may_move(s: State, side: int, meeple: int, steps: int) -> bool:
    """Return True if a meeple may move: not past 100 (ST-8), to 100 only to win (ST-17), the first on its square."""
    square = s.meeple[side][meeple]
    if meeple > 0 and s.meeple[side][meeple - 1] == square:
        return False
    if square + steps == GOAL:
        for other in range(s.sides):
            if other != side and not would_be_ahead(s, side, meeple, other):
                return False
    return square + steps <= GOAL


def would_be_ahead(s: State, side: int, moved: int, other: int) -> bool:
    """Return `is_ahead` as if one meeple were on 100; that one is then the first, so no tie remains."""
    for rank in range(s.meeples - 1):
        square = s.meeple[side][rank] if rank < moved else s.meeple[side][rank + 1]
        if square != s.meeple[other][rank]:
            return square > s.meeple[other][rank]
    return True


def move_meeple(s: State, side: int, meeple: int) -> None:
    """Move a meeple by the sum of all cards played this turn (ST-8); on 100 the game ends immediately (ST-11)."""
    end = s.meeple[side][meeple] + s.steps
    while meeple < s.meeples - 1 and s.meeple[side][meeple + 1] < end:
        s.meeple[side][meeple] = s.meeple[side][meeple + 1]
        meeple += 1
    s.meeple[side][meeple] = end
    if end == GOAL:
        s.steps = 0
        s.phase = FINISHED
    else:
        end_turn(s)


def end_turn(s: State) -> None:
    """Draw two cards (ST-10), unless that was the last turn (ST-11)."""
    s.steps = 0
    if is_last_turn(s):
        s.phase = FINISHED
    else:
        s.due = HAND
        s.phase = PROCEED


def is_last_turn(s: State) -> bool:
    """Return True if the time is up, or the last round ends with this turn (ST-11)."""
    return s.time_up == 1 or (s.rounds > 0 and s.turns == s.rounds * s.seats)
