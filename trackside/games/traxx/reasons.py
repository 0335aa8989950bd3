"""The reason why a turn is better than another, as far as it is certain: numbers and points, an open end, fields."""

from __future__ import annotations

from collections.abc import Sequence

from trackside.core.words import Words
from trackside.games.traxx import rules
from trackside.games.traxx.fields import NEIGHBOURS, NOWHERE, SIDES
from trackside.games.traxx.position import END_NAMES
from trackside.games.traxx.state import HIGHEST, LOWEST, A, B, State
from trackside.games.traxx.telling import joined


def why(s: State, seat: int, better: Sequence[int], other: Sequence[int], words: Words) -> str:
    """Return what the better turn gains or keeps, in a sentence; empty where nothing is certain."""
    best, less = drawn(s, seat, better), drawn(s, seat, other)
    more = sum(best.noted[seat]) - sum(less.noted[seat])
    numbers = [n for n in range(LOWEST, HIGHEST + 1) if best.noted[seat][n] and not less.noted[seat][n]]
    if numbers and more > 0:
        found = joined([words("reason.number", value=n) for n in numbers], words)
        return words("reason.numbers" if more > 1 else "reason.numbers_one", numbers=found, n=more)
    if more < 0:
        return ""
    closed = [end for end in (A, B) if is_closed(less, seat, end) and not is_closed(best, seat, end)]
    if closed and not any(is_closed(best, seat, end) for end in (A, B)):
        return words("reason.closed", end=END_NAMES[closed[0]])
    fields = sum(best.length[seat]) - sum(less.length[seat])
    if fields <= 0:
        return ""
    return words("reason.fields" if fields > 1 else "reason.fields_one", n=fields)


def drawn(s: State, seat: int, moves: Sequence[int]) -> State:
    """Return the position after the moves of a turn."""
    after = s.duplicate()
    for move in moves:
        rules.apply(after, seat, move)
    return after


def is_closed(s: State, seat: int, end: int) -> bool:
    """Return True if no field beside an end of a line is free, so that the line never goes on there."""
    if not s.length[seat][end]:
        return False
    tip = s.tip[seat][end]
    beside = NEIGHBOURS[SIDES * tip : SIDES * tip + SIDES]
    return all(field == NOWHERE or s.mark[seat][field] for field in beside)
