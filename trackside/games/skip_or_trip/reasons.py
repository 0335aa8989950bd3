"""The reason why a move is better than another, as far as it is certain: a win, a trip, a safe square, or the way."""

from __future__ import annotations

from collections.abc import Sequence

from trackside.core.protocol import OVER
from trackside.core.words import Words
from trackside.games.skip_or_trip import rules
from trackside.games.skip_or_trip.effects import effects
from trackside.games.skip_or_trip.state import ACT, LAY, TRIP, State
from trackside.games.skip_or_trip.threats import threats


def why(s: State, seat: int, better: Sequence[int], other: Sequence[int], words: Words) -> str:
    """Return what the better move gains or denies, in a sentence; empty where nothing is certain."""
    if wins(s, seat, better[0]):
        return "" if wins(s, seat, other[0]) else words("reason.wins")
    if wins(s, seat, other[0]):
        return ""
    tripped, left = square_tripped(s, better[0]), square_tripped(s, other[0])
    if tripped and not left:
        return words("reason.trip", square=tripped)
    back, less = sent_back(s, seat, better[0]), sent_back(s, seat, other[0])
    if back > less > 0:
        return words("reason.back", n=back - less)
    if left or less or tripped or back:
        return ""
    return _walk_reason(s, seat, better[0], other[0], words)


def _walk_reason(s: State, seat: int, better: int, other: int, words: Words) -> str:
    """Return the reason of a walk that ends the turn: a safe square, or a longer way to one that is no less safe."""
    ends = [walk_end(s, seat, move) for move in (better, other)]
    if 0 in ends or s.seats != 2 or s.meeples != 1:
        return ""
    safe = [is_safe(s, seat, move) for move in (better, other)]
    if safe == [True, False]:
        return words("reason.safe", square=ends[0], other=ends[1])
    if ends[0] > ends[1] and safe[0] == safe[1]:
        return words("reason.further", n=ends[0] - ends[1])
    return ""


def moved(s: State, seat: int, move: int) -> State:
    """Return the position after a move."""
    after = s.duplicate()
    rules.apply(after, seat, move)
    return after


def wins(s: State, seat: int, move: int) -> bool:
    """Return True if a move ends the game with a win for its seat alone, or its team."""
    after = moved(s, seat, move)
    if rules.to_move(after) != OVER:
        return False
    shares = [0.0] * s.seats
    rules.returns(after, shares)
    return shares[seat] * s.seats == s.sides


def square_tripped(s: State, move: int) -> int:
    """Return the square that a move names for a trip; 0 if it names none."""
    return move - TRIP + 2 if s.phase == ACT and move < LAY else 0


def sent_back(s: State, seat: int, move: int) -> int:
    """Return the squares by which a move itself sends opponents' meeples back."""
    return sum(one["from"] - one["to"] for one in effects(s, seat, move, seat) if one["kind"] == "fall")


def walk_end(s: State, seat: int, move: int) -> int:
    """Return the square that the turn's walk ends on; 0 without a walk."""
    return next((one["to"] for one in effects(s, seat, move, seat) if one["kind"] == "walk"), 0)


def is_safe(s: State, seat: int, move: int) -> bool:
    """Return True if the opponent holds no card with a symbol that tripping this seat would need."""
    found = threats(moved(s, seat, move), seat)
    return all(any(not hands for _, hands in symbols) for _, symbols in found)
