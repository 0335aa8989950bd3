"""Lessons in plain lines."""

from __future__ import annotations

import io

import pytest

from trackside.core.words import LANGUAGES
from trackside.games import GAMES
from trackside.games.lessons import begin
from trackside.terminal.plain.learn import PlainLessons


def learn(game: str, typed: str, language: str = "en", first: int = 1) -> tuple[int, str]:
    """Type lines; return the exit code and the output."""
    out = io.StringIO()
    status = PlainLessons(GAMES[game], io.StringIO(typed), out, language, ascii_only=True).run(first)
    return status, out.getvalue()


def answers(game: str) -> str:
    """Return the input of a player who knows every answer: its moves one by one, then Enter."""
    lines = []
    for lesson in GAMES[game].course.lessons:
        made = begin(GAMES[game], lesson)
        while made.next_move is not None:
            lines.append(GAMES[game].notation.move_text(made.state, lesson.seat, made.next_move))
            made = made.unjudged(made.next_move, GAMES[game].course.words(GAMES[game], "en"))
        lines.append("")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_all_lessons_of_a_game_can_be_done(game: str, language: str) -> None:
    status, printed = learn(game, answers(game), language)
    assert status == 0
    for lesson in GAMES[game].course.lessons:
        assert lesson.title[language] in printed
        assert lesson.task[language] in printed
        assert lesson.right[language].split("\n")[0] in printed
    assert f"trackside play {game} --seats you,novice" in printed
    assert "**" not in printed
    assert max(map(len, printed.splitlines())) < 200


def test_a_wrong_answer_is_told_why_and_can_be_tried_again() -> None:
    _, printed = learn("whole-nine", "1d-c2\n1e-2a\nx1f\n", first=2)
    assert "Nearly: you stand on the cactus, not past it." in printed
    assert "Try again; 'show' shows how." in printed
    assert printed.index("Nearly") < printed.index("Right! The animal is yours: +5.")


def test_several_moves_in_a_line_and_moves_by_number() -> None:
    _, printed = learn("whole-nine", "3\nx1f\n", first=2)
    assert "Right! The animal is yours" in printed
    _, printed = learn("whole-nine", "1e-2a x1f\n", first=2)
    assert "Right! The animal is yours" in printed


def test_show_names_the_next_move_at_every_step() -> None:
    _, printed = learn("skip-or-trip", "show\ntrip 12\nshow\n4[2.2]\nshow\n3[3]\n", first=5)
    for text in ("Like this: trip 12:", "Like this: 4[2.2]", "Like this: 3[3]"):
        assert text in printed
    assert "Right! Juniper falls from 12 to 5." in printed


def test_show_after_a_detour_says_how_to_begin_again() -> None:
    _, printed = learn("skip-or-trip", "trip 5\nshow\nagain\ntrip 12\n", first=5)
    assert "Start over with 'again', then:\nLike this: trip 12:" in printed
    assert printed.count("Trip Juniper on 12 with 3 and 4.") == 4


def test_other_lines_are_answered_and_change_nothing() -> None:
    _, printed = learn("whole-nine", "99\nnonsense\nrules 99\nrules 7\nmoves\nboard\nhelp\n\n1c-1f\n", "en")
    assert "There is no move 99: choose 1 to 2." in printed
    assert "cannot play nonsense" in printed
    assert "There is no rule 99." in printed
    assert "WN-7: " in printed
    assert "skip this lesson" in printed
    assert "Right: 3, 3, animal." in printed


def test_a_lesson_can_be_left_out_and_the_course_left() -> None:
    status, printed = learn("traxx", "next\nquit\n")
    assert status == 0
    assert "Lesson 2 of 6" in printed
    assert printed.endswith("Continue with: trackside learn traxx --lesson 2\n")
    assert learn("traxx", "")[1].endswith("--lesson 1\n")
