"""Lessons on the whole screen."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from tests.terminal.driver import keys, line, lines_of, run, screen_of
from trackside.games import GAMES, find_game
from trackside.terminal.app import TracksideApp
from trackside.terminal.dialogs import TextDialog
from trackside.terminal.lesson import LessonScreen, LessonTable
from trackside.terminal.start import StartScreen


def on_screen(app: TracksideApp) -> LessonScreen:
    """The lesson, with nothing above it."""
    assert isinstance(app.screen, LessonScreen)
    return app.screen


def verdict(screen: LessonScreen) -> str:
    """The verdict on the moves so far."""
    return screen.lessons.made.verdict


def test_a_lesson_shows_its_text_its_task_and_the_verdict() -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        assert isinstance(app.screen, TextDialog)
        assert "Lesson 3 of 7: Take the tile that makes nine" in screen_of(app)
        assert "In your row lies a 5." in screen_of(app)
        await keys(pilot, "enter")
        screen = on_screen(app)
        await keys(pilot, "enter")
        assert verdict(screen) == "wrong"
        assert "Not yet: that makes no" in screen_of(app)
        assert "Enter: try again. F2 shows the answer." in screen_of(app)
        await keys(pilot, "enter", "f2")
        assert "Like this: x2f. Enter makes the move." in screen_of(app)
        await keys(pilot, "enter", "f2", "enter")
        assert verdict(screen) == "right"
        assert "Enter: the next lesson." in screen_of(app)
        await keys(pilot, "enter")
        assert "Lesson 4 of 7" in screen_of(app)

    run(script, LessonTable(find_game("whole-nine"), 3))


def test_lines_can_be_typed_and_lessons_skipped() -> None:
    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await keys(pilot, "enter")
        screen = on_screen(app)
        await line(pilot, "x2f nine")
        assert verdict(screen) == "right"
        await line(pilot, "again")
        assert screen.lessons.made.moves == ()
        await line(pilot, "x9z")
        assert "x9z" in screen_of(app)
        await line(pilot, "next")
        assert screen.lessons.number == 4
        await keys(pilot, "enter", "f6")
        assert "Lektion 4 von 7" in lines_of(app)[0]

    run(script, LessonTable(find_game("whole-nine"), 3))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", GAMES)
def test_every_lesson_fits_the_smallest_screen(name: str, language: str) -> None:
    game = find_game(name)

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        for number, lesson in enumerate(game.course.lessons, 1):
            assert isinstance(app.screen, TextDialog)
            box = app.screen.query_one("#box")
            assert box.max_scroll_y == 0, "the text of the lesson needs no scrolling"
            await keys(pilot, "enter")
            screen = on_screen(app)
            for answer in lesson.answers[0]:
                screen.make([answer])
            await pilot.pause()
            assert verdict(screen) == "right"
            assert screen.query_one("#log").max_scroll_y == 0, f"lesson {number}: the verdict needs no scrolling"
            await keys(pilot, "enter")
        assert isinstance(app.screen, StartScreen)
        assert app.screen.game is game

    run(script, LessonTable(game, language=language), language=language)
