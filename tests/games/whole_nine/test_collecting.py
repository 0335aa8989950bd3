"""WN-11 to WN-15: crossing and taking tiles."""

from __future__ import annotations

import pytest

from tests.games.whole_nine.positions import FULL, GAME, choices, line, play
from trackside.core.errors import IllegalMove
from trackside.core.words import Words

NEAR_CACTUS = f"""turn 9: red rolled {{roll}}
    {FULL}
    red: pawns start start start 1g; row 1
    purple: pawns start start 1a 1e; row 2"""


def test_wn11_standing_on_a_cactus_is_not_crossing_it() -> None:
    assert line(play(NEAR_CACTUS.format(roll=1), "1g-c2"), "turn") == "purple to roll"


def test_wn11_going_beyond_a_cactus_from_before_it_is() -> None:
    assert line(play(NEAR_CACTUS.format(roll=2), "1g-2a"), "turn") == "red to take, crossing 2 to 2"


def test_wn11_and_so_is_going_beyond_it_from_on_it() -> None:
    text = NEAR_CACTUS.format(roll=3).replace("1g;", "c2;")
    assert line(play(text, "c2-2c"), "turn") == "red to take, crossing 2 to 2"


def test_wn11_going_into_the_goal_area_crosses_the_end_of_the_last_segment() -> None:
    text = NEAR_CACTUS.format(roll=1).replace("1g;", "6g;")
    state = play(text, "6g-goal")
    assert line(state, "turn") == "red to take, crossing 7 to 7"
    assert choices(state) == ["x6a", "x6b", "x6c", "x6d", "x6e", "x6f", "x6g"]


def test_wn12_one_unoccupied_tile_of_the_segment_left_the_one_just_left_too() -> None:
    state = play(NEAR_CACTUS.format(roll=2), "1g-2a")
    assert choices(state) == ["x1b", "x1c", "x1d", "x1f", "x1g"]
    with pytest.raises(IllegalMove, match=r"one free tile of segment 1 has to be taken \(WN-12\)"):
        play(NEAR_CACTUS.format(roll=2), "1g-2a", "x1e")


def test_wn12_not_the_one_just_left_if_another_pawn_stands_there() -> None:
    text = NEAR_CACTUS.format(roll=2).replace("1e;", "1g;")
    assert choices(play(text, "1g-2a")) == ["x1b", "x1c", "x1d", "x1e", "x1f"]


def test_wn12_all_occupied_means_nothing() -> None:
    text = """turn 30: red rolled 4
        track: [1]1...5.. [2]123456* [3]123456* [4]123456* [5]123456* [6]123456*
        red: pawns start start start c2; row 1; plus 4
        purple: pawns start start 1a 1e; row 3; minus 3"""
    state = play(text, "c2-2d")
    assert line(state, "red") == "pawns start start start 2d; row 1; plus 4"
    assert line(state, "turn") == "purple to roll"


def test_wn12_none_left_means_nothing() -> None:
    text = """turn 30: red rolled 4
        track: [1]....... [2]123456* [3]123456* [4]123456* [5]123456* [6]123456*
        red: pawns start start start c2; row 1; plus 4
        purple: pawns start start 2a 2a; row 3; plus 1; minus 2 3"""
    assert line(play(text, "c2-2d"), "turn") == "purple to roll"


def test_wn12_no_tile_for_crossing_the_first_cactus() -> None:
    state = play(f"turn 1: red rolled 4 / {FULL} / red: row 1 / purple: row 2", "start-1c")
    assert line(state, "turn") == "purple to roll"
    assert line(state, "red") == "pawns start start start 1c; row 1"


def test_wn12_a_single_free_tile_is_taken_without_asking() -> None:
    text = """turn 30: red rolled 4
        track: [1]1...5.. [2]123456* [3]123456* [4]123456* [5]123456* [6]123456*
        red: pawns start start start c2; row 1; plus 4
        purple: pawns start start start 1e; row 3; minus 3"""
    state = play(text, "c2-2d")
    assert line(state, "red") == "pawns start start start 2d; row 1 1; plus 4"


TWO_SEGMENTS = """turn 40: red rolled 5
    track: [1]..3..6. [2]4...... [3]12..... [4]123456* [5]123456* [6]123456*
    red: pawns start start start 1f; plus 6; row 1
    purple: pawns start start start 3a; plus 7; minus 1 1 4 5"""


