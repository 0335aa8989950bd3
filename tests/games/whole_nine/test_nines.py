"""WN-16 to WN-23: rows, nines, the end and the score."""

from __future__ import annotations

import re
from itertools import product

import pytest

from tests.games.whole_nine.positions import FULL, GAME, HOME, WORDS, choices, line, play, scores, shares
from trackside.core.errors import IllegalMove, ParseError
from trackside.core.words import Words
from trackside.games.whole_nine import rules
from trackside.games.whole_nine.state import KEEP, MAKE_NINE, NINE, State


def crossed(row: str, *moves: str) -> State:
    """Red, with this row, has crossed the second cactus and may take the 2, 3, 4, 5, 6 or animal behind it."""
    track = FULL
    for number in row.split():  # what is in the row is missing at the far end of the track
        last = [found.start() for found in re.finditer(rf"(?<!\[){number}", track)][-1]
        track = track[:last] + "." + track[last + 1 :]
    text = f"turn 9: red rolled 2 / {track} / red: pawns start start start 1g; row {row}"
    return play(f"{text} / purple: pawns start start start 1a; plus 2", "1g-2a", *moves)


def crossing(row: str, *moves: str) -> list[str]:
    """Red's tiles and the turn after that."""
    state = crossed(row, *moves)
    return [line(state, "red").partition("; ")[2], line(state, "turn")]


def test_wn16_an_animal_goes_face_down_to_the_side() -> None:
    assert crossing("1", "x1g") == ["row 1; plus 1", "purple to roll"]


def test_wn16_a_number_goes_face_up_into_the_row() -> None:
    assert crossing("1", "x1b") == ["row 1 2", "purple to roll"]


def test_wn16_a_row_never_holds_more_than_three() -> None:
    with pytest.raises(ParseError, match="red has 4 numbers in the row, at most 3"):
        crossed("1 1 1 1")


def test_wn17_two_numbers_that_make_nine_may_be_laid_aside() -> None:
    assert crossing("3", "x1f", "nine") == ["plus 2", "purple to roll"]


def test_wn17_or_kept() -> None:
    assert choices(crossed("3", "x1f")) == ["nine", "keep"]
    assert crossing("3", "x1f", "keep") == ["row 3 6", "purple to roll"]


def test_wn17_a_kept_pair_is_made_when_the_next_number_is_laid() -> None:
    assert crossing("3 6", "x1d") == ["row 4; plus 2", "purple to roll"]


def test_wn17_keeping_a_pair_comes_to_the_same_as_the_guide_says() -> None:
    for first, following in product(range(3, 7), range(1, 7)):
        ends = []
        for move in (MAKE_NINE, KEEP):
            state = State()
            state.seats, state.phase = 1, NINE
            state.row[0][:2] = [first, 9 - first]
            rules.begin_move(state, 0, move)
            rules.lay_number(state, 0, following)
            ends.append((state.plus, state.row, state.phase))
        assert ends[0] == ends[1]
    assert "waiting neither gains nor costs anything" in WORDS("guide.nine")
    assert "Abwarten bringt nichts und kostet nichts" in Words("de", GAME.package)("guide.nine")


def test_wn18_two_of_three_must_and_the_third_stays() -> None:
    assert crossing("4 2", "x1e") == ["row 2; plus 2", "purple to roll"]
    assert crossing("2 4", "x1e") == ["row 2; plus 2", "purple to roll"]


def test_wn18_all_three_must() -> None:
    assert crossing("4 2", "x1c") == ["plus 3", "purple to roll"]


def test_wn18_with_equal_numbers_only_one_is_used() -> None:
    assert crossing("6 6", "x1c") == ["row 6; plus 2", "purple to roll"]


def test_wn19_three_numbers_and_no_nine_cost_one_of_them() -> None:
    assert crossing("1 1", "x1b") == ["row 1 1 2", "red to lay aside, crossing 2 to 2, tile taken"]
    assert choices(crossed("1 1", "x1b")) == ["-1", "-2"]
    assert crossing("1 1", "x1b", "-1") == ["row 1 2; minus 1", "purple to roll"]
    assert crossing("1 1", "x1b", "-2") == ["row 1 1; minus 2", "purple to roll"]
    with pytest.raises(IllegalMove, match=r"one of them has to be laid aside \(WN-19\)"):
        crossing("1 1", "x1b", "-3")


