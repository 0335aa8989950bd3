"""A position as a viewer sees it: scene, offers and effects."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from trackside.core.scene import OfferedMove
from trackside.web.api.common import Colour, declared, open_ended


@open_ended
class SceneSeat(TypedDict):
    """A seat in a scene; each game adds what else it shows."""

    colour: Colour
    points: int


@open_ended
class Scene(TypedDict):
    """A view as plain data; each game adds what else it draws."""

    perspective: int | None
    """The seat from whose perspective it is seen; null if it is not a seat's perspective."""
    seats: list[SceneSeat]
    phase: NotRequired[str]


@open_ended
class Offer(OfferedMove):
    """A legal move; each game adds the place where it lies, in the terms of its scene."""

    move: int
    text: str
    """The move in notation."""


@declared
class PositionView(TypedDict):
    """A position to draw, as a perspective may know it: at a table, in a replay, a lesson or a question."""

    to_move: int | None
    turn: int
    scene: Scene
    scores: list[int]


@declared
class PlayableView(PositionView):
    """A position with the viewer's legal moves."""

    prompt: str | None
    """The instruction to the player; null if there is nothing to do."""
    offers: list[Offer]


@declared
class TableView(PlayableView):
    """The position of a table."""

    sides: list[int]
    """The side of each seat: partners in a team share a side, otherwise each seat has its own."""
    undo: bool
    """True if your last move may be taken back."""
    undo_marks: bool
    """True if taking it back would exclude this game from statistics, because something new has been shown since."""
    roll: bool
    """True if you have to roll your die now, by a RollCommand."""


@declared
class StateView(TypedDict):
    """A position for programs that know the rules (`?form=state`)."""

    to_move: int | None
    turn: int
    state: str
    """The bytes of the position as seen from your perspective, in hexadecimal."""
    moves: list[int]
    """The codes of your legal moves."""
    roll: bool
    """True if you have to roll your die now, by a RollCommand."""


@open_ended
class Effect(TypedDict):
    """One effect of a log entry; each game adds its own details."""

    kind: str
    seat: NotRequired[int]
    """The seat it concerns."""


@declared
class AnswerView(PlayableView):
    """The position of a lesson or a question after the moves made so far; there are no offers once it is answered."""

    effects: list[Effect]
    """The effects of these moves, and in a lesson of what followed them."""


@declared
class Frame(PositionView):
    """A position of a replay, and the entry of the log that led to it."""

    seat: int | None
    text: str
    effects: list[Effect]
