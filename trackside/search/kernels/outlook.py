"""The value of a position between two turns by looking whole turns ahead, with a value net where that ends.

Every outcome counts by its weight, and after it the best turn of the seat to move. Turns are compared by their value
without looking ahead first; only the best of them are followed. Endings that are solved have their exact values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trackside.core.protocol import CHANCE, OVER, UNBOUND_VALUES, AnyState, Array, Numbers, ValueRules
from trackside.search.kernels.endings import Endings, copy_shares, solve_ending
from trackside.search.kernels.listing import Turns, list_turns
from trackside.search.kernels.solving import key_of, place_of
from trackside.search.kernels.value import value_position

if TYPE_CHECKING:
    from trackside.search.scratch import ValueScratch

rules: ValueRules = UNBOUND_VALUES

NEEDS = (
    *("trackside.search.kernels.net", "trackside.search.kernels.value"),
    *("trackside.search.kernels.solving", "trackside.search.kernels.listing", "trackside.search.kernels.endings"),
)
ENTRIES = ("value_turns", "value_start")
CALLED = ("value_leaf", "value_exactly", "value_listed", "look_ahead")

MAX_STARTS = 2000
"""The most turn starts that are visited to solve an ending where the lookahead ends."""

OUTCOME, OUTCOMES, EVERY, COUNT, NEXT, SEAT = range(6)
"""Columns of a level's notes: the next outcome and their number, the weight of those seen; then the number of turns
that are followed after the current outcome, the next of them, and the seat that makes them."""

NOTES = SEAT + 1

WORTH, BEST, VALUE = range(3)
"""Rows of a level's values, one for each seat: the sum over outcomes, the best turn so far, and one turn."""

ROWS = VALUE + 1


class Outlook(NamedTuple):
    """The memory to look ahead; only the endings solved are kept from one position to the next."""

    value: ValueScratch
    turns: Turns
    raw: Array
    """The same memory as the ends of the turns, as 16-bit numbers."""
    shares: Array
    """The value of each listed turn for every seat, without looking further."""
    endings: Endings
    starts: AnyState
    """The position of each level, and one more after an outcome."""
    kept: AnyState
    """The ends of the turns that each level follows, a row for each,"""
    kept_raw: Array
    """and the same memory as 16-bit numbers."""
    notes: Array
    weights: Array
    values: Array
    ends: Array
    """The number of turn ends valued so far."""


def value_turns(states: AnyState, memory: Outlook) -> int:
    """List the turns of the seat to move in states[0] and value their ends; return their number."""
    return value_listed(states[0], rules.to_move(states[0]), memory)


def value_start(states: AnyState, depth: int, width: int, margin: float, memory: Outlook, shares: Array) -> None:
    """Write every seat's share of the win from states[0], a turn start; see `look_ahead`."""
    memory.kept[0][0] = states[0]
    if not value_exactly(memory.kept[0][0], memory.kept_raw[0][0], memory, shares):
        look_ahead(states[0], depth, width, margin, memory, shares)


def value_listed(s: AnyState, seat: int, memory: Outlook) -> int:
    """List the turns of a seat, at least the empty one, and value their ends; return their number."""
    turns = memory.turns
    n = list_turns(s, seat, turns)
    if n == 0:
        turns.ends[0] = s
        turns.lengths[0] = 0
        n = 1
    memory.ends[0] += n
    for i in range(n):
        value_leaf(turns.ends[i], memory.raw[i], memory, memory.shares[i])
    return n


def value_leaf(s: AnyState, raw: Numbers, memory: Outlook, shares: Array) -> None:
    """Write every seat's share where a turn ends: the exact value if there is one, or what the net expects."""
    if not value_exactly(s, raw, memory, shares):
        value_position(s, 0, memory.value, shares)


def value_exactly(s: AnyState, raw: Numbers, memory: Outlook, shares: Array) -> bool:
    """Write the result, or the value of an ending that is solved or small; return False if there is neither."""
    if rules.to_move(s) == OVER:
        rules.returns(s, shares)
        return True
    solved = memory.endings.solved
    place = place_of(key_of(raw), solved.keys)
    if solved.keys[place] != 0:
        copy_shares(solved.values[place], shares)
        return True
    return rules.is_ending(s) and solve_ending(s, MAX_STARTS, memory.endings, shares)


