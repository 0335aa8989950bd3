"""The lobby: games, lists of tables, and players."""

from __future__ import annotations

from typing_extensions import TypedDict

from trackside.core.words import Language
from trackside.web.api.common import Catalogue, LevelName, Status, Watch, declared
from trackside.web.api.lessons import LessonTitle
from trackside.web.api.position import Scene
from trackside.web.api.table import SeatCard, TableCard

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
    """True if the game's folder has a page/board.js."""
    styles: bool
    """True if the game's folder has a page/board.css."""


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
