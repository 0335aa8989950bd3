"""Exact values of endings by whole turns: every outcome and every turn to the end, each turn start once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trackside.core.protocol import CHANCE, OVER, UNBOUND_LISTS, AnyState, Array, ListRules, Numbers
from trackside.search.kernels.listing import Turns, list_turns
from trackside.search.kernels.solving import key_of, place_of

if TYPE_CHECKING:
    from trackside.search.kernels.solving import Solved

rules: ListRules = UNBOUND_LISTS

NEEDS = ("trackside.search.kernels.solving", "trackside.search.kernels.listing")
ENTRIES = ("solve_start",)
CALLED = ("solve_ending", "open_start")
MERGED = ("open_outcome",)

KEY, OUTCOME, OUTCOMES, EVERY, SEAT, COUNT, NEXT = range(7)
"""Columns of a level's notes: the key, the next outcome and their number, the weight of those seen; then the seat that
chooses after the current outcome, the number of its turns and the next of them. EVERY is 0 if the start was known."""

NOTES = NEXT + 1

WORTH, BEST, VALUE = range(3)
"""Rows of a level's values, one for each seat: the sum over outcomes, the best turn so far, and one turn."""

ROWS = VALUE + 1


class Endings(NamedTuple):
    """The stack of turn starts on the way to the one being solved, the table of those solved, and limits."""

    starts: AnyState
    rolled: AnyState
    """The position after an outcome."""
    ends: AnyState
    """The positions after the turns of each level, a row for each."""
    raw: Array
    """The same memory as `starts`, as 16-bit numbers."""
    notes: Array
    weights: Array
    values: Array
    turns: Turns
    solved: Solved
    met: Array
    """The number of turn starts in the table."""


def solve_start(states: AnyState, most: int, endings: Endings, shares: Array) -> bool:
    """Solve states[0]; see `solve_ending`."""
    return solve_ending(states[0], most, endings, shares)


def solve_ending(s: AnyState, most: int, endings: Endings, shares: Array) -> bool:
    """Write every seat's share of the win from a turn start if each maximises its own; return False at a limit.

    At most `most` new turn starts are solved. Of equal turns the first is made.
    """
    limit = min(endings.met[0] + most, len(endings.solved.keys) // 2)
    endings.starts[0] = s
    open_start(0, endings)
    level = 0
    while True:
        note, values = endings.notes[level], endings.values[level]
        if note[NEXT] < note[COUNT]:
            note[NEXT] += 1
            end = endings.ends[level][note[NEXT] - 1]
            if rules.to_move(end) == OVER:
                rules.returns(end, values[VALUE])
                take_best(note, values)
            elif level + 1 == len(endings.notes) or endings.met[0] >= limit:
                return False
            else:
                level += 1
                endings.starts[level] = end
                open_start(level, endings)
        elif note[COUNT] > 0:
            close_outcome(note, values, endings.weights[level])
        elif note[OUTCOME] < note[OUTCOMES]:
            if not open_outcome(level, endings):
                return False
        else:
            found = endings.solved.values[settle_start(note, values, endings)]
            level -= 1
            if level < 0:
                copy_shares(found, shares)
                return True
            copy_shares(found, endings.values[level][VALUE])
            take_best(endings.notes[level], endings.values[level])


def forget(endings: Endings) -> None:
    """Clear the table of turn starts solved."""
    endings.met[0] = 0
    for place in range(len(endings.solved.keys)):
        endings.solved.keys[place] = 0


def open_start(level: int, endings: Endings) -> None:
    """Begin with a turn start; one that is known has no outcomes to look at."""
    note, s = endings.notes[level], endings.starts[level]
    note[KEY] = key_of(endings.raw[level])
    note[OUTCOME] = note[OUTCOMES] = note[EVERY] = note[COUNT] = note[NEXT] = 0
    if endings.solved.keys[place_of(note[KEY], endings.solved.keys)] == 0:
        note[OUTCOMES] = rules.chance_weights(s, endings.weights[level])
        for seat in range(s.seats):
            endings.values[level][WORTH][seat] = 0.0


def open_outcome(level: int, endings: Endings) -> bool:
    """List the turns after the next outcome; return False if there are more than there is room for."""
    note, turns = endings.notes[level], endings.turns
    outcome = note[OUTCOME]
    if endings.weights[level][outcome] == 0:
        note[OUTCOME] += 1
        return True
    endings.rolled[0] = endings.starts[level]
    s = endings.rolled[0]
    rules.apply(s, CHANCE, outcome)
    note[SEAT] = rules.to_move(s)
    note[COUNT] = list_turns(s, note[SEAT], turns)
    note[NEXT] = 0
    if note[COUNT] == 0 or note[COUNT] > len(endings.ends[level]):
        return False
    for i in range(note[COUNT]):
        endings.ends[level][i] = turns.ends[i]
    return True


def close_outcome(note: Numbers, values: Array, weights: Numbers) -> None:
    """Add the best turn after an outcome to the sum."""
    weight = weights[note[OUTCOME]]
    for seat in range(len(values[WORTH])):
        values[WORTH][seat] += weight * values[BEST][seat]
    note[EVERY] += weight
    note[OUTCOME] += 1
    note[COUNT] = note[NEXT] = 0


def settle_start(note: Numbers, values: Array, endings: Endings) -> int:
    """Store the value of a turn start unless it is known; return its index in the table."""
    keys, known = endings.solved.keys, endings.solved.values
    place = place_of(note[KEY], keys)
    if note[EVERY] > 0:
        keys[place] = note[KEY]
        endings.met[0] += 1
        for seat in range(len(values[WORTH])):
            known[place][seat] = values[WORTH][seat] / note[EVERY]
    return place


def take_best(note: Numbers, values: Array) -> None:
    """Keep the value of a turn if it is the first or better than those before."""
    if note[NEXT] == 1 or values[VALUE][note[SEAT]] > values[BEST][note[SEAT]]:
        copy_shares(values[VALUE], values[BEST])


def copy_shares(shares: Array, to: Array) -> None:
    """Copy a share for every seat."""
    for seat in range(len(to)):
        to[seat] = shares[seat]
