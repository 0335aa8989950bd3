"""Lessons and the verdicts on their answers."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from trackside.web.api.common import declared
from trackside.web.api.position import AnswerView
from trackside.web.api.table import SeatCard

LessonJudgement = Literal["open", "right", "wrong"]


@declared
class LessonTitle(TypedDict):
    """The id and title of a lesson."""

    id: str
    title: str


# Lessons


@declared
class LessonView(AnswerView):
    """The position of a lesson from the pupil's perspective."""

    best: int | None
    """The next move of a correct answer."""


@declared
class Lesson(LessonTitle):
    """A position to play, and the task in it."""

    says: list[str]
    """The teacher's explanation, one string per paragraph; the only markup is `**bold**`."""
    task: str
    seats: list[SeatCard]
    view: LessonView


@declared
class LessonPage(TypedDict):
    """The lessons of a game."""

    game: str
    folder: str
    title: str
    lessons: list[Lesson]


@declared
class LessonVerdict(TypedDict):
    """The verdict on the moves made so far."""

    verdict: LessonJudgement
    """`open` if more moves are needed, else `right` or `wrong`."""
    says: list[str]
    """The verdict in words, then the paragraphs that explain it; empty while more moves are needed."""
    view: LessonView
