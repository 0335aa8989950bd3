"""The types of scenes, offers and effects; those of the page are generated from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired

from typing_extensions import TypedDict

from trackside.core.scene import OfferedMove

Arc = tuple[int, int, int]
"""A meeple's path: its side, its origin and its end."""

Threat = tuple[int, list[tuple[int, list[tuple[int, list[int]]]]]]
"""A square and, for each of its symbols, seats with the numbers they hold."""


EndReason = Literal["goal", "cards", "passes", "time", "rounds"]


class Seat(TypedDict):
    """A seat."""

    colour: str
    points: int


class Card(TypedDict):
    """A card; only its number, if the rest is hidden."""

    number: int
    kind: NotRequired[int]
    symbols: NotRequired[Sequence[int]]


class Trip(TypedDict):
    """The trip under way."""

    square: int
    cards: list[Card]
    """The cards laid for it."""
    missing: Sequence[int]
    """The symbols still to match."""
    back: int
    """The distance back so far."""


class Scene(TypedDict):
    """Everything there is to draw."""

    squares: str
    """The symbols of the squares 2 to 99."""
    phase: str
    seat: int
    round: int
    rounds: int
    time_up: bool
    passes: int
    """The number of players who have passed in a row."""
    safe: list[int]
    """The squares that cannot be tripped."""
    sides: list[int]
    """The side of each seat."""
    colours: list[str]
    """The colour of each seat."""
    meeples: list[list[int]]
    """The squares of the meeples of each side."""
    hands: list[list[Card]]
    seats: list[Seat]
    deck: int
    top: int
    steps: int
    trip: Trip | None
    threats: list[Threat]


class Offer(OfferedMove):
    """A legal move with its square or card, and the paths of meeples that it makes certain."""

    kind: Literal["trip", "lay", "black", "none", "pass", "meeple"]
    on: list[Arc]
    """The paths forward."""
    square: NotRequired[int]
    card: NotRequired[int]
    number: NotRequired[int]
    steps: NotRequired[int]
    symbols: NotRequired[Sequence[int]]
    back: NotRequired[list[Arc]]
    """The paths back."""
    maybe: NotRequired[list[Arc]]
    """The shortest and the longest paths back, if they differ."""
    falls: NotRequired[list[int]]
    """The shortest and the longest distance back."""
    lays: NotRequired[list[int]]
    """The numbers that lead furthest back."""
    laid: NotRequired[list[int]]
    """The kinds of cards that a trip lays automatically."""
    cards: NotRequired[list[int]]
    """The kinds of cards that can take part."""
    missing: NotRequired[Sequence[int]]
    """The symbols still to match after this card."""


class Event(TypedDict):
    """An effect that needs no details."""

    kind: Literal["time_up", "begins", "none", "pass"]
    seat: int


class Top(TypedDict):
    """The number of the next card on the deck."""

    kind: Literal["top"]
    seat: int
    number: int


class Draw(TypedDict):
    """A card drawn; its symbols for those who may know them."""

    kind: Literal["draw"]
    seat: int
    number: int
    symbols: NotRequired[list[int]]


class Black(TypedDict):
    """A card played to walk; its symbols for those who may know them."""

    kind: Literal["black"]
    seat: int
    number: int
    symbols: NotRequired[list[int]]


class Named(TypedDict):
    """A square named for a trip, and the seats on it."""

    kind: Literal["named"]
    seat: int
    square: int
    seats: list[int]


class Lay(TypedDict):
    """A card laid for a trip."""

    kind: Literal["lay"]
    seat: int
    number: int
    square: int
    seats: list[int]
    symbols: list[int]


Fall = TypedDict(
    "Fall",
    {"kind": Literal["fall"], "seat": int, "side": int, "seats": list[int], "from": int, "to": int, "by": int},
)
"""A meeple that a trip of seat `by` took back."""

Walk = TypedDict(
    "Walk",
    {"kind": Literal["walk"], "seat": int, "side": int, "from": int, "to": int, "steps": int, "meeples": int},
)
"""The walk of a turn, by the sum of its cards."""


class Stay(TypedDict):
    """A walk that no meeple could make."""

    kind: Literal["stay"]
    seat: int
    steps: int


class Empty(TypedDict):
    """A seat without cards, whose turn is passed."""

    kind: Literal["empty"]
    seat: int
    of: int


class Over(TypedDict):
    """The end of the game, and its reason."""

    kind: Literal["over"]
    seat: int
    of: int
    why: EndReason


Effect = Event | Top | Draw | Black | Named | Lay | Fall | Walk | Stay | Empty | Over
