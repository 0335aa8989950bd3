"""A table and all that is sent over its socket, its replay and its dice."""

from __future__ import annotations

from typing import Annotated, Literal, Required

from pydantic import Field
from typing_extensions import TypedDict

from trackside.search.choice import JudgedBy
from trackside.web.api.common import Asked, Colour, LevelName, SeatKind, Status, Watch, declared
from trackside.web.api.position import Effect, Frame, StateView, TableView


@declared
class NewTable(TypedDict):
    """The id of a new table."""

    table: str


# A table and its seats


@declared
class SeatCard(TypedDict):
    """A seat and its occupant."""

    seat: int
    colour: Colour
    kind: SeatKind
    name: str
    level: LevelName | None
    mine: bool
    """True if you make its moves."""
    asked_by: int | None
    """The seat that asked for a bot to replace this person: their own if they left; null if no bot replaces them."""


@declared
class SeatInfo(SeatCard):
    """A seat of a table that you have open: its occupant, their presence and their part in the dice."""

    come_back: bool
    """True if a bot is holding this seat for you."""
    online: bool
    """True if the player is connected, or sent a request a moment ago."""
    takeover: int | None
    """Unix time in milliseconds from which you can have a bot take over from this player, if they stay away."""
    by_hand: bool
    """True if the person on this seat rolls their own dice."""
    invite: str | None
    """The path of the invitation to this seat if it is open; only the host receives it."""
    salt: str | None
    """This seat's part of the dice, where several people play: only your own, then everyone's once the game begins."""
    commitment: str | None
    """The SHA-256 of the salt, if the seat has committed to it."""
    asks: Asked | None
    """The action that the game waits for before it begins: commit to a salt, or reveal it."""


@declared
class TableCard(TypedDict):
    """A table's id and game."""

    id: str
    game: str
    folder: str
    title: str


@declared
class OptionValue(TypedDict):
    """An option of a table, and its meaning."""

    name: str
    value: str
    says: str


@declared
class WhatIf(TypedDict):
    """The moment of a finished game from which a what-if continues; a what-if counts in no statistics."""

    table: str
    """The table of that game."""
    at: int
    """The number of log entries taken over from that game."""
    turn: int
    """The turn in which the what-if begins."""
    step: int | None
    """The step of the review in which it was chosen; null if it was chosen in the replay."""


@declared
class TableInfo(TableCard):
    """The settings and status of a table."""

    status: Status
    options: list[OptionValue]
    watch: Watch
    clock: int | None
    """Seconds per turn."""
    deadline: int | None
    """Unix time in milliseconds at which the time for the turn is up."""
    minutes: int | None
    """Minutes for the whole game."""
    ends: int | None
    """Unix time in milliseconds at which the time for the game is up."""
    hints: bool
    """True if players may ask for hints."""
    several_seats: bool
    """True if one person may take several seats."""
    level: LevelName
    """The level of a bot that takes over from a player."""
    host: bool
    """True if you set up the table."""
    commitment: str | None
    """The SHA-256 of the server's secret or of the seed alone, revealed after the game; null if that is short."""
    salts_by: int | None
    """Unix time in milliseconds at which the game begins without the salts that are still missing."""
    origin: str | None
    """`daily`, `imported`, or the moment that a what-if continues from, see `what_if`."""
    day: str | None
    """The date, if this is a game of the day."""
    rematch_id: str | None
    """The table of the rematch; null if there is none."""
    undone: int
    """The number of undos after something new was shown; if there were any, the game does not count in statistics."""
    what_if: WhatIf | None
    """The origin of the table, if it is a what-if."""
    damaged: bool
    """True if the game cannot continue, because its data is damaged or its rules failed."""
    other_rules: str | None
    """The game's version of the rules, if this server has a different one: the game cannot be shown then."""
    rewound: int
    """The number of log entries that the database has lost: the game continues from an earlier position."""


@declared
class LeftTable(TypedDict):
    """The result of leaving a table."""

    closed: bool
    """True if the table is closed: its host left before the start, or no one else remains. Else the others continue."""


@declared
class Invitation(TypedDict):
    """The table that a player is invited to."""

    table: TableInfo
    seats: list[SeatCard]
    seat: int
    """The seat that the invitation is for, or the player's own if they already sit at the table."""
    mine: bool
    """True if the player already sits at the table."""
    host: str
    """The name of the player who set up the table; empty if they have none."""


@declared
class LogEntry(TypedDict):
    """An entry of the log."""

    seat: int
    """The actor: a seat, -1 for chance, -4 for the referee."""
    text: str
    """The entry in notation."""
    turn: int
    """The turn to which it belongs; 0 for the set-up."""
    effects: list[Effect]
    """Its effects in order; empty for programs that know the rules (`?form=state`)."""


@declared
class StoryLine(TypedDict):
    """A turn in one sentence."""

    turn: int
    seat: int
    """The seat whose turn it was; -1 for the set-up and what belongs to no seat, -4 for the referee."""
    says: str
    """The sentence; empty if the turn is not worth mentioning."""
    first: int
    """The first of its entries in the log."""
    last: int
    """The last of its entries in the log."""
    done: bool
    """True if the turn is over."""
    timeout: bool
    """True if the clock ran out and moves were made for the seat; `says` mentions it."""


@declared
class TurningPoint(TypedDict):
    """A turn that decided a large part of the game."""

    turn: int
    says: str
    """The events of the turn, in a sentence."""


