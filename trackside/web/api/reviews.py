"""Reviews of finished games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from typing_extensions import TypedDict

from trackside.review.report import Cause, Effort, Outcome, SeatSum, StepSummary, Unit
from trackside.review.words.figures import Row, StepFigures
from trackside.web.api.common import LevelName, declared, sent
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
    equal: bool
    """True for another move than the best whose printed chance is the same."""


@sent
@dataclass(frozen=True, kw_only=True)
class ReviewStep(StepSummary):
    """A step of the game and its effect; all figures are in the review's unit, and lists have one figure per seat.

    `after - before` is luck + gifts, and for the seat that moved, loss + information. Standard errors are limited near
    0 and 1, where an estimate cannot be as uncertain as elsewhere. Entry `n` of the log led to frame `n + 1` of the
    replay.
    """

    step: int
    """Its number, from 0."""
    does: str
    """The event in the words of the log: `You roll 3.`"""
    title: str
    """The verdict and its size: `Mistake, −9 %`."""
    at: str
    """The kind of step, and its turn: `mistake, turn 58`."""
    says: str
    """The sentences for this point of the curve: what happened, what it changed, and what was better."""
    shown: StepFigures
    """The changes for the reader's seat as printed: whole percents, or tenths of points."""
    cause: Cause
    """The part that changed the chances of the reader's seat most; a clear loss comes first."""
    by: float
    """The change by that part."""
    options: int
    """The number of moves that were evaluated."""
    best: ReviewMove | None
    """Null if there was nothing to decide."""
    made: ReviewMove | None
    """The same as `best` if the best move was made."""


@sent
@dataclass(frozen=True, kw_only=True)
class ReviewSum(SeatSum):
    """The parts of a seat's result, which add up: start, all luck, losses, gifts, small, information and residual."""

    level_says: str
    """The loss per decision and its level, in words."""
    rows: list[Row]
    """The same sum as printed, in whole percents or tenths of points; all rows are rounded together."""
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
    ending: str
    """The winners, in a sentence."""
    secrets: bool
    """True if players hide anything from each other, so that there are two verdicts on a move."""
    steps_from: int
    """The number of the first step in `steps`: the request's `from`. Steps sent before are final."""
    steps: list[ReviewStep]
    headline: str | None
    """Null until the whole game has been read; the sums are empty until then."""
    summary: str | None
    """The sentence below the headline, or a summary so far; null until something has been read."""
    sums: list[ReviewSum]
    so_far: list[Row]
    """The printed sum of the reader's seat until the whole game has been read; empty from then on."""
    moments: list[int]
    """The steps worth another look for the reader's seat, in order of play."""
    mistakes: list[int]
    """The clear losses of the reader's seat; those of all seats if it has none."""
    strokes: list[int]
    """The strokes of luck for the reader's seat."""
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


@sent
@dataclass(frozen=True, kw_only=True)
class ReviewOutcome(Outcome):
    """A possible outcome of chance; `text` is its notation."""

    says: str
    """The outcome in a sentence, without the full stop."""
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
