"""Exhaustive search in compiled code: every move, every outcome, to the very end, each position once."""

from __future__ import annotations

from trackside.core.protocol import CHANCE, OVER, UNBOUND, AnyState, Array, Numbers, Rules

rules: Rules = UNBOUND

ENTRIES = ("solve", "find")
CALLED = ("enter", "key_of")

ACTOR, COUNT, NEXT, TOTAL, KEY = range(5)
"""What a level of the way down notes: who acts, how many ways there are, which comes next, the weight of them all, and
the key of the position."""

NOTES = KEY + 1

MASK = (1 << 32) - 1
FACTORS = 0x01000193, 0x5BD1E995
"""The numbers of two hashes of 32 bits; together they tell positions apart."""


def solve(
    states: AnyState,
    raw: Array,
    buffers: Array,
    notes: Array,
    sums: Array,
    met: Numbers,
    most: int,
    keys: Numbers,
    values: Array,
) -> int:
    """Solve states[0] into the table of positions and say its place there; -1 if there is too much to look at.

    The states are the way down, `raw` the same as bytes; `met` counts the positions in the table. Everybody plays for
    their own share of the win, and of equal moves makes the first.
    """
    key = key_of(raw[0])
    place = place_of(key, keys)
    if keys[place] != 0:
        return place
    met[0] += 1
    level = 0
    enter(states[0], key, buffers[0], notes[0], sums[0])
    while level >= 0:
        note = notes[level]
        if note[NEXT] == note[COUNT]:
            place = settle(note[KEY], sums[level], keys, values)
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
        enter(states[level], key, buffers[level], notes[level], sums[level])
    return place


def find(raw: Numbers, keys: Numbers) -> int:
    """The place of a position in the table; -1 if it is not there."""
    place = place_of(key_of(raw), keys)
    return place if keys[place] != 0 else -1


def enter(s: AnyState, key: int, buffer: Numbers, note: Numbers, worth: Array) -> None:
    """Begin with a position: who acts, and what can happen."""
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
    """The move or outcome that comes next."""
    return note[NEXT] if note[ACTOR] == CHANCE else buffer[note[NEXT]]


def skip_impossible(note: Numbers, buffer: Numbers) -> None:
    """Go on to an outcome that can happen."""
    while note[NEXT] < note[COUNT] and buffer[note[NEXT]] == 0:
        note[NEXT] += 1


def take(note: Numbers, buffer: Numbers, worth: Array, value: Array) -> None:
    """Note what the way that came next is worth, and go on to the one after it."""
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


def settle(key: int, worth: Array, keys: Numbers, values: Array) -> int:
    """Keep what a position is worth; say where."""
    place = place_of(key, keys)
    keys[place] = key
    for seat in range(len(worth)):
        values[place][seat] = worth[seat]
    return place


def place_of(key: int, keys: Numbers) -> int:
    """Where the table keeps a position, or the free place where it will; the table is never full."""
    place = (key >> 1) & (len(keys) - 1)
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & (len(keys) - 1)
    return place


def key_of(raw: Numbers) -> int:
    """A number for a position: odd, so never 0."""
    one = 1
    other = 2
    for byte in raw:
        one = ((one ^ byte) * FACTORS[0]) & MASK
        other = ((other ^ byte) * FACTORS[1]) & MASK
    return (one << 30) ^ other | 1
