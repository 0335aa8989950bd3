"""Exhaustive search in compiled code: every move and every outcome to the end of the game, each position once."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from trackside.core.protocol import CHANCE, OVER, UNBOUND, AnyState, Array, Numbers, Rules

rules: Rules = UNBOUND

ENTRIES = ("solve", "find")
CALLED = ("enter", "key_of")

ACTOR, COUNT, NEXT, TOTAL, KEY = range(5)
"""Columns of a level's notes: actor, number of branches, next branch, total weight, and the key of the position."""

NOTES = KEY + 1

FACTORS = 1 << 11
"""The number of factors of a hash; longer positions use them again."""

FACTOR_BITS = 31
_FIRST, _SECOND = Random(1), Random(2)
ONE: tuple[int, ...] = tuple(map(_FIRST.getrandbits, [FACTOR_BITS] * FACTORS))
OTHER: tuple[int, ...] = tuple(map(_SECOND.getrandbits, [FACTOR_BITS] * FACTORS))
"""The factors of two hashes, which together identify a position."""

MASK = (1 << FACTOR_BITS) - 1


class Levels(NamedTuple):
    """The stack of positions on the way to the one being solved, an entry for each level."""

    states: AnyState
    raw: Array
    """The same memory as `states`, as bytes."""
    buffers: Array
    notes: Array
    sums: Array
    """Every seat's share of the win so far."""


class Solved(NamedTuple):
    """The table of solved positions: their keys, and every seat's share of the win."""

    keys: Array
    values: Array


def solve(levels: Levels, solved: Solved, met: Numbers, most: int) -> int:
    """Solve the first position of `levels` and return its index in the table; return -1 if a limit is exceeded.

    `met` counts the positions visited, up to `most`. Every seat maximises its own share of the win and makes the first
    of equal moves.
    """
    states, raw, buffers, notes, sums = levels
    keys, values = solved
    key = key_of(raw[0])
    place = place_of(key, keys)
    if keys[place] != 0:
        return place
    met[0] += 1
    level = 0
    enter(levels, 0, key)
    while level >= 0:
        note = notes[level]
        if note[NEXT] == note[COUNT]:
            place = settle(note[KEY], sums[level], solved)
            level -= 1
            if level >= 0:
                take(notes[level], buffers[level], sums[level], values[place])
            continue
        states[level + 1] = states[level]
        rules.apply(states[level + 1], note[ACTOR], way(note, buffers[level]))
        key = key_of(raw[level + 1])
        place = place_of(key, keys)
        if keys[place] != 0:
            take(note, buffers[level], sums[level], values[place])
            continue
        met[0] += 1
        if met[0] > most or level + 2 == len(states):
            return -1
        level += 1
        enter(levels, level, key)
    return place


def find(raw: Numbers, keys: Numbers) -> int:
    """Return the index of a position in the table, or -1 if it is missing."""
    place = place_of(key_of(raw), keys)
    return place if keys[place] != 0 else -1


def enter(levels: Levels, level: int, key: int) -> None:
    """Start a position: note its actor and list its moves or outcomes."""
    s, buffer, note, worth = levels.states[level], levels.buffers[level], levels.notes[level], levels.sums[level]
    note[KEY] = key
    note[ACTOR] = rules.to_move(s)
    note[NEXT] = 0
    note[COUNT] = 0
    for seat in range(len(worth)):
        worth[seat] = 0.0
    if note[ACTOR] == OVER:
        rules.returns(s, worth)
    elif note[ACTOR] == CHANCE:
        note[COUNT] = rules.chance_weights(s, buffer)
        note[TOTAL] = 0
        for outcome in range(note[COUNT]):
            note[TOTAL] += buffer[outcome]
        skip_impossible(note, buffer)
    else:
        note[COUNT] = rules.legal_moves(s, note[ACTOR], buffer)


def way(note: Numbers, buffer: Numbers) -> int:
    """Return the next move or outcome."""
    return note[NEXT] if note[ACTOR] == CHANCE else buffer[note[NEXT]]


def skip_impossible(note: Numbers, buffer: Numbers) -> None:
    """Skip outcomes that cannot happen."""
    while note[NEXT] < note[COUNT] and buffer[note[NEXT]] == 0:
        note[NEXT] += 1


def take(note: Numbers, buffer: Numbers, worth: Array, value: Array) -> None:
    """Add the value of the current branch and advance to the next one."""
    actor = note[ACTOR]
    here = note[NEXT]
    note[NEXT] = here + 1
    if actor == CHANCE:
        for seat in range(len(worth)):
            worth[seat] += buffer[here] / note[TOTAL] * value[seat]
        skip_impossible(note, buffer)
    elif here == 0 or value[actor] > worth[actor]:
        for seat in range(len(worth)):
            worth[seat] = value[seat]


def settle(key: int, worth: Array, solved: Solved) -> int:
    """Store the value of a position and return its index."""
    place = place_of(key, solved.keys)
    solved.keys[place] = key
    for seat in range(len(worth)):
        solved.values[place][seat] = worth[seat]
    return place


def place_of(key: int, keys: Numbers) -> int:
    """Return the index of a position, or of the free entry for it; the table is never full."""
    place = (key >> 1) & (len(keys) - 1)
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & (len(keys) - 1)
    return place


def key_of(raw: Numbers) -> int:
    """Return the hash of a position: odd, so never 0. The sums have no order, so that they can be computed at once."""
    one = 0
    other = 0
    for i in range(len(raw)):
        one += raw[i] * ONE[i & (FACTORS - 1)]
        other += raw[i] * OTHER[i & (FACTORS - 1)]
    return ((one ^ one >> 24) & MASK) << FACTOR_BITS ^ (other ^ other >> 24) & MASK | 1
