"""Positions in, moves in notation, positions out."""

from __future__ import annotations

from trackside.core.notation import choices_for, find_move
from trackside.core.protocol import CHANCE, AnyState
from trackside.core.words import SEATS, Words
from trackside.games import find_game
from trackside.games.traxx.fields import NAMES
from trackside.games.traxx.position import strand

TRAXX = find_game("traxx")
WORDS = Words("en", TRAXX.package)


PRACTICE = "gb8pyk-rpybrg10-ykbkg2pr-k6rgry*1bgp-bykpgp*4kyb-pgby*3r*2g4rk5-rpgk3bky-g9rbypr-kypb7g"
"""The sheet of most tests: it stays as it is when the house sheet is made fairer."""


def opening(seats: int = 1, **options: str) -> AnyState:
    return TRAXX.opening(seats, {"sheet": PRACTICE} | options)


def position(text: str) -> AnyState:
    """The position a text describes; `practice` is the sheet of the tests."""
    return TRAXX.notation.parse_position(text.replace("sheet: practice", f"sheet: {PRACTICE}"))


def play(s: AnyState, *steps: str) -> AnyState:
    """Play steps such as `ybgk:`, `red A: f3 f2 stop`; every word of a seat's step after the end is a move."""
    s = s.duplicate()
    for step in steps:
        name, _, rest = step.partition(" ")
        if name not in SEATS:
            TRAXX.plain.apply(s, CHANCE, find_move(TRAXX.plain, TRAXX.notation, s, CHANCE, step, WORDS))
            continue
        seat = SEATS.index(name)
        words = rest.split()
        texts = [" ".join(words[:2]), *words[2:]] if words[0] in ("A:", "B:") else words
        for text in texts:
            TRAXX.plain.apply(s, seat, find_move(TRAXX.plain, TRAXX.notation, s, seat, text, WORDS))
    return s


def moves(s: AnyState, seat: int = 0) -> list[str]:
    return [TRAXX.notation.move_text(s, seat, code) for code in choices_for(TRAXX.plain, s, seat)]


def scores(s: AnyState) -> list[int]:
    points = [0] * s.seats
    TRAXX.plain.scores(s, points)
    return points


def strands(s: AnyState, seat: int = 0) -> tuple[str, str]:
    a, b = (" ".join(NAMES[field] for field in strand(s, seat, end)) for end in (0, 1))
    return a, b


def hidden(s: AnyState, seat: int) -> AnyState:
    view = s.duplicate()
    TRAXX.plain.hide(view, seat)
    return view
