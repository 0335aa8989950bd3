"""What programs and the page may send over HTTP, checked; the OpenAPI description is made from it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from trackside.web.guard import LARGEST_BODY

Text = Annotated[str, Field(max_length=80)]
Seat = Annotated[int, Field(ge=0, le=5, strict=True)]


class Form(BaseModel):
    """Nothing but what is asked for."""

    model_config = ConfigDict(extra="forbid")


class SeatForm(Form):
    """Who is to sit on a seat."""

    kind: Literal["me", "bot", "open", "here"]
    level: Text | None = None
    name: Text = ""


class TableForm(Form):
    """A table to be set up."""

    game: Text
    seats: Annotated[list[SeatForm], Field(min_length=1, max_length=6)]
    options: dict[Text, Annotated[str, Field(max_length=1000)]] = {}
    clock: int | None = None
    minutes: int | None = None
    watch: Text = "link"
    seed: Text | None = None


class NameForm(Form):
    """What a player wants to be called."""

    name: Text


class SitForm(Form):
    """The invitation to an open seat, where one is needed."""

    invite: Text | None = None


class MoveForm(Form):
    """A move by its code or its text; `number` is that of the view it was chosen from, `id` makes it count once."""

    seat: Seat
    move: Annotated[int, Field(strict=True)] | Text
    number: int | None = None
    id: Annotated[str, Field(min_length=1, max_length=40)] | None = None


class UndoForm(Form):
    """The seat that takes back its last move."""

    seat: Seat


class TakeOverForm(Form):
    """The seat a bot is to play, and how well."""

    seat: Seat
    level: Text = "club"


class WhatIfForm(Form):
    """A position of a finished game, and the seat to play on from there."""

    at: Annotated[int, Field(ge=0, strict=True)]
    seat: Seat
    level: Text = "club"


class RecordForm(Form):
    """A game as text."""

    text: Annotated[str, Field(max_length=LARGEST_BODY)]
