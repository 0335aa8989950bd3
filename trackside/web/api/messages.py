"""What the server sends, over HTTP and sockets: the OpenAPI description and the page's types are made from it.

They are typed dictionaries, which cost nothing to make; a test holds what a real server sends against them.
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
"""Somebody with a browser of their own; another person at the host's screen; a bot; nobody yet."""
Watch = Literal["anyone", "link", "nobody"]
"""Who may watch: the table is public; whoever has its address; only those who play."""
Asked = Literal["commitment", "salt"]
"""What a seat is asked for before the game begins: to commit to a salt, then to reveal it."""
ListKind = Literal["mine", "public", "finished"]
"""The lists of the lobby: my tables, those that anybody may find, and my finished games."""
LessonJudgement = Literal["open", "right", "wrong"]
LevelName = Literal["novice", "club", "expert", "master", "grandmaster", "greedy", "random"]
Outcome = Literal["won", "lost", "solo"]
"""What became of a finished game for somebody; a shared win is won."""
Colour = Literal["red", "purple", "yellow", "blue", "green", "white"]

Catalogue = TypeAliasType("Catalogue", dict[str, str])
"""Sentences by their key."""

declared = with_config(ConfigDict(extra="forbid"))
"""Nothing but what is declared."""

open_ended = with_config(ConfigDict(extra="allow"))
"""At least what is declared; the rest is up to each game."""


@open_ended
class SceneSeat(TypedDict):
    """A seat in a scene, and whatever else a game shows of it."""

    colour: Colour
    points: int


@open_ended
class Scene(TypedDict):
    """A view as plain data, and whatever else a game draws."""

    perspective: int | None
    """The seat from whose perspective it is seen; None for everybody else."""
    seats: list[SceneSeat]
    phase: NotRequired[str]


# What the lobby shows


@declared
class OptionChoice(TypedDict):
    """A value of an option."""

    value: str
    label: str
    seats: list[int]
    """With how many seats it goes."""
    needs: dict[str, str]
    """What other options have to be for it."""


@declared
class OptionCard(TypedDict):
    """An option of a game."""

    name: str
    label: str
    default: str
    free: bool
    """Whether any text may be tried, not only the choices."""
    range: bool
    """Whether the choices besides the default are numbers in a row."""
    unit: str | None
    """What these numbers count."""
    choices: list[OptionChoice]


@declared
class Level(TypedDict):
    """How well a bot plays, and who plays so."""

    name: LevelName
    label: str
    family: str
    """What its bots are: hares, owls ..."""
    names: list[str]
    """What its bots are called, in the order in which they come to a table."""
    plays: str
    """How they play, in a sentence."""


@declared
class LessonTitle(TypedDict):
    """Which lesson it is."""

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
    """Whether seats roll dice of their own."""
    timed: bool
    options: list[OptionCard]
    levels: list[Level]
    lessons: list[LessonTitle]
    """In their order; none if it is not taught."""
    picture: Scene | None
    """A scene to draw."""
    judge: bool
    """Whether there are nets that judge positions, for some of its tables at least."""
    board: bool
    """Whether the game's folder has a board.js."""
    styles: bool
    """Whether the game's folder has a board.css."""


@declared
class Limits(TypedDict):
    """What a client may send at most, and what it may choose from."""

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
    """All that a page needs before it shows anything."""

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
    """Whether the bots of all games look ahead already."""
    limits: Limits
    record_key: str | None
    """The public key with which records of finished games are signed, in hexadecimal; null if they are not."""


@declared
class NewPlayer(TypedDict):
    """A token, to be sent as `Authorization: Bearer`."""

    token: str
    name: str


@declared
class PlayerName(TypedDict):
    """What you are called from now on."""

    name: str


@declared
class NewTable(TypedDict):
    """The name of a table that was made."""

    table: str


# A table and its seats


@declared
class SeatCard(TypedDict):
    """Who sits on a seat."""

    seat: int
    colour: Colour
    kind: SeatKind
    name: str
    level: LevelName | None
    mine: bool
    """Whether you make its moves."""
    asked_by: int | None
    """The seat that asked for the bot which plays for a person: their own if they have left. Else null."""


