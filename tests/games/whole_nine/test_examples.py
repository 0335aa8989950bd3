"""The worked examples of the rulebook, played literally."""

from __future__ import annotations

from tests.games.whole_nine.positions import choices, line, play, scores

ANNELI = """turn 30: blue rolled 1
    track: [1]...*532 [2]1*4.... [3]123456* [4]123456* [5]123456* [6]12345*.
    red: pawns 1f 1f; row 1; plus 2
    purple: pawns 1g 1g; row 2; plus 2
    yellow: pawns 1g 2c; row 3; plus 2
    blue: pawns start 1g; row 3; plus 1
    green: pawns start 2b; row 6; plus 1"""
"""Anneli is blue; behind her an animal and a 5 are free, ahead of her in the next segment stands green."""


def test_wn8_anneli_may_step_one_space_or_jump_to_the_green_pawn() -> None:
    assert choices(play(ANNELI)) == ["start-c1", "1g-c2", "start-1f", "1g-2b"]
    assert line(play(ANNELI, "1g-c2"), "turn") == "green to roll"


def test_wn12_anneli_jumps_and_takes_the_animal_or_the_5() -> None:
    jumped = play(ANNELI, "1g-2b")
    assert line(jumped, "turn") == "blue to take, crossing 2 to 2"
    assert choices(jumped) == ["x1d", "x1e"]
    assert line(play(ANNELI, "1g-2b", "x1d"), "blue") == "pawns start 2b; row 3; plus 2"
    assert line(play(ANNELI, "1g-2b", "x1e"), "blue") == "pawns start 2b; row 3 5; plus 1"


ANJA = """turn 60: red rolled 3
    track: [.]....... [.]2...... [4]3...... [5]56..... [6]123456* [1]123456*
    red: pawns c3 5a; row 4; plus 5; cacti 2
    purple: pawns 5a 5b; row 1; plus 5
    yellow: pawns c4 5a; row 1; plus 5; minus 2
    blue: pawns 5a 5c; row 1; plus 5
    green: pawns c4 4b; row 1; plus 5"""
"""Anja is red, stands on the 4 cactus and is the last to cross it; yellow and green have yet to cross the 5 cactus."""


def test_wn14_anja_takes_the_2_then_the_cactus_4() -> None:
    state = play(ANJA, "c3-4a")
    assert line(state, "red") == "pawns 4a 5a; row 4 2 4; plus 5; cacti 3"
    assert choices(state) == ["-2", "-4"]


def test_wn18_anja_lays_a_4_aside_and_makes_nine_with_the_3() -> None:
    state = play(ANJA, "c3-4a", "-4")
    assert line(state, "red") == "pawns 4a 5a; plus 8; minus 4; cacti 3"
    assert scores(state)[0] - scores(play(ANJA))[0] == 15 - 4


def test_wn14_anja_does_not_get_the_cactus_5() -> None:
    state = play(ANJA, "c3-4a", "-4")
    assert line(state, "track").startswith("[.]....... [.]....... [.]....... [5]56.....")
    assert line(state, "turn") == "purple to roll"
