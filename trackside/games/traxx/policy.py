"""Träxx's policy, a sensible player: it weighs every whole extension by what it brings and what it leaves open."""

from __future__ import annotations

from trackside.core.protocol import Array, Numbers
from trackside.games.traxx.fields import BITS, FIELDS, NEIGHBOURS, NOWHERE, SIDES
from trackside.games.traxx.rules import may_grow, patches_of
from trackside.games.traxx.state import MAX_PATCHES, PATCH_BITS, STOP, A, B, State
from trackside.games.traxx.worth import (
    brings_half,
    halved,
    line_sets,
    number_worth,
    sheet_sets,
    weights_now,
    worth,
)

NEEDS = ("trackside.games.traxx.worth",)
CALLED = ("best_extension", "rank_turns", "list_turns")

SOLO = (
    *(143, 201, 0, 73, 64, 86, 193, -57, -200, -145, 85, 68),
    *(229, 122, 0, 116, 155, 186, 159, -60, -102, -80, 40, 77),
)
"""The weights for solo games, early and then late in the game, found by the cross-entropy method."""

TABLE = (
    *(154, 263, 0, 62, 18, 127, 304, -69, -356, -204, 77, 228),
    *(315, 147, 0, 248, 262, 331, 157, -69, -137, -73, 76, 29),
)
"""The weights for several players."""

FIELD_BITS, SIDE_BITS = 6, 3
FIELD_MASK, SIDE_MASK = (1 << FIELD_BITS) - 1, (1 << SIDE_BITS) - 1

WORTH, LENGTH, MOVE = 0, 1, 2
LINE = MOVE + MAX_PATCHES + 1
TURN_COLUMNS = LINE + 3
"""A ranked turn: its worth, its number of moves, the moves; then the fields of the line and its two ends."""

GAIN, VISITED, TIP_A, TIP_B, REACHED, END, PATH, DRAWN = range(8)
LISTED_COLUMNS = 8
"""A listed turn: the points it brings; the fields of the line after it, its ends and the numbers on it; the end that is
extended, the path and the number of fields drawn."""

LONGEST_TURN = MAX_PATCHES + 1
HALF_BITS = 30
HALF_MASK = (1 << HALF_BITS) - 1
MAX_TURNS = 4096
"""The number of turns there is room for; beyond that some are left out."""


def quick_move(s: State, seat: int, moves: Numbers, n: int, rng: Numbers) -> int:
    """Return the next move of the best whole extension from here."""
    end, path, drawn = best_extension(s, seat, SOLO if s.seats == 1 else TABLE)
    return move_of(end, path, drawn, 0)


def quick_turn(s: State, seat: int, out: Numbers, rng: Numbers) -> int:
    """Write the moves of the best whole extension from here and return their number."""
    end, path, drawn = best_extension(s, seat, SOLO if s.seats == 1 else TABLE)
    n = drawn if drawn > 0 and not goes_on(s, seat, path, drawn) else drawn + 1
    for i in range(n):
        out[i] = move_of(end, path, drawn, i)
    return n


def best_extension(s: State, seat: int, weights: Array) -> tuple[int, int, int]:
    """Return the best extension by these weights: its end, its path and the number of fields drawn.

    Ties go to the extension with the higher move where they differ; STOP is the highest.
    """
    now, sheet, late = weights_now(s, weights), sheet_sets(s), brings_half(s)
    line, on_line = line_sets(s, seat)
    best = worth(s, now, sheet, late, line, s.tip[seat][A], s.tip[seat][B], 0, 0, on_line)
    best_end, best_path, best_drawn = A, 0, 0
    for end in range(2):
        if may_grow(s, seat, end):
            path, sides, visited, spare = int(s.tip[seat][end]), 0, line, int(s.spare[seat])
            points, numbers, drawn = 0, on_line, 0
            while True:
                path, sides, visited, spare, points, numbers, drawn = next_extension(
                    s, late, path, sides, visited, spare, points, numbers, drawn
                )
                if drawn == 0:
                    break
                tip, other_tip = path & FIELD_MASK, s.tip[seat][1 - end]
                good = worth(s, now, sheet, late, visited, tip, other_tip, drawn, points, numbers)
                longer = max(drawn - best_drawn, 0)
                parts = best_drawn > 0 and (end != best_end or path >> FIELD_BITS * longer != best_path)
                if good > best or (good == best and parts):
                    best, best_end, best_path, best_drawn = good, end, path, drawn
    return best_end, best_path, best_drawn


