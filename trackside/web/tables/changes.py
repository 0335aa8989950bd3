"""The commands that can change a table, and the changes that they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from trackside.play.dice import new_seed
from trackside.web.api.commands import (
    CommitCommand,
    DiceCommand,
    MoveCommand,
    RevealCommand,
    RollCommand,
    TakeOverCommand,
    UndoCommand,
)
from trackside.web.api.common import Status
from trackside.web.tables.log import Row
from trackside.web.tables.seats import Occupant

WAITING: Status = "waiting"
PLAYING: Status = "playing"
OVER: Status = "over"


@dataclass(frozen=True)
class Sit:
    """A player takes an open seat, or returns to one that a bot holds for them.

    The salt is their contribution to the dice, the commitment one to a salt that they reveal later.
    """

    seat: int
    name: str
    invite: str | None
    salt: str | None = field(default_factory=new_seed)
    by_hand: bool = False
    commitment: str | None = None


@dataclass(frozen=True)
class Rename:
    """A player changes their name."""

    name: str


@dataclass(frozen=True)
class Leave:
    """A player leaves: their seat is freed or given to a bot; the table closes without others, or without its host."""


@dataclass(frozen=True)
class Remove:
    """The host removes a player from a seat before the game begins."""

    seat: int


@dataclass(frozen=True)
class BotMove:
    """A move of a bot, or of the quick policy for a player whose clock has run out, decided in this turn."""

    seat: int
    move: int
    turn: int
    undone: int = 0
    """The number of free undos when the move was decided."""
    for_anybody: bool = False
    """True if the move may also be made for a person."""


@dataclass(frozen=True)
class RollForAnybody:
    """The time for a turn has run out before the die was rolled."""

    turn: int


@dataclass(frozen=True)
class TimeUp:
    """The time for the whole game has run out."""


@dataclass(frozen=True)
class SaltsUp:
    """The time to commit to salts, or to reveal those of a table `sealed` at this time, has run out."""

    sealed: int | None


TableCommand = (
    MoveCommand
    | UndoCommand
    | RollCommand
    | DiceCommand
    | TakeOverCommand
    | CommitCommand
    | RevealCommand
    | Sit
    | Rename
    | Leave
    | Remove
    | BotMove
    | RollForAnybody
    | TimeUp
    | SaltsUp
)
"""The commands that can change a table."""


@dataclass(frozen=True)
class Change:
    """A change of a table, to be stored in one transaction and then applied."""

    entries: Sequence[Row] = ()
    occupants: Sequence[Occupant] = ()
    status: Status | None = None
    """The new status, if it changes."""
    result: str | None = None
    """The winners and scores as JSON, if the game ends."""
    rematch_id: str | None = None
    """The id of the rematch, once there is one."""
    sealed: int | None = None
    """The time when all commitments were in, if they now are; UNSEALED if a new player has to commit."""
    revision: int | None = None
    """The table's new revision, which grows with every change of its occupants and with `rematch_id`."""

    def is_in(self, found: Change) -> bool:
        """Return whether a change found in the store contains all of this one."""
        return all(row in found.entries for row in self.entries) and all(
            occupant in found.occupants for occupant in self.occupants
        )


NOTHING = Change()

UNSEALED = 0
