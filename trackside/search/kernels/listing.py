"""Every whole turn of a seat: all its moves up to the next chance, the next turn, another seat, or the end.

A game may list its turns itself (`list_turns`). Otherwise they are found from single moves, and of the ways that lead
to the same position only the first is kept.
"""

from __future__ import annotations

from typing import NamedTuple

from trackside.core.protocol import CHANCE, OVER, UNBOUND_LISTS, AnyState, Array, ListRules, Numbers
from trackside.search.kernels.solving import key_of

rules: ListRules = UNBOUND_LISTS

NEEDS = ("trackside.search.kernels.solving",)
ENTRIES = ("list_first",)
CALLED = ("list_turns", "moves_left")
MERGED = ("list_own", "list_by_moves", "note_turn")

LISTS_TURNS, MAY_REPEAT = False, False
"""True if the game lists its turns itself, and if it has `may_repeat`; bound for each game."""

COUNT, NEXT = range(2)
"""Columns of a level's notes: the number of moves, and the next one to try."""

NOTES = NEXT + 1


class Turns(NamedTuple):
    """The whole turns of a seat, and the memory to find them in."""

    ends: AnyState
    """The position after each turn."""
    lengths: Array
    """The number of moves of each turn."""
    moves: Array
    rows: Array
    """The game's own entry for each turn."""
    stack: AnyState
    """The positions on the way to one turn's end, with one level more than a turn may have moves."""
    raw: Array
    """The same memory as `stack`, as 16-bit numbers."""
    choices: Array
    notes: Array
    keys: Array
    """The keys of the positions met,"""
    marks: Array
    """and for each key the listing that entered it."""
    listing: Array
    """The number of listings so far."""


def list_first(states: AnyState, seat: int, turns: Turns) -> int:
    """List the turns of a seat from states[0]; return their number."""
    return list_turns(states[0], seat, turns)


def list_turns(s: AnyState, seat: int, turns: Turns) -> int:
    """Write a seat's whole turns, in the order of their moves unless the game lists them; return their number.

    If there are more than the memory has room for, the rest is left out.
    """
    if LISTS_TURNS:
        return list_own(s, seat, turns)
    return list_by_moves(s, seat, turns)


def list_own(s: AnyState, seat: int, turns: Turns) -> int:
    """Write the turns that the game lists, and the positions they lead to."""
    n = rules.list_turns(s, seat, turns.rows)
    for i in range(n):
        turns.ends[i] = s
        turns.lengths[i] = rules.turn_moves(s, seat, turns.rows[i], turns.moves[i])
        for k in range(turns.lengths[i]):
            rules.apply(turns.ends[i], seat, turns.moves[i][k])
    return n


def list_by_moves(s: AnyState, seat: int, turns: Turns) -> int:
    """Find the turns by trying all moves, each position once."""
    stack, choices, notes = turns.stack, turns.choices, turns.notes
    turns.listing[0] += 1
    repeats = True
    if MAY_REPEAT:
        repeats = rules.may_repeat(s)
    stack[0] = s
    notes[0][COUNT] = moves_left(s, seat, s.turns, choices[0])
    notes[0][NEXT] = 0
    found = met = level = 0
    while level >= 0:
        here = notes[level][NEXT]
        if here == notes[level][COUNT]:
            level -= 1
            continue
        notes[level][NEXT] = here + 1
        stack[level + 1] = stack[level]
        rules.apply(stack[level + 1], seat, choices[level][here])
        if repeats and not enter_position(key_of(turns.raw[level + 1]), turns):
            continue
        met += 1
        n = moves_left(stack[level + 1], seat, s.turns, choices[level + 1])
        if n > 0 and level + 2 < len(stack):
            level += 1
            notes[level][COUNT] = n
            notes[level][NEXT] = 0
        elif n == 0:
            note_turn(level + 1, found, turns)
            found += 1
        if found == len(turns.ends) or 2 * met == len(turns.keys):
            break
    return found


def moves_left(s: AnyState, seat: int, turn: int, out: Numbers) -> int:
    """Write the moves with which a seat can go on with this turn; return their number, 0 when it is over."""
    actor = rules.to_move(s)
    if s.turns != turn or actor in (CHANCE, OVER):
        return 0
    return rules.legal_moves(s, seat, out)


def note_turn(length: int, found: int, turns: Turns) -> None:
    """Keep the way to the position at this level as a turn."""
    turns.ends[found] = turns.stack[length]
    turns.lengths[found] = length
    for level in range(length):
        turns.moves[found][level] = turns.choices[level][turns.notes[level][NEXT] - 1]


def enter_position(key: int, turns: Turns) -> bool:
    """Enter a position by its key; return False if this listing has met it before."""
    keys, marks, listing = turns.keys, turns.marks, turns.listing[0]
    place = (key >> 1) & (len(keys) - 1)
    while marks[place] == listing:
        if keys[place] == key:
            return False
        place = (place + 1) & (len(keys) - 1)
    keys[place] = key
    marks[place] = listing
    return True