@declared
class SeatInfo(SeatCard):
    """Who sits on a seat of a table that is being played."""

    come_back: bool
    """Whether a bot keeps it for you."""
    online: bool
    """Whether the player is connected, or sent a request a moment ago."""
    takeover: int | None
    """When a bot can take over from this player if you ask and they stay away: Unix time in milliseconds."""
    by_hand: bool
    """Whether this seat's person rolls their dice themselves."""
    invite: str | None
    """The path of the invitation to an open seat, for the host."""
    salt: str | None
    """What this seat adds to the dice, where several people play: your own, and everybody's once the game begins."""
    commitment: str | None
    """The SHA-256 of the salt, if the seat committed to it."""
    asks: Asked | None
    """What the game waits for before it begins: that you commit to a salt, or reveal it."""


@declared
class TableCard(TypedDict):
    """Which table it is."""

    id: str
    game: str
    folder: str
    title: str


@declared
class OptionValue(TypedDict):
    """An option of a table, and what it means."""

    name: str
    value: str
    says: str


@declared
class WhatIf(TypedDict):
    """The moment of a finished game from which a table continues: a what-if, which counts in no statistics."""

    table: str
    """Where that game was played."""
    at: int
    """How many entries of its log were taken over."""
    turn: int
    """The turn in which it begins."""
    step: int | None
    """The step of the review it was chosen in; None if it was the replay."""


@declared
class TableInfo(TableCard):
    """How a table is set up, and where it stands."""

    status: Status
    options: list[OptionValue]
    watch: Watch
    clock: int | None
    """Seconds for a turn."""
    deadline: int | None
    """When the turn is over: Unix time in milliseconds."""
    minutes: int | None
    """Minutes for the game."""
    ends: int | None
    """When the time of the game is up: Unix time in milliseconds."""
    hints: bool
    """Whether those who play may ask for hints."""
    several_seats: bool
    """Whether one person may take several seats."""
    level: LevelName
    """The level of a bot that takes over from a player."""
    host: bool
    """Whether you set it up."""
    commitment: str | None
    """The SHA-256 of the server's secret, or of the seed alone, told when the game is over; None if it is short."""
    salts_by: int | None
    """When the game begins without the salts that seats are asked for: Unix time in milliseconds."""
    origin: str | None
    """`daily`, `imported`, or the moment that a what-if continues from, see `what_if`."""
    day: str | None
    """The date, where this is the game of the day."""
    again: str | None
    """The table where the same people play once more."""
    undone: int
    """How often a move was taken back after something new was shown: such a game does not count in statistics."""
    what_if: WhatIf | None
    """Where it comes from, if it is a what-if."""
    damaged: bool
    """Whether the game cannot be continued, because its data is damaged or its rules failed."""
    other_rules: str | None
    """The version of the rules that the game follows, if this server has another: then it cannot be shown."""
    rewound: int
    """Entries of the log that the database has lost: the game continues from an earlier position."""


@declared
class LeftTable(TypedDict):
    """What became of a table that a player has left."""

    closed: bool
    """Whether the table is closed: its host left before the start, or nobody else remains. Otherwise others play on."""


@declared
class Invitation(TypedDict):
    """What a guest is told of the table that they are invited to."""

    table: TableInfo
    seats: list[SeatCard]
    seat: int
    """The seat that the invitation is for, or the guest's own if they sit here already."""
    mine: bool
    """Whether the guest sits here already."""
    host: str
    """The name of the player who set up the table, if they have one."""