def look_ahead(s: AnyState, depth: int, width: int, margin: float, memory: Outlook, shares: Array) -> None:
    """Write every seat's share from a turn start, `depth` turns ahead.

    Up to `width` turns are followed after an outcome: those whose value, without looking further, is at most `margin`
    below that of the best.
    """
    memory.starts[0] = s
    enter_start(0, memory)
    level = 0
    while True:
        note, values = memory.notes[level], memory.values[level]
        if note[NEXT] < note[COUNT]:
            end, raw = memory.kept[level][note[NEXT]], memory.kept_raw[level][note[NEXT]]
            note[NEXT] += 1
            if value_exactly(end, raw, memory, values[VALUE]):
                take_turn(note, values)
            else:
                level += 1
                memory.starts[level] = end
                enter_start(level, memory)
        elif note[COUNT] > 0:
            leave_outcome(note, values, memory.weights[level])
        elif note[OUTCOME] < note[OUTCOMES]:
            enter_outcome(level, level + 1 == depth, width, margin, memory)
        else:
            for seat in range(len(shares)):
                shares[seat] = values[WORTH][seat] / note[EVERY]
            level -= 1
            if level < 0:
                return
            copy_shares(shares, memory.values[level][VALUE])
            take_turn(memory.notes[level], memory.values[level])


def enter_start(level: int, memory: Outlook) -> None:
    """Begin with the outcomes of a turn start."""
    note, s = memory.notes[level], memory.starts[level]
    worth = memory.values[level][WORTH]
    note[OUTCOME] = note[EVERY] = note[COUNT] = note[NEXT] = 0
    for seat in range(s.seats):
        worth[seat] = 0.0
    note[OUTCOMES] = rules.chance_weights(s, memory.weights[level])


def enter_outcome(level: int, is_last: bool, width: int, margin: float, memory: Outlook) -> None:
    """Value the turns after the next outcome; take the best at the last level, else keep those to follow."""
    note, values, shares = memory.notes[level], memory.values[level], memory.shares
    outcome = note[OUTCOME]
    if memory.weights[level][outcome] == 0:
        note[OUTCOME] += 1
        return
    memory.starts[level + 1] = memory.starts[level]
    s = memory.starts[level + 1]
    rules.apply(s, CHANCE, outcome)
    seat = rules.to_move(s)
    note[SEAT] = seat
    n = value_listed(s, seat, memory)
    best = best_listed(n, seat, shares)
    if is_last:
        copy_shares(shares[best], values[BEST])
        note[COUNT] = note[NEXT] = 1
        return
    least = shares[best][seat] - margin
    note[COUNT] = note[NEXT] = 0
    while note[COUNT] < width and shares[best][seat] >= least:
        memory.kept[level][note[COUNT]] = memory.turns.ends[best]
        note[COUNT] += 1
        shares[best][seat] = -1.0
        best = best_listed(n, seat, shares)


def best_listed(n: int, seat: int, shares: Array) -> int:
    """Return the first listed turn with the largest share for a seat."""
    best = 0
    for i in range(1, n):
        if shares[i][seat] > shares[best][seat]:
            best = i
    return best


def leave_outcome(note: Numbers, values: Array, weights: Numbers) -> None:
    """Add the best turn after an outcome to the sum."""
    weight = weights[note[OUTCOME]]
    for seat in range(len(values[WORTH])):
        values[WORTH][seat] += weight * values[BEST][seat]
    note[EVERY] += weight
    note[OUTCOME] += 1
    note[COUNT] = note[NEXT] = 0


def take_turn(note: Numbers, values: Array) -> None:
    """Keep the value of a turn if it is the first or better than those before."""
    if note[NEXT] == 1 or values[VALUE][note[SEAT]] > values[BEST][note[SEAT]]:
        copy_shares(values[VALUE], values[BEST])