def rank_turns(s: State, seat: int, out: Array) -> int:
    """Write the best whole turns from here that leave different lines, best first; return their number."""
    now, sheet, late = weights_now(s, SOLO if s.seats == 1 else TABLE), sheet_sets(s), brings_half(s)
    line, on_line = line_sets(s, seat)
    good = worth(s, now, sheet, late, line, s.tip[seat][A], s.tip[seat][B], 0, 0, on_line)
    n, row = make_room(out, 0, good, line, s.tip[seat][A], s.tip[seat][B])
    write_turn(s, seat, out[row], A, 0, 0)
    for end in range(2):
        if may_grow(s, seat, end):
            path, sides, visited, spare = int(s.tip[seat][end]), 0, line, int(s.spare[seat])
            points, numbers, drawn = 0, on_line, 0
            while True:
                path, sides, visited, spare, points, numbers, drawn = next_extension(
                    s, late, path, sides, visited, spare, points, numbers, drawn
                )
                if drawn == 0:
                    break
                tip, other_tip = path & FIELD_MASK, s.tip[seat][1 - end]
                good = worth(s, now, sheet, late, visited, tip, other_tip, drawn, points, numbers)
                tip_a, tip_b = (tip, other_tip) if end == A else (other_tip, tip)
                n, row = make_room(out, n, good, visited, tip_a, tip_b)
                if row < len(out):
                    write_turn(s, seat, out[row], end, path, drawn)
    return n


def list_turns(s: State, seat: int, out: Array) -> int:
    """Write every whole turn from here, a pass first, while there is room; return their number."""
    late = brings_half(s)
    line, on_line = line_sets(s, seat)
    write_listed(s, seat, out[0], A, int(s.tip[seat][A]), line, 0, on_line, 0)
    n = 1
    for end in range(2):
        if may_grow(s, seat, end):
            path, sides, visited, spare = int(s.tip[seat][end]), 0, line, int(s.spare[seat])
            points, numbers, drawn = 0, on_line, 0
            while n < len(out):
                path, sides, visited, spare, points, numbers, drawn = next_extension(
                    s, late, path, sides, visited, spare, points, numbers, drawn
                )
                if drawn == 0:
                    break
                write_listed(s, seat, out[n], end, path, visited, points, numbers, drawn)
                n += 1
    return n


def write_listed(
    s: State, seat: int, row: Numbers, end: int, path: int, visited: int, points: int, numbers: int, drawn: int
) -> None:
    """Write a turn and the line after it."""
    row[GAIN] = drawn + points
    row[VISITED] = visited
    row[TIP_A + end] = path & FIELD_MASK
    row[TIP_B - end] = s.tip[seat][1 - end]
    row[REACHED] = numbers
    row[END] = end
    row[PATH] = path
    row[DRAWN] = drawn


def is_same_line(one: Numbers, other: Numbers) -> bool:
    """Return True if two listed turns leave the same line."""
    return bool(one[VISITED] == other[VISITED] and one[TIP_A] == other[TIP_A] and one[TIP_B] == other[TIP_B])


def line_key(turn: Numbers) -> int:
    """Return a number that is the same for all listed turns that leave the same line."""
    visited = turn[VISITED]
    return int((visited & HALF_MASK) * 31 + (visited >> HALF_BITS) * 17 + turn[TIP_A] * 7 + turn[TIP_B])


