"""The Whole Nine as a picture of plain lines: the track segment by segment, pawns under their tiles."""

from __future__ import annotations

from trackside.core.protocol import REFEREE
from trackside.core.words import SEATS, Words
from trackside.games.whole_nine import rules
from trackside.games.whole_nine.state import ANIMAL, FACES, NO_TILE, PAWNS, ROLL, SPAN, START, State

CELL = 8


def draw(s: State, words: Words, eyes: int = REFEREE) -> str:
    """The track, then a line for every seat; all eyes see the same."""
    lines = [" " * 6 + "".join(name.ljust(CELL) for name in ["", *"abcdefg"]).rstrip()]
    lines += [f"{words('start'):6}{_pawns(s, START)}".rstrip()]
    for segment in range(1, s.segments + 1):
        places = range(SPAN * (segment - 1) + 1, SPAN * segment + 1)
        lines.append(f"{segment:<6}" + "".join(_tile(s, place).ljust(CELL) for place in places).rstrip())
        lines.append((" " * 6 + "".join(_pawns(s, place).ljust(CELL) for place in places)).rstrip())
    lines += [f"{words('goal'):6}{_pawns(s, rules.goal(s))}".rstrip(), ""]
    lines += [_seat_line(s, seat, words) for seat in range(s.seats)]
    return "\n".join(lines)


def _tile(s: State, place: int) -> str:
    face = s.tile[place]
    if face == NO_TILE:
        sign = "?" if s.phase < ROLL else "."
    else:
        sign = "*" if face == ANIMAL else str(face)
    return f"[{sign}]" if rules.is_cactus(place) else sign


def _pawns(s: State, place: int) -> str:
    """The pawns on a place by the first letters of their colours, `R3` where there are three of one."""
    found = []
    for seat in range(s.seats):
        n = s.pawn[seat][: PAWNS[s.seats]].count(place)
        letter = SEATS[seat][0].upper()
        found.append(letter * n if n < 3 else f"{letter}{n}")
    return "".join(found)


def _seat_line(s: State, seat: int, words: Words) -> str:
    row = " ".join(str(number) for number in s.row[seat] if number) or "-"
    minus = [face for face in range(1, FACES + 1) for _ in range(s.minus[seat][face])]
    points = [0] * s.seats
    rules.scores(s, points)
    pointer = ">" if rules.to_move(s) == seat or (s.phase == ROLL and s.seat == seat) else " "
    line = words(
        "seat_line",
        row=row.ljust(5),
        plus=s.plus[seat],
        minus="".join(map(str, minus)) or "-",
        cacti=s.cacti[seat],
        points=points[seat],
    )
    return f"{pointer}{SEATS[seat][0].upper()} {words.who(seat)[:12]:12} {line}"
