"""The board in text: symbols, what can be tripped, what threatens."""

from __future__ import annotations

import math
import re

import pytest

from tests.games.skip_or_trip.table import GAME, position
from trackside.core.board import draw_text, make_picture, offers_for
from trackside.core.canvas import Canvas
from trackside.core.notation import view_state
from trackside.core.protocol import REFEREE, SPECTATOR
from trackside.core.words import Words

START = """
turn 12: red to act
deck: top 7
red: on 38; hand 3[3] 4[2.2] 8[83]
purple: on 12; hand 1[2] 7[71]
yellow: on 12; hand 2[2] 8[89]
blue: on 46; hand 4[2]
"""

CROWD = """turn 1: red to act / deck: top 7 / red: on 55; hand 3[3]
purple: on 55 / yellow: on 55 / blue: on 55 / green: on 55 / white: on 0"""


def drawing(perspective: int = REFEREE, language: str = "en", text: str = START) -> list[str]:
    return draw_text(GAME, position(text), Words(language, GAME.package), perspective).splitlines()


def test_every_square_with_meeples_shows_its_symbols_and_whether_it_can_be_tripped_now() -> None:
    lines = drawing(0)
    assert " 46 = 2 x 23                Blue" in lines
    assert " 38 = 2 x 19                Red" in lines
    assert " 12 = 2 x 2 x 3             Purple, Yellow  * can be tripped" in lines
    assert sum("*" in line for line in lines) == 1
    assert not any("*" in line for line in drawing(1))  # purple does not know red's symbols


def test_a_prime_is_not_said_to_equal_itself() -> None:
    lines = drawing(0, text=START.replace("blue: on 46", "blue: on 19"))
    assert " 19                         Blue" in lines
    assert not any("19 = 19" in line for line in lines)


def test_a_high_board_shows_all_factors_of_every_square() -> None:
    canvas = Canvas(80, 60)
    GAME.board.paint(make_picture(GAME, position(START), 0, Words("en", GAME.package)), canvas)
    text = canvas.text()
    for factors in ("2⁵·3", "2³·3²", "2·3·13", "2²·23", "3⁴", "2⁶"):
        assert factors in text


def test_a_square_that_can_be_tripped_is_marked_on_the_track_too() -> None:
    track = drawing(0)[:20]
    assert sum("›" in line for line in track) == 1
    assert "› PY   ‹" in track[17]


def test_hands_show_symbols_only_where_the_eyes_may_see_them() -> None:
    assert "► R  Red        38 3[3] 4[2.2] 8[83]" in drawing(0)
    assert "  P  Purple     12 1 7" in drawing(0)
    assert "► R  Red        38 3 4 8" in drawing(1)
    assert "  P  Purple     12 1[2] 7[71]" in drawing(1)
    assert not any("[" in line for line in drawing(SPECTATOR))
    assert "  P  Purple     12 1[2] 7[71]" in drawing(REFEREE)


def test_threats_come_from_the_public_list_of_white_sides() -> None:
    lines = drawing(0)
    at = lines.index(" Red on 38 = 2 x 19; who may show it:")
    assert lines[at + 1] == "   2: P 1,7 Y 2,8 B 4   19: P 1,7"
    lines = drawing(1)
    at = lines.index(" Purple on 12 = 2 x 2 x 3; who may show it:")
    assert lines[at + 1] == "   2: R 3,4,8 Y 2,8 B 4   3: R 3,4,8 Y 2,8 B 4"
    assert not any("who may show" in line for line in drawing(SPECTATOR))


def test_the_track_shows_every_meeple_and_crowds_are_shortened() -> None:
    rows = drawing()
    assert rows[16].index("12") == rows[17].index("PY")
    assert rows[12].index("38") + 1 == rows[13].index("R")
    assert "RPYBG" in drawing(text=CROWD)[9]
    assert drawing(text=CROWD)[20].split()[:2] == ["0", "W"]


def test_crowds_are_shortened_where_a_row_has_one_line() -> None:
    canvas = Canvas(54, 20)
    GAME.board.paint(make_picture(GAME, position(CROWD), 0, Words("en", GAME.package)), canvas)
    assert "R+55" in canvas.text()


POWERS = str.maketrans({"·": ".", "²": "^2", "³": "^3", "⁴": "^4", "⁵": "^5", "⁶": "^6"})


@pytest.mark.parametrize("ascii_only", [False, True])
def test_plain_lines_show_all_factors_of_every_square(ascii_only: bool) -> None:
    rows = draw_text(GAME, position(START), Words("en", GAME.package), ascii_only=ascii_only).splitlines()[:20]
    for squares, symbols in zip(rows[::2], rows[1::2], strict=True):
        for place in re.finditer(r"\d+", squares):
            square = int(place[0])
            if square not in (1, 12, 38, 46, 100):  # those have meeples on them, or no symbols
                factors = symbols[place.start() - 1 : place.start() + 6].split()[0].translate(POWERS)
                parts = [part.partition("^") for part in factors.split(".")]
                assert math.prod(int(base) ** int(power or 1) for base, _, power in parts) == square


def test_long_hands_are_wrapped_and_long_names_cut() -> None:
    hand = "1[2] 1[3] 1[5] 1[7] 1[2.2] 1[2.2.2] 1[2.3] 1[11] 1[13] 1[17] 1[19] 1[3.3] 2[2.2.2] 2[2.3] 2[23] 2[29]"
    text = f"turn 1: red to act / deck: top 7 / red: on 5; hand {hand} / purple: on 5"
    words = Words("de", GAME.package, ("Wilhelmina von und zu Hohenlohe-Langenburg", "Ö" * 60))
    lines = draw_text(GAME, position(text), words, 0).splitlines()
    assert max(map(len, lines)) <= 80
    assert any("2[29]" in line for line in lines)


def test_a_move_is_found_where_it_lies() -> None:
    view = view_state(GAME.plain, position(START), 0)
    words = Words("en", GAME.package)
    offers = offers_for(GAME, view, 0, words)
    canvas = Canvas(80, 30)
    GAME.board.paint(make_picture(GAME, view, 0, words, offers=offers), canvas)
    for offer in offers:
        spots = GAME.board.spots(offer)
        assert len(spots) == (offer["kind"] != "pass")
        assert all(spot in canvas.spots for spot in spots)
