"""What a review says of a game, as plain values that print and parse as JSON.

All chances are in the review's unit: shares of the win from 0 to 1, or points for one who plays alone.
For every seat: `start + luck + own losses + gifts + information + residual = result`, exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["setup", "chance", "decision", "forced", "time"]
"""Set-up, a roll or card, a choice between moves, the only legal move, or the referee who calls time."""

Word = Literal["", "slip", "mistake", "blunder"]
Unit = Literal["share", "points"]
Effort = Literal["quick", "normal", "deep"]


@dataclass(frozen=True)
class Outcome:
    """What chance could have done."""

    text: str
    weight: int
    chances: tuple[float, ...]


@dataclass(frozen=True)
class Option:
    """A move that was weighed; where seats decide by whole turns, all moves of the turn."""

    moves: tuple[int, ...]
    line: tuple[str, ...]
    """The moves as text, then how play may go on."""
    chance: float
    """What the seat could expect after it, as far as it could know."""
    error: float
    """The standard error of that."""
    open: float | None = None
    """The same with all cards open; None where nothing was hidden, or where it was not looked at."""


@dataclass(frozen=True)
class Step:
    """Something that happened: one entry of the log, the whole set-up, or a seat's whole turn where all play at once.

    `after - before` is, for every seat, luck + gifts, and for the seat that moved, loss + information.
    """

    entries: tuple[int, ...]
    """Places in the log."""
    kind: Kind
    seat: int
    """Who moved, or for whom chance decided; -1 for nobody."""
    turn: int
    text: str
    before: tuple[float, ...]
    after: tuple[float, ...]
    errors: tuple[float, ...]
    """Standard errors of `after`."""
    residual: tuple[float, ...]
    """Of the judge's second look: `before` minus what it said after the last step."""
    luck: tuple[float, ...]
    loss: float = 0.0
    """What the seat gave away by its own choice, as far as it could know: never positive."""
    loss_error: float = 0.0
    gifts: tuple[float, ...] = ()
    """What the choice gave the other seats, or denied them."""
    information: float = 0.0
    """What came for the seat of things it could not know."""
    options: tuple[Option, ...] = ()
    """Moves that were weighed, best first."""
    made: int = 0
    """Which of them was made: 0 if it is the best."""
    word: Word = ""
    """Only for what is clear."""
    outcomes: tuple[Outcome, ...] = ()
    sampled: bool = False
    """Whether there were so many outcomes that only some were judged."""


@dataclass(frozen=True)
class SeatSum:
    """Where a seat's result came from."""

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
    """Choices between at least two moves."""
    slips: int
    mistakes: int
    blunders: int
    loss_per_decision: float
    loss_per_decision_error: float
    level: str = ""
    """The level whose loss per decision is nearest; nothing where none was measured for such a table."""

    @property
    def luck(self) -> float:
        """All luck: set-up, own dice, others' dice."""
        return self.setup + self.own_luck + self.others_luck

    @property
    def on_even_luck(self) -> float:
        """The result without luck, hidden cards and the judge's own error: an estimate, it can leave 0 to 1."""
        return self.start + self.gifts + self.losses


@dataclass(frozen=True)
class Review:
    """A game explained; while it is being made, as far as it has been read."""

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
    """How many entries the log has."""
    steps: tuple[Step, ...] = ()
    sums: tuple[SeatSum, ...] = ()
    """Once all has been read."""
    moments: tuple[int, ...] = ()
    """The steps worth another look, in the order of play."""
    sides: tuple[int, ...] = ()
    """The side of each seat: partners of a team share one; empty where every seat is its own."""

    @property
    def complete(self) -> bool:
        """Whether the whole game has been read."""
        return bool(self.sums)