def test_wn20_several_numbers_are_laid_one_after_the_other() -> None:
    """Row 1: the 6 and the 4 of two segments come one by one; 1, 6 and 4 make no nine before the 3 could help."""
    text = """turn 40: red rolled 5
        track: [1]..3..6. [2]4...... [3]12..... [4]123456* [5]123456* [6]123456*
        red: pawns start start start 1f; plus 6; row 1
        purple: pawns start start start 3a; plus 7; minus 1 1 4 5"""
    state = play(text, "1f-3b", "x1c")
    assert line(state, "red") == "pawns start start start 3b; row 1 3 4; plus 6"
    assert choices(state) == ["-1", "-3", "-4"]


LAST_HOME = """turn 90: red rolled 5
    track: [.]....... [.]....... [.]....... [.]....... [5]....... [6]..{tile}....
    red: pawns 6c goal goal goal; row {row}; plus 20; cacti 4
    purple: pawns c5 goal goal goal; row 1; plus {plus}; minus 1"""


@pytest.mark.parametrize(
    ("row", "tile", "plus", "after"),
    [
        ("3 6", "*", 23, "plus 23; cacti 4"),
        ("1 2", "*", 23, "plus 21; minus 1 2; cacti 4"),
        ("4", "5", 24, "plus 22; cacti 4"),
        ("4", "*", 24, "plus 21; minus 4; cacti 4"),
    ],
)
def test_wn21_the_row_is_settled_when_the_last_pawn_is_home(row: str, tile: str, plus: int, after: str) -> None:
    text = LAST_HOME.format(row=row, tile=tile, plus=plus)
    moves = ["6c-goal"] + (["keep"] if tile == "5" else [])
    assert line(play(text, *moves), "red") == f"pawns {HOME}; {after}"


def test_wn21_not_before() -> None:
    text = LAST_HOME.format(row="3 6", tile="*", plus=23).replace("6c goal", "c5 6c")
    assert line(play(text, "6c-goal"), "red") == "pawns c5 goal goal goal; row 3 6; plus 21; cacti 4"


def test_wn22_the_game_ends_when_the_last_pawn_of_all_is_home() -> None:
    text = LAST_HOME.format(row="1 2", tile="*", plus=23)
    state = play(text, "6c-goal", "6:", "c5-goal", "-1")
    assert line(state, "turn") == "purple was last, over"
    assert not any(state.tile)


OVER = f"""turn 90: red was last, over
    track: [.]....... [.]....... [.]....... [.]....... [.]....... [.].......
    red: pawns {HOME}; {{red}}
    purple: pawns {HOME}; {{purple}}"""


def test_wn23_five_points_a_plus_tile_and_face_value_off_for_a_minus_tile() -> None:
    state = play(OVER.format(red="plus 24; minus 1 2 6; cacti 2", purple="plus 22; minus 5; cacti 4"))
    assert scores(state) == [111, 105]
    assert shares(state) == [1, 0]


def test_wn23_a_tie_goes_to_more_cacti_collected() -> None:
    state = play(OVER.format(red="plus 23; minus 1 4; cacti 2", purple="plus 23; minus 2 3; cacti 4"))
    assert scores(state) == [110, 110]
    assert shares(state) == [0, 1]


def test_wn23_cacti_never_beat_points() -> None:
    state = play(OVER.format(red="plus 23; minus 1 3; cacti 0", purple="plus 23; minus 2 3; cacti 6"))
    assert shares(state) == [1, 0]


def test_wn23_still_tied_the_win_is_shared() -> None:
    state = play(OVER.format(red="plus 23; minus 1 4; cacti 3", purple="plus 23; minus 2 3; cacti 3"))
    assert shares(state) == [0.5, 0.5]


def test_wn17_keeping_is_told_in_words() -> None:
    state = crossed("3", "x1f")
    assert GAME.notation.describe(state, 0, 15, WORDS) == ["Red makes nine: 3 + 6, +10."]
    assert GAME.notation.describe(state, 0, 16, WORDS) == ["Red keeps 3 and 6 for now."]