@declared
class TableRow(TableCard):
    """A table in a list."""

    status: Status
    host: bool
    """Whether you set it up."""
    origin: str | None
    what_if: bool
    """Whether it continues from a moment of another game: it counts in no statistics."""
    seats: list[SeatCard]
    my_turn: bool
    prompt: str | None
    """What you are asked to do, where it is your turn; only for the first few tables."""
    deadline: int | None
    """When your turn is over: Unix time in milliseconds."""
    began: int
    """When it was set up: Unix time in milliseconds."""
    when: int
    """When it last changed: Unix time in milliseconds."""
    sides: list[int]
    """The side of each seat: partners of a team share one, otherwise every seat is its own."""
    scores: list[int] | None
    winners: list[int] | None
    says: str | None
    """Who won, in a sentence."""
    undone: int
    """How often a move was taken back after something new was shown: such a game does not count in statistics."""


@declared
class NextPages(TypedDict):
    """Where the next page of each list begins, to be sent as `before`; null if there is none."""

    mine: str | None
    public: str | None
    finished: str | None


@declared
class TableLists(TypedDict):
    """A page of each list of the lobby, the newest first; a list that was not asked for is empty."""

    mine: list[TableRow]
    public: list[TableRow]
    finished: list[TableRow]
    more: NextPages


# What one perspective sees


@open_ended
class Offer(TypedDict):
    """A legal move: besides what is here, the place where it lies, in the words of the game's scene."""

    move: int
    text: str
    """The move in notation."""
    label: str
    """The move in a sentence."""
    short: NotRequired[str]
    """The move in a few words, for lists of whole turns."""
    brings: list[str]
    """What it does, in sentences."""
    passes: NotRequired[bool]
    """Whether it leaves the turn unused: offered, never urged."""
    warning: NotRequired[str]
    """What it would end, with the score: to be asked about first."""
    ends: NotRequired[bool]
    """Whether your turn is over by itself after it."""


@declared
class View(TypedDict):
    """A position to draw, and what you may do in it."""

    to_move: int | None
    turn: int
    scene: Scene
    prompt: str | None
    """What you are asked to do."""
    offers: list[Offer]
    scores: list[int]
    sides: list[int]
    """The side of each seat: partners of a team share one, otherwise every seat is its own."""
    undo: bool
    """Whether your last move may be taken back."""
    undo_marks: bool
    """Whether taking it back keeps this game out of your statistics, because something new was shown since."""
    roll: bool
    """Whether you have to roll your die now, by a RollCommand."""


@declared
class StateView(TypedDict):
    """A position for programs that know the rules (`?form=state`)."""

    to_move: int | None
    turn: int
    state: str
    """The bytes of the position as you may know it, in hexadecimal."""
    moves: list[int]
    """The codes of your legal moves."""
    roll: bool
    """Whether you have to roll your die now, by a RollCommand."""


@open_ended
class Effect(TypedDict):
    """One thing that an entry of the log did, and whatever else a game says of it."""

    kind: str
    seat: NotRequired[int]
    """Whom it is about."""


@declared
class LogEntry(TypedDict):
    """Something that happened."""

    seat: int
    """Who did it: a seat, -1 for chance, -4 for the referee."""
    text: str
    """It in notation."""
    turn: int
    """The turn in which it happened; 0 for the set-up."""
    effects: list[Effect]
    """What it did, one thing after the other; nothing for a program that knows the rules (`?form=state`)."""


@declared
class StoryLine(TypedDict):
    """A turn in one sentence."""

    turn: int
    seat: int
    """Whose turn it was: a seat, -1 for the set-up and what belongs to nobody, -4 for the referee."""
    says: str
    """Nothing if it is not worth telling."""
    first: int
    """The first of its entries in the log."""
    last: int
    """The last of them."""
    done: bool
    """Whether the turn is over."""
    timeout: bool
    """Whether the clock ran out and moves were made for the seat; `says` tells so."""


@declared
class TurningPoint(TypedDict):
    """A turn that decided much."""

    turn: int
    says: str
    """What happened in it."""


