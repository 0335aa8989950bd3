"""The board in text: symbols, what can be tripped, what threatens."""

from __future__ import annotations

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


def drawing(eyes: int = REFEREE, language: str = "en", text: str = START) -> list[str]:
    return draw_text(GAME, position(text), Words(language, GAME.package), eyes).splitlines()


def test_every_square_with_meeples_shows_its_symbols_and_whether_it_can_be_tripped_now() -> None:
    lines = drawing(0)
    assert " 46 = 2 x 23                Blue" in lines
    assert " 38 = 2 x 19                Red" in lines
    assert " 12 = 2 x 2 x 3             Purple, Yellow  * can be tripped" in lines
    assert sum("*" in line for line in lines) == 1
    assert not any("*" in line for line in drawing(1))  # purple does not know red's symbols


def test_a_square_that_can_be_tripped_is_marked_on_the_track_too() -> None:
    track = drawing(0)[:10]
    assert sum("›" in line for line in track) == 1
    assert "›PY  12‹" in track[8]


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
    rows = drawing()[:11]
    assert "PY  12" in rows[8]
    assert "R  38" in rows[6]
    assert "RPY+55" in drawing(text=CROWD)[4]
    assert drawing(text=CROWD)[10].split()[:2] == ["0", "W"]


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
