"""The effects of a log entry of Träxx, one after the other, as data.

`start` and `card` come from chance, `draw`, `stop` and `pass` from a seat. They reveal nothing of the others' actions
in the same round; the last entry of a round has a `shared` for every seat that reached a number together with another.
"""

from __future__ import annotations

from trackside.core.protocol import CHANCE
from trackside.games.traxx import rules
from trackside.games.traxx.fields import FIELDS
from trackside.games.traxx.material import COLOUR_NAMES
from trackside.games.traxx.position import END_NAMES
from trackside.games.traxx.scoring import shared_numbers
from trackside.games.traxx.state import COLOURS, DEAL, DRAW, STOP, State
from trackside.games.traxx.types import Effect, Pass, SharedNumber, Turned


def effects(s: State, seat: int, move: int, perspective: int) -> list[Effect]:
    """Return the effects of a move or outcome; they are the same for everyone who receives them."""
    after = s.duplicate()
    rules.apply(after, seat, move)
    if seat != CHANCE:
        return [_moved(s, after, seat, move), *_shared(s, after)]
    if s.phase == DEAL:
        return [{"kind": "start", "seat": s.start.index(0), "start": move + 1, "field": s.starts[move]}]
    cannot = [other for other in range(s.seats) if after.phase != DRAW or after.done[other]]
    card: Turned = {"kind": "card", "number": s.turns, "patches": patch_names(s.card[move])}
    passes: list[Pass] = [{"kind": "pass", "seat": other, "of": other, "cannot": True} for other in cannot]
    return [card, *passes]


def patch_names(patches: int) -> list[str]:
    """Return the colour of every patch of a card."""
    return [COLOUR_NAMES[colour] for colour in range(COLOURS) for _ in range(rules.patches_of(patches, colour))]


def goes_no_further(after: State, seat: int) -> bool:
    """Return True if a seat finished the round with the move or outcome that led to this position."""
    return after.phase != DRAW or bool(after.done[seat])


def _moved(s: State, after: State, seat: int, move: int) -> Effect:
    if move == STOP:
        return {"kind": "stop", "seat": seat} if s.drawn[seat] else {"kind": "pass", "seat": seat}
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


def _shared(s: State, after: State) -> list[SharedNumber]:
    """Return the numbers that several seats reached in this round, once it is over (TX-9)."""
    if after.phase == DRAW:
        return []
    return [
        {"kind": "shared", "seat": seat, "of": seat, "seats": seats, "value": value}
        for value, seats in shared_numbers(after, s.turns).items()
        for seat in seats
    ]
