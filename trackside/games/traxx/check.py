"""Validation of typed positions of Träxx: every fault is explained in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from trackside.core.errors import ParseError
from trackside.core.words import SEATS
from trackside.games.traxx import rules
from trackside.games.traxx.fields import FIELDS, NAMES, neighbours
from trackside.games.traxx.hidden import steps_from_start
from trackside.games.traxx.material import COLOUR_NAMES
from trackside.games.traxx.state import COLOURS, DEAL, DRAW, HIGHEST, LOWEST, MAX_CARDS, TURN, A, B, State


def check_position(s: State) -> None:
    """Raise ParseError with the first fault found."""
    for fault in _faults(s):
        raise ParseError(fault)


def _faults(s: State) -> Iterator[str]:
    given = [start for start in s.start[: s.seats] if start]
    if len(set(given)) < len(given):
        yield "two seats have the same start (TX-1)"
    if s.phase == DEAL:
        if len(given) == s.seats:
            yield "every seat has its start: the first card is to be turned up"
        if any(s.start[len(given) :]):
            yield "starts are dealt in the order of the seats"
    for seat in range(s.seats):
        yield from _line_faults(s, seat)
        yield from _colour_faults(s, seat)
        yield from _number_faults(s, seat)
    if s.phase == DRAW and all(s.done[: s.seats]):
        yield "every seat has finished the round: the next card is to be turned up (TX-4)"


def _line_faults(s: State, seat: int) -> Iterator[str]:
    for end in (A, B):
        places = {steps_from_start(mark, end): field for field, mark in enumerate(s.mark[seat])}
        for step in range(s.length[seat][end]):
            if places[step + 1] not in neighbours(places[step]):
                here, there = NAMES[places[step]], NAMES[places[step + 1]]
                yield f"the line of {SEATS[seat]} jumps: {here} and {there} are not neighbours (TX-5)"
    if s.length[seat][B] and not s.length[seat][A]:
        yield f"{SEATS[seat]} has drawn at end B only: the end drawn first is A"


def _colour_faults(s: State, seat: int) -> Iterator[str]:
    """Yield faults in the colours: no more fields of a colour than the cards turned up have patches."""
    for colour in range(COLOURS):
        fields = sum(s.mark[seat][field] not in (0, 1) and s.colour[field] == colour for field in range(FIELDS))
        patches = sum(rules.patches_of(s.card[i], colour) * (s.copies[i] - s.left[i]) for i in range(MAX_CARDS))
        if fields > patches:
            name = COLOUR_NAMES[colour]
            yield f"{SEATS[seat]} has drawn {fields} {name} fields, but {patches} {name} patches were turned up (TX-6)"


def _number_faults(s: State, seat: int) -> Iterator[str]:
    on_line = {s.value[field]: s.mark[seat][field] for field in range(FIELDS) if s.mark[seat][field]}
    last = s.turns - (s.phase == TURN)
    for value in range(LOWEST, HIGHEST + 1):
        turn = s.when[seat][value]
        if (turn > 0) != (value in on_line):
            yield f"the line of {SEATS[seat]} and its numbers disagree about the {value} (TX-9)"
        if turn > last:
            yield f"{SEATS[seat]} cannot have reached the {value} in round {turn}"
        if value in on_line and s.phase == DRAW and (turn == s.turns) != _drawn_now(s, seat, on_line[value]):
            yield f"{SEATS[seat]} reached the {value} in round {s.turns} exactly if it drew it now"
    for end in (A, B):
        strand = sorted((steps_from_start(mark, end), value) for value, mark in on_line.items() if value)
        turns = [s.when[seat][value] for steps, value in strand if steps > 0]
        if turns != sorted(turns):
            yield f"the rounds of {SEATS[seat]}'s numbers do not follow its line"
    both = [{s.when[seat][v] for v, mark in on_line.items() if v and (mark > 0) == (end == A)} for end in (A, B)]
    if both[0] & both[1]:
        yield f"{SEATS[seat]} cannot have reached numbers at both ends in one round (TX-6)"


def _drawn_now(s: State, seat: int, mark: int) -> bool:
    end = s.growing[seat] - 1
    return s.drawn[seat] > 0 and steps_from_start(mark, end) > s.length[seat][end] - s.drawn[seat]
