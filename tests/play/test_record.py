from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.play.test_match import TAKING, play_on
from trackside import Match
from trackside.core.errors import ParseError, TracksideError
from trackside.play.record import read_record, verify_record

FINISHED = play_on(Match("whole-nine", seats=3, seed=11, players=["Ann", 'B "the bee" \\o/', ""]), 1000)
TEXT = FINISHED.record()


def test_headers_tell_the_game_its_options_players_result_and_seed() -> None:
    assert TEXT.startswith('[Game "whole-nine"]\n[Rules "1"]\n[Seats "3"]\n[Option "segments=6"]\n')
    assert '[Player "red Ann"]\n[Player "purple B \\"the bee\\" \\\\o/"]\n' in TEXT
    assert f'[Commitment "{FINISHED.dice.commitment}"]' in TEXT
    assert '[Seed "11"]' in TEXT
    assert re.search(r'\[Result "\w+ won: red -?\d+ purple -?\d+ yellow -?\d+"\]', TEXT)
    assert max(map(len, TEXT.splitlines())) <= 100


def test_players_and_everything_else_come_back() -> None:
    record = read_record(TEXT)
    assert record.players == FINISHED.players
    assert record.log == FINISHED.log
    assert record.match().record() == TEXT


def test_the_seed_stays_secret_until_the_end_unless_asked_for() -> None:
    match = play_on(Match("whole-nine", seats=2, seed=11), 10)
    assert "Seed " not in match.record()
    assert '[Result "*"]' in match.record()
    assert '[Seed "11"]' in match.record(reveal_seed=True)


def test_a_resumed_match_goes_on_with_the_same_dice() -> None:
    whole = play_on(Match("whole-nine", seats=2, seed=5), 1000, seed=1)
    part = play_on(Match("whole-nine", seats=2, seed=5), 30, seed=1)
    resumed = Match.from_record(part.record(reveal_seed=True))
    for seat, move in whole.log[len(resumed.log) :]:
        if seat >= 0:
            resumed.play(seat, move)
    assert resumed.record() == whole.record()


def test_a_match_from_a_position_is_recorded_with_it() -> None:
    match = play_on(Match.from_position("whole-nine", TAKING, seed=2), 12)
    assert '[Position "turn 9: red rolled 2 / track: [1]123456*' in match.record()
    text = match.record(reveal_seed=True)
    assert Match.from_record(text).record(reveal_seed=True) == text


def test_a_match_played_on_without_its_seed_says_from_where_the_new_dice_count() -> None:
    part = play_on(Match("whole-nine", seats=2, seed=5), 30, seed=1)
    resumed = play_on(Match.from_record(part.record()), 1000)
    assert f'[DiceFrom "{len(part.log)}"]' in resumed.record()
    said = verify_record(read_record(resumed.record()))
    assert f"the first {len(part.log)} were made before these dice were taken up: not checked against them" in said


def test_reading_is_lenient_about_numbers_case_separators_and_comments() -> None:
    match = Match.from_position("whole-nine", TAKING, seed=2)
    match.play(0, "1g-2a")
    headers = match.record().partition("\n\n")[0]
    record = read_record(f"{headers}\n\n{{go}} 1G-2A; x1b {{the two}}")
    assert [text for _, text in record.comments] == ["go", "the two"]
    assert [position for position, _ in record.comments] == [0, 2]
    assert len(record.log) == 2


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('[Game "whole-nine"]', "", r"line 1, column 1: a record begins with headers"),
        ('[Game "whole-nine"]', '[Game "chess"]', "there is no game 'chess'"),
        ('[Rules "1"]', '[Rules "99"]', "follows rules 99 of whole-nine; known are rules 1"),
        ('[Seats "3"]', '[Seats "many"]', "not a number"),
        ('[Seats "3"]', '[Seats "7"]', "is for 2 to 5 players"),
        ("segments=6", "segments=7", "the value must be one of 6, 5"),
        ("red Ann", "black Ann", "a player is a seat"),
        ("\n5. ", "\n5. start-6a ", r"line \d+, column 4: move \d+: start-6a cannot happen now"),
        ("\n5. ", "\n5. {never closed ", r"this comment is never closed"),
    ],
)
def test_a_wrong_record_is_refused_and_the_place_named(old: str, new: str, reason: str) -> None:
    assert old in TEXT
    with pytest.raises(TracksideError, match=reason):
        read_record(TEXT.replace(old, new, 1))


