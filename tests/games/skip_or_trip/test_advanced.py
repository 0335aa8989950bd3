"""The advanced game and team play, rule by rule."""

from __future__ import annotations

import pytest

from tests.games.skip_or_trip.table import GAME, line, options, play, points, position, shares, squares, trips, turn
from trackside.core.errors import BadOption, IllegalMove
from trackside.core.protocol import OVER
from trackside.play.match import Match


@pytest.mark.parametrize(("seats", "meeples"), [(2, 3), (3, 2)])
def test_st14_three_meeples_each_with_two_players_two_with_three(seats: int, meeples: int) -> None:
    match = Match("skip-or-trip", seats, {"mode": "advanced"}, seed=1)
    assert squares(match.state) == [[0] * meeples] * seats
    with pytest.raises(BadOption, match="mode=advanced goes with 2 or 3 players, not with 4"):
        Match("skip-or-trip", 4, {"mode": "advanced"})


def test_st14_every_meeple_of_an_opponent_on_the_square_is_tripped() -> None:
    s = play(
        "turn 5: red to act / rules: advanced / deck: top 1 / red: on 0 6 6; hand 2[2] 3[3] / purple: on 6 6 20",
        "trip 6; 2[2]; 3[3]",
    )
    assert squares(s) == [[0, 6, 6], [1, 1, 20]]
    assert turn(s) == "red to draw 2, 5 steps"


def test_st15_one_chooses_which_meeple_moves_by_the_whole_sum() -> None:
    start = "turn 5: red to act / rules: advanced / deck: top 1 / red: on 3 3 9; hand 8[5] / purple: on 0 1 2"
    s = play(start, "black 8[5]")
    assert turn(s) == "red to move a meeple, 8 steps"
    assert options(s) == ["3+8", "9+8"]
    assert squares(play(s, "3+8"))[0] == [3, 9, 11]
    assert squares(play(s, "9"))[0] == [3, 3, 17]


def test_st15_a_single_choice_happens_by_itself_and_if_none_can_move_nothing_moves() -> None:
    start = "turn 5: red to act / rules: advanced / deck: top 1 / red: on {}; hand 8[5] / purple: on 0 1 2"
    assert options(start.format("40 95 96")) == ["black 8[5] 40+8", "pass"]
    s = play(start.format("40 95 96"), "black 8")
    assert squares(s)[0] == [48, 95, 96]
    assert turn(s) == "red to draw 2"
    assert options(start.format("94 95 96")) == ["black 8[5] +0", "pass"]
    assert squares(play(start.format("94 95 96"), "black 8"))[0] == [94, 95, 96]
    with pytest.raises(IllegalMove, match=r"104 is beyond 100 \(ST-8\)"):
        play(start.format("40 50 96"), "black 8; 96+8")


@pytest.mark.parametrize(
    ("red", "purple", "expected"),
    [
        ("10 11 12", "9 50 60", [1, 0]),  # the last meeple
        ("10 11 12", "10 10 60", [1, 0]),  # the second-last
        ("10 11 12", "10 11 60", [0, 1]),  # the first
        ("10 11 60", "10 11 60", [0.5, 0.5]),
    ],
)
def test_st16_the_last_meeple_decides_then_the_second_last_then_the_first(
    red: str, purple: str, expected: list[float]
) -> None:
    start = "turn 20: purple to act / rules: advanced, 10 rounds / deck: top 1 / red: on {} / purple: on {}; hand 8[5]"
    s = play(start.format(red, purple), "pass")
    assert GAME.plain.to_move(s) == OVER
    assert shares(s) == expected
    assert points(s) == [int(red.split()[0]), int(purple.split()[0])]


def test_st16_with_three_players_those_with_equal_meeples_draw() -> None:
    s = play(
        """turn 30: yellow to act / rules: advanced, 10 rounds / deck: top 1
        red: on 30 60 / purple: on 20 90 / yellow: on 30 60; hand 8[5]""",
        "pass",
    )
    assert shares(s) == [0.5, 0, 0.5]


