"""Lessons: every answer of every game is played, and files that are wrong are told in words."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from trackside.core.errors import IllegalMove, ParseError
from trackside.core.words import LANGUAGES, Words
from trackside.games import GAMES
from trackside.games.game import Game
from trackside.games.lesson_files import FILE, read_course
from trackside.games.lessons import Course, Lesson, Text, attempt, begin

LONGEST = {"en": 60, "de": 75}
"""Characters of what stands in one line beside the board."""

TAUGHT = [game for game in GAMES.values() if game.has(FILE)]
LESSONS = [
    pytest.param(game, lesson, id=f"{game.name}-{lesson.id}") for game in TAUGHT for lesson in game.course.lessons
]


def test_every_game_of_the_package_is_taught_in_five_to_eight_lessons() -> None:
    assert {game.name: 5 <= len(game.course.lessons) <= 8 for game in GAMES.values()} == dict.fromkeys(GAMES, True)


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_accepted_answer_is_right_and_every_near_miss_has_its_words(
    game: Game, lesson: Lesson, language: str
) -> None:
    words = game.course.words(game, language)
    for answer in lesson.answers:
        for n in range(len(answer)):
            before = attempt(game, lesson, answer[:n], words)
            assert before.verdict == "open"
            assert before.next_move is not None
            assert answer[n] in before.choices
        made = attempt(game, lesson, answer, words)
        assert (made.verdict, made.choices, made.next_move) == ("right", [], None)
        assert made.says == lesson.right
        assert made.followed == len(lesson.follows), "all that was written down has happened"
        assert game.scenes.scene(made.view, lesson.seat)["seats"]
    for miss in lesson.near_misses:
        made = attempt(game, lesson, miss.moves, words)
        assert (made.verdict, made.choices, made.next_move) == ("wrong", [], None)
        assert made.says == miss.says
        assert made.says[language]


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_every_lesson_has_a_legal_answer_that_is_refused_with_words(game: Game, lesson: Lesson) -> None:
    first = begin(game, lesson)
    refused = [made for move in first.choices if (made := attempt(game, lesson, [move])).verdict == "wrong"]
    assert refused or lesson.near_misses
    assert all(made.says[language] for made in refused for language in LANGUAGES)


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_what_stands_beside_the_board_fits_in_one_line(game: Game, lesson: Lesson) -> None:
    said: list[Text] = [lesson.task, lesson.right, lesson.wrong, *(miss.says for miss in lesson.near_misses)]
    for language, longest in LONGEST.items():
        for text in said:
            first, *rest = text[language].split("\n")
            assert len(first) <= longest, first
            assert rest or text is lesson.task, f"{first} is not explained"
        assert lesson.title[language] != lesson.title["en"] or language == "en"
        assert "\n" not in lesson.task[language] + lesson.title[language]


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_those_who_are_named_sit_at_the_table(game: Game, lesson: Lesson) -> None:
    everything = " ".join(
        text[language] for language in LANGUAGES for text in (lesson.says, lesson.task, lesson.right, lesson.wrong)
    )
    for seat, player in enumerate(game.course.players):
        if player is not None and player.name in everything:
            assert seat < lesson.position.seats, player.name


def test_an_answer_is_judged_once() -> None:
    game = GAMES["skip-or-trip"]
    lesson = game.course.lessons[0]
    made = attempt(game, lesson, ["3"])
    assert made.verdict == "wrong"
    with pytest.raises(IllegalMove, match="has been judged") as refused:
        made.play("5", Words("en", game.package))
    assert "entschieden" in refused.value.say(Words("de", game.package))


def test_moves_that_the_rules_do_not_allow_are_refused_by_text_and_by_code() -> None:
    game = GAMES["skip-or-trip"]
    lesson = game.course.lessons[0]
    for move in ("trip 20:", game.plain.MOVES - 1, -1):
        with pytest.raises(IllegalMove):
            attempt(game, lesson, [move])


def test_what_follows_stops_where_it_no_longer_fits() -> None:
    game = GAMES["skip-or-trip"]
    lesson = game.course.find("two-cards")
    assert lesson is not None
    made = attempt(game, replace(lesson, follows=("draw 9[97]",)), ["trip 12:", "4[2.2]", "3[3]"])
    assert (made.verdict, made.followed) == ("right", 0), "the top card is a 7"


GOOD: dict[str, Any] = {
    "id": "one",
    "seat": "red",
    "position": "turn 4: red rolled 3 / track: [5]62133*3 [4]2*45145 [3]*14216* [1]456621* [2]2523144 [6]126463*"
    " / red: pawns start start 1c; row 5 / purple: pawns start start 1e; row 6 / yellow: pawns start start 1a; row 3",
    "answers": [["1c-1f"]],
    **{key: {"en": "words", "de": "Worte"} for key in ("title", "says", "task", "right", "wrong")},
}


def toml(value: object) -> str:
    """A value as TOML writes it in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return f'"{value}"'


