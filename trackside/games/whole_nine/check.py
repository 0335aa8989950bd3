"""Validation of typed positions of The Whole Nine: every fault is explained in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from trackside.core.bits import count
from trackside.core.errors import ParseError
from trackside.core.words import SEATS
from trackside.games.whole_nine import rules
from trackside.games.whole_nine.state import (
    ANIMAL,
    ANIMALS,
    ASIDE,
    FACES,
    FINISHED,
    LAY,
    NINE,
    NO_TILE,
    NUMBERS_EACH,
    PAWNS,
    ROLL,
    SPAN,
    START,
    TAKE,
    State,
)


def check_position(s: State) -> None:
    """Raise ParseError with the first fault found."""
    faults = _setup_faults(s) if s.phase < ROLL else _faults(s)
    for fault in faults:
        raise ParseError(fault)


def _setup_faults(s: State) -> Iterator[str]:
    yield from _segment_faults(s)
    laid = [place for place in range(1, rules.goal(s)) if s.tile[place] != NO_TILE]
    if s.phase != LAY and laid:
        yield "the track is laid only after every seat has its starting number (WN-2, WN-3)"
    if laid != list(range(1, len(laid) + 1)):
        yield "the track is laid from the start on, without a gap (WN-3)"
    if len(laid) == SPAN * s.segments:
        yield "the track is complete: somebody is to roll"
    if s.turns:
        yield f"turn {s.turns} cannot be before the track is laid"
    if any(number < 0 for number in s.pool):
        yield f"the box has only {NUMBERS_EACH} tiles of each number and {ANIMALS} animals (WN-1)"
    if any(number < 0 for number in s.cactus_pool):
        yield "a cactus number occurs twice (WN-1)"
    dealt = [bool(s.row[seat][0]) for seat in range(s.seats)]
    if dealt != sorted(dealt, reverse=True) or any(s.row[seat][1] for seat in range(s.seats)):
        yield "starting numbers are dealt in the order of the seats, one each (WN-2)"
    if s.phase != LAY and s.phase == 0 and any(dealt):
        yield "who begins is known before the first number is dealt"
    if rules.pawn_places(s) != 1 << START or any(s.plus) or any(s.cacti) or any(map(any, s.minus)):
        yield "before the track is laid all pawns are in the start area and nothing has been collected (WN-5)"


def _faults(s: State) -> Iterator[str]:
    yield from _segment_faults(s)
    yield from _pawn_faults(s)
    yield from _phase_faults(s)
    yield from _row_faults(s)
    yield from _tile_faults(s)
    yield from _boundary_faults(s)


def _segment_faults(s: State) -> Iterator[str]:
    if s.segments == 5 and s.seats > 3:
        yield f"the short track of 5 segments is for 2 or 3 players, not for {s.seats} (WN-4)"


def _pawn_faults(s: State) -> Iterator[str]:
    for seat in range(s.seats):
        for place in s.pawn[seat][: PAWNS[s.seats]]:
            if place not in (START, rules.goal(s)) and s.tile[place] == NO_TILE:
                yield f"a pawn of {SEATS[seat]} stands on a tile that was taken"


def _phase_faults(s: State) -> Iterator[str]:
    home = [s.pawn[seat][0] == rules.goal(s) for seat in range(s.seats)]
    if s.turns < 1:
        yield "turn 0 is before the first roll: the first turn is turn 1"
    if s.phase == FINISHED and not all(home):
        yield "the game is not over while a pawn is on its way (WN-22)"
    if s.phase in (ROLL, ROLL + 1) and home[s.seat]:
        yield f"{SEATS[s.seat]} has no pawn left to move (WN-10)"
    if s.crossing:
        if not 1 <= s.crossing <= s.reached <= s.segments + 1:
            yield f"crossing {s.crossing} to {s.reached}: boundaries are 1 to {s.segments + 1}, the goal being the last"
        elif not any(rules.crossed(place) == s.reached for place in s.pawn[s.seat][: PAWNS[s.seats]]):
            yield f"{SEATS[s.seat]} has no pawn that has just crossed boundary {s.reached}"
    if s.phase == TAKE:
        if s.crossing < 2:
            yield "to take a tile, a boundary after a segment must have been crossed: say 'crossing 2 to 2'"
        elif count(rules.free_tiles(s, s.crossing - 1)) < 2:
            yield f"segment {s.crossing - 1} leaves nothing to choose: fewer than two tiles are free (WN-12)"


def _row_faults(s: State) -> Iterator[str]:
    for seat in range(s.seats):
        row = [number for number in s.row[seat] if number]
        choosing = seat == s.seat and s.phase == ASIDE
        if len(row) == 3 and not choosing:
            yield f"{SEATS[seat]} has three numbers in the row and nothing to lay aside (WN-18, WN-19)"
        if choosing and (len(row) < 3 or sum(row) == 9 or any(sum(row) - number == 9 for number in row)):
            yield f"{SEATS[seat]} lays a number aside only with three that make no nine (WN-19)"
        if seat == s.seat and s.phase == NINE and (len(row) != 2 or sum(row) != 9):
            yield f"{SEATS[seat]} makes nine only with two numbers that add up to 9 (WN-17)"
        unsettled = seat == s.seat and s.phase in (TAKE, NINE, ASIDE)
        if row and s.pawn[seat][0] == rules.goal(s) and not unsettled:
            yield f"{SEATS[seat]} has all pawns home, so the row was settled (WN-21)"


def _tile_faults(s: State) -> Iterator[str]:
    """Yield faults in the number of tiles; rows and piles mix numbers and cacti, so a face includes its cactus."""
    places = [place for place in range(1, rules.goal(s)) if s.tile[place] != NO_TILE]
    cacti = [s.tile[place] for place in places if rules.is_cactus(place)]
    tiles = [s.tile[place] for place in places if not rules.is_cactus(place)]
    if len(set(cacti)) < len(cacti):
        yield "a cactus number occurs twice on the track (WN-1)"
    if tiles.count(ANIMAL) > ANIMALS:
        yield f"there are {tiles.count(ANIMAL)} animals on the track, the box has {ANIMALS} (WN-1)"
    if sum(s.cacti) != s.segments - len(cacti):
        yield f"{s.segments - len(cacti)} cacti were taken but the seats collected {sum(s.cacti)}"
    collected = 0
    for face in range(1, FACES + 1):
        out = sum(s.row[seat].count(face) + s.minus[seat][face] for seat in range(s.seats))
        collected += out
        if tiles.count(face) > NUMBERS_EACH or tiles.count(face) + out > NUMBERS_EACH + (face not in cacti):
            yield f"there are more tiles with a {face} than the box has (WN-1)"
    total = len(places) + collected + sum(s.plus)
    if total != SPAN * s.segments + s.seats:
        yield (
            f"the tiles do not add up: {len(places)} on the track, {collected} in rows and minus piles, "
            f"{sum(s.plus)} plus tiles make {total}, not {SPAN * s.segments + s.seats} (WN-2, WN-3)"
        )


def _boundary_faults(s: State) -> Iterator[str]:
    """Yield faults at boundaries: cacti go when all have crossed them; segments keep only tiles yet to be taken."""
    for segment in range(1, s.segments + 1):
        gone = s.tile[SPAN * segment - SPAN + 1] == NO_TILE
        pending = s.crossing != 0 and s.crossing <= segment <= s.reached
        if gone and (_behind(s, segment) > 0 or pending):
            yield f"cactus {segment} is gone before the last pawn was settled across it (WN-14)"
        if not gone and _behind(s, segment) == 0 and not pending:
            yield f"every pawn has crossed cactus {segment}, so the last one took it (WN-14)"
        due = s.crossing != 0 and s.crossing <= segment + 1 <= s.reached
        if due and segment + 1 == s.crossing and s.cactus_due and s.phase != TAKE:
            due = False
        tiles, leaving = count(rules.segment_tiles(s, segment)), _behind(s, segment + 1)
        if tiles > leaving + due:
            yield (
                f"segment {segment} has {tiles} tiles but only {leaving} pawns have yet to leave it: "
                "every pawn that left took one (WN-12)"
            )


def _behind(s: State, boundary: int) -> int:
    """Return the number of pawns that have yet to cross a boundary."""
    pawns = [place for seat in range(s.seats) for place in s.pawn[seat][: PAWNS[s.seats]]]
    return sum(rules.crossed(place) < boundary for place in pawns)
