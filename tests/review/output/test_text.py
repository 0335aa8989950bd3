from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.review.hand import invented
from trackside.core.words import LANGUAGES
from trackside.games import GAMES
from trackside.laws.tables import Table, played
from trackside.play.match import Match
from trackside.play.record import read_record
from trackside.review.output.boards import draw_step
from trackside.review.output.chart import blocks, by_turn, text_chart
from trackside.review.output.comments import annotated, kept_review
from trackside.review.output.text import printed, table_rows
from trackside.review.report import Review
from trackside.review.words.steps import decided_in, option_says, step_says, step_title

TABLES = [("whole-nine", 2), ("whole-nine", 4), ("traxx", 1), ("traxx", 3), ("skip-or-trip", 2)]


def game_and_review(game: str, seats: int) -> tuple[Match, Review]:
    match = played(Table(GAMES[game], seats, {}), 3)
    return match, invented(match)


def number(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-").replace(".", ""))


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_everything_fits_into_80_columns_in_both_languages_and_in_ascii(game: str, seats: int) -> None:
    match, review = game_and_review(game, seats)
    for language in LANGUAGES:
        for ascii_only in (False, True):
            text = printed(review, match, match.words(language, 0), ascii_only=ascii_only)
            assert max(map(len, text.splitlines())) <= 80
            assert text.isascii() or not ascii_only


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_column_of_the_table_adds_up(game: str, seats: int) -> None:
    match, review = game_and_review(game, seats)
    words = match.words()
    rows = dict(table_rows(review, words))
    for seat in range(seats):
        value = {name: number(values[seat]) for name, values in rows.items() if name}
        start = next(iter(value.values()))
        play = value["Own mistakes"] + value.get("Others’ mistakes", 0) + value.get("Small differences", 0)
        assert start + play == value["On even luck"]
        luck = value[words("review.luck.row")]
        assert value["On even luck"] + luck + value["Judge’s own error"] == value["Result"]
        parts = [value[name] for name in ("  set-up", "  own", "  others’") if name in value]
        assert not parts or sum(parts) == luck


def test_a_moment_shows_the_move_made_and_the_better_one() -> None:
    match, review = game_and_review("whole-nine", 2)
    index = next(i for i, step in enumerate(review.steps) if step.word and "-" in step.text[1:])
    step = review.steps[index]
    (drawing,) = draw_step(review, match, index, match.words())
    says = [option_says(match.game, decided_in(match, step), step.seat, one, match.words()) for one in step.options]
    assert drawing.says == (f"► ◄ made: {says[1]}", f"› ‹ better: {says[0]}")
    assert drawing.canvas.text().count("►") >= 1
    assert "‹" in drawing.canvas.text()
    made, better = draw_step(review, match, index, match.words(), ascii_only=True)
    assert (made.says, better.says) == ((f"Made: {says[1]}",), (f"Better: {says[0]}",))


NOTATION = {
    "whole-nine": r"\bstart-|\bx?\d[a-z]\b|\bx?[a-z]\d\b",
    "traxx": r"\b[a-z]\d\b",
    "skip-or-trip": r"\d\[|\bblack \d",
}
"""Names of places and moves that no board prints."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_nothing_is_called_by_its_notation(game: str, seats: int, language: str) -> None:
    match, review = game_and_review(game, seats)
    words, notation = match.words(language, 0), re.compile(NOTATION[game])
    assert any(notation.search(option.line[0]) for step in review.steps for option in step.options)
    for index, step in enumerate(review.steps):
        says = [step_says(review, match, index, words), step_title(review, index, words)]
        says += [line for drawing in draw_step(review, match, index, words) for line in drawing.says]
        for option in step.options:
            says.append(option_says(match.game, decided_in(match, step), step.seat, option, words))
        found = [line for line in says if notation.search(line)]
        assert not found


def test_whole_turns_are_drawn_one_after_the_other() -> None:
    match, review = game_and_review("traxx", 1)
    index = next(i for i, step in enumerate(review.steps) if step.word and len(step.entries) > 1)
    made, better = draw_step(review, match, index, match.words())
    assert made.says[0].startswith("Made: Red draws ")
    assert better.says[0].startswith("Better: ")
    assert made.canvas.text() != better.canvas.text()


def test_a_review_that_was_interrupted_shows_what_was_read() -> None:
    match, review = game_and_review("whole-nine", 2)
    part = replace(review, steps=review.steps[:30], sums=(), moments=())
    text = printed(part, match, match.words("en", 0))
    assert f"Reviewed up to turn {part.steps[-1].turn} so far: you stand at" in text
    assert "On even luck" not in text


def test_the_curve_has_a_value_for_every_turn() -> None:
    _, review = game_and_review("whole-nine", 2)
    values = by_turn(review, 0)
    assert values[0] == review.steps[0].after[0]
    assert values[-1] == review.steps[-1].after[0]
    assert len(values) == review.steps[-1].turn + 1


def test_a_column_is_as_high_as_its_value() -> None:
    assert blocks([0, 0.25, 0.5, 1], 4, 2, 0, 1) == ["   █", " ▄██"]


def test_moments_stand_below_the_curve_at_their_turns() -> None:
    match, review = game_and_review("whole-nine", 2)
    marks = text_chart(review, match.words("en", 0))[-2]
    assert marks.split() == [str(number) for number in range(1, len(review.moments) + 1)]


def test_what_a_record_carries_prints_the_same_sums() -> None:
    match, review = game_and_review("whole-nine", 2)
    kept = kept_review(read_record(annotated(match, review)))
    assert kept is not None
    words = match.words()
    rows = zip(table_rows(kept, words)[:-1], table_rows(review, words)[:-1], strict=True)
    for (_, ours), (_, theirs) in rows:
        assert [number(one) for one in ours] == pytest.approx([number(one) for one in theirs], abs=1)
