"""What clients may send, checked: commands over a socket and forms over HTTP; the OpenAPI description shows both."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import orjson
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError

from trackside.review.report import Effort
from trackside.web import limits
from trackside.web.api.messages import LevelName, Watch
from trackside.web.errors import ApiError


def _check_text(text: str) -> str:
    """Refuse NUL, which PostgreSQL cannot store, and half characters, which nothing can."""
    if "\0" in text:
        raise PydanticCustomError("nul", "the character NUL is not allowed")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise PydanticCustomError("surrogate", "this is not valid Unicode") from error
    return text


String = Annotated[str, AfterValidator(_check_text), Field(json_schema_extra={"pattern": r"^[^\x00]*$"})]
Text = Annotated[String, Field(max_length=80)]
Identifier = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f]+$")]
Number = Annotated[int, Field(ge=-(1 << 31), lt=1 << 31)]
"""An integer that every database can store."""

Level = Annotated[String, Field(max_length=80, json_schema_extra={"enum": [*get_args(LevelName)]})]
Watching = Annotated[String, Field(max_length=80, json_schema_extra={"enum": [*get_args(Watch)]})]
Clock = Annotated[Number, Field(json_schema_extra={"enum": [*limits.CLOCKS]})]
Minutes = Annotated[Number, Field(json_schema_extra={"enum": [*limits.MINUTES]})]
"""Other values are refused in the language of whoever asks, so the schema names them and the check is elsewhere."""


class Form(BaseModel):
    """Nothing but what is asked for, and of the right kind."""

    model_config = ConfigDict(extra="forbid", strict=True)


# Over a socket; a move, an undo and a bot's taking over also over HTTP


class MoveCommand(Form):
    """A move, given by its code or its text."""

    type: Literal["move"] = "move"
    id: Identifier | None = None
    """Sent twice with the same id, it counts once."""
    seat: Number
    move: Number | Text
    number: Number | None = None
    """The number of the view that it was decided on; the move is refused if that is not the last one."""


class UndoCommand(Form):
    """A seat takes back its last move."""

    type: Literal["undo"] = "undo"
    id: Identifier | None = None
    seat: Number
    number: Number | None = None


class RollCommand(Form):
    """A seat that rolls its dice itself rolls now; the number was fixed before."""

    type: Literal["roll"] = "roll"
    id: Identifier | None = None
    seat: Number


class DiceCommand(Form):
    """Whether a seat rolls its dice itself from now on; otherwise they roll when its turn begins."""

    type: Literal["dice"] = "dice"
    id: Identifier | None = None
    seat: Number
    by_hand: bool


class TakeOverCommand(Form):
    """Let a bot of the table's level play for a player who is away."""

    type: Literal["takeover"] = "takeover"
    id: Identifier | None = None
    seat: Number


class CommitCommand(Form):
    """Commit to a salt, where a seat `asks` for a commitment: in a rematch. The first one counts."""

    type: Literal["commit"] = "commit"
    id: Identifier | None = None
    seat: Number
    commitment: Text


class RevealCommand(Form):
    """Reveal the salt that a seat has committed to, when it `asks` for it."""

    type: Literal["reveal"] = "reveal"
    id: Identifier | None = None
    seat: Number
    salt: Text


class PerspectiveCommand(Form):
    """Look from the perspective of another of one's own seats."""

    type: Literal["perspective"] = "perspective"
    id: Identifier | None = None
    seat: Number


class SyncCommand(Form):
    """Send the whole table again."""

    type: Literal["sync"] = "sync"
    id: Identifier | None = None


class HintCommand(Form):
    """What a strong player would do on this seat."""

    type: Literal["hint"] = "hint"
    id: Identifier | None = None
    seat: Number


Command = Annotated[
    MoveCommand
    | UndoCommand
    | RollCommand
    | DiceCommand
    | TakeOverCommand
    | CommitCommand
    | RevealCommand
    | PerspectiveCommand
    | SyncCommand
    | HintCommand,
    Field(discriminator="type"),
]
"""Whatever a socket is sent."""

COMMAND: TypeAdapter[Command] = TypeAdapter(Command)


def read_command(text: str) -> Command:
    """The command a text holds; a ApiError says what is wrong with it."""
    if len(text) > limits.MESSAGE:
        raise ApiError("server.too_long", most=limits.MESSAGE)
    try:
        return COMMAND.validate_json(text)
    except ValidationError as error:
        raise _refusal(error.errors(include_url=False)[0]) from error


