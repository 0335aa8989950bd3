"""Positions of The Whole Nine as text, and the parsing of typed ones.

    turn 17: red rolled 3
    track: [4]23*.5.6 [2]1135*62
    red: pawns 1a 2c goal goal; row 4 2; plus 3; minus 1 6; cacti 1
    purple: pawns start 1b 1b 2a; row 5

The track shows cacti in brackets, animals as `*`, taken tiles as dots, tiles not yet laid as `?`.
Lines may be separated by `/` as well.
"""

from __future__ import annotations

import re
from functools import cache

from trackside.core.errors import ParseError
from trackside.core.words import SEATS
from trackside.games.whole_nine import rules
from trackside.games.whole_nine.check import check_position
from trackside.games.whole_nine.state import (
    ANIMAL,
    ANIMALS,
    ASIDE,
    BEGIN,
    DEAL,
    FACES,
    FINISHED,
    GOAL_AREA,
    LAY,
    MAX_SEATS,
    MAX_SEGMENTS,
    MOVE,
    NINE,
    NO_TILE,
    NUMBERS_EACH,
    PAWNS,
    ROLL,
    SPAN,
    START,
    TAKE,
    TILES,
    State,
)

ANIMAL_SIGN, TAKEN, UNKNOWN = "*", ".", "?"

CHOICES = {TAKE: "to take", NINE: "to make nine", ASIDE: "to lay aside"}


def place_name(s: State, place: int) -> str:
    """Return the name of a place: `start`, `c3`, `3a` to `3g`, `goal`."""
    if place == START:
        return "start"
    if place == rules.goal(s):
        return "goal"
    return tile_name(place)


@cache
def tile_name(place: int) -> str:
    """Return the name of a place of the track, between start and goal."""
    segment, tile = (place - 1) // SPAN + 1, (place - 1) % SPAN
    return f"c{segment}" if tile == 0 else f"{segment}{'abcdefg'[tile - 1]}"


def position_text(s: State) -> str:
    """Return the whole position as text."""
    lines = [f"turn {s.turns}: {_turn_text(s)}", "track: " + _track_text(s)]
    for seat in range(s.seats):
        pawns = " ".join(place_name(s, place) for place in s.pawn[seat][: PAWNS[s.seats]])
        parts = [f"{SEATS[seat]}: pawns {pawns}"]
        row = [str(number) for number in s.row[seat] if number]
        minus = [str(face) for face in range(1, FACES + 1) for _ in range(s.minus[seat][face])]
        parts += ["row " + " ".join(row)] if row else []
        parts += [f"plus {s.plus[seat]}"] if s.plus[seat] else []
        parts += ["minus " + " ".join(minus)] if minus else []
        parts += [f"cacti {s.cacti[seat]}"] if s.cacti[seat] else []
        lines.append("; ".join(parts))
    return "\n".join(lines)


def _turn_text(s: State) -> str:
    seat = SEATS[s.seat]
    if s.phase == BEGIN:
        return "who begins"
    if s.phase in (DEAL, LAY):
        return f"{seat} begins"
    if s.phase == ROLL:
        return f"{seat} to roll"
    if s.phase == MOVE:
        return f"{seat} rolled {s.roll}"
    if s.phase == FINISHED:
        return f"{seat} was last, over"
    text = f"{seat} {CHOICES[s.phase]}"
    if s.crossing:
        text += f", crossing {s.crossing} to {s.reached}"
        text += ", tile taken" if s.cactus_due and s.phase != TAKE else ""
    return text


def _track_text(s: State) -> str:
    return " ".join(
        f"[{_sign(s, SPAN * segment + 1)}]" + "".join(_sign(s, SPAN * segment + 2 + tile) for tile in range(TILES))
        for segment in range(s.segments)
    )


def _sign(s: State, place: int) -> str:
    face = s.tile[place]
    if face == NO_TILE:
        return UNKNOWN if s.phase < ROLL else TAKEN
    return ANIMAL_SIGN if face == ANIMAL else str(face)


def parse_position(text: str) -> State:
    """Parse a position; ParseError if it makes no sense or is not possible."""
    lines = [line.strip() for line in text.replace("/", "\n").splitlines()]
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line]
    if len(numbered) < 4:
        raise ParseError("a position has a line for the turn, one for the track and one for each of 2 to 5 seats")
    s = State()
    s.seats = len(numbered) - 2
    if s.seats > MAX_SEATS:
        raise ParseError(f"there are {s.seats} lines for seats, at most {MAX_SEATS} can play", numbered[-1][0])
    _parse_turn(s, *numbered[0])
    _parse_track(s, *numbered[1])
    for seat, (number, line) in enumerate(numbered[2:]):
        _parse_seat(s, seat, number, line)
    _derive(s)
    check_position(s)
    return s


