"""The picture of plain lines: symbols, what can be tripped, what threatens."""

from __future__ import annotations

from tests.games.skip_or_trip.table import GAME, position
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


def picture(eyes: int = REFEREE, language: str = "en", text: str = START) -> list[str]:
    return GAME.notation.draw(position(text), Words(language, GAME.package), eyes).splitlines()


def test_every_square_with_meeples_shows_its_symbols_and_whether_it_can_be_tripped_now() -> None:
    lines = picture(0)
    assert "46 = 2 x 23                  Blue" in lines
    assert "38 = 2 x 19                  Red" in lines
    assert "12 = 2 x 2 x 3               Purple, Yellow  * can be tripped" in lines
    assert sum("*" in line for line in lines) == 1
    assert not any("*" in line for line in picture(1))  # purple does not know red's symbols


def test_hands_show_symbols_only_where_the_eyes_may_see_them() -> None:
    assert ">R Red                 38  3[3] 4[2.2] 8[83]" in picture(0)
    assert " P Purple              12  1 7" in picture(0)
    assert ">R Red                 38  3 4 8" in picture(1)
    assert " P Purple              12  1[2] 7[71]" in picture(1)
    assert not any("[" in line for line in picture(SPECTATOR))
    assert " P Purple              12  1[2] 7[71]" in picture(REFEREE)


def test_threats_come_from_the_public_list_of_white_sides() -> None:
    lines = picture(0)
    at = lines.index("Red on 38 = 2 x 19: who may have what it takes")
    assert lines[at + 1 : at + 3] == ["   2: Purple 1 7; Yellow 2 8; Blue 4", "  19: Purple 1 7"]
    lines = picture(1)
    at = lines.index("Purple on 12 = 2 x 2 x 3: who may have what it takes")
    assert lines[at + 1 : at + 3] == ["   2: Red 3 4 8; Yellow 2 8; Blue 4", "   3: Red 3 4 8; Yellow 2 8; Blue 4"]
    assert not any("who may have" in line for line in picture(SPECTATOR))


def test_the_track_shows_every_meeple_and_crowds_are_shortened() -> None:
    rows = picture()[:6]
    assert rows[4].split()[:13] == ["1", *["."] * 11, "PY"]
    assert rows[3].split()[18] == "R"
    crowd = """turn 1: red to act / deck: top 7 / red: on 5; hand 3[3]
    purple: on 5 / yellow: on 5 / blue: on 5 / green: on 0"""
    assert "RP+" in picture(text=crowd)[4]
    assert picture(text=crowd)[5] == "  0 G"


def test_long_hands_are_wrapped_and_long_names_cut() -> None:
    hand = "1[2] 1[3] 1[5] 1[7] 1[2.2] 1[2.2.2] 1[2.3] 1[11] 1[13] 1[17] 1[19] 1[3.3] 2[2.2.2] 2[2.3] 2[23] 2[29]"
    text = f"turn 1: red to act / deck: top 7 / red: on 5; hand {hand} / purple: on 5"
    words = Words("de", GAME.package, ("Wilhelmina von und zu Hohenlohe-Langenburg", "Ö" * 60))
    lines = GAME.notation.draw(position(text), words, 0).splitlines()
    assert max(map(len, lines)) <= 80
    assert any("2[29]" in line for line in lines)