@declared
class Result(TypedDict):
    """Who won, and how the points came about: a column for each kind, a row for each seat."""

    winners: list[int]
    sides: list[int]
    """The side of each seat: partners of a team share one, otherwise every seat is its own."""
    says: str
    """Who won, in a sentence."""
    why: str
    """Why the game ended, in a sentence; empty where its rules do not say."""
    seed: str | None
    """What the dice came from, unless it was a secret and salts."""
    secret: str | None
    """What the dice came from together with the salts of the seats."""
    margin: int
    """How many points the winners are ahead of the best of the others; alone, the score."""
    series: list[list[int]]
    """Everybody's points at the start and at the end of each turn."""
    turning: list[TurningPoint]
    """Where the game turned, at most three turns in their order."""
    columns: list[str]
    rows: list[list[int | str]]
    notes: list[str]


# What a socket sends


@declared
class WholeTable(TypedDict):
    """The whole table but for its view."""

    type: Literal["table"]
    number: int
    """Changes whenever anything visible from this perspective changes, and is the same on every server; a move carries
    the number on which it was decided."""
    table: TableInfo
    seats: list[SeatInfo]
    perspective: int | None
    """The seat whose perspective you see the table from; None for a spectator."""
    result: Result | None
    log_from: int
    log: list[LogEntry]
    story_from: int
    story: list[StoryLine]
    """The log turn by turn; nothing where no language was asked for."""


@declared
class Snapshot(WholeTable):
    """The whole table: a socket's first message, and what HTTP answers."""

    view: View | None
    """None until the game begins."""


@declared
class StateSnapshot(WholeTable):
    """The whole table for programs that know the rules (`?form=state`)."""

    view: StateView | None


@declared
class ChangedTable(TypedDict, total=False):
    """The parts of the table that have changed but for its view."""

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
    """The parts of the table that have changed, log and story from entry `log_from` and line `story_from` on."""

    view: View | None


@declared
class StateUpdate(ChangedTable, total=False):
    """The same for programs that know the rules (`?form=state`)."""

    view: StateView | None


@declared
class Answer(TypedDict):
    """What became of a command: done, or why not."""

    type: Literal["answer"]
    id: str | None
    """The command's own."""
    ok: bool
    error: str | None


@declared
class HintedMove(TypedDict):
    """A move, and what a strong bot thinks of it."""

    move: int
    text: str
    visits: int
    value: float | None
    """The share of the win that is expected, from 0 to 1."""


@declared
class HintMessage(TypedDict):
    """The best moves, the best first: at a glance, and once more after a closer look."""

    type: Literal["hint"]
    id: str | None
    moves: list[HintedMove]
    judged_by: JudgedBy
    """What the chances come from: a net, games played to their end, all that can follow, or nothing: one move."""
    final: bool
    """Whether no closer look follows."""


Message = Annotated[Update | Answer | HintMessage, Field(discriminator="type")]
"""Whatever a socket sends; a Snapshot is an Update that has all parts."""

StateMessage = Annotated[StateUpdate | Answer | HintMessage, Field(discriminator="type")]
"""Whatever a socket sends a program that knows the rules."""


# Other answers


@declared
class Hint(TypedDict):
    """The best moves, and how play may go on."""

    moves: list[HintedMove]
    line: list[str]
    judged_by: JudgedBy
    """What the chances come from: a net, games played to their end, all that can follow, or nothing: one move."""


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
    """A position of a replay with what was known then: the lines of the story from `story_from` on have changed."""

    log: list[LogEntry]
    """The entries that were told then; where something is secret, none, or several at the end of the turn."""
    says: str
    """What they added, in a sentence; empty where nothing was told."""
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
    """What the player on a seat added to the dice."""

    seat: int
    who: str
    """The player's name, or the seat's."""
    salt: str | None
    """None if the seat did not reveal it: the dice were made without it."""
    commitment: str | None
    """The SHA-256 of the salt; None if the seat did not commit to it before others were revealed."""


@declared
class DiceDraw(TypedDict):
    """An outcome of chance, with what it was drawn from (docs/play.md says how)."""

    entry: int
    """Its place in the log, from 0 on."""
    turn: int
    """The turn in which it was drawn; 0 for the set-up."""
    says: str
    """What it was, in a sentence."""
    stream: int
    index: int
    """How many outcomes its stream had given before."""
    weights: list[int]
    """How likely each outcome was."""
    outcome: int


