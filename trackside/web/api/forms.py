"""The bodies of HTTP requests, checked."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from trackside.review.report import Effort
from trackside.web import limits
from trackside.web.api.common import LevelName, Watch


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

    shares_positions: bool