def _parse_turn(s: State, number: int, line: str) -> None:
    match = re.fullmatch(r"turn (\d{1,4}): (.+)", line)
    if not match:
        raise ParseError(f"expected something like 'turn 17: red to roll', not {line!r}", number)
    s.turns = int(match[1])
    what = match[2].strip()
    if what == "who begins":
        s.phase = BEGIN
        return
    seat, _, rest = what.partition(" ")
    if seat not in SEATS[: s.seats]:
        raise ParseError(f"{seat!r} is not at the table: the seats are {', '.join(SEATS[: s.seats])}", number)
    s.seat = SEATS.index(seat)
    fixed = {"begins": DEAL, "to roll": ROLL, "was last, over": FINISHED}
    rolled = re.fullmatch(r"rolled ([1-6])", rest)
    choice = re.fullmatch(r"(to take|to make nine|to lay aside)(?:, crossing (\d) to (\d)(, tile taken)?)?", rest)
    if rest in fixed:
        s.phase = fixed[rest]
    elif rolled:
        s.phase, s.roll = MOVE, int(rolled[1])
    elif choice:
        s.phase = next(phase for phase, words in CHOICES.items() if words == choice[1])
        s.crossing, s.reached = int(choice[2] or 0), int(choice[3] or 0)
        s.cactus_due = int(choice[4] is not None or s.phase == TAKE)
    else:
        raise ParseError(
            f"{rest!r} is not a phase: use 'to roll', 'rolled 3', 'to take', 'to make nine', 'to lay aside', "
            "'begins' or 'was last, over'",
            number,
        )


def _parse_track(s: State, number: int, line: str) -> None:
    match = re.fullmatch(r"track:(.*)", line)
    if not match:
        raise ParseError(f"expected 'track:' and the tiles, not {line!r}", number)
    signs = "".join(match[1].split())
    segments = re.findall(r"\[(.)\]([^\[\]]*)", signs)
    if "".join(f"[{cactus}]{tiles}" for cactus, tiles in segments) != signs or not segments:
        raise ParseError("every segment begins with its cactus in brackets, such as [4] or [.]", number)
    if len(segments) not in (MAX_SEGMENTS - 1, MAX_SEGMENTS):
        raise ParseError(f"the track has {len(segments)} segments, not 5 or 6 (WN-3, WN-4)", number)
    s.segments = len(segments)
    for segment, (cactus, tiles) in enumerate(segments):
        if len(tiles) > TILES:
            raise ParseError(f"segment {segment + 1} has {len(tiles)} tiles, at most {TILES} (WN-3)", number)
        for tile, sign in enumerate(cactus + tiles):
            s.tile[SPAN * segment + 1 + tile] = _face(sign, tile == 0, number)


def _face(sign: str, cactus: bool, number: int) -> int:
    if sign in (TAKEN, UNKNOWN):
        return NO_TILE
    if sign == ANIMAL_SIGN and not cactus:
        return ANIMAL
    if sign in "123456":
        return int(sign)
    raise ParseError(
        f"{sign!r} is not a {'cactus' if cactus else 'tile'}: numbers 1 to 6, '*' an animal, '.' taken", number
    )


def _parse_seat(s: State, seat: int, number: int, line: str) -> None:
    name, _, rest = line.partition(":")
    if name.strip() != SEATS[seat]:
        raise ParseError(f"expected the line of {SEATS[seat]}, not {line!r}", number)
    places = {place_name(s, place): place for place in range(rules.goal(s) + 1) if place != rules.goal(s) - 1}
    seen = set()
    for part in filter(None, (part.strip() for part in rest.split(";"))):
        key, *values = part.split()
        if key in seen or key not in ("pawns", "row", "plus", "minus", "cacti"):
            raise ParseError(f"{part!r}: a seat has pawns, row, plus, minus and cacti, each once", number)
        seen.add(key)
        if key == "pawns":
            unknown = [value for value in values if value not in places]
            if unknown:
                raise ParseError(f"there is no place {unknown[0]!r} on this track", number)
            if len(values) != PAWNS[s.seats]:
                raise ParseError(f"{SEATS[seat]} has {len(values)} pawns, not {PAWNS[s.seats]} (WN-5)", number)
            s.pawn[seat][: len(values)] = sorted(places[value] for value in values)
            continue
        if not all(re.fullmatch(r"\d{1,2}", value) for value in values):
            raise ParseError(f"{part!r}: {key} takes numbers", number)
        _set_tiles(s, seat, key, [int(value) for value in values], number)


def _set_tiles(s: State, seat: int, key: str, values: list[int], number: int) -> None:
    if key in ("plus", "cacti"):
        if len(values) != 1:
            raise ParseError(f"{key} takes one number: how many", number)
        (s.plus if key == "plus" else s.cacti)[seat] = values[0]
        return
    if not all(1 <= value <= FACES for value in values):
        raise ParseError(f"{key} {' '.join(map(str, values))}: numbers on tiles are 1 to 6", number)
    if key == "row":
        if len(values) > 3:
            raise ParseError(f"{SEATS[seat]} has {len(values)} numbers in the row, at most 3 (WN-16)", number)
        s.row[seat][: len(values)] = values
    else:
        for value in values:
            s.minus[seat][value] += 1


def _derive(s: State) -> None:
    """Fill in the fields that follow from the others."""
    spaces = [place for place in range(1, rules.goal(s)) if s.tile[place] != NO_TILE]
    if s.phase == DEAL and all(s.row[seat][0] for seat in range(s.seats)):
        s.phase = LAY
        s.laid = max(spaces, default=0)
    s.spaces = GOAL_AREA << rules.goal(s) | sum(1 << place for place in spaces)
    if s.phase < ROLL:
        dealt = [number for seat in range(s.seats) for number in s.row[seat][:1]]
        tiles = [s.tile[place] for place in spaces if not rules.is_cactus(place)]
        cacti = [s.tile[place] for place in spaces if rules.is_cactus(place)]
        for face in range(1, FACES + 1):
            s.pool[face] = NUMBERS_EACH - dealt.count(face) - tiles.count(face)
            s.cactus_pool[face] = 1 - cacti.count(face)
        if s.phase == LAY:
            s.pool[0] = ANIMALS - tiles.count(ANIMAL)
