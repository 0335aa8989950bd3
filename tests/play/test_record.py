from __future__ import annotations

import copy
import hashlib
import pickle
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.play.records import (
    COMMITMENTS,
    FINISHED,
    SALTS,
    SECRET,
    SEED,
    SHARED,
    SHARED_TEXT,
    TEXT,
    shared_match,
)
from tests.play.test_dice import SALT
from tests.play.test_match import TAKING, play_on
from trackside import Match
from trackside.core.errors import ParseError, TracksideError
from trackside.play.dice import Dice
from trackside.play.record import Comment, read_record
from trackside.play.record_writer import write_record


def test_headers_tell_the_game_its_options_players_result_and_seed() -> None:
    assert TEXT.startswith('[Game "whole-nine"]\n[Rules "1"]\n[Seats "3"]\n[Option "segments=6"]\n')
    assert '[Player "red Ann"]\n[Player "purple B \\"the bee\\" \\\\o/"]\n' in TEXT
    assert f'[Commitment "{FINISHED.dice.commitment}"]' in TEXT
    assert f'[Seed "{SEED}"]' in TEXT
    assert re.search(r'\[Result "\w+ won: red -?\d+ purple -?\d+ yellow -?\d+"\]', TEXT)
    assert max(map(len, TEXT.splitlines())) <= 100


def test_players_and_everything_else_come_back() -> None:
    record = read_record(TEXT)
    assert record.players == FINISHED.players
    assert record.log == FINISHED.log
    assert record.match().record() == TEXT


def test_a_record_names_the_bots_and_tells_their_levels() -> None:
    match = Match("whole-nine", seats=3, seed=SEED, players=["Ann", "Mesa", ""], bots=["", "club", "mcts:80"])
    text = match.record(reveal_seed=True)
    assert '[Player "purple Mesa"]\n[Bot "purple club"]\n[Bot "yellow mcts:80"]\n' in text
    again = Match.from_record(text)
    assert again.players == ("Ann", "Mesa", "")
    assert again.bots == ("", "club", "mcts:80")
    assert again.record(reveal_seed=True) == text
    with pytest.raises(ParseError, match="this header has a seat"):
        read_record(text.replace('[Bot "purple', '[Bot "orange'))


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


def test_reading_is_lenient_about_numbers_case_separators_and_comments() -> None:
    match = Match.from_position("whole-nine", TAKING, seed=2)
    match.play(0, "1g-2a")
    headers = match.record().partition("\n\n")[0]
    record = read_record(f"{headers}\n\n{{go}} 1G-2A; x1b {{the two}}")
    assert [text for _, text in record.comments] == ["go", "the two"]
    assert [position for position, _ in record.comments] == [0, 2]
    assert len(record.log) == 2


@given(st.lists(st.tuples(st.integers(0, 60), st.text(alphabet=st.characters(exclude_characters="{}")))))
def test_comments_that_are_written_are_read_back_where_they_were(comments: list[Comment]) -> None:
    match = play_on(Match("whole-nine", seats=2, seed=5), 10, seed=1)
    placed = sorted((min(number, len(match.log)), " ".join(text.split())) for number, text in comments)
    text = write_record(match, reveal_seed=False, comments=placed)
    assert read_record(text).comments == placed
    assert Match.from_record(text).log == match.log
    assert max(map(len, text.splitlines())) <= 78 or any(len(word) > 70 for _, one in placed for word in one.split())


def test_a_comment_that_would_end_too_early_is_refused() -> None:
    with pytest.raises(ParseError, match="a comment cannot hold a closing brace: a } b"):
        write_record(Match("whole-nine"), reveal_seed=False, comments=[(0, "a } b")])


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('[Game "whole-nine"]', "", r"line 1, column 1: a record begins with headers"),
        ('[Game "whole-nine"]', '[Game "chess"]', "there is no game 'chess'"),
        ('[Rules "1"]', '[Rules "99"]', "follows rules 99 of whole-nine; known are rules 1"),
        ('[Seats "3"]', '[Seats "many"]', "not a number"),
        ('[Seats "3"]', '[Seats "7"]', "is for 2 to 5 players"),
        ("segments=6", "segments=7", "the value must be one of 6, 5"),
        ("red Ann", "black Ann", "this header has a seat"),
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


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    check_prints_back(text)