def test_st17_no_meeple_goes_to_100_unless_that_wins_the_game() -> None:
    start = "turn 5: red to act / rules: advanced / deck: top 1 / red: on {}; hand 8[2] / purple: on {}"
    s = play(start.format("20 30 92", "20 29 90"), "black 8; 92+8")
    assert GAME.plain.to_move(s) == OVER
    assert shares(s) == [1, 0]
    s = play(start.format("20 30 92", "20 31 90"), "black 8")
    assert options(s) == ["20+8", "30+8"]
    with pytest.raises(IllegalMove, match=r"a meeple may go to 100 only if that wins the game \(ST-17\)"):
        play(s, "92+8")
    # the meeple that leaves the rear lets the next one count
    s = play(start.format("92 92 92", "91 99 99"), "black 8")
    assert GAME.plain.to_move(s) == OVER
    assert squares(s)[0] == [92, 92, 100]
    assert options(start.format("92 92 92", "93 93 99")) == ["black 8[2] +0", "pass"]
    # with all others equal the meeple on 100 is the one ahead
    assert "92+8" in options(play(start.format("20 30 92", "20 30 99"), "black 8"))


def test_st17_is_judged_after_this_turns_trips() -> None:
    start = "turn 5: red to act / rules: advanced / deck: top 1 / red: on 20 30 90; hand {} / purple: on {} 40 90"
    s = play(start.format("8[23] 2[7]", 23), "trip 23; 8[23]; draw 1[2]; top 1; black 2")
    assert squares(s)[1] == [15, 40, 90]
    assert shares(play(s, "90+10")) == [1, 0]
    s = play(start.format("6[29] 4[7]", 29), "trip 29; 6[29]; draw 1[2]; top 1; black 4")
    assert squares(s)[1] == [23, 40, 90]
    assert options(s) == ["20+10", "30+10"]


def test_st18_partners_sit_opposite_and_move_the_same_meeples_with_hands_of_their_own() -> None:
    match = Match("skip-or-trip", 4, {"mode": "teams", "first": "red"}, seed=1)
    assert squares(match.state) == [[0, 0, 0], [0, 0, 0]]
    assert [match.state.held[seat][0] for seat in range(4)] == [2, 2, 2, 2]
    start = """turn 7: yellow to act / rules: teams / deck: top 1
    red: on 3 10 22; hand 1[2] / purple: on 5 10 30; hand 2[5]
    yellow: hand 2[2] 3[5] 7[7] / blue: hand 4[2]"""
    assert trips(start) == [5, 10]
    s = play(start, "trip 10; 2[2]; 3[5]; draw 1[3]; top 1; black 7; 3+12")
    assert squares(s) == [[10, 15, 22], [5, 5, 30]]
    assert line(s, "red") == "on 10 15 22; hand 1[2]"
    assert line(s, "yellow") == "hand 1[3]; down 7[7]"
    with pytest.raises(BadOption, match="mode=teams goes with 4 players, not with 3"):
        Match("skip-or-trip", 3, {"mode": "teams"})


def test_st18_passes_are_counted_by_player_and_the_team_shares_the_win() -> None:
    start = """turn 7: yellow to act, 2 passes / rules: teams / deck: top 1
    red: on 3 10 22; hand 1[2] / purple: on {} 10 30; hand 2[5]
    yellow: hand 2[2] 3[5] / blue: hand 4[2]"""
    s = play(start.format(5), "pass; draw 1[3]; top 1; draw 1[5]; top 1")
    assert turn(s) == "blue to act, 3 passes"
    s = play(s, "pass")
    assert GAME.plain.to_move(s) == OVER
    assert shares(s) == [0, 0.5, 0, 0.5]
    s = play(start.format(2), "pass; draw 1[3]; top 1; draw 1[5]; top 1; pass")
    assert shares(s) == [0.5, 0, 0.5, 0]


def test_st18_a_partners_symbols_are_secret() -> None:
    s = position(
        """turn 7: yellow to act / rules: teams / deck: top 1
        red: on 3 10 22; hand 1[2] / purple: on 5 10 30; hand 2[5] / yellow: hand 2[2] / blue: hand 4[2]"""
    )
    GAME.plain.hide(s, 0)
    assert line(s, "red") == "on 3 10 22; hand 1[2]"
    assert line(s, "yellow") == "hand 2[?]"
