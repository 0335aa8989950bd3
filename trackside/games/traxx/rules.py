"""The rules of Träxx. Numbers such as TX-9 refer to rules.md in this folder."""

from __future__ import annotations

from collections.abc import Sequence

from trackside.core.protocol import CHANCE, OVER, Array, Numbers
from trackside.games.traxx.fields import FIELDS, NEIGHBOURS, NOWHERE, SIDES
from trackside.games.traxx.state import (
    DEAL,
    DRAW,
    FINISHED,
    HIGHEST,
    LOWEST,
    MAX_CARDS,
    MAX_SEATS,
    NUMBER_POINTS,
    PATCH_BITS,
    PATCH_MASK,
    STARTS,
    STOP,
    TURN,
    A,
    B,
    State,
)

CALLED = ("turn_card",)


def setup(s: State, seats: int, options: Sequence[int]) -> None:
    """Set up the sheet and the deck, and give the seats their starts unless they are dealt (TX-1, TX-5).

    Options: a start for every seat or 0 for chance; colours, numbers and starts of the sheet; cards and their numbers.
    """
    s.seats = seats
    sheet = MAX_SEATS
    for field in range(FIELDS):
        s.colour[field] = options[sheet + field]
        s.value[field] = options[sheet + FIELDS + field]
    for start in range(STARTS):
        s.starts[start] = options[sheet + 2 * FIELDS + start]
    deck = sheet + 2 * FIELDS + STARTS
    for kind in range(MAX_CARDS):
        s.card[kind] = options[deck + kind]
        s.copies[kind] = options[deck + MAX_CARDS + kind]
        s.left[kind] = s.copies[kind]
        s.rounds += s.copies[kind]
    s.phase = DEAL
    if options[0] != 0:
        for seat in range(seats):
            give_start(s, seat, options[seat])


def to_move(s: State) -> int:
    """Return CHANCE for starts and cards, else the first seat yet to finish the round; in a view its own seat first."""
    if s.phase == FINISHED:
        return OVER
    if s.phase != DRAW:
        return CHANCE
    if s.looking > 0 and s.done[s.looking - 1] == 0:
        return s.looking - 1
    seat = 0
    while s.done[seat] == 1:
        seat += 1
    return seat


def legal_moves(s: State, seat: int, out: Numbers) -> int:
    """Write every field that either end, or the one already growing, can enter (TX-6); then STOP."""
    if s.phase != DRAW or s.done[seat] == 1:
        return 0
    n = 0
    for end in range(2):
        if may_grow(s, seat, end):
            for side in range(SIDES):
                field = NEIGHBOURS[SIDES * s.tip[seat][end] + side]
                if field != NOWHERE and may_enter(s, seat, field):
                    out[n] = end * FIELDS + field
                    n += 1
    out[n] = STOP
    return n + 1


def chance_weights(s: State, out: Numbers) -> int:
    """Write the weights: every free start and every card left is equally likely (TX-1, TX-4)."""
    if s.phase == DEAL:
        for start in range(STARTS):
            out[start] = 1
        for seat in range(s.seats):
            if s.start[seat] > 0:
                out[s.start[seat] - 1] = 0
        return STARTS
    for kind in range(MAX_CARDS):
        out[kind] = s.left[kind]
    return MAX_CARDS


def chance_stream(s: State) -> int:
    """Return stream 0 for dealing the starts, stream 1 for shuffling the cards, which are the same for all."""
    return 0 if s.phase == DEAL else 1


