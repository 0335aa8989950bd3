"""Träxx as text in a terminal."""

from __future__ import annotations

from trackside.games.traxx.drawing import draw_sheet

from tests.games.traxx.table import TRAXX, WORDS, hidden, opening, play
from trackside.core.words import LANGUAGES, Words
from trackside.games.traxx.files import house_sheet

LINUS = """\
d      [d1 k6]   d2 r    d3 g    d4 r    d5 y    d6 b    d7 g    d8 p

e   [e1 b]   A(y)----(k)    [e4 p]  [e5 g]   e6 p    e7 k    e8 y    e9 b
                    /
f       [f1 p]   (g)-----(b)----B(y*)    f5 r   f6 g4    f7 r   f8 k5

g            g1 r    g2 p   [g3 g] [g4 k3]   g5 b    g6 k    g7 y
"""


def picture_after(*steps: str, seats: int = 1, starts: str = "3") -> str:
    return TRAXX.notation.draw(play(opening(seats, starts=starts), *steps), WORDS)


def test_the_line_its_ends_and_the_fields_it_may_enter() -> None:
    picture = picture_after("ybgk:", "red A: f3 f2 e3 e2", "bgkp:")
    assert LINUS in picture
    assert "Card 2 of 15: blue, green, grey, purple\n" in picture


def test_fields_of_this_round_are_marked() -> None:
    picture = picture_after("ybgk:", "red A: f3 f2")
    assert "A{g}----{b}----B(y*)" in picture
    assert "left to use: yellow, grey" in picture


def test_every_field_shows_its_name_colour_and_number() -> None:
    picture = draw_sheet(house_sheet())
    for text in ("a1 g", "b6 g9", "e5 g3", "d4 r*1", "f4 y*3", "i4 b7"):
        assert text in picture
    assert len(picture.splitlines()) == 17


def test_a_view_shows_its_owners_sheet_large_and_the_others_in_words() -> None:
    s = play(opening(2, starts="32"), "bgkp:", "red A: g4 stop")
    picture = TRAXX.notation.draw(hidden(s, 1), WORDS)
    assert "AB(r*)" in picture
    assert "> Purple: 0 for numbers, 60 fields not reached: -60" in picture
    assert "    A on f4 y, B on f4 y, numbers none" in picture
    s = play(s, "purple pass")
    picture = TRAXX.notation.draw(hidden(s, 1), WORDS)
    assert "    A on g4 k, B on f4 y, numbers 3=3" in picture


def test_it_fits_a_terminal_with_the_longest_line_and_long_names() -> None:
    for language in LANGUAGES:
        words = Words(language, TRAXX.package, ("Maximiliane-Theodora von der Au",) * 4)
        s = play(opening(4), "ybrkk:")
        assert max(map(len, TRAXX.notation.draw(s, words).splitlines())) <= 80
