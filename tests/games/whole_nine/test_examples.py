"""The worked examples of the rulebook, played literally from the positions that the rules picture."""

from __future__ import annotations

from tests.games.whole_nine.positions import GAME, choices, line, pictured, play, scores

ANNELI = pictured("anneli")
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


ANJA = pictured("anja")
"""Anja is red, stands on the 4 cactus and is the last to cross it; yellow and green have yet to cross the 5 cactus."""


def test_the_picture_of_anneli_shows_her_jump_and_that_of_the_aim_a_nine() -> None:
    moves = {figure["name"]: figure.get("move") for figure in GAME.figures}
    assert moves["anneli"] in choices(play(ANNELI))
    win = play(pictured("win"), str(moves["win"]))
    assert choices(win) == ["x1c", "x1d", "x1e", "x1f", "x1g"]
    assert line(play(pictured("win"), str(moves["win"]), "x1d", "nine"), "red") == "pawns start start 2a; plus 2"


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
