"""The types of scenes, offers and effects; those of the page are generated from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired

from typing_extensions import TypedDict

from trackside.core.scene import OfferedMove

Field = tuple[int, int, str, str, int]
"""A field of a sheet: q, r, name, colour, and its number or 0."""


class Patch(TypedDict):
    """A patch of the card, as used at this perspective."""

    colour: str
    used: bool


class End(TypedDict):
    """An end of a line, and whether it may grow."""

    end: str
    field: int
    may: bool


class Mark(TypedDict):
    """A number, and the points that it brought or would bring now."""

    value: int
    state: str
    points: int


class Card(TypedDict):
    """A card of the deck, the number of such cards, and the number still to come."""

    patches: list[str]
    copies: int
    left: int


class Seat(TypedDict):
    """A line from end A to end B, its part from this round and the end it is at, and the numbers noted."""

    colour: str
    start: int | None
    line: list[int]
    drawn: int
    growing: str | None
    finished: bool
    reached: dict[str, str]
    brought: dict[str, int]
    noted: int
    points: int


class SheetScene(TypedDict):
    """A sheet alone, before anyone plays on it."""

    fields: Sequence[Field]
    starts: Sequence[int]


class Scene(SheetScene):
    """The sheet, the card as used at this perspective, and every seat's line with its numbers."""

    phase: str
    round: int
    rounds: int
    card: list[Patch]
    ends: list[End]
    numbers: list[Mark]
    deck: list[Card]
    seats: list[Seat]


Entered = TypedDict("Entered", {"from": NotRequired[int]})
"""The field from which a line grows."""


class Offer(OfferedMove, Entered):
    """A legal move: a field to enter, or to stop or pass."""

    kind: Literal["enter", "stop", "pass"]
    end: NotRequired[str]
    field: NotRequired[int]
    value: NotRequired[int]
    points: NotRequired[int]


class Start(TypedDict):
    """The start of a seat's line."""

    kind: Literal["start"]
    seat: int
    start: int
    field: int


class Turned(TypedDict):
    """The card of a round, by its number."""

    kind: Literal["card"]
    number: int
    patches: list[str]


class Pass(TypedDict):
    """A seat that draws nothing in a round, or cannot."""

    kind: Literal["pass"]
    seat: int
    of: NotRequired[int]
    cannot: NotRequired[bool]


class Stop(TypedDict):
    """A seat that draws no more in a round."""

    kind: Literal["stop"]
    seat: int


Draw = TypedDict(
    "Draw",
    {
        "kind": Literal["draw"],
        "seat": int,
        "end": str,
        "from": int,
        "field": int,
        "value": int,
        "points": int,
        "state": Literal["full", "half", "none"],
        "alone": bool,
        "last": bool,
    },
)
"""A field that a line enters, and its number and points, if any."""


class SharedNumber(TypedDict):
    """A number that several seats reached in the same round."""

    kind: Literal["shared"]
    seat: int
    of: int
    seats: list[int]
    value: int


Effect = Start | Turned | Pass | Stop | Draw | SharedNumber
