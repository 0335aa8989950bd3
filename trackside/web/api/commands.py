"""Commands over a socket, checked. Moves, undos, takeovers, commitments and salts are possible over HTTP, too."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import orjson
from pydantic import Field, TypeAdapter, ValidationError

from trackside.web import limits
from trackside.web.api.forms import Form, Identifier, Number, Text
from trackside.web.errors import ApiError


class MoveCommand(Form):
    """A move, given by its code or in notation."""

    type: Literal["move"] = "move"
    id: Identifier | None = None
    """The id of the move: sent twice with the same id, it counts once."""
    seat: Number
    move: Number | Text
    version: Number | None = None
    """The version of the view it was decided on; the move is refused if that is not the latest."""


class UndoCommand(Form):
    """A request to take back a seat's last move."""

    type: Literal["undo"] = "undo"
    id: Identifier | None = None
    seat: Number
    version: Number | None = None


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
    if place[0] in ("seat", "version"):
        return ApiError("server.whole", name=place[0])
    if place[0] == "by_hand":
        return ApiError("server.flag", name=place[0])
    forms = {"id": "id_form", "salt": "salt_form", "commitment": "salt_form"}
    return ApiError(f"server.{forms.get(place[0], 'move_form')}")
