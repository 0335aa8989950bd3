"""The review of a game as plain values that can be printed and read back as JSON.

All chances are in the review's unit: shares of the win from 0 to 1, or points for a solo player.
For every seat: `start + luck + losses + gifts + small + information + residual = result`, exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["setup", "chance", "decision", "forced", "time"]
"""The kind of a step: set-up, a roll or card, a choice between moves, the only legal move, or a call of time."""

Word = Literal["", "slip", "mistake", "blunder"]
Unit = Literal["share", "points"]
Effort = Literal["quick", "normal", "deep"]
Cause = Literal["loss", "gift", "luck", "information"]
"""The part of a step that changed a seat's chances: its own choice, another seat's, chance, or hidden cards."""


@dataclass(frozen=True)
class Outcome:
    """A possible outcome of chance."""

    text: str
    weight: int
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Option:
    """A move that was weighed; where seats decide by whole turns, all moves of the turn."""

    moves: tuple[int, ...]
    line: tuple[str, ...]
    """The moves in notation, then a possible continuation."""
    chance: float
    """The seat's chance after it, as far as it could know."""
    error: float
    """The standard error of the chance, without what all options share if values are fixed."""
    open: float | None = None
    """The chance with all cards open; None where nothing was hidden, or where it was not estimated."""


@dataclass(frozen=True)
class StepSummary:
    """A happening with its figures: one entry of the log, the set-up, or a whole turn where all play simultaneously.

    `after - before` is, for every seat, luck + gifts, and for the seat that moved, loss + information.
    """

    entries: tuple[int, ...]
    """Indexes of the log."""
    kind: Kind
    seat: int
    """The seat that moved, or for which chance decided; -1 for none."""
    turn: int
    text: str
    before: tuple[float, ...]
    after: tuple[float, ...]
    errors: tuple[float, ...]
    """The standard errors of `after`."""
    residual: tuple[float, ...]
    """The judge's correction: `before` minus its estimate after the last step."""
    luck: tuple[float, ...]
    loss: float = 0.0
    """The chance that the seat gave away by its own choice, as far as it could know: never positive."""
    loss_error: float = 0.0
    gifts: tuple[float, ...] = ()
    """The chances that the choice gave the other seats, or denied them."""
    information: float = 0.0
    """The effect on the seat of things it could not know."""
    word: Word = ""
    """The verdict on the loss; empty unless it is clear."""


@dataclass(frozen=True)
class Step(StepSummary):
    """A step with everything that was weighed."""

    options: tuple[Option, ...] = ()
    """The moves that were weighed, best first."""
    made: int = 0
    """The index of the option that was made: 0 if it is the best."""
    outcomes: tuple[Outcome, ...] = ()
    sampled: bool = False
    """True if there were too many outcomes to judge all of them."""


@dataclass(frozen=True)
class SeatSum:
    """The parts of a seat's result."""

    seat: int
    start: float
    setup: float
    own_luck: float
    others_luck: float
    losses: float
    gifts: float
    information: float
    residual: float
    result: float
    decisions: int
    """The number of choices between at least two moves."""
    slips: int
    mistakes: int
    blunders: int
    loss_per_decision: float
    """The weighted mean: decisions in a lost or won game count little."""
    loss_per_decision_error: float
    level: str = ""
    """The level with the closest loss per decision; empty where none was measured, or too few decisions mattered."""
    small: float = 0.0
    """The sum of all losses and gifts without a verdict; `losses` and `gifts` have only those with one."""

    @property
    def luck(self) -> float:
        """All luck: set-up, own dice, others' dice."""
        return self.setup + self.own_luck + self.others_luck

    @property
    def on_even_luck(self) -> float:
        """The result without luck, hidden cards and the judge's own error: an estimate that can leave 0 to 1."""
        return self.start + self.gifts + self.losses + self.small


@dataclass(frozen=True)
class Review:
    """The review of a game; while it is being made, the steps so far."""

    game: str
    seats: int
    players: tuple[str, ...]
    unit: Unit
    effort: Effort
    seed: int
    judged_by: str
    """`net` or `playouts`."""
    start: tuple[float, ...]
    entries: int
    """The number of log entries."""
    steps: tuple[Step, ...] = ()
    sums: tuple[SeatSum, ...] = ()
    """The sum of every seat, once the whole game has been read."""
    moments: tuple[int, ...] = ()
    """The steps worth a closer look, in the order of play."""
    sides: tuple[int, ...] = ()
    """The side of each seat: partners of a team share one; empty where every seat is its own."""

    @property
    def complete(self) -> bool:
        """True if the whole game has been read."""
        return bool(self.sums)
