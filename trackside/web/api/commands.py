"""The models of what clients may send: commands over a socket and forms over HTTP, both described in OpenAPI."""

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
    """Refuse NUL, which PostgreSQL cannot store, and lone surrogates, which cannot be encoded."""
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
"""Types with fixed values. The schema only lists the values: others are refused elsewhere, in the client's language."""


class Form(BaseModel):
    """A model that allows only declared fields, of the right types."""

    model_config = ConfigDict(extra="forbid", strict=True)


# Over a socket; a move, an undo, a takeover, a commitment and a salt also over HTTP


class MoveCommand(Form):
    """A move, given by its code or in notation."""

    type: Literal["move"] = "move"
    id: Identifier | None = None
    """The id of the move: sent twice with the same id, it counts once."""
    seat: Number
    move: Number | Text
    number: Number | None = None
    """The number of the view it was decided on; the move is refused if that is not the latest."""


class UndoCommand(Form):
    """A request to take back a seat's last move."""

    type: Literal["undo"] = "undo"
    id: Identifier | None = None
    seat: Number
    number: Number | None = None


class RollCommand(Form):
    """A roll for a seat that rolls its own dice; its outcome was fixed before."""

    type: Literal["roll"] = "roll"
    id: Identifier | None = None
    seat: Number


class DiceCommand(Form):
    """A seat's choice whether to roll its own dice from now on; otherwise they roll when its turn begins."""

    type: Literal["dice"] = "dice"
    id: Identifier | None = None
    seat: Number
    by_hand: bool


class TakeOverCommand(Form):
    """A request that a bot of the table's level play for a player who is away."""

    type: Literal["takeover"] = "takeover"
    id: Identifier | None = None
    seat: Number


class CommitCommand(Form):
    """A commitment to a salt, for a seat that `asks` for one: in a rematch. The first one counts."""

    type: Literal["commit"] = "commit"
    id: Identifier | None = None
    seat: Number
    commitment: Text


class RevealCommand(Form):
    """The salt that a seat has committed to, once it `asks` for it."""

    type: Literal["reveal"] = "reveal"
    id: Identifier | None = None
    seat: Number
    salt: Text


class PerspectiveCommand(Form):
    """A switch to the perspective of another of your seats."""

    type: Literal["perspective"] = "perspective"
    id: Identifier | None = None
    seat: Number


class SyncCommand(Form):
    """A request for the whole table."""

    type: Literal["sync"] = "sync"
    id: Identifier | None = None


class HintCommand(Form):
    """A request for the best moves for a seat, from a strong bot."""

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
"""Any message to a socket."""

COMMAND: TypeAdapter[Command] = TypeAdapter(Command)


def read_command(text: str) -> Command:
    """Return the command in a message; raise ApiError if it is invalid."""
    if len(text) > limits.MESSAGE:
        raise ApiError("server.too_long", most=limits.MESSAGE)
    try:
        return COMMAND.validate_json(text)
    except ValidationError as error:
        raise _refusal(error.errors(include_url=False)[0]) from error


def identifier_of(text: str) -> str | None:
    """Return the id of a command that cannot be parsed, so that it can be answered; None if it has no id."""
    try:
        message: Any = orjson.loads(text[: limits.MESSAGE])
        identifier = message.get("id")
    except (ValueError, AttributeError):
        return None
    return identifier if isinstance(identifier, str) and 0 < len(identifier) <= 40 else None


def _refusal(fault: Any) -> ApiError:
    """Return the error for a fault that pydantic found in a command."""
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
    """The occupant wanted for a seat."""

    kind: Literal["me", "bot", "open", "here"]
    level: Level | None = None
    name: Text = ""


class TableForm(Form):
    """A table to set up."""

    game: Text
    seats: Annotated[list[SeatForm], Field(min_length=1, max_length=6)]
    options: dict[Text, Annotated[String, Field(max_length=limits.OPTION)]] = {}
    clock: Clock | None = None
    minutes: Minutes | None = None
    watch: Watching = "link"
    hints: bool = False
    """True if people who play against each other may ask for hints; those who play alone or with bots always may."""
    several_seats: bool = False
    """True if one person may take several of the open seats."""
    seed: Text | None = None
    """The seed of the dice, only if no other people play: the same seed gives the same dice."""
    salt: Text | None = None
    """Your part of the dice if other people play, 16 to 64 characters. Without salt and commitment the server makes
    one. The record states that it was not committed to."""
    commitment: Text | None = None
    """The SHA-256 of your salt in hexadecimal, instead of the salt: reveal the salt when your seat `asks` for it."""
    by_hand: bool = False
    """True if you roll your own dice, by a RollCommand; otherwise they roll when your turn begins."""


class NameForm(Form):
    """The name that a player wants."""

    name: Text


class SitForm(Form):
    """The invitation to an open seat, if one is needed, and your part of the dice."""

    invite: Text | None = None
    salt: Text | None = None
    """Your part of the dice: 16 to 64 characters that no one can guess. Without salt and commitment the server makes
    one. The record states that it was not committed to."""
    commitment: Text | None = None
    """The SHA-256 of your salt in hexadecimal, instead of the salt: reveal the salt when your seat `asks` for it."""
    by_hand: bool = False
    """True if you roll your own dice, by a RollCommand; otherwise they roll when your turn begins."""


class RematchForm(Form):
    """A rematch, with the bots as they were or all at another level."""

    level: Level | None = None


class WhatIfForm(Form):
    """A position of a finished game, and the seat to play from there."""

    at: Annotated[Number, Field(ge=0)]
    seat: Annotated[Number, Field(ge=0)]
    level: Level = "club"
    step: Annotated[Number | None, Field(ge=0)] = None
    """The step of the review in which it was chosen."""


class RecordForm(Form):
    """The record of a game."""

    text: Annotated[String, Field(max_length=limits.RECORD)]


class LessonForm(Form):
    """The moves made in a lesson so far, each by its code or in notation."""

    moves: Annotated[list[Number | Text], Field(max_length=limits.LESSON)]


class ReviewForm(Form):
    """A request to review a finished game, and the effort to spend: `quick` takes seconds, `deep` takes minutes."""

    effort: Effort = "normal"


class AnswerForm(Form):
    """The moves made in answer to a question so far, each by its code or in notation."""

    moves: Annotated[list[Number | Text], Field(max_length=limits.ANSWER)]
    give_up: bool = False
    """True to give up and see the answer."""


class SharesForm(Form):
    """Your consent to have positions of your games become puzzles for everyone."""

    shares: bool
