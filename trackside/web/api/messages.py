"""The messages the server sends over HTTP and sockets; the OpenAPI description and the page's types are made from them.

They are typed dictionaries, which cost nothing at run time. A test checks what a real server sends against them.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, Required

import orjson
from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypeAliasType, TypedDict

from trackside.core.words import Language
from trackside.search.choice import JudgedBy

Status = Literal["waiting", "playing", "over"]
SeatKind = Literal["person", "here", "bot", "open"]
"""A person with their own browser; another person at the host's screen; a bot; no one yet."""
Watch = Literal["anyone", "link", "nobody"]
"""The people who may watch: anyone, as the table is public; anyone who has its link; only the players."""
Asked = Literal["commitment", "salt"]
"""The requests to a seat before the game begins: commit to a salt, then reveal it."""
ListKind = Literal["mine", "public", "finished"]
"""The lists of the lobby: my tables, public tables, and my finished games."""
LessonJudgement = Literal["open", "right", "wrong"]
LevelName = Literal["novice", "club", "expert", "master", "grandmaster", "greedy", "random"]
Outcome = Literal["won", "lost", "solo"]
"""The outcome of a finished game for a player; a shared win counts as won."""
Colour = Literal["red", "purple", "yellow", "blue", "green", "white"]

Catalogue = TypeAliasType("Catalogue", dict[str, str])
"""Sentences by key."""

declared = with_config(ConfigDict(extra="forbid"))
"""A decorator that allows only the declared fields."""

open_ended = with_config(ConfigDict(extra="allow"))
"""A decorator that allows fields besides the declared ones; each game chooses its own."""


@open_ended
class SceneSeat(TypedDict):
    """A seat in a scene; each game adds what else it shows."""

    colour: Colour
    points: int


@open_ended
class Scene(TypedDict):
    """A view as plain data; each game adds what else it draws."""

    perspective: int | None
    """The seat from whose perspective it is seen; null if it is not a seat's perspective."""
    seats: list[SceneSeat]
    phase: NotRequired[str]


# The lobby


@declared
class OptionChoice(TypedDict):
    """A value of an option."""

    value: str
    label: str
    seats: list[int]
    """The numbers of seats for which it is available."""
    needs: dict[str, str]
    """The values that other options must have for it."""


@declared
class OptionCard(TypedDict):
    """An option of a game."""

    name: str
    label: str
    default: str
    free: bool
    """True if any string may be tried, not only one of the choices."""
    range: bool
    """True if the choices other than the default are consecutive numbers."""
    unit: str | None
    """The unit of these numbers."""
    choices: list[OptionChoice]


@declared
class Level(TypedDict):
    """A level of play, and the bots that play at it."""

    name: LevelName
    label: str
    family: str
    """The kind of animal its bots are: hares, owls ..."""
    names: list[str]
    """The names of its bots, in the order in which they join a table."""
    plays: str
    """Their playing style, in a sentence."""


@declared
class LessonTitle(TypedDict):
    """The id and title of a lesson."""

    id: str
    title: str


@declared
class GameCard(TypedDict):
    """A game as the lobby shows it."""

    name: str
    folder: str
    title: str
    pitch: str | None
    authors: list[str]
    publisher: str
    year: int | None
    seats: list[int]
    default_seats: int
    secrets: bool
    dice: bool
    """True if each seat has its own dice to roll."""
    timed: bool
    options: list[OptionCard]
    levels: list[Level]
    lessons: list[LessonTitle]
    """The lessons in order; empty if there are none."""
    picture: Scene | None
    """A scene to draw; null if none could be made."""
    judge: bool
    """True if there are nets that evaluate positions, at least for some of its tables."""
    board: bool
    """True if the game's folder has a board.js."""
    styles: bool
    """True if the game's folder has a board.css."""


@declared
class Limits(TypedDict):
    """The most that a client may send, and the values it may choose from."""

    name: int
    seed: int
    option: int
    clocks: list[int]
    minutes: list[int]
    watch: list[Watch]
    record: int
    message: int