def identifier_of(text: str) -> str | None:
    """The id of a command that cannot be understood, if it has one, so that it can be answered."""
    try:
        message: Any = orjson.loads(text[: limits.MESSAGE])
        identifier = message.get("id")
    except (ValueError, AttributeError):
        return None
    return identifier if isinstance(identifier, str) and 0 < len(identifier) <= 40 else None


def _refusal(fault: Any) -> ApiError:
    """What is wrong with a command, in words."""
    kind, place = fault["type"], [str(part) for part in fault["loc"][1:]]
    if kind == "union_tag_invalid":
        return ApiError("server.no_message", kind=str(fault["ctx"]["tag"])[:40])
    if not place:
        return ApiError("server.message_form")
    if kind == "extra_forbidden":
        return ApiError("server.no_field", name=place[0][:40])
    if place[0] in ("seat", "number"):
        return ApiError("server.whole", name=place[0])
    if place[0] == "by_hand":
        return ApiError("server.flag", name=place[0])
    forms = {"id": "id_form", "salt": "salt_form", "commitment": "salt_form"}
    return ApiError(f"server.{forms.get(place[0], 'move_form')}")


# Over HTTP


class SeatForm(Form):
    """Who is to sit on a seat."""

    kind: Literal["me", "bot", "open", "here"]
    level: Level | None = None
    name: Text = ""


class TableForm(Form):
    """A table to be set up."""

    game: Text
    seats: Annotated[list[SeatForm], Field(min_length=1, max_length=6)]
    options: dict[Text, Annotated[String, Field(max_length=limits.OPTION)]] = {}
    clock: Clock | None = None
    minutes: Minutes | None = None
    watch: Watching = "link"
    hints: bool = False
    """Whether people who play against each other may ask for hints; whoever plays alone or with bots always may."""
    several_seats: bool = False
    """Whether one person may take several of the open seats."""
    seed: Text | None = None
    """Only where nobody else sits: the same seed, the same dice."""
    salt: Text | None = None
    """What you add to the dice where others sit, 16 to 64 characters; without salt and commitment the server makes one.
    The record says that it was not committed to."""
    commitment: Text | None = None
    """The SHA-256 of your salt in hexadecimal, instead of the salt: reveal that when your seat `asks` for it."""
    by_hand: bool = False
    """Whether you roll your dice yourself, by a RollCommand; otherwise they roll when your turn begins."""


class NameForm(Form):
    """What a player wants to be called."""

    name: Text


class SitForm(Form):
    """The invitation to an open seat, where one is needed, and what you add to the dice."""

    invite: Text | None = None
    salt: Text | None = None
    """16 to 64 characters that nobody can guess; without salt and commitment the server makes one. The record says that
    it was not committed to."""
    commitment: Text | None = None
    """The SHA-256 of your salt in hexadecimal, instead of the salt: reveal that when your seat `asks` for it."""
    by_hand: bool = False
    """Whether you roll your dice yourself, by a RollCommand; otherwise they roll when your turn begins."""


class RematchForm(Form):
    """The same table once more, the bots as they were or all at another level."""

    level: Level | None = None


class WhatIfForm(Form):
    """A position of a finished game, and the seat to play on from there."""

    at: Annotated[Number, Field(ge=0)]
    seat: Annotated[Number, Field(ge=0)]
    level: Level = "club"
    step: Annotated[Number | None, Field(ge=0)] = None
    """The step of the review it was chosen in."""


class RecordForm(Form):
    """A game as text."""

    text: Annotated[String, Field(max_length=limits.RECORD)]


class LessonForm(Form):
    """The moves made in a lesson so far, each by its code or its text."""

    moves: Annotated[list[Number | Text], Field(max_length=limits.LESSON)]


class ReviewForm(Form):
    """A review of a finished game, and how closely to look: `quick` is there in seconds, `deep` takes minutes."""

    effort: Effort = "normal"


class AnswerForm(Form):
    """The moves made in answer to a question so far, each by its code or its text."""

    moves: Annotated[list[Number | Text], Field(max_length=limits.ANSWER)]
    give_up: bool = False
    """Whether to be told the answer instead."""


class SharesForm(Form):
    """Whether positions of your games may become puzzles for everybody."""

    shares: bool
