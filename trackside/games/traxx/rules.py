"""The rules of Träxx. Numbers such as TX-9 are those of rules.md beside this file."""

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
    """Everybody on a start of their own (TX-1, TX-5).

    Options: a start for every seat or 0 for chance; colours, numbers and starts of the sheet; cards and how many.
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
    """Chance for starts and cards; then the first seat that has yet to finish the round, in a view its owner first."""
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
    """Every field that either end can enter, or the one that is growing (TX-6); and to leave it at that."""
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
    """Every start nobody has, every card left is as likely as any other (TX-1, TX-4)."""
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
    """Stream 0 deals the starts, stream 1 shuffles the cards, which are the same for all."""
    return 0 if s.phase == DEAL else 1


def apply(s: State, seat: int, move: int) -> None:
    """Make a move or let an outcome happen."""
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
    """The noted values, minus one point for every field not reached (TX-10)."""
    for seat in range(s.seats):
        out[seat] = s.length[seat][A] + s.length[seat][B] + 1 - FIELDS
        for value in range(LOWEST, HIGHEST + 1):
            out[seat] += s.noted[seat][value]


def returns(s: State, out: Array) -> None:
    """The best total wins, equal totals share it (TX-10); solo, 0 for drawing nothing, 1 for everything at full."""
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
    """The next seat without a start gets this one."""
    seat = 0
    while s.start[seat] > 0:
        seat += 1
    give_start(s, seat, start + 1)


def give_start(s: State, seat: int, start: int) -> None:
    """The start field is reached and is both ends of the line (TX-5, TX-6); with the last one round 1 begins."""
    field = s.starts[start - 1]
    s.start[seat] = start
    s.mark[seat][field] = 1
    s.tip[seat][A] = field
    s.tip[seat][B] = field
    if seat == s.seats - 1:
        s.turns = 1
        s.phase = TURN


def turn_card(s: State, kind: int) -> None:
    """Turn a card up; whoever cannot use it has passed (TX-4, TX-6)."""
    s.left[kind] -= 1
    s.patches = s.card[kind]
    s.phase = DRAW
    for seat in range(s.seats):
        begin_round(s, seat)
    end_round_if_all_done(s)


def begin_round(s: State, seat: int) -> None:
    """The seat has all patches of the card and both ends to choose from."""
    s.growing[seat] = 0
    s.drawn[seat] = 0
    s.spare[seat] = s.patches
    s.done[seat] = 0 if can_go_on(s, seat, A) or can_go_on(s, seat, B) else 1


def patches_of(patches: int, colour: int) -> int:
    """How many patches of a colour there are."""
    return (patches >> (PATCH_BITS * colour)) & PATCH_MASK


# Drawing


def may_grow(s: State, seat: int, end: int) -> bool:
    """One end a round (TX-6); the ends of a start alone are the same, so only A is offered."""
    if s.growing[seat] != 0:
        return s.growing[seat] == end + 1
    return end == A or s.length[seat][A] > 0


def may_enter(s: State, seat: int, field: int) -> bool:
    """Not reached before (TX-5), and a patch of its colour is left (TX-6, TX-7)."""
    return s.mark[seat][field] == 0 and patches_of(s.spare[seat], s.colour[field]) > 0


def can_go_on(s: State, seat: int, end: int) -> bool:
    """Whether this end can enter any field."""
    for side in range(SIDES):
        field = NEIGHBOURS[SIDES * s.tip[seat][end] + side]
        if field != NOWHERE and may_enter(s, seat, field):
            return True
    return False


def enter(s: State, seat: int, end: int, field: int) -> None:
    """Extend the line by one field; where it cannot go on, the seat has finished the round (TX-6, TX-7)."""
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
    """What a number brings if it is reached now: its full value, or half of it, rounded up (TX-9, TX-11)."""
    return value if counts_full(s, seat, value) else (value + 1) // 2


def counts_full(s: State, seat: int, value: int) -> bool:
    """Nobody reached it in an earlier round (TX-9); solo, no higher number was reached before (TX-11)."""
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
    """When all have finished, the next card is turned up, or the game is over after the last (TX-4, TX-8)."""
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
