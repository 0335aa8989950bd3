"""Positions as text: what cannot be gets a sentence that says so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.whole_nine.positions import FULL, GAME
from trackside.core.errors import ParseError
from trackside.games.whole_nine import rules
from trackside.games.whole_nine.state import State

GOOD = f"""turn 9: red rolled 2
{FULL}
red: pawns start start 1b 1g; row 1
purple: pawns start start 1a 1e; row 2"""

OVER = """turn 90: red was last, over
track: [.]....... [.]....... [.]....... [.]....... [.]....... [.].......
red: pawns goal goal goal goal; plus 23; minus 1 4; cacti 3
purple: pawns goal goal goal goal; plus 23; minus 2 3; cacti 3"""

FAULTS = [
    (GOOD, "row 1\n", "row 1 2 3 4\n", "line 3: red has 4 numbers in the row, at most 3"),
    (GOOD, "row 1\n", "row 1 7\n", "numbers on tiles are 1 to 6"),
    (GOOD, "row 1\n", "row 1 x\n", "row takes numbers"),
    (GOOD, "row 1\n", "plus 1 2\n", "plus takes one number"),
    (GOOD, "row 1\n", "hand 1\n", "a seat has pawns, row, plus, minus and cacti, each once"),
    (GOOD, "row 1\n", "row 1; row 2\n", "each once"),
    (GOOD, "row 1\n", "row 2\n", "more tiles with a 2 than the box has"),
    (GOOD, "row 1\n", "row 1 1 3\n", "three numbers in the row and nothing to lay aside"),
    (GOOD, "row 1\n", "row 1; plus 1\n", "the tiles do not add up: 48 on the track, 2 in rows .* make 51, not 50"),
    (GOOD, "row 1\n", "row 1; cacti 1\n", "0 cacti were taken but the seats collected 1"),
    (GOOD, "1b 1g", "1b", "line 3: red has 3 pawns, not 4"),
    (GOOD, "1b 1g", "1b 1h", "line 3: there is no place '1h'"),
    (GOOD, "[1]123456*", "[1]1.3456*", "a pawn of red stands on a tile that was taken"),
    (GOOD, "[1]123456*", "[1]12345678", "line 2: segment 1 has 8 tiles"),
    (GOOD, "[1]123456*", "[1]12345x", "line 2: 'x' is not a tile"),
    (GOOD, "[1]123456*", "[*]123456*", r"line 2: '\*' is not a cactus"),
    (GOOD, "[1]123456*", "123456*", "every segment begins with its cactus"),
    (GOOD, "[2]123456*", "[1]123456*", "a cactus number occurs twice"),
    (GOOD, "[2]123456*", "[2]123*45*", "7 animals on the track, the box has 6"),
    (GOOD, "[1]", "[.]", "1 cacti were taken but the seats collected 0"),
    (GOOD.replace("[1]", "[.]"), "row 1\n", "row 1; plus 1; cacti 1\n", "cactus 1 is gone before the last pawn"),
    (GOOD, "start start 1b 1g", "2a 2a 2a 2a", "segment 1 has 7 tiles but only 4 pawns have yet to leave it"),
    (GOOD, "track:", "way:", "line 2: expected 'track:'"),
    (GOOD, "turn 9:", "round 9:", "line 1: expected something like 'turn 17: red to roll'"),
    (GOOD, "turn 9:", "turn 0:", "turn 0 is before the first roll"),
    (GOOD, "red rolled 2", "green rolled 2", "line 1: 'green' is not at the table"),
    (GOOD, "red rolled 2", "red rolled 7", "'rolled 7' is not a phase"),
    (GOOD, "red rolled 2", "red to take", "a boundary after a segment must have been crossed"),
    (GOOD, "red rolled 2", "red to take, crossing 2 to 9", "boundaries are 1 to 7"),
    (GOOD, "red rolled 2", "red to take, crossing 2 to 2", "red has no pawn that has just crossed boundary 2"),
    (GOOD, "red rolled 2", "red to make nine", "makes nine only with two numbers that add up to 9"),
    (GOOD, "red rolled 2", "red to lay aside", "lays a number aside only with three that make no nine"),
    (GOOD, "red rolled 2", "red was last, over", "not over while a pawn is on its way"),
    (GOOD, "red rolled 2", "who begins", "the track is laid only after"),
    (GOOD, "turn 9: red rolled 2", "turn 0: red begins", "the track is complete|all pawns are in the start area"),
    (GOOD, "purple:", "yellow:", "line 4: expected the line of purple"),
    (OVER, "red was last, over", "red to roll", "red has no pawn left to move"),
    (OVER, "minus 1 4; cacti 3", "row 1 4; cacti 3", "red has all pawns home, so the row was settled"),
    (OVER, "[.].......\nred", "[6].......\nred", "every pawn has crossed cactus 6|cacti were taken"),
]


@pytest.mark.parametrize(("text", "old", "new", "fault"), FAULTS)
def test_impossible_positions_are_refused_in_words(text: str, old: str, new: str, fault: str) -> None:
    assert old in text
    with pytest.raises(ParseError, match=fault):
        GAME.notation.parse_position(text.replace(old, new, 1))


@pytest.mark.parametrize("text", [GOOD, OVER])
def test_good_positions_print_back_the_same(text: str) -> None:
    assert GAME.notation.position_text(GAME.notation.parse_position(text)) == text


def test_short_tracks_of_many_players_are_refused() -> None:
    text = (
        GOOD.replace("[6]123456*", "")
        .replace("start start 1b 1g", "start start")
        .replace("start start 1a 1e", "start start")
    )
    with pytest.raises(ParseError, match="the short track of 5 segments is for 2 or 3 players, not for 4"):
        GAME.notation.parse_position(text + "\nyellow: row 1\nblue: row 3")


def test_too_few_and_too_many_lines_are_refused() -> None:
    with pytest.raises(ParseError, match="a position has a line for the turn"):
        GAME.notation.parse_position("turn 1: red to roll")
    with pytest.raises(ParseError, match="at most 5 can play"):
        GAME.notation.parse_position(GOOD + "\nyellow:\nblue:\ngreen:\nwhite:")


signs = st.text("123456*.[]?/:; abcdefgjlnoprstuw\n0789é", max_size=200)
edits = st.tuples(st.integers(0, len(GOOD)), st.integers(0, 6), signs)


@given(signs)
def test_any_text_parses_to_something_that_prints_back_or_is_refused(text: str) -> None:
    check_prints_back(text)


@given(st.sampled_from([GOOD, OVER]), edits)
def test_any_edit_of_a_position_parses_to_something_that_prints_back_or_is_refused(
    text: str, edit: tuple[int, int, str]
) -> None:
    start, length, new = edit
    check_prints_back(text[:start] + new[:8] + text[start + length :])


def check_prints_back(text: str) -> None:
    try:
        state = GAME.notation.parse_position(text)
    except ParseError:
        return
    assert isinstance(state, State)
    assert GAME.notation.parse_position(GAME.notation.position_text(state)) == state
    buffer = [0] * 32
    seat = rules.to_move(state)
    if seat >= 0:
        assert rules.legal_moves(state, seat, buffer) > 0
