"""Lessons over HTTP: a game's positions to play, and verdicts on the moves made in one. Nothing is stored."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import cast

from trackside.core.errors import IllegalMove
from trackside.core.words import Words
from trackside.games import GAMES, Game
from trackside.games.lessons import Attempt, Course, attempt, begin
from trackside.games.lessons import Lesson as TaughtLesson
from trackside.web.api.common import LevelName
from trackside.web.api.lessons import Lesson, LessonPage, LessonTitle, LessonVerdict, LessonView
from trackside.web.api.position import Effect
from trackside.web.api.table import SeatCard
from trackside.web.errors import NotFound
from trackside.web.views.cards import seat_card
from trackside.web.views.position import playable_view


@cache
def lesson_page(name: str, language: str) -> LessonPage:
    """Return the lessons of a game, each at its first position."""
    game = find_taught(name)
    return {
        "game": game.name,
        "folder": game.folder,
        "title": game.title(language),
        "lessons": [_lesson(game, lesson, language) for lesson in game.course.lessons],
    }


def find_taught(name: str) -> Game:
    """Return the game of that name; raise NotFound if there is no such game, or it has no lessons."""
    if name not in GAMES:
        raise NotFound("server.no_game", game=name[:40])
    game = GAMES[name]
    if not game.course.lessons:
        raise NotFound("server.no_lessons", title=game.card.title)
    return game


def lesson_titles(game: Game, language: str) -> list[LessonTitle]:
    """Return the ids and titles of a game's lessons."""
    return [{"id": lesson.id, "title": lesson.title[language]} for lesson in game.course.lessons]


def judge(name: str, identifier: str, moves: Sequence[int | str], language: str) -> LessonVerdict:
    """Return the verdict on the moves made in a lesson so far; raise IllegalMove in the given language."""
    game = find_taught(name)
    lesson = game.course.find(identifier)
    if lesson is None:
        raise NotFound("server.no_lesson", lesson=identifier[:40], title=game.card.title)
    words = game.course.words(game, language, lesson.seat)
    try:
        made = attempt(game, lesson, moves, words)
    except IllegalMove as error:
        raise IllegalMove(error.say(words)) from error
    says = [] if made.verdict == "open" else made.says[language].split("\n")
    return {"verdict": made.verdict, "says": says, "view": _view(made, words)}


def _lesson(game: Game, lesson: TaughtLesson, language: str) -> Lesson:
    words = game.course.words(game, language, lesson.seat)
    return {
        "id": lesson.id,
        "title": lesson.title[language],
        "says": lesson.says[language].split("\n"),
        "task": lesson.task[language],
        "seats": [_seat(game.course, lesson, seat) for seat in range(lesson.position.seats)],
        "view": _view(begin(game, lesson), words),
    }


def _seat(course: Course, lesson: TaughtLesson, seat: int) -> SeatCard:
    """Return the card of a seat: the pupil, or a player from the game's course."""
    player = course.players[seat] if seat < len(course.players) and seat != lesson.seat else None
    mine, name = seat == lesson.seat, player.name if player else ""
    return seat_card(seat, mine, name, cast(LevelName, player.level) if player else None)


def _view(made: Attempt, words: Words) -> LessonView:
    """Return the position from the pupil's perspective."""
    return {
        **playable_view(made.game, made.view, made.lesson.seat, made.choices, words),
        "effects": cast(list[Effect], list(made.effects)),
        "best": made.next_move,
    }