def test_a_seed_that_goes_over_two_lines_is_refused() -> None:
    with pytest.raises(ParseError, match=r"\[Seed\] has two lines"):
        read_record(TEXT.replace(SEED, SEED.replace(" ", "\n", 1)))


@example(TEXT.index(SEED), 0, "\n")
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


# Dice that several people have a part in


def test_a_record_tells_the_salts_from_the_start_and_the_secret_at_the_end() -> None:
    running = play_on(shared_match("whole-nine", 3, Dice.shared(SECRET, SALTS, COMMITMENTS)), 20)
    for text in (running.record(), running.record(1), SHARED_TEXT):
        assert f'[Commitment "{hashlib.sha256(SECRET.encode()).hexdigest()}"]' in text
        assert '[Salt "red the salt \\"of\\" red \\\\o/"]\n[Salt "yellow Salz für Gelb, 食塩 食塩"]\n' in text
        assert "[Seed" not in text
        assert SHARED.dice.seed not in text
    assert SECRET not in running.record() + running.record(1)
    assert f'[Secret "{SECRET}"]' in SHARED_TEXT


def test_shared_dice_come_back_from_a_record_a_pickle_and_a_copy() -> None:
    record = read_record(SHARED_TEXT)
    assert (record.seed, record.secret, record.salts, record.log) == (None, SECRET, SALTS, SHARED.log)
    assert record.match().record() == SHARED_TEXT
    part = play_on(shared_match("whole-nine", 3, Dice.shared(SECRET, SALTS, COMMITMENTS)), 30)
    for again in (
        Match.from_record(part.record(reveal_seed=True)),
        copy.deepcopy(part),
        pickle.loads(pickle.dumps(part)),
    ):
        for seat, move in SHARED.log[len(part.log) :]:
            if seat >= 0:
                again.play(seat, move)
        assert again.record() == SHARED_TEXT


@pytest.mark.parametrize(
    ("headers", "problem"),
    [
        ('[Secret "x"]', "has no \\[Salt\\]"),
        ('[Seed "7"][Secret "x"]', "this record has both"),
        ('[Seed "7"][Salt "red 0123456789abcdef"]', "this record has both"),
        ('[Salt "mauve 0123456789abcdef"]', "this header has a seat"),
        ('[Salt "yellow 0123456789abcdef"]', r"this header has a seat \(red, purple\)"),
        ('[Salt "red 0123456789abcde"]', "16 to 64 characters"),
        (f'[Salt "red {"x" * 65}"]', "16 to 64 characters"),
        ('[Salt "red 0123456789\tabcdef"]', "16 to 64 characters"),
        ('[Salt "red 0123456789abcdef"][Salt "red 0123456789abcdef"]', "each once"),
        (f'[SaltCommitment "red {"0" * 64}"][SaltCommitment "red {"1" * 64}"]', "each once"),
        (f'[SaltCommitment "yellow {"0" * 64}"]', r"SaltCommitment.*: this header has a seat \(red, purple\)"),
        (f'[SaltCommitment "red {"0" * 63}"]', "a SHA-256 in hexadecimal"),
        (f'[SaltCommitment "red {"A" * 64}"]', "a SHA-256 in hexadecimal"),
        ('[Player "red Ana"][Player "red Ben"]', "each once"),
    ],
)
def test_dice_of_two_kinds_and_salts_that_are_none_are_refused(headers: str, problem: str) -> None:
    with pytest.raises(ParseError, match=problem):
        read_record(f'[Game "whole-nine"][Seats "2"]{headers}')


@given(st.dictionaries(st.integers(0, 2), SALT, min_size=1))
def test_any_salts_come_back_from_a_record(salts: dict[int, str]) -> None:
    match = play_on(shared_match("whole-nine", 3, Dice.shared(SECRET, salts)), 3)
    record = read_record(match.record(reveal_seed=True))
    assert (record.salts, record.secret) == (dict(sorted(salts.items())), SECRET)
    assert record.match().record(reveal_seed=True) == match.record(reveal_seed=True)


def test_a_header_with_a_zero_character_is_refused() -> None:
    with pytest.raises(ParseError, match="the character NUL"):
        read_record('[Game "whole-nine"]\n[Seed "sixteen charact\0rs"]\n')
