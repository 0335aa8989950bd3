"""Views as plain data for the page and the terminal, made by each game's scene module.

Every scene has `seats`: for each seat its `colour`, its `points`, and whatever else is shown of it.
"""

from __future__ import annotations

from typing import Any, NotRequired, Protocol

from typing_extensions import TypedDict

from trackside.core.protocol import AnyState
from trackside.core.words import Words

Scene = dict[str, Any]
"""Numbers, strings, lists and tables: anything JSON can hold."""

Offer = dict[str, Any]
"""A legal move offered to a person: `label` is a sentence, `brings` its effects in sentences; and its place."""


Effect = dict[str, Any]
"""One effect of a log entry, the same in every language: its `kind`, usually the `seat` it concerns, and
whatever else the game's drawings and sentences need."""


class OfferedMove(TypedDict):
    """A legal move as a game offers it; each game adds the place where it lies, in the terms of its scene."""

    label: str
    """The move in a sentence."""
    short: NotRequired[str]
    """The move in a few words, for lists of whole turns."""
    brings: list[str]
    """Its effects, in sentences."""
    passes: NotRequired[bool]
    """True if the move leaves the turn unused; it is offered, but never recommended."""
    warning: NotRequired[str]
    """A warning to confirm first: what the move would end, with the score."""
    ends: NotRequired[bool]
    """True if your turn ends automatically after it."""


class Ending(TypedDict):
    """The final scores, explained: a column for each kind of points, a row for each seat, the last column the total."""

    columns: list[str]
    rows: list[list[int | str]]
    notes: list[str]


class Scenes(Protocol):
    """A game's scene module."""

    def scene(self, s: AnyState, perspective: int) -> Scene:
        """Return a view as plain data, the same in every language; `s` is already limited to `perspective`.

        In a game without secrets it is the same from all perspectives.
        """

    def offer(self, s: AnyState, seat: int, move: int, words: Words) -> Offer:
        """Return a legal move as an offer."""

    def completes(self, s: AnyState, seat: int) -> bool:
        """Return True if this seat is completing a decision already made: a single legal move is then automatic."""

    def effects(self, s: AnyState, seat: int, move: int, perspective: int) -> list[Effect]:
        """Return the effects of a move or outcome in order from a perspective; `s` is the position before it.

        An effect belongs to the turn of the seat that acted; an effect of chance to the turn of the `seat` of its
        first effect; an effect `of` another seat to that seat's turn.
        """

    def roller(self, s: AnyState) -> int:
        """Return the seat whose die is rolled next, where chance is to move; CHANCE if the roll belongs to no one."""

    def ending(self, s: AnyState, words: Words) -> Ending:
        """Explain every seat's points, at any time; the notes name the tie rule when it decided."""

    def end_reason(self, s: AnyState, words: Words) -> str:
        """Return the reason why a game has ended, in one sentence; empty if the game does not give one."""

    def sides(self, s: AnyState) -> list[int]:
        """Return the side of each seat: teammates share one, otherwise every seat is its own side."""


def seen_scene(scene: Scene, perspective: int) -> Scene:
    """Return a scene with its `perspective`: a seat, or None for SPECTATOR and REFEREE."""
    return {"perspective": perspective if perspective >= 0 else None, **scene}
