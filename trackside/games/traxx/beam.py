"""A beam search through a game of Träxx whose cards are known: the kernel of hindsight.py, plain or compiled.

A row of a beam or of the lines found is a line at the end of a round; PARENT and PATH record its origin.
"""

from __future__ import annotations

from trackside.core.protocol import Array, Numbers
from trackside.games.traxx.policy import FIELD_BITS, FIELD_MASK, next_extension
from trackside.games.traxx.state import A, B, State
from trackside.games.traxx.worth import Sheet, Weights, brings_half, sheet_sets, weights_now, worth

ENTRIES = ("search",)
CALLED = ("extend", "leave", "keep_distinct", "select")

WORTH, VISITED, TIP_A, TIP_B, DRAWN, POINTS, NUMBERS, PARENT, PATH = range(9)
COLUMNS = 9
"""The columns of a row: its worth, fields as bits, ends, fields and points, the numbers on it, the row of the round
before, and the extension: a 1, a bit for the end, then six bits each for the old tip and all new fields (0: a pass)."""

DROPPED = -(1 << 60)
HASH_FACTOR = 0x9E3779B1


def search(
    s: State,
    cards: Numbers,
    beam: Array,
    found: Array,
    history: Array,
    table: Numbers,
    buckets: Numbers,
    weights: Array,
) -> int:
    """Keep the best lines of every round, starting from the one in beam[0]; return the size of the last beam."""
    kept = 1
    for i in range(len(cards)):
        s.turns = i + 1
        now, sheet, late = weights_now(s, weights), sheet_sets(s), brings_half(s)
        n = 0
        for row in range(kept):
            n = leave(s, now, sheet, late, beam[row], row, found, n)
            n = extend(s, now, sheet, late, A, cards[i], beam[row], row, found, n)
            if beam[row][TIP_A] != beam[row][TIP_B]:
                n = extend(s, now, sheet, late, B, cards[i], beam[row], row, found, n)
        keep_distinct(found, n, table)
        kept = select(found, n, beam, history[i], buckets)
    return kept


def extend(
    s: State,
    now: Weights,
    sheet: Sheet,
    late: int,
    end: int,
    card: int,
    line: Numbers,
    row: int,
    found: Array,
    n: int,
) -> int:
    """Write every extension of a line at one end; lines beyond the available room are left out."""
    path, sides, visited, spare = (2 | end) << FIELD_BITS | line[TIP_A + end], 0, line[VISITED], card
    points, numbers, drawn = line[POINTS], line[NUMBERS], 0
    while n < len(found):
        path, sides, visited, spare, points, numbers, drawn = next_extension(
            s, late, path, sides, visited, spare, points, numbers, drawn
        )
        if drawn == 0:
            break
        new = found[n]
        new[VISITED] = visited
        new[TIP_A + end] = path & FIELD_MASK
        new[TIP_B - end] = line[TIP_B - end]
        new[DRAWN] = line[DRAWN] + drawn
        new[POINTS] = points
        new[NUMBERS] = numbers
        new[PARENT] = row
        new[PATH] = path
        new[WORTH] = line_worth(s, now, sheet, late, new)
        n += 1
    return n


def leave(s: State, now: Weights, sheet: Sheet, late: int, line: Numbers, row: int, found: Array, n: int) -> int:
    """Write the unchanged line: a pass."""
    if n == len(found):
        return n
    new = found[n]
    for column in range(COLUMNS):
        new[column] = line[column]
    new[PARENT] = row
    new[PATH] = 0
    new[WORTH] = line_worth(s, now, sheet, late, new)
    return n + 1


def line_worth(s: State, now: Weights, sheet: Sheet, late: int, line: Numbers) -> int:
    """Return the worth of a line with everything it has brought so far."""
    return worth(
        s,
        now,
        sheet,
        late,
        line[VISITED],
        line[TIP_A],
        line[TIP_B],
        line[DRAWN],
        line[POINTS],
        line[NUMBERS],
    )


def keep_distinct(found: Array, n: int, table: Numbers) -> None:
    """Drop all but one with the most points of the lines that have the same fields and the same ends."""
    size = len(table)
    for i in range(size):
        table[i] = -1
    for i in range(n):
        tips = found[i][TIP_A] + found[i][TIP_B] + (found[i][TIP_A] ^ found[i][TIP_B]) * 64
        place = ((found[i][VISITED] % 0x7FFFFFFF) * HASH_FACTOR + tips * 40503 + found[i][VISITED] // 0x7FFFFFFF) % size
        while table[place] >= 0 and not alike(found[table[place]], found[i]):
            place = (place + 1) % size
        other = table[place]
        if other < 0:
            table[place] = i
        elif found[i][POINTS] > found[other][POINTS]:
            found[other][WORTH] = DROPPED
            table[place] = i
        else:
            found[i][WORTH] = DROPPED


def alike(one: Numbers, other: Numbers) -> bool:
    """Return True for lines with the same fields and the same two ends, in either order."""
    if one[VISITED] != other[VISITED]:
        return False
    if one[TIP_A] == other[TIP_A]:
        return bool(one[TIP_B] == other[TIP_B])
    return bool(one[TIP_A] == other[TIP_B] and one[TIP_B] == other[TIP_A])


def select(found: Array, n: int, beam: Array, history: Array, buckets: Numbers) -> int:
    """Put the best distinct lines into the beam and the history, and return their number."""
    highest = DROPPED
    lowest = -DROPPED
    for i in range(n):
        if found[i][WORTH] != DROPPED:
            highest = max(highest, found[i][WORTH])
            lowest = min(lowest, found[i][WORTH])
    width = (highest - lowest) // len(buckets) + 1
    for i in range(len(buckets)):
        buckets[i] = 0
    for i in range(n):
        if found[i][WORTH] != DROPPED:
            buckets[(highest - found[i][WORTH]) // width] += 1
    last = 0
    total = buckets[0]
    while last + 1 < len(buckets) and total + buckets[last + 1] <= len(beam):
        last += 1
        total += buckets[last]
    kept = 0
    for i in range(n):
        if found[i][WORTH] != DROPPED and kept < len(beam) and (highest - found[i][WORTH]) // width <= last:
            for column in range(COLUMNS):
                beam[kept][column] = found[i][column]
            history[kept][0] = found[i][PARENT]
            history[kept][1] = found[i][PATH]
            kept += 1
    return kept