def turn_moves(s: State, seat: int, turn: Numbers, out: Numbers) -> int:
    """Write the moves of a listed turn and return their number."""
    end, path, drawn = turn[END], turn[PATH], turn[DRAWN]
    n = drawn if drawn > 0 and not goes_on(s, seat, path, drawn) else drawn + 1
    for i in range(n):
        out[i] = move_of(end, path, drawn, i)
    return int(n)


def make_room(out: Array, n: int, good: int, visited: int, tip_a: int, tip_b: int) -> tuple[int, int]:
    """Return the number of turns with this one, and the row for it: len(out) if it is no better than the others."""
    last = n
    for i in range(n):
        if out[i][LINE] == visited and out[i][LINE + 1] == tip_a and out[i][LINE + 2] == tip_b:
            if out[i][WORTH] >= good:
                return n, len(out)
            last = i
    if last == len(out):
        if out[last - 1][WORTH] >= good:
            return n, len(out)
        last -= 1
    row = last
    while row > 0 and out[row - 1][WORTH] < good:
        for column in range(TURN_COLUMNS):
            out[row][column] = out[row - 1][column]
        row -= 1
    out[row][WORTH] = good
    out[row][LINE] = visited
    out[row][LINE + 1] = tip_a
    out[row][LINE + 2] = tip_b
    return max(n, last + 1), row


def write_turn(s: State, seat: int, row: Numbers, end: int, path: int, drawn: int) -> None:
    """Write the moves of an extension and their number."""
    row[LENGTH] = drawn if drawn > 0 and not goes_on(s, seat, path, drawn) else drawn + 1
    for i in range(row[LENGTH]):
        row[MOVE + i] = move_of(end, path, drawn, i)


def move_of(end: int, path: int, drawn: int, i: int) -> int:
    """Return the i-th move of an extension; STOP after all fields."""
    if i == drawn:
        return STOP
    return end * FIELDS + (path >> FIELD_BITS * (drawn - 1 - i) & FIELD_MASK)


def goes_on(s: State, seat: int, path: int, drawn: int) -> bool:
    """Return True if another field could be entered after an extension."""
    visited, spare = 0, int(s.spare[seat])
    for i in range(drawn):
        field = path >> FIELD_BITS * i & FIELD_MASK
        visited |= BITS[field]
        spare -= 1 << (PATCH_BITS * s.colour[field])
    for side in range(SIDES):
        field = NEIGHBOURS[SIDES * (path & FIELD_MASK) + side]
        free = field != NOWHERE and s.mark[seat][field] == 0 and visited & BITS[field] == 0
        if free and patches_of(spare, s.colour[field]) > 0:
            return True
    return False


def next_extension(
    s: State, late: int, path: int, sides: int, visited: int, spare: int, points: int, numbers: int, drawn: int
) -> tuple[int, int, int, int, int, int, int]:
    """Return the next extension of a line in depth-first order; drawn is 0 after the last.

    Path and sides are stacks: the old tip and the fields entered, and the next side of each to try.
    """
    while True:
        side = sides & SIDE_MASK
        if side < SIDES:
            sides += 1
            field = NEIGHBOURS[SIDES * (path & FIELD_MASK) + side]
            if field != NOWHERE and visited & BITS[field] == 0 and patches_of(spare, s.colour[field]) > 0:
                value = s.value[field]
                if value > 0:
                    points += number_worth(value, halved(late, numbers))
                    numbers |= 1 << value
                path = path << FIELD_BITS | field
                sides <<= SIDE_BITS
                visited |= BITS[field]
                spare -= 1 << (PATCH_BITS * s.colour[field])
                return path, sides, visited, spare, points, numbers, drawn + 1
        elif drawn == 0:
            return path, sides, visited, spare, points, numbers, 0
        else:
            field = path & FIELD_MASK
            path >>= FIELD_BITS
            sides >>= SIDE_BITS
            visited ^= BITS[field]
            spare += 1 << (PATCH_BITS * s.colour[field])
            value = s.value[field]
            if value > 0:
                numbers ^= 1 << value
                points -= number_worth(value, halved(late, numbers))
            drawn -= 1
