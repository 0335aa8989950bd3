from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.review.hand import invented
from trackside.core.errors import BadOption
from trackside.games import GAMES
from trackside.laws.tables import Table, played
from trackside.play.match import Match
from trackside.play.record import read_record
from trackside.play.verification import verify_record
from trackside.review.output.comments import annotated, comments_of, kept_review
from trackside.review.output.notes import Note, note_text, read_note

TABLES = [("whole-nine", 2), ("whole-nine", 4), ("traxx", 1), ("traxx", 3), ("skip-or-trip", 2)]

numbers = st.integers(-10_000_000, 10_000_000).map(lambda n: n / 10_000)
pairs = st.tuples(numbers, numbers)
notes = st.builds(
    Note,
    chances=pairs,
    before=st.none() | pairs,
    errors=st.none() | pairs,
    loss=numbers,
    loss_error=numbers,
    information=numbers,
    word=st.sampled_from(["", "slip", "mistake", "blunder"]),
    best=st.sampled_from(["", "3b-3f", "A: e9 e8 d7 stop", "black 6[23] +6"]),
)


@given(notes)
def test_a_note_is_read_back_from_its_comment(note: Note) -> None:
    assert read_note(note_text(note), 2) == note


def test_a_comment_reads_as_it_is_documented() -> None:
    note = Note((0.41, 0.59), loss=-0.06, word="mistake", best="3b-3f")
    assert note_text(note) == "[%chance 0.41 0.59] [%loss 0.06] mistake, best 3b-3f"
    assert read_note("[%chance 0.41 0.59] [%loss 0.06] best 3b-3f", 2) == Note((0.41, 0.59), loss=-0.06, best="3b-3f")


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_record_carries_a_review_and_older_readers_skip_it(game: str, seats: int) -> None:
    match = played(Table(GAMES[game], seats, {}), 3)
    review = invented(match)
    text = annotated(match, review)
    record = read_record(text)
    assert record.log == match.log
    assert verify_record(record) == verify_record(read_record(match.record()))
    assert max(map(len, text.splitlines())) <= 78
    kept = kept_review(record)
    assert kept is not None
    assert comments_of(kept) == comments_of(review)
    assert annotated(match, kept) == text
    assert kept.complete
    for ours, theirs in zip(kept.steps, review.steps, strict=True):
        assert (ours.entries, ours.seat, ours.turn, ours.word) == (
            theirs.entries,
            theirs.seat,
            theirs.turn,
            theirs.word,
        )
        assert ours.after == pytest.approx(theirs.after, abs=1e-4)
        assert ours.luck == pytest.approx(theirs.luck, abs=2e-4)
        assert ours.loss == pytest.approx(theirs.loss, abs=1e-4)
        assert [option.moves for option in ours.options[:1]] == [option.moves for option in theirs.options[: ours.made]]


def test_other_comments_are_no_review() -> None:
    match = Match("whole-nine", seats=2, seed=7)
    text = match.record()
    assert kept_review(read_record(text)) is None
    assert kept_review(read_record(text + "{a fine beginning} {[%clk 0:01]}")) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[%chance 0.5]", "2 numbers are expected, not 0.5"),
        ("[%chance 0.5 x]", "2 numbers are expected, not 0.5 x"),
        ("[%chance 0.5 nan]", "2 numbers are expected, not 0.5 nan"),
        ("[%loss 0.5]", "a comment of a review has chance, and may have from, error"),
        ("[%chance 0.5 0.5] [%luk 3]", "a comment of a review has chance, and may have from, error"),
        ("[%chance 0.5 0.5] [%chance 0.5 0.5]", "chance is there twice"),
        ("[%chance 0.5 0.5] [%loss", "a comment of a review has tags such as"),
        ("[%chance 0.5 0.5] bad, worst 3b-3f", "a comment of a review has tags such as"),
    ],
)
def test_a_comment_that_is_no_note_is_refused_in_words(text: str, says: str) -> None:
    with pytest.raises(BadOption) as refused:
        read_note(text, 2)
    assert says in str(refused.value)


def test_a_note_within_the_set_up_is_refused() -> None:
    text = Match("whole-nine", seats=2, seed=7).record()
    opened = text.replace("\n\n0.", "\n\n{[%chance 0.5 0.5] review by net, quick, seed 0} 0.")
    within = opened.replace("* ", "* {[%chance 0.5 0.5]} ", 1)
    with pytest.raises(BadOption, match=r"a comment of a review stands after move \d+, where no step of the game ends"):
        kept_review(read_record(within))


def test_an_unknown_effort_is_refused() -> None:
    text = Match("whole-nine", seats=2, seed=7).record()
    opened = text.replace("\n\n0.", "\n\n{[%chance 0.5 0.5] review by net, endless, seed 0} 0.")
    with pytest.raises(BadOption, match="a review is quick, normal, deep, not endless"):
        kept_review(read_record(opened))


def test_a_best_move_that_cannot_be_is_refused() -> None:
    match = played(Table(GAMES["whole-nine"], 2, {}), 3)
    text = annotated(match, invented(match))
    with pytest.raises(BadOption, match=r"the best move after move \d+ cannot be: "):
        kept_review(read_record(re.sub(r"best\s+\S+?}", "best 9z-9y}", text, count=1)))