@declared
class Hello(TypedDict):
    """Everything a page needs before it can show anything."""

    name: str
    language: Language
    languages: list[Language]
    version: str
    games: list[GameCard]
    words: Catalogue
    game_words: dict[str, Catalogue]
    daily: str
    """The seed of the day."""
    ready: bool
    """True once the server has tried to load the bots of every game."""
    limits: Limits
    record_key: str | None
    """The public key that verifies signed records of finished games, in hexadecimal; null if they are not signed."""


@declared
class NewPlayer(TypedDict):
    """A token, to be sent as `Authorization: Bearer`."""

    token: str
    name: str


@declared
class PlayerName(TypedDict):
    """Your new name."""

    name: str


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
    again: str | None
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
class TableRow(TableCard):
    """A table in a list."""

    status: Status
    host: bool
    """True if you set up the table."""
    origin: str | None
    what_if: bool
    """True if it continues from a moment of another game; it then counts in no statistics."""
    seats: list[SeatCard]
    my_turn: bool
    prompt: str | None
    """The prompt if it is your turn; only for the first few tables."""
    deadline: int | None
    """Unix time in milliseconds at which the time for your turn is up."""
    began: int
    """Unix time in milliseconds at which it was set up."""
    when: int
    """Unix time in milliseconds of its last change."""
    sides: list[int]
    """The side of each seat: partners in a team share a side, otherwise each seat has its own."""
    scores: list[int] | None
    winners: list[int] | None
    says: str | None
    """The winners, in a sentence."""
    undone: int
    """The number of undos after something new was shown; if there were any, the game does not count in statistics."""


@declared
class NextPages(TypedDict):
    """The start of the next page of each list, to be sent as `before`; null if there is none."""

    mine: str | None
    public: str | None
    finished: str | None


@declared
class TableLists(TypedDict):
    """A page of each list of the lobby, newest first; a list that was not requested is empty."""

    mine: list[TableRow]
    public: list[TableRow]
    finished: list[TableRow]
    more: NextPages


# The view from a perspective


@open_ended
class Offer(TypedDict):
    """A legal move; each game adds the place where it lies, in the terms of its scene."""

    move: int
    text: str
    """The move in notation."""
    label: str
    """The move in a sentence."""
    short: NotRequired[str]
    """The move in a few words, for lists of whole turns."""
    brings: list[str]
    """Its effects, in sentences."""
    passes: NotRequired[bool]
    """True if the move leaves the turn unused; it is offered, but never recommended."""
    warning: NotRequired[str]
    """A warning to confirm first: what the move would end, with the score."""
    ends: NotRequired[bool]
    """True if your turn ends automatically after it."""


@declared
class View(TypedDict):
    """A position to draw, and your legal moves."""

    to_move: int | None
    turn: int
    scene: Scene
    prompt: str | None
    """The instruction to the player."""
    offers: list[Offer]
    scores: list[int]
    sides: list[int]
    """The side of each seat: partners in a team share a side, otherwise each seat has its own."""
    undo: bool
    """True if your last move may be taken back."""
    undo_marks: bool
    """True if taking it back would exclude this game from statistics, because something new has been shown since."""
    roll: bool
    """True if you have to roll your die now, by a RollCommand."""


@declared
class StateView(TypedDict):
    """A position for programs that know the rules (`?form=state`)."""

    to_move: int | None
    turn: int
    state: str
    """The bytes of the position as seen from your perspective, in hexadecimal."""
    moves: list[int]
    """The codes of your legal moves."""
    roll: bool
    """True if you have to roll your die now, by a RollCommand."""


@open_ended
class Effect(TypedDict):
    """One effect of a log entry; each game adds its own details."""

    kind: str
    seat: NotRequired[int]
    """The seat it concerns."""


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
    number: int
    """A version that changes whenever anything visible from this perspective changes, the same on every server; a move
    carries the number of the view it was decided on."""
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

    view: View | None
    """Null until the game begins."""