def read(folder: Path, *lessons: dict[str, Any], before: str = "") -> Course:
    """Lessons of The Whole Nine from another file."""
    entries = ["[[lesson]]\n" + "".join(f"{key} = {toml(value)}\n" for key, value in one.items()) for one in lessons]
    (folder / FILE).write_text(before + "\n".join(entries), encoding="utf-8")
    return read_course(GAMES["whole-nine"], folder / FILE)


def test_a_game_without_lessons_has_none(tmp_path: Path) -> None:
    assert read_course(GAMES["whole-nine"], tmp_path / FILE).lessons == ()


def test_a_good_file_is_read(tmp_path: Path) -> None:
    before = '[players]\nyellow = { name = "Pip", level = "novice" }\n'
    course = read(tmp_path, GOOD, before=before)
    assert [lesson.id for lesson in course.lessons] == ["one"]
    assert [player and player.name for player in course.players] == [None, None, "Pip"]
    assert course.find("two") is None


MISSES = {"moves": ["start-1b"], "says": GOOD["title"]}

BAD: list[tuple[dict[str, Any], str]] = [
    ({"id": "One"}, "lesson One: an id has small letters"),
    ({"seat": "blue"}, "lesson one: seat 'blue' is not at the table: red, purple, yellow"),
    ({"seat": "nobody"}, "lesson one: seat 'nobody' is not at the table"),
    ({"position": "turn 4"}, "lesson one: a position has a line for the turn"),
    ({"answers": []}, "lesson one: no answer is right"),
    ({"answers": "1c-1f"}, "lesson one: no answer is right"),
    ({"answers": ["1c-1f"]}, "lesson one: an answer is a list of moves in notation"),
    ({"answers": [[]]}, "lesson one: an answer has at least one move"),
    ({"answers": [["1c-1e"]]}, "lesson one: Red cannot play 1c-1e"),
    (
        {"answers": [["1c-1f"], ["1c-1f"]]},
        "lesson one: the answer 1c-1f is the beginning of another one, or there twice",
    ),
    ({"answers": [["start-1b"], ["1c-1f"]]}, "lesson one: nothing can be answered wrongly"),
    ({"follows": "3:"}, "lesson one: follows is a list of moves"),
    ({"title": {"en": "words"}}, "lesson one: title needs its text once in each of en and de"),
    ({"task": "words"}, "lesson one: task needs its text once in each of en and de"),
    ({"right": {"en": "words", "de": " "}}, "lesson one: right has no text"),
    ({"near_miss": [MISSES, MISSES]}, "lesson one: the answer start-1b is the beginning"),
    ({"near_miss": ["1c-1f"]}, "lesson one: near_miss: write .*near_miss.* before each"),
    ({"near_miss": [{"moves": ["start-1b"]}]}, "lesson one: says needs its text once in each of en and de"),
    ({"hint": "words"}, "lesson one: there is no 'hint': .*a lesson has id, seat, position"),
]


@pytest.mark.parametrize(("change", "said"), BAD, ids=lambda value: value if isinstance(value, str) else "")
def test_a_bad_file_is_told_with_its_name_and_the_lesson(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    with pytest.raises(ParseError, match=rf"lessons\.toml: {said}"):
        read(tmp_path, GOOD | change)


def test_other_faults_of_a_file_are_told_too(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match=r"lessons\.toml: lesson one: there are two lessons of that name"):
        read(tmp_path, GOOD, GOOD)
    with pytest.raises(ParseError, match=r"lessons\.toml: lesson one: task is missing"):
        read(tmp_path, {key: value for key, value in GOOD.items() if key != "task"})
    with pytest.raises(ParseError, match=r"lessons\.toml: players: grey: write it as"):
        read(tmp_path, GOOD, before='[players]\ngrey = { name = "Pip", level = "novice" }\n')
    with pytest.raises(ParseError, match=r"lessons\.toml: .*line 1"):
        read(tmp_path, GOOD, before="no equals sign\n")
    with pytest.raises(ParseError, match=r"lessons\.toml: write \[\[lesson\]\] before each lesson"):
        read(tmp_path, before='lesson = "one"\n')


MISLEADING = (
    r"segment behind it|Abschnitt\s+dahinter",  # the tile comes from the segment that was left
    r"[Ss]chubs\w* (\w+ ){0,2}auf (Feld )?(der )?[\d{]",  # reads as the square that somebody is pushed to
    r"\b[Mm]ach(t|st|en)? (jetzt |dann )?Neun\b|Neun machen",
    r"erreichs?t {numbers} (zur Hälfte|voll)",
    r"black card|schwarze Karte",  # every card has a black side
    r"Rules version|Regelfassung",
)


@pytest.mark.parametrize("pattern", MISLEADING)
def test_players_are_not_told_what_misleads(pattern: str) -> None:
    for game in GAMES.values():
        for name in ("lessons.toml", "rules.md", "rules.de.md", "words/en.toml", "words/de.toml"):
            text = " ".join((game.path / name).read_text(encoding="utf-8").split())
            assert not (found := re.search(pattern, text)), f"{game.name}/{name}: {found and found[0]}"
