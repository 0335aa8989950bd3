"""The worked examples of the publisher's rules, played literally."""

from __future__ import annotations

from tests.games.traxx.table import TRAXX, WORDS, moves, opening, play, position, scores, strands
from trackside.games.traxx.fields import NAMES, neighbours
from trackside.games.traxx.scene import ending
from trackside.games.traxx.scoring import reason


def test_linus_draws_blue_green_grey_yellow_and_may_go_on_from_either_yellow_field() -> None:
    s = play(opening(starts="3", sheet="house"), "ybgk:")
    start = NAMES.index("f4")
    assert s.colour[start] == 0
    assert NAMES.index("e5") in neighbours(start)
    assert s.value[NAMES.index("e5")] == 3
    s = play(s, "red A: f3 f2 e3 e2")
    assert [s.colour[NAMES.index(name)] for name in ("f3", "f2", "e3", "e2")] == [1, 2, 4, 0]
    assert s.value[NAMES.index("d1")] == 6
    assert NAMES.index("d1") in neighbours(NAMES.index("e2"))
    s = play(s, "ggrkp:")
    assert "A: d1" in moves(s)
    assert "B: e5" in moves(s)
    assert strands(play(s, "red A: d1"))[0] == "f3 f2 e3 e2 d1"
    assert strands(play(s, "red B: e5"))[1] == "e5"


def test_tim_reaches_the_seven_after_maria_did_in_an_earlier_round() -> None:
    maria_and_tim = opening(2, starts="23")
    s = play(maria_and_tim, "bgkp:", "red A: f6 g6 h5 i4", "purple A: g4 stop", "ybgr:")
    s = play(s, "purple A: h4 i4 stop")
    assert s.noted[0][7] == 7
    assert s.noted[1][7] == 4
    assert reason(s, 1, 7, WORDS) == "half, after Red"


def test_linus_in_the_end_has_39_for_numbers_and_misses_ten_fields() -> None:
    s = position(
        "round 15: over\n"
        "sheet: practice\n"
        "deck: house; turned ybgr ybgk ybbgp ybrkk ybrp yybkp ygrrk ygrp ygkp yrkp bgrk bgrpp bgkp brkp ggrkp\n"
        "red: start 3; A f3 f2 e3 e2 f1 e1 d1 d2 c1 b1 a1; B e4 d3 c2 b2 a2 a3 b3 c3 d4 c4 b4 a4 a5 b6 b5 c5 d5 "
        "e5 e6 f5 g5 g4 g3 g2 g1 h1 i1 h2 h3 i2 i3 h4 i4 i5 h5 h6 g6 g7 f8; "
        "numbers 6@3 8@4 10@7 2@8 3@9 9@10 7@12 5@14\n"
        "purple: start 1; A c5 b5 b6 c7 d8 e9 f8 g7 h6 i5 i4; numbers 2@1 10@2 5@4 7@6\n"
    )
    assert {value: s.noted[0][value] for value in range(2, 11)} == {
        **{3: 3, 6: 6, 8: 8, 9: 9},
        **{2: 1, 5: 3, 7: 4, 10: 5},
        4: 0,
    }
    assert scores(s)[0] == 29
    assert ending(s, WORDS)["rows"][0] == [26, 13, -10, 29]


def test_solo_tim_reaches_four_seven_five_nine() -> None:
    s = play(opening(starts="2"), "bgkp:", "red A: f6 g6 h5 i4", "brkp:", "red B: e6 e7 f7")
    s = play(s, "ybrkk:", "red B: f8 stop", "ygkp:", "red A: i3 i2 i1 h1")
    assert {value: s.noted[0][value] for value in (4, 7, 5, 9)} == {4: 4, 7: 7, 5: 3, 9: 9}
    assert [reason(s, 0, value, WORDS) for value in (4, 7, 5, 9)] == [
        "full value",
        "full value",
        "half, after the 7",
        "full value",
    ]
    assert ending(s, WORDS)["rows"] == [[20, 3, -48, -25]]


def test_the_rules_picture_linus_tim_and_maria_as_they_are_told() -> None:
    pictured = {figure["name"]: position(figure["position"]) for figure in TRAXX.figures}
    linus = play(opening(starts="3", sheet="house"), "ybgk:", "red A: f3 f2 e3 e2")
    assert TRAXX.notation.position_text(pictured["linus"]) == TRAXX.notation.position_text(linus)
    tim = play(opening(2, starts="34", sheet="house"), "bgkp:", "red A: g4 stop", "purple A: f6 g6 h5 i4", "ybgr:")
    tim = play(tim, "red A: h4 i4 stop", "purple pass")
    assert TRAXX.notation.position_text(pictured["tim"]) == TRAXX.notation.position_text(tim)
    assert (tim.noted[0][7], tim.noted[1][7]) == (4, 7)
    alone = play(opening(starts="4", sheet="house"), "bgkp:", "red A: f6 g6 h5 i4", "ybrkk:", "red B: e7 f7 f8 stop")
    alone = play(alone, "bgrpp:", "red B: e9 d8 c7 b6 stop")
    assert TRAXX.notation.position_text(pictured["tim_alone"]) == TRAXX.notation.position_text(alone)
    assert [alone.noted[0][value] for value in (4, 7, 5, 9)] == [4, 7, 3, 9]
    end = pictured["linus_end"]
    assert ending(end, WORDS)["rows"][0] == [26, 13, -10, 29]
    assert [end.noted[0][value] for value in range(2, 11)] == [1, 3, 0, 3, 6, 4, 8, 9, 5]
