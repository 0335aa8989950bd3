"""The types of scenes, offers and effects; those of the page are generated from them.

Places are the numbers of state.py.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from trackside.core.scene import OfferedMove

TileKind = Literal["number", "cactus", "animal"]


class Tile(TypedDict):
    """A tile on its place, with its number or its animal."""

    place: int
    name: str
    """The place in notation."""
    kind: TileKind
    face: int
    animal: NotRequired[str]


class Found(Tile):
    """A tile that would be taken, with short words and points."""

    says: str
    gain: str


Nine = TypedDict("Nine", {"face": int, "with": list[int]})
"""A number that would make nine with a row, and the numbers of the row it would use."""


class Seat(TypedDict):
    """Everything that belongs to a seat."""

    colour: str
    pawns: list[int]
    row: list[int]
    nines: list[Nine]
    plus: int
    plus_points: int
    minus: list[int]
    minus_points: int
    cacti: int
    points: int


class Scene(TypedDict):
    """The track in order, and every seat's things."""

    phase: str
    turn: int
    seat: int
    roll: int
    goal: int
    full: int
    """The number of tiles on a full track."""
    span: int
    track: str
    """The tiles, such as `22:3e:number:2`: place, name, kind, and number or animal."""
    seats: list[Seat]


Walked = TypedDict("Walked", {"from": NotRequired[int], "to": NotRequired[int]})
"""The origin and end of a walk."""


class Offer(OfferedMove, Walked):
    """A legal move with its place and its gain."""

    jump: NotRequired[bool]
    sure: NotRequired[list[Found]]
    """The tiles that a walk takes."""
    takes: NotRequired[list[Found]]
    """The tiles among which to choose after a walk."""
    nothing: NotRequired[str]
    """The reason why a walk takes no tile."""
    place: NotRequired[int]
    name: NotRequired[str]
    kind: NotRequired[TileKind]
    face: NotRequired[int]
    animal: NotRequired[str]
    says: NotRequired[str]
    gain: NotRequired[str]


class Roll(TypedDict):
    """A roll of the die."""

    kind: Literal["roll"]
    seat: int
    n: int


class Dealt(TypedDict):
    """A number dealt in the set-up."""

    kind: Literal["deal"]
    seat: int
    face: int


class Event(TypedDict):
    """An effect that needs no details: a seat begins, or its last pawn is home."""

    kind: Literal["begins", "home"]
    seat: int


Walk = TypedDict(
    "Walk",
    {
        "kind": Literal["walk"],
        "seat": int,
        "from": int,
        "to": int,
        "way": list[int],
        "jump": bool,
        "across": list[int],
        "left": int,
        "start": bool,
        "tile": Literal["number", "cactus", "animal", "goal"],
        "face": int,
        "animal": NotRequired[str],
    },
)
"""A pawn's walk; `left` counts the segments it leaves, `across` has the cacti it crosses, `tile` is its end."""


class Take(TypedDict):
    """A tile that was taken, and its points if it is an animal."""

    kind: Literal["take"]
    seat: int
    place: int
    name: str
    tile: TileKind
    face: int
    animal: NotRequired[str]
    last: bool
    points: int


class MadeNine(TypedDict):
    """A nine, and its points."""

    kind: Literal["nine"]
    seat: int
    numbers: list[int]
    points: int


class Keep(TypedDict):
    """Two numbers that were kept, although they make nine."""

    kind: Literal["keep"]
    seat: int
    numbers: list[int]


class Aside(TypedDict):
    """A number laid aside, and its points."""

    kind: Literal["aside"]
    seat: int
    face: int
    points: int


class RowLeft(TypedDict):
    """The row that counts against a seat whose last pawn came home."""

    kind: Literal["row_left"]
    seat: int
    faces: list[int]
    points: int


Effect = Roll | Dealt | Event | Walk | Take | MadeNine | Keep | Aside | RowLeft