@declared
class Result(TypedDict):
    """The winners and a table of the points: a column for each kind, a row for each seat."""

    winners: list[int]
    sides: list[int]
    """The side of each seat: partners in a team share a side, otherwise each seat has its own."""
    says: str
    """The winners, in a sentence."""
    why: str
    """The reason the game ended, in a sentence; empty if its rules do not give one."""
    seed: str | None
    """The seed of the dice, unless it was made from a secret and salts."""
    secret: str | None
    """The secret from which, together with the salts of the seats, the dice were made."""
    margin: int
    """The winners' lead in points over the best of the others; the score if there is only one seat."""
    series: list[list[int]]
    """The points of every seat at the start and at the end of each turn."""
    turning: list[TurningPoint]
    """The turning points of the game: at most three turns, in order."""
    columns: list[str]
    rows: list[list[int | str]]
    notes: list[str]


# Messages from a socket


@declared
class WholeTable(TypedDict):
    """The whole table without its view."""

    type: Literal["table"]
    version: int
    """A number that changes whenever anything visible from this perspective changes, the same on every server; a move
    carries the version of the view it was decided on."""
    table: TableInfo
    seats: list[SeatInfo]
    perspective: int | None
    """The seat from whose perspective you see the table; null for a spectator."""
    result: Result | None
    log_from: int
    log: list[LogEntry]
    story_from: int
    story: list[StoryLine]
    """The log turn by turn; empty if no language was requested."""


@declared
class Snapshot(WholeTable):
    """The whole table: the first message of a socket, and the response over HTTP."""

    view: TableView | None
    """Null until the game begins."""


@declared
class StateSnapshot(WholeTable):
    """The whole table for programs that know the rules (`?form=state`)."""

    view: StateView | None


@declared
class ChangedTable(TypedDict, total=False):
    """The parts of the table that have changed, without its view."""

    type: Required[Literal["table"]]
    version: Required[int]
    table: TableInfo
    seats: list[SeatInfo]
    perspective: int | None
    result: Result | None
    log_from: Required[int]
    log: Required[list[LogEntry]]
    story_from: Required[int]
    story: Required[list[StoryLine]]


@declared
class Update(ChangedTable, total=False):
    """The parts of the table that have changed: the log from entry `log_from`, the story from line `story_from`."""

    view: TableView | None


@declared
class StateUpdate(ChangedTable, total=False):
    """The same for programs that know the rules (`?form=state`)."""

    view: StateView | None


@declared
class Answer(TypedDict):
    """The result of a command: success, or the reason it failed."""

    type: Literal["answer"]
    id: str | None
    """The id of the command."""
    ok: bool
    error: str | None


@declared
class HintedMove(TypedDict):
    """A move, and a strong bot's evaluation of it."""

    move: int
    text: str
    visits: int
    value: float | None
    """The expected share of the win, from 0 to 1."""


@declared
class HintMessage(TypedDict):
    """The best moves, best first: sent after a quick search, and again after a deeper one."""

    type: Literal["hint"]
    id: str | None
    moves: list[HintedMove]
    judged_by: JudgedBy
    """The source of the chances: a net, playouts, an exact solution, or an empty string if there is only one move."""
    why: str
    """The reason why the best move is better than the next; empty where nothing is certain."""
    final: bool
    """True if no deeper search follows."""


Message = Annotated[Update | Answer | HintMessage, Field(discriminator="type")]
"""Any message from a socket; a Snapshot is an Update that has all parts."""
StateMessage = Annotated[StateUpdate | Answer | HintMessage, Field(discriminator="type")]
"""Any message from a socket to a program that knows the rules."""


# Other responses


@declared
class Hint(TypedDict):
    """The best moves, and a likely continuation."""

    moves: list[HintedMove]
    line: list[str]
    judged_by: JudgedBy
    """The source of the chances: a net, playouts, an exact solution, or an empty string if there is only one move."""


@declared
class ReplayFrame(Frame):
    """A position of a replay with what was known then; the lines of the story from `story_from` have changed."""

    log: list[LogEntry]
    """The entries revealed at this position; with secrets there may be none, or several at the end of the turn."""
    says: str
    """A sentence about these entries; empty if none were revealed."""
    story_from: int
    story: list[StoryLine]


@declared
class Replay(TypedDict):
    """A finished game, position by position."""

    table: TableCard
    seats: list[SeatCard]
    perspective: int | Literal["all", "spectator"]
    frames: list[ReplayFrame]
    """The first is the start; entry `n` of the log led to frame `n + 1`."""
    story: list[StoryLine]
    result: Result | None


@declared
class SeatSalt(TypedDict):
    """The contribution of a seat's player to the dice."""

    seat: int
    who: str
    """The player's name, or the seat's."""
    salt: str | None
    """Null if the seat did not reveal it: the dice were made without it."""
    commitment: str | None
    """The SHA-256 of the salt; null if the seat did not commit to it before others were revealed."""


@declared
class DiceDraw(TypedDict):
    """An outcome of chance, with everything needed to draw it again (see docs/records.md)."""

    entry: int
    """Its index in the log, from 0."""
    turn: int
    """The turn in which it was drawn; 0 for the set-up."""
    says: str
    """The outcome, in a sentence."""
    stream: int
    index: int
    """The number of earlier outcomes of its stream."""
    weights: list[int]
    """The relative likelihood of each outcome."""
    outcome: int


@declared
class DiceProof(TypedDict):
    """The source of a finished game's dice, and every draw: enough to compute all of them again."""

    source: Literal["table", "what_if", "imported", "none"]
    """The guarantor of the dice: this server, which committed to them before the game; the game from which a what-if
    continues, whose dice were known; a record from elsewhere; or no one, if the record does not contain them."""
    commitment: str | None
    """The SHA-256 of the secret, or of the seed alone; null if that is short."""
    seed: str | None
    """The seed of the dice, unless it was made from a secret and salts."""
    secret: str | None
    salts: list[SeatSalt]
    dice_from: int
    """The number of log entries made before these dice were used; they cannot be checked."""
    draws: list[DiceDraw]
