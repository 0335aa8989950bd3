"""The effects of a log entry of Skip or Trip, one after the other, from a perspective."""

from __future__ import annotations

from trackside.core.protocol import CHANCE, OVER, REFEREE
from trackside.games.skip_or_trip import rules
from trackside.games.skip_or_trip.cards import kinds_of
from trackside.games.skip_or_trip.state import (
    ACT,
    BEGIN,
    BLACK,
    CARD,
    GOAL,
    LAY,
    NONE,
    NUMBER,
    SYMBOLS,
    TOP,
    TRIP,
    State,
)
from trackside.games.skip_or_trip.types import Arc, Black, Draw, Effect, EndReason, Lay


def effects(s: State, seat: int, move: int, perspective: int) -> list[Effect]:
    """Return the effects of a move, an outcome or the referee's call; `s` is the position before it."""
    after = s.duplicate()
    rules.apply(after, seat, move)
    if seat == REFEREE:
        found: list[Effect] = [{"kind": "time_up", "seat": s.seat}]
    elif seat == CHANCE:
        found = _outcome(s, move, perspective)
    else:
        found = _move(s, after, seat, move, perspective)
    return found + rest(s, after)


def _outcome(s: State, outcome: int, perspective: int) -> list[Effect]:
    """Return the effects of an outcome: the next number on the deck, or a card, with symbols for its owner (ST-5)."""
    if s.phase == BEGIN:
        return []
    if s.phase == TOP:
        return [{"kind": "top", "seat": s.seat, "number": outcome + 1}]
    drawn: Draw = {"kind": "draw", "seat": s.seat, "number": s.top}
    if perspective in (s.seat, REFEREE):
        drawn["symbols"] = list(SYMBOLS[kinds_of(s.top)[outcome]])
    return [drawn]


def _move(s: State, after: State, seat: int, move: int, perspective: int) -> list[Effect]:
    if s.phase == ACT and move < LAY:
        square = move - TRIP + 2
        return [{"kind": "named", "seat": seat, "square": square, "seats": victims(s, seat, square)}]
    found: list[Effect] = []
    steps = s.steps
    if s.phase == CARD:
        kind = move - LAY
        steps += NUMBER[kind]
        laid: Lay = {
            "kind": "lay",
            "seat": seat,
            "number": NUMBER[kind],
            "square": s.square,
            "seats": victims(s, seat, s.square),
            "symbols": list(SYMBOLS[kind]),
        }
        found += [laid, *_falls(s, after, seat)]
    elif s.phase == ACT and move != NONE:
        kind = move - BLACK
        steps += NUMBER[kind]
        played: Black = {"kind": "black", "seat": seat, "number": NUMBER[kind]}
        if perspective in (seat, REFEREE):
            played["symbols"] = list(SYMBOLS[kind])
        found.append(played)
    elif s.phase == ACT:
        found.append({"kind": "none" if steps else "pass", "seat": seat})
    if steps and not after.steps:
        found.append(_walk(s, after, seat, steps))
    return found


def victims(s: State, seat: int, square: int) -> list[int]:
    """Return the seats of all opponents with a meeple on a square: in team play both partners."""
    sides = [side for side in range(s.sides) if side != seat % s.sides and square in s.meeple[side][: s.meeples]]
    return [other for side in sides for other in range(side, s.seats, s.sides)]


def _falls(s: State, after: State, seat: int) -> list[Effect]:
    """Return the effects of a completed trip: every meeple that it took back, with the seats it belongs to."""
    return [
        {
            "kind": "fall",
            "seat": side,
            "side": side,
            "seats": list(range(side, s.seats, s.sides)),
            "from": origin,
            "to": end,
            "by": seat,
        }
        for side, origin, end in falls(s, after, seat)
    ]


def falls(s: State, after: State, seat: int) -> list[Arc]:
    """Return the paths of all opponents' meeples that went back."""
    return [arc for side in range(s.sides) if side != seat % s.sides for arc in changes(s, after, side)]


def changes(s: State, after: State, side: int) -> list[Arc]:
    """Return the paths of a side's meeples between two positions."""
    left, reached = s.meeple[side][: s.meeples], after.meeple[side][: s.meeples]
    for square in s.meeple[side][: s.meeples]:
        if square in reached:
            left.remove(square)
            reached.remove(square)
    return [(side, origin, end) for origin, end in zip(left, reached, strict=True)]


def _walk(s: State, after: State, seat: int, steps: int) -> Effect:
    """Return the turn's one move by the sum of its cards; `stay` if no meeple could go that far (ST-8, ST-15)."""
    for side, origin, end in changes(s, after, seat % s.sides):
        return {
            "kind": "walk",
            "seat": seat,
            "side": side,
            "from": origin,
            "to": end,
            "steps": steps,
            "meeples": s.meeples,
        }
    return {"kind": "stay", "seat": seat, "steps": steps}


def rest(s: State, after: State) -> list[Effect]:
    """Return the automatic effects: the first turn begins, players without cards pass, the game ends."""
    over = rules.to_move(after) == OVER
    found: list[Effect] = []
    if not s.turns and after.turns:
        found.append({"kind": "begins", "seat": after.seat})
    for turn in range(s.turns + 1, after.turns + over):
        idle = (s.seat + turn - s.turns) % s.seats
        found.append({"kind": "empty", "seat": idle, "of": idle})
    if over:
        found.append({"kind": "over", "seat": after.seat, "of": after.seat, "why": why_over(after)})
    return found


def why_over(s: State) -> EndReason:
    """Return the reason for the end (ST-11): `goal`, `cards` if no one has any left, `passes`, `time` or `rounds`."""
    if any(GOAL in s.meeple[side] for side in range(s.sides)):
        return "goal"
    if s.passes == s.seats:
        return "passes" if any(s.held[seat][0] for seat in range(s.seats)) else "cards"
    return "time" if s.time_up else "rounds"