def test_what_comes_after_the_end_is_refused() -> None:
    with pytest.raises(ParseError, match="'6:' comes after the end of the game"):
        read_record(TEXT + " 6: start-1a")


def test_a_truncated_record_is_an_unfinished_game() -> None:
    record = read_record(TEXT[: len(TEXT) // 2].rpartition("\n")[0])
    assert record.log == FINISHED.log[: len(record.log)]
    assert not record.match().over


def test_verifying_proves_moves_and_outcomes() -> None:
    said = verify_record(read_record(TEXT))
    assert said[0] == f"{len(FINISHED.log)} moves and outcomes replayed: all legal"
    assert said[1].endswith("outcomes re-derived from the revealed seed: all as drawn")
    assert said[2].startswith("result: ")


def test_verifying_finds_a_changed_roll_seed_or_result() -> None:
    changed = re.sub(r"\n1\. (\w+) (\d): .*", lambda m: f"\n1. {m[1]} {7 - int(m[2])}:", TEXT.partition("\n2.")[0])
    with pytest.raises(TracksideError, match=r"move \d+ \(\d:\) is not the outcome that the seed gives"):
        verify_record(read_record(changed))
    with pytest.raises(TracksideError, match="not the one that was committed to"):
        verify_record(read_record(TEXT.replace('[Seed "11"]', '[Seed "12"]')))
    with pytest.raises(TracksideError, match="but the moves give"):
        verify_record(read_record(re.sub(r'\[Result "[^"]*"\]', '[Result "red won: red 1 purple 0 yellow 0"]', TEXT)))


def test_verifying_finds_a_finished_record_that_was_cut() -> None:
    headers, moves = TEXT.split("\n\n")
    for kept in ("", moves[: len(moves) // 2].rpartition("\n")[0]):
        cut = f"{headers}\n\n{kept}"
        with pytest.raises(TracksideError, match="but its moves end before the game is over"):
            verify_record(read_record(cut))
        with pytest.raises(TracksideError, match="but its moves end before the game is over"):
            verify_record(read_record(cut.replace('[Seed "11"]\n', "")))
        verify_record(read_record(re.sub(r'\[Result "[^"]*"\]', '[Result "*"]', cut)))


@pytest.mark.parametrize("seed", ['[Seed "11"]\n', ""])
def test_verifying_finds_a_finished_game_that_is_called_unfinished(seed: str) -> None:
    text = re.sub(r'\[Result "[^"]*"\]', '[Result "*"]', TEXT).replace('[Seed "11"]\n', seed)
    with pytest.raises(TracksideError, match=r"the record says '\*', but the moves give"):
        verify_record(read_record(text))


def test_without_a_seed_only_the_moves_and_the_result_are_checked() -> None:
    said = verify_record(read_record(TEXT.replace('[Seed "11"]\n', "")))
    assert said[1] == "no seed is revealed, so the outcomes cannot be checked"
    assert said[2].startswith("result: ")


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    check_prints_back(text)


@given(st.integers(0, len(TEXT)), st.integers(0, 20), st.text('[]{}"=.:; 123456acdegilnoprstwx-*\n', max_size=12))
def test_any_edit_of_a_record_is_read_or_refused(start: int, length: int, new: str) -> None:
    check_prints_back(TEXT[:start] + new + TEXT[start + length :])


def check_prints_back(text: str) -> None:
    try:
        record = read_record(text)
    except TracksideError:
        return
    again = record.match().record(reveal_seed=True)
    assert read_record(again).log[: len(record.log)] == record.log
    assert Match.from_record(again).record(reveal_seed=True) == again
