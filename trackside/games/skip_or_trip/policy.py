"""Skip or Trip's policy, a casual player: it wins if possible, trips the furthest, else moves far and lands safely."""

from __future__ import annotations

from trackside.core.protocol import Numbers
from trackside.games.skip_or_trip.rules import is_ahead, may_move
from trackside.games.skip_or_trip.state import (
    ACT,
    BLACK,
    CARD,
    GOAL,
    LAY,
    MOVE,
    NONE,
    NUMBER,
    PRODUCT,
    TRIP,
    State,
    factors,
)

CALLED = ("quick_move",)

UNIT = 16
"""The scale of worths: steps times this, so that small preferences fit below a step."""

WIN = 1000 * UNIT
OUGHT = 400 * UNIT
"""The worth of a trip: more than any walk, less than a win."""

MOVING = 100
"""The worth of moving at all in steps, so that a player who can move does not pass."""

SAFETY: tuple[int, ...] = tuple(
    sum(max(factors(square), default=0) >= prime for prime in (11, 23, 41)) for square in range(GOAL + 1)
)
"""The safety of each square, by its rarest symbol: the fewer cards show it, the safer the square."""


def quick_move(s: State, seat: int, moves: Numbers, n: int, rng: Numbers) -> int:
    """Return the move with the best immediate worth, the first of equals."""
    best = -WIN
    chosen = 0
    for i in range(n):
        worth = move_worth(s, seat % s.sides, moves[i])
        if worth > best:
            best = worth
            chosen = moves[i]
    return int(chosen)


def move_worth(s: State, side: int, move: int) -> int:
    """Return the immediate worth of a move, in steps times UNIT."""
    if s.phase == ACT:
        if move == NONE:
            return walk_worth(s, side, s.steps) if s.steps > 0 else pass_worth(s, side)
        if move >= BLACK:
            return walk_worth(s, side, s.steps + NUMBER[move - BLACK]) - card_worth(move - BLACK)
        return OUGHT + move - TRIP
    if s.phase == CARD:
        return walk_worth(s, side, s.steps + NUMBER[move - LAY]) - card_worth(move - LAY)
    return WIN if s.meeple[side][move - MOVE] + s.steps == GOAL else MOVE - move


def pass_worth(s: State, side: int) -> int:
    """Return the worth of a pass: the last one ends the game, a win for a side that is alone in front (ST-11)."""
    if s.passes < s.seats - 1:
        return 0
    for other in range(s.sides):
        if other != side and not is_ahead(s, side, other):
            return 0
    return WIN


def walk_worth(s: State, side: int, steps: int) -> int:
    """Return the worth of a walk: its steps and the safety of its end, for the best meeple; 100 is worth most."""
    worth = 0
    for meeple in range(s.meeples):
        if may_move(s, side, meeple, steps):
            end = s.meeple[side][meeple] + steps
            if end == GOAL:
                return WIN
            worth = max(worth, UNIT * (MOVING + steps + 4 * SAFETY[end]))
    return worth


def card_worth(kind: int) -> int:
    """Return the worth of keeping a card: the more squares its symbols divide, the more."""
    return 4 + 128 // PRODUCT[kind]
