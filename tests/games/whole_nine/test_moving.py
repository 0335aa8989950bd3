"""WN-7 to WN-10: how pawns move."""

from __future__ import annotations

import pytest

from tests.games.whole_nine.positions import FULL, HOME, choices, line, play
from trackside.core.errors import AmbiguousMove, IllegalMove

OPENING = f"turn 1: red rolled {{roll}} / {FULL} / red: pawns start start start start; row 1 / purple: row 2"
UNDER_WAY = """turn 9: red rolled {roll}
    track: [1]123.56. [2]123456. [3]123456* [4]123456* [5]123456* [6]123456*
    red: pawns start 1b 2c 3a; row 1; plus 1
    purple: pawns start 1b 1e 3d; row 2; plus 2"""


def test_wn7_the_first_step_leads_onto_the_first_cactus() -> None:
    assert choices(play(OPENING.format(roll=1))) == ["start-c1"]
    assert choices(play(OPENING.format(roll=2))) == ["start-1a"]
    assert choices(play(OPENING.format(roll=6))) == ["start-1e"]


def test_wn7_exactly_one_own_pawn_moves_by_the_roll() -> None:
    assert choices(play(UNDER_WAY.format(roll=4))) == ["start-1c", "1b-c2", "2c-c3", "3a-3e"]
    assert line(play(UNDER_WAY.format(roll=4), "2c-c3"), "red") == "pawns start 1b c3 3a; row 1; plus 1"


def test_wn7_only_remaining_tiles_are_spaces_and_cacti_are() -> None:
    text = """turn 30: red rolled 3
        track: [1]......* [2]1....6. [3]1..4... [4]123456* [5]123456* [6]123456*
        red: pawns start 1g 4a 4b; row 1; plus 16
        purple: pawns 3d 4c 4c 5a; row 2"""
    assert choices(play(text)) == ["start-c2", "1g-2f", "4a-4d", "4b-4e"]


def test_wn7_pawns_on_one_space_are_offered_once() -> None:
    text = f"turn 3: red rolled 2 / {FULL} / red: pawns start start 1c 1c; row 1 / purple: row 2"
    assert choices(play(text)) == ["start-1a", "1c-1e"]


def test_wn8_a_one_may_jump_to_the_nearest_pawn_ahead_of_any_colour() -> None:
    jumps = ["start-1b", "1b-1e", "2c-3a", "3a-3d"]
    assert choices(play(UNDER_WAY.format(roll=1))) == ["start-c1", "1b-1c", "2c-2d", "3a-3b", *jumps]


def test_wn8_only_on_a_one() -> None:
    with pytest.raises(IllegalMove, match=r"with a 3 the pawn on 1b goes to 1f \(WN-7\)"):
        play(UNDER_WAY.format(roll=3), "1b-1e")


def test_wn8_nobody_ahead_leaves_the_single_step() -> None:
    text = f"turn 9: red rolled 1 / {FULL} / red: pawns start start start 2a; row 1 / purple: row 2"
    assert choices(play(text)) == ["start-c1", "2a-2b", "start-2a"]
    with pytest.raises(IllegalMove, match=r"no pawn is ahead of it to jump to \(WN-8\)"):
        play(text, "2a-3c")


def test_wn8_pawns_in_the_goal_area_are_not_on_the_track() -> None:
    text = """turn 60: red rolled 1
        track: [.]....... [.]....... [.]....... [.]....... [.]....... [.]1.....*
        red: pawns 6a goal goal goal; row 1; plus 21; minus 1 1 1 1; cacti 6
        purple: pawns 6a goal goal goal; row 2; plus 20; minus 1"""
    assert choices(play(text)) == ["6a-6g"]


def test_wn8_step_and_jump_to_the_same_space_are_one_move() -> None:
    track = FULL.replace("[1]123456*", "[1]123456.")
    text = f"turn 9: red rolled 1 / {track} / red: pawns start start start 2a; row 1; plus 1"
    text += " / purple: pawns start start start 2b; row 2"
    assert choices(play(text)) == ["start-c1", "2a-2b", "start-2a"]


def test_wn9_any_number_of_pawns_may_share_a_space() -> None:
    text = f"turn 9: red rolled 2 / {FULL} / red: pawns 1a 1c 1c 1c; row 1 / purple: pawns start 1c 1c 1c; row 2"
    state = play(text, "1a-1c")
    assert line(state, "red").startswith("pawns 1c 1c 1c 1c;")
    assert line(state, "purple").startswith("pawns start 1c 1c 1c;")


def test_wn10_steps_beyond_the_track_are_lost() -> None:
    state = play(UNDER_WAY.format(roll=6).replace("start 1b 2c 3a", "start 1b 2c 6g"), "6g-goal", "x6a")
    assert line(state, "red") == "pawns start 1b 2c goal; row 1 1; plus 1"


def test_wn10_pawns_in_the_goal_area_stay_there() -> None:
    text = UNDER_WAY.format(roll=6).replace("start 1b 2c 3a", "start 1b 2c goal")
    assert choices(play(text)) == ["start-1f", "1b-2b", "2c-3b"]
    with pytest.raises(IllegalMove, match=r"pawns in the goal area stay there \(WN-10\)"):
        play(text, "goal-goal")


def test_wn10_who_has_all_pawns_home_sits_out() -> None:
    text = f"""turn 70: purple rolled 2
        track: [.]....... [.]....... [.]....... [.]....... [5].....6. [6]1...4.*
        red: pawns {HOME}; plus 20; minus 1; cacti 4
        purple: pawns c5 c5 6a 6a; row 2; plus 21; minus 1"""
    state = play(text, "6a-6g")
    assert line(state, "turn") == "purple to roll"
    assert state.turns == 71


def test_short_forms_are_understood_where_they_are_clear() -> None:
    assert play(UNDER_WAY.format(roll=4), "c3") == play(UNDER_WAY.format(roll=4), "2c-c3")
    assert play(UNDER_WAY.format(roll=4), " 2C - c3 ") == play(UNDER_WAY.format(roll=4), "2c-c3")
    with pytest.raises(AmbiguousMove, match="1b could be 1b-1c, start-1b, 1b-1e: say which"):
        play(UNDER_WAY.format(roll=1), "1b")