@declared
class StateSnapshot(WholeTable):
    """The whole table for programs that know the rules (`?form=state`)."""

    view: StateView | None


@declared
class ChangedTable(TypedDict, total=False):
    """The parts of the table that have changed, without its view."""

    type: Required[Literal["table"]]
    number: Required[int]
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

    view: View | None


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
class Frame(TypedDict):
    """A position of a replay, and the entry of the log that led to it."""

    scene: Scene
    scores: list[int]
    turn: int
    to_move: int | None
    seat: int | None
    text: str
    effects: list[Effect]


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
    """An outcome of chance, with everything needed to draw it again (see docs/play.md)."""

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


@declared
class Span(TypedDict):
    """A piece of a text, and its formatting."""

    text: str
    mark: Literal["plain", "bold", "slanted", "code"]


@declared
class RuleBlock(TypedDict):
    """A part of the rules: `text` and `code` have spans; all others but a `table` have blocks."""

    kind: Literal["text", "rule", "decision", "example", "list", "item", "table", "code"]
    spans: NotRequired[list[Span]]
    number: NotRequired[str]
    """The number of a rule."""
    id: NotRequired[str]
    """The id of an example: `example-1` and so on."""
    title: NotRequired[str]
    """The title of an example."""
    blocks: NotRequired[list[RuleBlock]]
    head: NotRequired[list[list[Span]]]
    """The first row of a table, cell by cell."""
    rows: NotRequired[list[list[list[Span]]]]


@declared
class RuleSection(TypedDict):
    """The text below a heading."""

    id: str
    title: str
    blocks: list[RuleBlock]


@declared
class Figure(TypedDict):
    """A picture that follows a rule, an example or the lead."""

    after: str
    scene: Scene
    caption: str
    offer: NotRequired[Offer]
    """A move to draw as if it were about to be made."""
    part: NotRequired[str]
    """The view box of the part of the wide drawing to show; all of it by default."""


@declared
class RulesPage(TypedDict):
    """The rules of a game."""

    title: str
    folder: str
    lead: list[RuleBlock]
    """The text before the first heading."""
    sections: list[RuleSection]
    figures: list[Figure]


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


@declared
class SoloResult(TypedDict):
    """A solo game of yours."""

    table: str
    score: int
    when: int
    seed: str
    daily: bool


@declared
class SoloPage(TypedDict):
    """The seed of the day, and your best solo games."""

    daily: str
    best: list[SoloResult]


@declared
class FinishedPage(TypedDict):
    """A page of your finished games, newest first."""

    games: list[TableRow]
    more: str | None
    """The start of the next page, to be sent as `before`; null if there is none."""


@declared
class LevelResult(TypedDict):
    """Your results against bots of a level."""

    game: str
    level: LevelName
    played: int
    won: int


@declared
class BestResults(TypedDict):
    """Your best solo results in one game, best first."""

    game: str
    results: list[SoloResult]


@declared
class DayResult(TypedDict):
    """Your first result in a game of the day, which is the one that counts."""

    game: str
    day: str
    """The date."""
    score: int
    table: str


@declared
class PlayerPage(TypedDict):
    """Your results."""

    counted: int
    """The number of finished games included here: the newest ones."""
    all: bool
    """True if these are all of your finished games."""
    played: int
    """Games against bots."""
    won: int
    levels: list[LevelResult]
    best: list[BestResults]
    days: list[DayResult]
    """The days of the last two weeks on which you played."""


@declared
class ErrorBody(TypedDict):
    """The reason a request was refused, in the language it asked for."""

    error: str


def as_json(message: object) -> bytes:
    """Return a message as it is sent over a socket."""
    return orjson.dumps(message)


def kept_json(part: object) -> bytes:
    """Return part of a message as JSON to keep: a copy, because orjson over-allocates the bytes it returns."""
    return bytes(memoryview(orjson.dumps(part)))
