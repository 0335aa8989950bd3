"""Questions from reviews, training, puzzles and the day's games."""

from __future__ import annotations

from typing_extensions import TypedDict

from trackside.review.questions import Verdict
from trackside.review.report import Unit
from trackside.web.api.common import LevelName, declared
from trackside.web.api.lobby import TableRow
from trackside.web.api.position import AnswerView, Scene
from trackside.web.api.reviews import ReviewMove, ReviewOption
from trackside.web.api.table import SeatCard

# Positions to learn from


@declared
class FoundBy(TypedDict):
    """The number of players, out of ten of a level, who find the answer."""

    level: LevelName
    label: str
    of_ten: int


@declared
class QuestionCard(TypedDict):
    """A position to find a better move in."""

    id: str
    game: str
    folder: str
    title: str
    """The title of the game."""
    asks: str
    """The situation and the task, in a few words: `you rolled 3`."""
    about: str
    """Its origin: `turn 58 against Juniper, mistake of 9 %`."""
    table: str | None
    """The table of the game it comes from; null for a puzzle."""
    step: int | None
    """The step of that game's review; null for a puzzle."""
    found: list[FoundBy]
    """The difficulty of a puzzle; empty for other questions."""


@declared
class Question(QuestionCard):
    """A question with its position; nothing in it reveals the answer."""

    seat: int
    """The seat that you move for, and from whose perspective you see the position."""
    seats: list[SeatCard]
    unit: Unit
    view: AnswerView
    hint: str
    """A hint to show on request: the number of right answers and the value of the best, but not which it is."""


@declared
class QuestionAnswer(TypedDict):
    """The answer, shown once a question is solved or given up."""

    best: list[ReviewOption]
    """All moves that were evaluated, best first."""
    made: ReviewMove | None
    """The move played in the game."""
    yours: int | None
    """The index of your answer in `best`, right or wrong; null if you gave none."""


@declared
class QuestionVerdict(TypedDict):
    """The verdict on the moves made so far."""

    verdict: Verdict
    says: str
    """The verdict in words: `Right: 65 %.`; empty while more moves are needed."""
    why: list[str]
    """Sentences on what the move brings, and on the move played in the game."""
    chance: float | None
    """The expectation after the moves sent; null while more moves are needed."""
    error: float | None
    hint: str | None
    """The hint again, after an answer that is not right."""
    answer: QuestionAnswer | None
    """The answer, once it was found or given up; else null."""
    view: AnswerView
    due: int | None
    """Unix time in milliseconds at which this position comes back to you, if it does."""


@declared
class TrainingCard(QuestionCard):
    """A position that you got wrong, and your attempts since."""

    due: int
    """Unix time in milliseconds at which it comes back."""
    box: int
    """The number of right answers in a row."""
    last: Verdict | None
    """The verdict on your last attempt; null if you have not tried yet."""
    last_says: str
    """The same in words: `wrong yesterday`, `right once, 3 days ago`."""


@declared
class TrainingPage(TypedDict):
    """Positions that you got wrong, spaced over days."""

    due: list[TrainingCard]
    """A page of the positions that are due, longest overdue first."""
    count: int
    """The number of positions that are due."""
    total: int
    """The number of positions in your training."""
    next_due: int | None
    """Unix time in milliseconds at which the next position falls due; null if there is none."""
    shares_positions: bool
    """True if positions of your games may become puzzles for everyone."""


@declared
class Puzzle(QuestionCard):
    """A puzzle of the day."""

    scene: Scene
    solved: Verdict | None
    """The verdict on your attempt; null if you have not tried."""


@declared
class PuzzlePage(TypedDict):
    """The puzzles of the day, one for each game."""

    day: str
    """The date."""
    puzzles: list[Puzzle]


@declared
class DayGame(TypedDict):
    """A game of the day, and your first attempt, which is the one that counts."""

    game: str
    folder: str
    title: str
    scene: Scene
    """The position at the start, as you see it."""
    table: str | None
    """The table where you are playing it, or have played it; null if you have not begun."""
    over: bool
    score: int | None
    """Null if you have not finished it."""


@declared
class RecentGame(TableRow):
    """A finished game, and the headline of its review."""

    verdict: str | None
    """The headline; null if no review is complete."""


@declared
class TodayPage(TypedDict):
    """The games and puzzles of the day, and your most recent games."""

    day: str
    """The date."""
    games: list[DayGame]
    puzzles: list[Puzzle]
    recent: list[RecentGame]


@declared
class Shares(TypedDict):
    """Your consent to have positions of your games become puzzles for everyone."""

    shares_positions: bool
