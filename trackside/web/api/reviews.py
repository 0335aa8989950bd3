"""What the server sends of reviews, of positions to learn from, and of the day's puzzles."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from trackside.review.questions import Verdict
from trackside.review.report import Effort, Kind, Unit, Word
from trackside.web.api.messages import Effect, LevelName, Offer, Scene, SeatCard, TableCard, TableRow, declared

ReviewStatus = Literal["none", "waiting", "growing", "stopped", "failed", "done"]
"""Nobody has asked for it; it waits for its turn; it is being made; somebody stopped it, and it can go on; it could not
be made; all has been read."""


# A review


@declared
class ReviewProgress(TypedDict):
    """How far a review of one effort is."""

    effort: Effort
    status: ReviewStatus
    read: int
    """Entries of the log that have been read."""
    entries: int
    """Entries of the log."""
    ahead: int
    """Other reviews that are to be read first, where it waits."""


@declared
class ReviewMove(TypedDict):
    """A move that was weighed; where seats decide by whole turns, all moves of the turn."""

    moves: list[int]
    text: str
    """It in notation."""
    line: list[str]
    """How play may go on after it, in notation."""
    chance: float
    """What the seat could expect after it, as far as it could know; never more than after the best."""
    error: float
    """The standard error of that."""
    open: float | None
    """The same with all cards open; null where nothing was hidden."""
    best: bool
    made: bool


@declared
class ReviewFigures(TypedDict):
    """What a step changed for the seat the review is told for, as it is printed: whole percents, or tenths of points.

    The last step's `after` + `second_look` + all changes = `after`.
    """

    second_look: int
    """What the judge corrected before the step happened."""
    luck: int
    loss: int
    gift: int
    information: int
    after: int


@declared
class ReviewStep(TypedDict):
    """Something that happened, and what came of it; all figures are in the review's unit, lists have one for each seat.

    `after - before` is luck + gifts, and for the seat that moved, loss + information.
    """

    step: int
    """Its number, from 0 on."""
    entries: list[int]
    """Its entries of the log: entry `n` led to frame `n + 1` of the replay."""
    kind: Kind
    seat: int
    """Who moved, or for whom chance decided; -1 for nobody."""
    turn: int
    text: str
    """It in notation."""
    does: str
    """What happened, as the log says it: `You roll 3.`"""
    title: str
    """The verdict and its size: `Mistake, −9 %`."""
    at: str
    """What kind of step it was, and when: `mistake, turn 58`."""
    says: str
    """The sentences of this point of the curve: what happened, what it changed, and what was better."""
    before: list[float]
    after: list[float]
    errors: list[float]
    """Standard errors of `after`; close to 0 and 1 no more than such an estimate can be off."""
    residual: list[float]
    """`before` minus what was said after the last step: the judge's second look."""
    luck: list[float]
    stroke: bool
    """True if it is a stroke of luck for the seat the review is told for."""
    loss: float
    loss_error: float
    gifts: list[float]
    information: float
    word: Word
    """Only for what is clear."""
    shown: ReviewFigures
    """The same for the seat the review is told for, in figures that add up from step to step."""
    options: int
    """How many moves were weighed."""
    best: ReviewMove | None
    """Null where there was nothing to decide."""
    made: ReviewMove | None
    """The same as `best` where the best was made."""


@declared
class ReviewRow(TypedDict):
    """A row of the sum as it is printed: all rows were rounded together, so that they add up."""

    kind: Literal["start", "gifts", "losses", "even", "luck", "information", "residual", "result"]
    """`start`, `even` and `result` are places where the sum stands; the others are added."""
    name: str
    value: int
    """In whole percents, or tenths of points."""
    text: str
    """The same, with its sign where it is added."""


@declared
class ReviewSum(TypedDict):
    """Where a seat's result came from: start + luck + losses + gifts + information + residual."""

    seat: int
    start: float
    setup: float
    own_luck: float
    others_luck: float
    luck: float
    """All of it: set-up, own dice, others' dice."""
    losses: float
    gifts: float
    information: float
    residual: float
    result: float
    on_even_luck: float
    decisions: int
    slips: int
    mistakes: int
    blunders: int
    loss_per_decision: float
    loss_per_decision_error: float
    level: LevelName | None
    """The level whose loss per decision is nearest."""
    level_says: str
    """Loss per decision and that level, in words."""
    rows: list[ReviewRow]
    """The same sum as it is printed."""
    luck_parts: list[int]
    """Luck in the set-up, own luck and that of others as they are printed: they add up to the row of luck."""
    loss_says: str
    """Loss per decision with two standard errors: `1.1 ± 0.4 %`."""


@declared
class ReviewLevel(TypedDict):
    """What a level loses per decision at such a table: a tick of the ruler."""

    level: LevelName
    label: str
    loss: float
    """As `loss_per_decision`: not positive."""
    error: float


@declared
class ReviewPage(TypedDict):
    """A finished game explained, as far as it has been read."""

    table: TableCard
    seats: list[SeatCard]
    progress: ReviewProgress
    """Of the review that this is."""
    efforts: list[ReviewProgress]
    """All reviews of this game that there are, or have been asked for."""
    seat: int
    """For whom it is told: your seat, or the one asked for; for a stranger the first person's."""
    unit: Unit | None
    """Null until something has been read, as the next two."""
    judged_by: Literal["net", "playouts"] | None
    start: list[float] | None
    turns: int
    """How many turns the game had."""
    secrets: bool
    """Whether the game hides anything, so that there are two verdicts on a move."""
    steps_from: int
    """The number of the first step that is sent here: `from` of the question. What was sent before is final."""
    steps: list[ReviewStep]
    headline: str | None
    """Null until all has been read; sums and moments are empty until then."""
    summary: str | None
    """The sentence below the headline, or how things stand so far; null until something has been read."""
    sums: list[ReviewSum]
    moments: list[int]
    """The steps worth another look, in the order of play."""
    levels: list[ReviewLevel]
    """What levels lose per decision at such a table, the strongest last; empty where none was measured."""