def test_wn13_crossings_are_settled_one_at_a_time_the_segment_left_first() -> None:
    state = play(TWO_SEGMENTS, "1f-3b")
    assert line(state, "turn") == "red to take, crossing 2 to 3"
    state = play(TWO_SEGMENTS, "1f-3b", "x1f")
    assert line(state, "red") == "pawns start start start 3b; row 1 6 4; plus 6"
    assert line(state, "turn") == "red to lay aside, crossing 3 to 3, tile taken"


def test_wn13_each_crossing_is_settled_fully_before_the_next() -> None:
    with_pair = TWO_SEGMENTS.replace("row 1\n", "row 3\n").replace("minus 1 1", "minus 1 3")
    state = play(with_pair, "1f-3b", "x1f")
    assert line(state, "turn") == "red to make nine, crossing 2 to 3, tile taken"
    assert line(play(with_pair, "1f-3b", "x1f", "nine"), "red") == "pawns start start start 3b; row 4; plus 8"


def test_wn14_last_pawn_takes_the_cactus_after_the_tile() -> None:
    text = """turn 40: red rolled 5
        track: [.]....... [.]..3.... [3]12..... [4]123456* [5]123456* [6]123456*
        red: pawns 2c 3a 4a 4a; row 1; plus 7; cacti 2
        purple: pawns 3a 3b 3b 4a; row 5; plus 8; minus 1 1 4 5 6"""
    assert line(play(text, "2c-4a"), "red") == "pawns 3a 4a 4a 4a; row 1 3 3; plus 7; cacti 3"
    state = play(text, "2c-4a", "-3")
    assert line(state, "red") == "pawns 3a 4a 4a 4a; row 1 3; plus 7; minus 3; cacti 3"
    assert line(state, "track").startswith("[.]....... [.]....... [.]12.....")


def test_wn14_the_first_cactus_too_only_the_cactus_then() -> None:
    text = f"turn 30: red rolled 2 / {FULL} / red: pawns start 1a 1a 1b; row 6 / purple: pawns 1a 1a 1b 1c; row 2"
    state = play(text, "start-1a")
    assert line(state, "red") == "pawns 1a 1a 1a 1b; row 6 1; cacti 1"
    assert line(state, "track").startswith("[.]123456*")


def test_wn14_the_second_last_pawn_does_not() -> None:
    text = f"turn 30: red rolled 2 / {FULL} / red: pawns start 1a 1a 1b; row 6 / purple: pawns start 1a 1b 1c; row 2"
    assert line(play(text, "start-1a"), "red") == "pawns 1a 1a 1a 1b; row 6"


def test_wn14_the_goal_has_no_cactus_the_last_pawn_takes_only_the_tile() -> None:
    text = """turn 90: red rolled 5
        track: [.]....... [.]....... [.]....... [.]....... [.]....... [.]..*....
        red: pawns 6c goal goal goal; row 1; plus 20; cacti 6
        purple: pawns goal goal goal goal; plus 27; minus 1"""
    state = play(text, "6c-goal")
    assert line(state, "red") == "pawns goal goal goal goal; plus 21; minus 1; cacti 6"
    assert line(state, "turn") == "red was last, over"


def test_wn15_the_track_closes_up_and_no_pawn_is_moved_by_it() -> None:
    text = (
        f"turn 9: red rolled 2 / {FULL} / red: pawns start start 1b 1g; row 1 / purple: pawns start start 1a 1e; row 2"
    )
    state = play(text, "1g-2a", "x1c", "3:")
    assert line(state, "purple") == "pawns start start 1a 1e; row 2"
    assert choices(state) == ["start-1b", "1a-1e", "1e-c2"]


def test_what_happened_is_told_in_words() -> None:
    state = play(TWO_SEGMENTS)
    move = GAME.plain.legal_moves(state, 0, [0] * 32)
    assert move == 2
    said = GAME.notation.describe(state, 0, 3, Words("en", GAME.package))
    assert said == ["Red moves from 1f to 3b.", "Red takes one of these: 3, 6."]
    state = play(TWO_SEGMENTS, "1f-3b")
    assert GAME.notation.describe(state, 0, 10, Words("de", GAME.package)) == [
        "Rot nimmt die 3 auf 1c.",
        "Rot nimmt die 4 auf 2a.",
    ]
