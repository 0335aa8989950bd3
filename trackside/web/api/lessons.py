"""Lessons and the verdicts on their answers."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from trackside.web.api.common import declared
from trackside.web.api.position import Effect, Offer, Scene
from trackside.web.api.table import SeatCard

LessonJudgement = Literal["open", "right", "wrong"]


@declared
class LessonTitle(TypedDict):
    """The id and title of a lesson."""

    id: str
    title: str


# Lessons


@declared
class LessonView(TypedDict):
    """A position of a lesson, and the pupil's legal moves: none once there is a verdict."""

    to_move: int | None
    scene: Scene
    prompt: str | None
    """The instruction to the pupil."""
    offers: list[Offer]
    scores: list[int]
    best: int | None
    """The next move of a correct answer."""
    effects: list[Effect]
    """The effects of the moves made so far, and of what followed them."""


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
