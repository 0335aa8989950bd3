"""Reviews of finished games."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from trackside.review.report import Effort, Kind, Unit, Word
from trackside.web.api.common import LevelName, declared
from trackside.web.api.position import Effect, Offer, Scene
from trackside.web.api.table import SeatCard, TableCard

ReviewStatus = Literal["none", "waiting", "growing", "stopped", "failed", "done"]
"""Not requested; waiting for its turn; being made; stopped, but it can be resumed; failed; complete."""


# A review


@declared
class ReviewProgress(TypedDict):
    """The progress of a review of one effort."""

    effort: Effort
    status: ReviewStatus
    read: int
    """The number of log entries that have been read."""
    entries: int
    """The number of log entries."""
    ahead: int
    """The number of reviews that will be made first, while it waits."""


@declared
class ReviewMove(TypedDict):
    """A move that was evaluated; all moves of the turn if seats decide by whole turns."""

    moves: list[int]
    text: str
    """The move in notation."""
    line: list[str]
    """A likely continuation after it, in notation."""
    chance: float
    """The seat's expectation after it, given what it could know; never more than after the best move."""
    error: float
    """The standard error of `chance`."""
    open: float | None
    """The same with all cards open; null if nothing was hidden."""
    best: bool
    made: bool


@declared
class ReviewFigures(TypedDict):
    """The changes that a step made for the reader's seat, as printed: whole percents, or tenths of points.

    The last step's `after` + `second_look` + all changes = `after`.
    """

    second_look: int
    """The evaluator's correction before the step happened."""
    luck: int
    loss: int
    gift: int
    information: int
    after: int


@declared
class ReviewStep(TypedDict):
    """A step of the game and its effect; all figures are in the review's unit, and lists have one figure per seat.

    `after - before` is luck + gifts, and for the seat that moved, loss + information.
    """

    step: int
    """Its number, from 0."""
    entries: list[int]
    """Its log entries: entry `n` led to frame `n + 1` of the replay."""
    kind: Kind
    seat: int
    """The seat that moved, or for which chance decided; -1 for no seat."""
    turn: int
    text: str
    """The step in notation."""
    does: str
    """The event in the words of the log: `You roll 3.`"""
    title: str
    """The verdict and its size: `Mistake, −9 %`."""
    at: str
    """The kind of step, and its turn: `mistake, turn 58`."""
    says: str
    """The sentences for this point of the curve: what happened, what it changed, and what was better."""
    before: list[float]
    after: list[float]
    errors: list[float]
    """The standard errors of `after`, limited near 0 and 1, where an estimate cannot be as uncertain as elsewhere."""
    residual: list[float]
    """The evaluator's second look: `before` minus its evaluation after the last step."""
    luck: list[float]
    stroke: bool
    """True if it is a stroke of luck for the seat the review is told for."""
    loss: float
    loss_error: float
    gifts: list[float]
    information: float
    word: Word
    """The label of the loss; empty unless the loss is clear."""
    shown: ReviewFigures
    """The same for the reader's seat, in figures that add up from step to step."""
    options: int
    """The number of moves that were evaluated."""
    best: ReviewMove | None
    """Null if there was nothing to decide."""
    made: ReviewMove | None
    """The same as `best` if the best move was made."""


@declared
class ReviewRow(TypedDict):
    """A row of the printed sum; all rows are rounded together, so that they add up."""

    kind: Literal["start", "gifts", "losses", "even", "luck", "information", "residual", "result"]
    """The kind of row: `start`, `even` and `result` are running totals; the others are added."""
    name: str
    value: int
    """The value in whole percents, or tenths of points."""
    text: str
    """The value as printed, with its sign if it is added."""


@declared
class ReviewSum(TypedDict):
    """The parts of a seat's result: start + luck + losses + gifts + information + residual."""

    seat: int
    start: float
    setup: float
    own_luck: float
    others_luck: float
    luck: float
    """All luck: set-up, own dice, others' dice."""
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
    """The loss per decision and that level, in words."""
    rows: list[ReviewRow]
    """The same sum as printed."""
    luck_parts: list[int]
    """Luck in the set-up, own luck and others' luck as printed; they add up to the row of luck."""
    loss_says: str
    """The loss per decision with two standard errors: `1.1 ± 0.4 %`."""


@declared
class ReviewLevel(TypedDict):
    """A level's loss per decision at such a table: a tick of the ruler."""

    level: LevelName
    label: str
    loss: float
    """Never positive, like `loss_per_decision`."""
    error: float


@declared
class ReviewPage(TypedDict):
    """The review of a finished game, as far as it has been made."""

    table: TableCard
    seats: list[SeatCard]
    progress: ReviewProgress
    """The progress of this review."""
    efforts: list[ReviewProgress]
    """All reviews of this game that exist or have been requested."""
    seat: int
    """The reader's seat: the one requested, else yours, else the first person's."""
    unit: Unit | None
    """Null until something has been read, like the next two."""
    judged_by: Literal["net", "playouts"] | None
    start: list[float] | None
    turns: int
    """The number of turns in the game."""
    secrets: bool
    """True if the game hides anything, so that there are two verdicts on a move."""
    steps_from: int
    """The number of the first step in `steps`: the request's `from`. Steps sent before are final."""
    steps: list[ReviewStep]
    headline: str | None
    """Null until the whole game has been read; sums and moments are empty until then."""
    summary: str | None
    """The sentence below the headline, or a summary so far; null until something has been read."""
    sums: list[ReviewSum]
    moments: list[int]
    """The steps worth another look, in order of play."""
    levels: list[ReviewLevel]
    """The loss per decision of each level at such a table, strongest last; empty if none was measured."""


@declared
class ReviewOption(ReviewMove):
    """A move that was evaluated, with everything needed to show it."""

    label: str
    """The move in a sentence; for a whole turn, its effect."""
    brings: list[str]
    """Its effects, in sentences; for a whole turn, its moves."""
    offers: list[Offer]
    """Its moves as they were offered, in order, for the board to draw."""
    scene: Scene | None
    """The position after it from the seat's perspective, if seats decide by whole turns; else null."""


@declared
class ReviewOutcome(TypedDict):
    """A possible outcome of chance."""

    text: str
    """The outcome in notation."""
    says: str
    """The outcome in a sentence, without the full stop."""
    weight: int
    chances: list[float]
    came: bool
    """True if this outcome happened."""


@declared
class ReviewMoment(TypedDict):
    """A step of a review with its board, all moves that were evaluated and all possible outcomes of chance."""

    step: ReviewStep
    frame: int
    """The frame of the replay before the step."""
    scene: Scene
    """The position before it from the perspective of the seat that decided; if none did, from the reader's."""
    open: Scene
    """The same position with all cards open."""
    effects: list[Effect]
    """The effects of the step, with nothing hidden."""
    options: list[ReviewOption]
    """The moves that were evaluated, best first."""
    outcomes: list[ReviewOutcome]
    sampled: bool
    """True if there were too many outcomes to evaluate all of them."""
