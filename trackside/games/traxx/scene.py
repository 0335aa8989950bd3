"""Träxx as data: the sheet, everyone's line, the card and the numbers; moves as sentences."""

from __future__ import annotations

from functools import lru_cache

from trackside.core.scene import Ending
from trackside.core.words import SEATS, Words
from trackside.games.traxx import rules
from trackside.games.traxx.effects import effects, goes_no_further, patch_names
from trackside.games.traxx.fields import COORDINATES, FIELDS, NAMES
from trackside.games.traxx.material import COLOUR_NAMES, Sheet
from trackside.games.traxx.notation import describe, move_sentence, move_short
from trackside.games.traxx.position import END_NAMES
from trackside.games.traxx.scoring import fields_missed
from trackside.games.traxx.state import COLOURS, DEAL, DRAW, FINISHED, HIGHEST, LOWEST, STOP, TURN, A, B, State
from trackside.games.traxx.types import Card, End, Field, Mark, Offer, Patch, Scene, Seat, SheetScene

__all__ = ["effects", "end_reason", "ending", "offer", "scene", "sheet_scene"]

PHASES = {DEAL: "deal", TURN: "turn", DRAW: "draw", FINISHED: "over"}
VALUES = range(LOWEST, HIGHEST + 1)
GREAT = 35
"""The score above which a solo result is great (TX-11)."""


def scene(s: State, perspective: int) -> Scene:
    """Return the sheet, the card as used at this perspective, and every seat's line with its numbers."""
    points = [0] * s.seats
    rules.scores(s, points)
    return {
        "phase": "on" if perspective >= 0 and s.drawn[perspective] else PHASES[s.phase],
        "round": s.turns,
        "rounds": s.rounds,
        "fields": _fields(tuple(s.colour), tuple(s.value)),
        "starts": s.starts,
        "card": _card(s.patches, s.spare[perspective] if perspective >= 0 else s.patches),
        "ends": [_end(s, perspective, end) for end in (A, B)] if perspective >= 0 and s.start[perspective] else [],
        "numbers": [_number(s, perspective, value) for value in VALUES] if perspective >= 0 else [],
        "deck": _deck(s) if s.seats == 1 else [],
        "seats": [_seat(s, seat, points[seat]) for seat in range(s.seats)],
    }


def sheet_scene(sheet: Sheet) -> SheetScene:
    """Return a sheet alone, before anyone plays on it."""
    return {"fields": _fields(sheet.colours, sheet.values), "starts": sheet.starts}


def offer(s: State, seat: int, move: int, words: Words) -> Offer:
    """Return an offer to enter a field (its end, its points, whether the round ends), or to stop or pass."""
    brings = describe(s, seat, move, words, seat)
    if move == STOP and s.drawn[seat]:
        return {"brings": brings, "label": words("offer.stop"), "kind": "stop"}
    if move == STOP:
        return {"brings": brings, "label": words("offer.pass"), "kind": "pass", "passes": True}
    end, field = divmod(move, FIELDS)
    value = s.value[field]
    after = s.duplicate()
    rules.apply(after, seat, move)
    found: Offer = {
        "brings": brings,
        "label": move_sentence(s, seat, move, words),
        "short": move_short(s, seat, move, words),
        "kind": "enter",
        "end": END_NAMES[end],
        "from": s.tip[seat][end],
        "field": field,
        "value": value,
        "points": after.noted[seat][value] if value else 0,
    }
    if goes_no_further(after, seat):
        found["ends"] = True
    return found


def ending(s: State, words: Words) -> Ending:
    """Return the numbers at full and at half value, the fields missed and the total."""
    points = [0] * s.seats
    rules.scores(s, points)
    rows: list[list[int | str]] = []
    for seat in range(s.seats):
        full = sum(value for value in VALUES if s.noted[seat][value] == value)
        rows.append([full, sum(s.noted[seat]) - full, -fields_missed(s, seat), points[seat]])
    columns = [words(f"ending.{key}") for key in ("full", "half", "missed", "total")]
    return {"columns": columns, "rows": rows, "notes": _verdict(points, words)}


def end_reason(s: State, words: Words) -> str:
    """Return the reason why the game ended (TX-8)."""
    return words("ending.cards" if s.rounds > 1 else "ending.card", n=s.rounds)


def _verdict(points: list[int], words: Words) -> list[str]:
    best = max(points)
    if len(points) == 1:
        said = str(best).replace("-", "\N{MINUS SIGN}")
        return [words("ending.great" if best > GREAT else "ending.solo", points=said, great=GREAT)]
    return [words("ending.shared", points=best)] if points.count(best) > 1 else []


@lru_cache(maxsize=64)
def _fields(colours: tuple[int, ...], values: tuple[int, ...]) -> tuple[Field, ...]:
    """Return every field of a sheet: q, r, name, colour, and its number or 0."""
    return tuple(
        (*COORDINATES[field], NAMES[field], COLOUR_NAMES[colours[field]], values[field]) for field in range(FIELDS)
    )


def _card(patches: int, spare: int) -> list[Patch]:
    card: list[Patch] = []
    for colour in range(COLOURS):
        n = rules.patches_of(patches, colour)
        used = n - rules.patches_of(spare, colour)
        card += [{"colour": COLOUR_NAMES[colour], "used": i < used} for i in range(n)]
    return card


def _deck(s: State) -> list[Card]:
    """Return the different cards of the deck, the number of each, and the number still to come."""
    kinds = [kind for kind, copies in enumerate(s.copies) if copies]
    return [{"patches": patch_names(s.card[kind]), "copies": s.copies[kind], "left": s.left[kind]} for kind in kinds]


def _end(s: State, seat: int, end: int) -> End:
    drawing = s.phase == DRAW and s.done[seat] == 0
    may = drawing and rules.may_grow(s, seat, end) and rules.can_go_on(s, seat, end)
    return {"end": END_NAMES[end], "field": s.tip[seat][end], "may": bool(may)}


def _number(s: State, seat: int, value: int) -> Mark:
    """Return the points that a number brought, or would bring now."""
    if s.when[seat][value]:
        return {"value": value, "state": _state(s, seat, value), "points": s.noted[seat][value]}
    if s.phase == FINISHED:
        return {"value": value, "state": "missed", "points": 0}
    points = rules.points_for(s, seat, value)
    return {"value": value, "state": "half_left" if points < value else "open", "points": points}


def _state(s: State, seat: int, value: int) -> str:
    """Return how a number reached was noted: `half`, `shared` or `full`."""
    if s.noted[seat][value] < value:
        return "half"
    rounds = [when[value] for when in s.when]
    return "shared" if rounds.count(rounds[seat]) > 1 else "full"


def _seat(s: State, seat: int, points: int) -> Seat:
    """Return a line from end A to end B, its part from this round and the end it is at, and the numbers noted."""
    marks, when = s.mark[seat], s.when[seat]
    return {
        "colour": SEATS[seat],
        "start": s.starts[s.start[seat] - 1] if s.start[seat] else None,
        # Marks fall from the tip of A over the start to the tip of B.
        "line": sorted(filter(marks.__getitem__, range(FIELDS)), key=marks.__getitem__, reverse=True),
        "drawn": s.drawn[seat],
        "growing": END_NAMES[s.growing[seat] - 1] if s.growing[seat] else None,
        "finished": s.phase == DRAW and s.done[seat] == 1,
        "reached": {str(value): _state(s, seat, value) for value in VALUES if when[value]},
        "brought": {str(value): s.noted[seat][value] for value in VALUES if when[value]},
        "noted": sum(s.noted[seat]),
        "points": points,
    }