@declared
class ReviewOption(ReviewMove):
    """A move that was weighed, with all that is needed to show it."""

    label: str
    """It in a sentence; a whole turn by what it does."""
    brings: list[str]
    """What it does, in sentences; of a whole turn, its way."""
    offers: list[Offer]
    """Its moves as they were offered one after the other, for the board to draw."""
    scene: Scene | None
    """The position after it, as the seat may know it, where seats decide by whole turns; else null."""


@declared
class ReviewOutcome(TypedDict):
    """What chance could have done."""

    text: str
    """It in notation."""
    says: str
    """It in a sentence, without its full stop."""
    weight: int
    chances: list[float]
    came: bool
    """Whether it is what happened."""


@declared
class ReviewMoment(TypedDict):
    """A step of a review with its board, all moves that were weighed and all that chance could have done."""

    step: ReviewStep
    frame: int
    """The frame of the replay before it."""
    scene: Scene
    """The position before it, as the seat that decided could see it; for what nobody decided, as you see it."""
    open: Scene
    """The same with all cards open."""
    effects: list[Effect]
    """What happened then, as all may know it now."""
    options: list[ReviewOption]
    """The best first."""
    outcomes: list[ReviewOutcome]
    sampled: bool
    """Whether there were so many outcomes that only some were judged."""


# Positions to learn from


@declared
class FoundBy(TypedDict):
    """How many of ten players of a level find the answer."""

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
    """What the game is called."""
    asks: str
    """What happened and what is asked, in a few words: `you rolled 3`."""
    about: str
    """Where it comes from: `turn 58 against Juniper, mistake of 9 %`."""
    table: str | None
    """The game that it comes from, where it is yours."""
    step: int | None
    """The step of that game's review."""
    found: list[FoundBy]
    """For a puzzle, how hard it is."""


@declared
class QuestionView(TypedDict):
    """A position of a question from the perspective of its seat, and what may be done in it."""

    scene: Scene
    to_move: int | None
    turn: int
    scores: list[int]
    prompt: str | None
    offers: list[Offer]
    """Nothing once there is a verdict."""
    effects: list[Effect]
    """What the moves made so far did."""


@declared
class Question(QuestionCard):
    """The position itself; nothing in it tells the answer."""

    seat: int
    """Your perspective and your moves."""
    seats: list[SeatCard]
    unit: Unit
    view: QuestionView
    hint: str
    """How many answers are right and what the best keeps, not which it is: for whoever asks."""


@declared
class QuestionAnswer(TypedDict):
    """What is shown once a question is answered or given up."""

    best: list[ReviewOption]
    """All moves that were weighed, the best first."""
    made: ReviewMove | None
    """What was played in the game."""
    yours: int | None
    """Which of them was answered, whatever is thought of it; null if nothing was."""


@declared
class QuestionVerdict(TypedDict):
    """What to think of the moves made so far."""

    verdict: Verdict
    says: str
    """`Right: 65 %.`; nothing while more moves are needed."""
    why: list[str]
    """What the move brings, and what the one in the game had."""
    chance: float | None
    """Of the moves sent; null while more are needed."""
    error: float | None
    hint: str | None
    """The hint once more, after an answer that is not right."""
    answer: QuestionAnswer | None
    """Once it is right, or given up."""
    view: QuestionView
    due: int | None
    """When this position comes back to you: Unix time in milliseconds; null where it is none of your training."""


@declared
class TrainingCard(QuestionCard):
    """A position that you got wrong, and how it went since."""

    due: int
    """When it comes back: Unix time in milliseconds."""
    box: int
    """How often in a row it was right."""
    last: Verdict | None
    """What became of it last time; null if it was not tried yet."""
    last_says: str
    """The same in words: `wrong yesterday`, `right once, 3 days ago`."""


@declared
class TrainingPage(TypedDict):
    """Positions that you got wrong, spaced over days."""

    due: list[TrainingCard]
    """Those that are due, the longest due first: at most so many."""
    count: int
    """How many are due."""
    total: int
    """How many there are."""
    next_due: int | None
    """When the next one comes that is not due yet: Unix time in milliseconds."""
    shares: bool
    """Whether positions of your games may become puzzles for everybody."""


@declared
class Puzzle(QuestionCard):
    """A puzzle of the day."""

    scene: Scene
    solved: Verdict | None
    """What you made of it; null if you have not tried."""


@declared
class PuzzlePage(TypedDict):
    """The puzzles of the day, one for each game."""

    day: str
    """The date."""
    puzzles: list[Puzzle]


@declared
class DayGame(TypedDict):
    """A game of the day, and your first try at it, which counts."""

    game: str
    folder: str
    title: str
    scene: Scene
    """What you see first."""
    table: str | None
    """Where you play it, or have played it."""
    over: bool
    score: int | None
    """Null if you have not finished it."""


@declared
class RecentGame(TableRow):
    """A finished game, and what its review says in a few words."""

    verdict: str | None
    """Null if there is no review that is done."""


@declared
class TodayPage(TypedDict):
    """What there is today: games and puzzles of the day, and your last games."""

    day: str
    """The date."""
    games: list[DayGame]
    puzzles: list[Puzzle]
    recent: list[RecentGame]


@declared
class Shares(TypedDict):
    """Whether positions of your games may become puzzles for everybody."""

    shares: bool