@declared
class DiceProof(TypedDict):
    """What the dice of a finished game came from, and every draw: enough to compute all of them again."""

    source: Literal["table", "what_if", "imported", "none"]
    """Who vouches for it: this server, which committed to it before the game; the game that a what-if comes from, whose
    dice were known; a record from elsewhere; or nobody, where a record does not tell."""
    commitment: str | None
    """The SHA-256 of the secret, or of the seed alone; None if that is short."""
    seed: str | None
    """What the dice came from, unless it was a secret and salts."""
    secret: str | None
    salts: list[SeatSalt]
    dice_from: int
    """How many entries of the log were made before these dice were taken up: they cannot be checked."""
    draws: list[DiceDraw]


@declared
class Span(TypedDict):
    """A piece of a text, and how it is printed."""

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
    """What stands below a heading."""

    id: str
    title: str
    blocks: list[RuleBlock]


@declared
class Figure(TypedDict):
    """A picture that stands after a rule, an example or the lead."""

    after: str
    scene: Scene
    caption: str
    offer: NotRequired[Offer]
    """A move that is drawn as if it were about to be made."""
    part: NotRequired[str]
    """The view box of the part of the wide drawing to show; without it all of it."""


@declared
class RulesPage(TypedDict):
    """The rules of a game."""

    title: str
    folder: str
    lead: list[RuleBlock]
    """What stands before the first heading."""
    sections: list[RuleSection]
    figures: list[Figure]


# Lessons


@declared
class LessonView(TypedDict):
    """A position of a lesson, and what the pupil may do in it: nothing once there is a verdict."""

    to_move: int | None
    scene: Scene
    prompt: str | None
    """What the game asks for now."""
    offers: list[Offer]
    scores: list[int]
    best: int | None
    """The next move of an answer that is right."""
    effects: list[Effect]
    """What the moves made so far did, and what followed from them."""


@declared
class Lesson(LessonTitle):
    """A position to play, and what is to be done in it."""

    says: list[str]
    """What the teacher explains, a paragraph each; `**bold**` is all the marking there is."""
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
    """What to think of the moves made so far."""

    verdict: LessonJudgement
    """More moves are needed; that is it; that is not it."""
    says: list[str]
    """What is said at once, and the paragraphs that explain it; empty while more moves are needed."""
    view: LessonView


@declared
class SoloResult(TypedDict):
    """A game that you played alone."""

    table: str
    score: int
    when: int
    seed: str
    daily: bool


@declared
class SoloPage(TypedDict):
    """The day's seed and your best games alone."""

    daily: str
    best: list[SoloResult]


@declared
class FinishedPage(TypedDict):
    """Finished games of yours, the newest first."""

    games: list[TableRow]
    more: str | None
    """Where the next page begins, to be sent as `before`; null if there is none."""


@declared
class LevelResult(TypedDict):
    """Games against bots of a level."""

    game: str
    level: LevelName
    played: int
    won: int


@declared
class BestResults(TypedDict):
    """Your best games alone of one game, the best first."""

    game: str
    results: list[SoloResult]


@declared
class DayResult(TypedDict):
    """Your first result in a day's game, which counts."""

    game: str
    day: str
    """The date."""
    score: int
    table: str


@declared
class PlayerPage(TypedDict):
    """What you have played."""

    counted: int
    """The finished games of which this tells, the newest ones."""
    all: bool
    """Whether these are all there are."""
    played: int
    """Games against bots."""
    won: int
    levels: list[LevelResult]
    best: list[BestResults]
    days: list[DayResult]
    """The last two weeks, as far as you played."""


@declared
class ErrorBody(TypedDict):
    """Why a request was refused, in the language it asked for."""

    error: str


def as_json(message: object) -> bytes:
    """A message as it goes over a socket."""
    return orjson.dumps(message)


def kept_json(part: object) -> bytes:
    """A part of messages to come: a copy, because orjson leaves room at the end of what it makes."""
    return bytes(memoryview(orjson.dumps(part)))
