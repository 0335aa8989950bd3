"""ST-11 with minutes on the clock: the referee says that the time is up, and the turn under way is the last."""

from __future__ import annotations

import pytest

from tests.games.skip_or_trip.table import GAME, play, position, shares, turn
from trackside.core.errors import IllegalMove, ParseError
from trackside.core.notation import view_state
from trackside.core.protocol import OVER, REFEREE, SPECTATOR, TIME_UP
from trackside.core.words import Words
from trackside.games.skip_or_trip.state import State
from trackside.play.match import Match
from trackside.play.record import read_record
from trackside.play.verification import verify_record
from trackside.search.agents import make_agent

START = "turn 9: red to act / deck: top 1 / red: on 4; hand 3[3] 9[3] / purple: on 9; hand 8[5]"


def called(s: State) -> State:
    """The position after the referee has said that the time is up."""
    GAME.plain.apply(s, REFEREE, TIME_UP)
    return s


def test_st11_when_the_time_is_up_the_turn_under_way_is_finished() -> None:
    s = called(position(START))
    assert turn(s) == "red to act, time is up"
    over = play(s, "black 9")
    assert GAME.plain.to_move(over) == OVER
    assert turn(over) == "red was last, over, time is up"
    assert (over.turns, shares(over)) == (9, [1, 0])
    assert over.held[0][0] == 1, "nobody draws any more"


def test_st11_a_trip_is_finished_too_and_the_card_for_it_drawn() -> None:
    tripping = play("turn 9: red to act / deck: top 1 / red: on 4; hand 3[3] 9[3] / purple: on 9; hand 8[5]", "trip 9:")
    s = play(called(tripping), "3[3]; 9[3]")
    assert turn(s) == "red to draw 1, 12 steps, time is up"
    s = play(s, "draw 1[3]; top 1; none")
    assert GAME.plain.to_move(s) == OVER
    assert shares(s) == [1, 0]


def test_st11_who_passes_last_when_the_time_is_up_ends_the_game() -> None:
    s = play(called(position(START)), "pass")
    assert GAME.plain.to_move(s) == OVER
    assert (s.passes, shares(s)) == (1, [0, 1])


@pytest.mark.long
def test_st11_strong_players_know_that_the_turn_is_the_last() -> None:
    s = position("turn 9: red to act, time is up / deck: top 1 / red: on 4; hand 1[3] 9[3] / purple: on 12; hand 8[5]")
    choice = make_agent("mcts:200", GAME, seed=1).choose(view_state(GAME.plain, s, 0), 0)
    assert GAME.notation.move_text(s, 0, choice.move) == "black 9[3] +9"
    assert choice.candidates[0].value == pytest.approx(1, abs=0.1)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("turn 0: red to draw 2, time is up / red: on 0 / purple: on 0", "nobody draws"),
        ("turn 9: red to draw 2, time is up / deck: top 1 / red: on 4 / purple: on 9; hand 8[5]", "nobody draws"),
        ("turn 9: red was last, over / deck: top 1 / red: on 4 / purple: on 9; hand 8[5]", "no last turn is over"),
    ],
)
def test_st11_positions_where_the_time_cannot_be_up(text: str, fault: str) -> None:
    with pytest.raises(ParseError, match=fault):
        position(text)


def test_the_referee_of_a_match_calls_time_once_and_everybody_hears_it() -> None:
    match = Match("skip-or-trip", 2, {"first": "red"}, seed=5)
    heard: list[str] = []
    match.watch(1, lambda event: heard.extend(event.said(match.words())))
    match.play(0, "pass")
    match.call_time()
    assert heard[-1] == "Time is up: Purple finishes this turn, then the game is over."
    for observer in (SPECTATOR, 0, 1):
        assert match.events(observer)[-1].text == "time-up"
    with pytest.raises(IllegalMove, match="already up"):
        match.call_time()
    with pytest.raises(IllegalMove, match="cannot undo: time has run out since"):
        match.undo(1)
    german = Words("de", match.game.package)("undo.time", who="Lila")
    assert german == "Lila kann nichts zurücknehmen, denn inzwischen ist die Zeit abgelaufen"
    match.play(1, next(move for move in match.moves(1) if move.text.startswith("black")))
    assert match.over
    assert heard[-1] == "Time was up: the last turn is over."


def test_a_record_tells_when_the_time_was_up() -> None:
    match = Match("skip-or-trip", 2, {"first": "red"}, seed=5)
    match.play(0, "pass")
    match.call_time()
    match.play(1, "pass")
    text = match.record()
    assert "2. purple time-up pass" in text
    assert Match.from_record(text).log == match.log
    assert verify_record(read_record(text))[0].endswith("all legal")
    assert "time-up" in match.record(0)
    with pytest.raises(ParseError, match="only once"):
        read_record(text.replace("time-up", "time-up time-up"))


def test_games_without_a_time_limit_have_no_referee_to_call_it() -> None:
    match = Match("whole-nine", 2, seed=1)
    with pytest.raises(IllegalMove, match="The Whole Nine has no time limit"):
        match.call_time()
    with pytest.raises(ParseError):
        read_record(match.record() + " time-up")
