"""What a page or a screen needs to draw a view: plain data, made by each game's scene module.

Every scene has `seats`: for each seat its `colour`, its `points`, and whatever else there is to show of it.
"""

from __future__ import annotations

from typing import Any, Protocol, TypedDict

from trackside.core.protocol import AnyState
from trackside.core.words import Words

Scene = dict[str, Any]
"""Numbers, texts, lists and tables: what JSON can hold."""

Offer = dict[str, Any]
"""A legal move for a person: `label` says it in a sentence, `brings` what it does, in sentences; and where it lies."""


Effect = dict[str, Any]
"""One thing that an entry of the log did, the same in every language: its `kind`, mostly the `seat` it is about, and
whatever else the game's drawings and sentences need of it."""


class Ending(TypedDict):
    """The final scores, explained: a column for each kind of points, a row for each seat, the last column the total."""

    columns: list[str]
    rows: list[list[int | str]]
    notes: list[str]


class Scenes(Protocol):
    """A game's scene module."""

    def scene(self, s: AnyState, perspective: int) -> Scene:
        """A view as plain data, the same in every language; `s` is already what `perspective` may know.

        Where a game has no secrets it is the same for all perspectives.
        """

    def offer(self, s: AnyState, seat: int, move: int, words: Words) -> Offer:
        """A legal move as it is offered."""

    def completes(self, s: AnyState, seat: int) -> bool:
        """Return true where this seat completes a decision it has made: if it has one move, that is made for people."""

    def effects(self, s: AnyState, seat: int, move: int, perspective: int) -> list[Effect]:
        """Return the effects of a move or outcome in order, as `perspective` may know them; `s` is the position before.

        An effect is told in the turn of whoever acted, one of chance in the turn of the `seat` of its first effect;
        an effect `of` another seat is told in that seat's turn.
        """

    def roller(self, s: AnyState) -> int:
        """Return the seat whose die is rolled next, where chance is to move; CHANCE if the roll is nobody's."""

    def ending(self, s: AnyState, words: Words) -> Ending:
        """How the points of everybody came about, at any time; notes name the tie rule when it decided."""

    def end_reason(self, s: AnyState, words: Words) -> str:
        """Return why a game that is over has ended, in one sentence; empty if the game does not say."""

    def sides(self, s: AnyState) -> list[int]:
        """Return the side of each seat: partners of a team share one, otherwise every seat is its own."""


def seen_scene(scene: Scene, perspective: int) -> Scene:
    """A scene and whose perspective it is: None unless they are a seat's."""
    return {"perspective": perspective if perspective >= 0 else None, **scene}
