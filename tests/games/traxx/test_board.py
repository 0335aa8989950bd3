"""Träxx as text."""

from __future__ import annotations

from tests.games.traxx.table import TRAXX, WORDS, hidden, opening, play
from trackside.core.board import draw_text
from trackside.core.protocol import REFEREE
from trackside.core.words import LANGUAGES, Words
from trackside.games.traxx.board import draw_sheet
from trackside.games.traxx.files import house_sheet
from trackside.games.traxx.material import COLOUR_NAMES
from trackside.games.traxx.scene import sheet_scene

LINUS = """\
        [d1 k6]  d2 r    d3 g    d4 r   d5 y*1   d6 b    d7 g    d8 p

    [e1 b ]  A(y)━━━━━(k)   [e4 p ] [e5 g ] e6 p*4   e7 k    e8 y    e9 b
                     ╱
        [f1 p ]   (g)━━━━━(b)━━━━B(y*)  f5 r*2   f6 g4   f7 r    f8 k5

             g1 r    g2 p   [g3 g ] [g4 k3]  g5 b    g6 k    g7 y
"""


def drawing_after(*steps: str, seats: int = 1, starts: str = "3", perspective: int = 0) -> str:
    return draw_text(TRAXX, play(opening(seats, starts=starts), *steps), WORDS, perspective)


def test_the_line_its_ends_and_the_fields_it_may_enter() -> None:
    drawing = drawing_after("ybgk:", "red A: f3 f2 e3 e2", "bgkp:")
    assert drawing.startswith("Card 2 of 15   b   g   k   p\n")
    assert LINUS in drawing


def test_fields_and_patches_of_this_round_are_marked() -> None:
    drawing = drawing_after("ybgk:", "red A: f3 f2")
    assert "◎{g}━━━━━{b}━━━━B(y*)" in drawing
    assert drawing.startswith("Card 1 of 15   y  (b) (g)  k\n")


def test_colours_have_the_letters_of_the_readers_language() -> None:
    german = Words("de", TRAXX.package)
    for words in (WORDS, german):
        letters = [words(f"letter.{name}") for name in COLOUR_NAMES]
        assert len(set(letters)) == len(letters)
    drawing = draw_text(TRAXX, play(opening(starts="3"), "ybgk:", "red A: f3"), german, 0)
    assert drawing.startswith("Karte 1 von 15   g  (b)  ü   a\n")
    assert "[e3 a ]" in drawing
    assert "◎{b}━━━━B(g*)" in drawing
    assert drawing.endswith("g gelb  b blau  ü grün  r rot  a grau  l lila")


def test_every_field_shows_its_name_colour_number_and_start() -> None:
    drawing = draw_sheet(sheet_scene(house_sheet()))
    for text in ("a1 g", "b6 g9", "e5 g3", "d4 r*1", "f4 y*3", "i4 b7"):
        assert text in drawing
    assert len(drawing.splitlines()) == 17


def test_a_view_shows_its_owners_sheet_large_and_the_others_in_words() -> None:
    s = play(opening(2, starts="32"), "bgkp:", "red A: g4 stop")
    drawing = draw_text(TRAXX, hidden(s, 1), WORDS, 1)
    assert "AB(r*)" in drawing
    assert "► P  Purple: 0 for numbers, 60 fields not reached: -60" in drawing
    assert "     A on f4, B on f4, numbers: none" in drawing
    s = play(s, "purple pass")
    drawing = draw_text(TRAXX, hidden(s, 1), WORDS, 1)
    assert "     A on g4, B on f4, numbers: 3" in drawing


def test_what_others_do_in_this_round_is_not_drawn() -> None:
    s = play(opening(2, starts="32"), "bgkp:", "red A: g4 stop")
    assert draw_text(TRAXX, s, WORDS, 1) == draw_text(TRAXX, hidden(s, 1), WORDS, 1)
    assert draw_text(TRAXX, s, WORDS, REFEREE) != draw_text(TRAXX, s, WORDS, 1)


def test_it_fits_a_terminal_with_the_longest_line_and_long_names() -> None:
    for language in LANGUAGES:
        words = Words(language, TRAXX.package, ("Maximiliane-Theodora von der Au",) * 4)
        s = play(opening(4), "ybrkk:")
        assert max(map(len, draw_text(TRAXX, s, words).splitlines())) <= 80