def apply(s: State, seat: int, move: int) -> None:
    """Make a move or apply an outcome."""
    if seat == CHANCE:
        if s.phase == DEAL:
            deal_start(s, move)
        else:
            turn_card(s, move)
    else:
        if move == STOP:
            s.done[seat] = 1
        else:
            enter(s, seat, move // FIELDS, move % FIELDS)
        end_round_if_all_done(s)


def scores(s: State, out: Array) -> None:
    """Add the noted values and subtract one point for every field not reached (TX-10)."""
    for seat in range(s.seats):
        out[seat] = s.length[seat][A] + s.length[seat][B] + 1 - FIELDS
        for value in range(LOWEST, HIGHEST + 1):
            out[seat] += s.noted[seat][value]


def returns(s: State, out: Array) -> None:
    """Share the win between the best totals (TX-10); solo, map drawing nothing to 0 and everything at full to 1."""
    scores(s, out)
    if s.seats == 1:
        out[0] = (out[0] + FIELDS - 1) / (NUMBER_POINTS + FIELDS - 1)
        return
    best = out[0]
    for seat in range(1, s.seats):
        best = max(best, out[seat])
    winners = 0
    for seat in range(s.seats):
        if out[seat] == best:
            winners += 1
    for seat in range(s.seats):
        out[seat] = 1 / winners if out[seat] == best else 0


# Starts and cards


def deal_start(s: State, start: int) -> None:
    """Deal this start to the next seat without one."""
    seat = 0
    while s.start[seat] > 0:
        seat += 1
    give_start(s, seat, start + 1)


def give_start(s: State, seat: int, start: int) -> None:
    """Start a line: its field is reached and is both of its ends (TX-5, TX-6); after the last seat's, begin round 1."""
    field = s.starts[start - 1]
    s.start[seat] = start
    s.mark[seat][field] = 1
    s.tip[seat][A] = field
    s.tip[seat][B] = field
    if seat == s.seats - 1:
        s.turns = 1
        s.phase = TURN


def turn_card(s: State, kind: int) -> None:
    """Turn a card up; seats that cannot use it have passed (TX-4, TX-6)."""
    s.left[kind] -= 1
    s.patches = s.card[kind]
    s.phase = DRAW
    for seat in range(s.seats):
        begin_round(s, seat)
    end_round_if_all_done(s)


def begin_round(s: State, seat: int) -> None:
    """Give the seat all patches of the card and both ends to choose from."""
    s.growing[seat] = 0
    s.drawn[seat] = 0
    s.spare[seat] = s.patches
    s.done[seat] = 0 if can_go_on(s, seat, A) or can_go_on(s, seat, B) else 1


def patches_of(patches: int, colour: int) -> int:
    """Return the number of patches of a colour."""
    return (patches >> (PATCH_BITS * colour)) & PATCH_MASK


# Drawing


def may_grow(s: State, seat: int, end: int) -> bool:
    """Return True if this end may grow: one end a round (TX-6); at a start alone they are the same, so only A may."""
    if s.growing[seat] != 0:
        return s.growing[seat] == end + 1
    return end == A or s.length[seat][A] > 0


def may_enter(s: State, seat: int, field: int) -> bool:
    """Return True if a field is not reached yet (TX-5) and a patch of its colour is left (TX-6, TX-7)."""
    return s.mark[seat][field] == 0 and patches_of(s.spare[seat], s.colour[field]) > 0


def can_go_on(s: State, seat: int, end: int) -> bool:
    """Return True if this end can enter any field."""
    for side in range(SIDES):
        field = NEIGHBOURS[SIDES * s.tip[seat][end] + side]
        if field != NOWHERE and may_enter(s, seat, field):
            return True
    return False


def enter(s: State, seat: int, end: int, field: int) -> None:
    """Extend the line by one field; if it cannot continue, the seat has finished the round (TX-6, TX-7)."""
    s.growing[seat] = end + 1
    s.drawn[seat] += 1
    s.length[seat][end] += 1
    s.mark[seat][field] = 1 + s.length[seat][A] if end == A else -s.length[seat][B]
    s.tip[seat][end] = field
    s.spare[seat] -= 1 << (PATCH_BITS * s.colour[field])
    if s.value[field] > 0:
        note(s, seat, s.value[field])
    if not can_go_on(s, seat, end):
        s.done[seat] = 1


def note(s: State, seat: int, value: int) -> None:
    """Note a number reached."""
    s.noted[seat][value] = points_for(s, seat, value)
    s.when[seat][value] = s.turns


def points_for(s: State, seat: int, value: int) -> int:
    """Return the points for a number if it is reached now: its full value, or half of it, rounded up (TX-9, TX-11)."""
    return value if counts_full(s, seat, value) else (value + 1) // 2


def counts_full(s: State, seat: int, value: int) -> bool:
    """Return True if no one reached it in an earlier round (TX-9); solo, if no higher one was reached (TX-11)."""
    full = True
    if s.seats == 1:
        for higher in range(value + 1, HIGHEST + 1):
            if s.when[seat][higher] > 0:
                full = False
    else:
        for other in range(s.seats):
            if 0 < s.when[other][value] < s.turns:
                full = False
    return full


# Ending


def end_round_if_all_done(s: State) -> None:
    """End the round if all have finished: the next card follows, or the game is over after the last (TX-4, TX-8)."""
    for seat in range(s.seats):
        if s.done[seat] == 0:
            return
    for seat in range(s.seats):
        s.growing[seat] = 0
        s.drawn[seat] = 0
        s.spare[seat] = 0
        s.done[seat] = 0
    s.patches = 0
    if s.turns == s.rounds:
        s.phase = FINISHED
    else:
        s.turns += 1
        s.phase = TURN
