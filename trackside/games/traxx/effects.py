"""What an entry of the log of Träxx did, one thing after the other, as data.

`start` and `card` come from chance, `draw`, `stop` and `pass` from a seat. Nothing of it tells what the others do in
the same round; the last entry of a round has a `shared` for everybody who reached a number together with somebody.
"""

from __future__ import annotations

from trackside.core.protocol import CHANCE
from trackside.core.scene import Effect
from trackside.games.traxx import rules
from trackside.games.traxx.fields import FIELDS
from trackside.games.traxx.material import COLOUR_NAMES
from trackside.games.traxx.position import END_NAMES
from trackside.games.traxx.scoring import shared_numbers
from trackside.games.traxx.state import COLOURS, DEAL, DRAW, STOP, State


def effects(s: State, seat: int, move: int, perspective: int) -> list[Effect]:
    """What a move or outcome does; it is the same for all who are told of it."""
    after = s.duplicate()
    rules.apply(after, seat, move)
    if seat != CHANCE:
        return [_moved(s, after, seat, move), *_shared(s, after)]
    if s.phase == DEAL:
        return [{"kind": "start", "seat": s.start.index(0), "start": move + 1, "field": s.starts[move]}]
    cannot = [other for other in range(s.seats) if after.phase != DRAW or after.done[other]]
    return [
        {"kind": "card", "number": s.turns, "patches": patch_names(s.card[move])},
        *({"kind": "pass", "seat": other, "of": other, "cannot": True} for other in cannot),
    ]


def patch_names(patches: int) -> list[str]:
    """The colour of every patch of a card."""
    return [COLOUR_NAMES[colour] for colour in range(COLOURS) for _ in range(rules.patches_of(patches, colour))]


def goes_no_further(after: State, seat: int) -> bool:
    """Whether a seat has finished the round with what led to this position."""
    return after.phase != DRAW or bool(after.done[seat])


def _moved(s: State, after: State, seat: int, move: int) -> Effect:
    if move == STOP:
        return {"kind": "stop" if s.drawn[seat] else "pass", "seat": seat}
    end, field = divmod(move, FIELDS)
    value = s.value[field]
    points = after.noted[seat][value] if value else 0
    return {
        "kind": "draw",
        "seat": seat,
        "end": END_NAMES[end],
        "from": s.tip[seat][end],
        "field": field,
        "value": value,
        "points": points,
        "state": ("full" if points == value else "half") if value else "none",
        "alone": s.seats == 1,
        "last": goes_no_further(after, seat),
    }


def _shared(s: State, after: State) -> list[Effect]:
    """The numbers that several reached in this round, once it is over (TX-9)."""
    if after.phase == DRAW:
        return []
    return [
        {"kind": "shared", "seat": seat, "of": seat, "seats": seats, "value": value}
        for value, seats in shared_numbers(after, s.turns).items()
        for seat in seats
    ]
