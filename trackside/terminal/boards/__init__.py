"""A drawing for every game: from what a seat sees and what it is offered, without a rule."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from trackside.core.protocol import AnyState
from trackside.core.words import Words
from trackside.games import Game
from trackside.play.match import Move
from trackside.terminal.canvas import Canvas


@dataclass(frozen=True)
class Scene:
    """All that a drawing shows."""

    state: AnyState
    eyes: int
    """The seat that looks, or SPECTATOR or REFEREE."""
    shown: int
    """The seat whose sheet is in the middle, where everybody has one."""
    words: Words
    """The game's words."""
    say: Words
    """The terminal's words."""
    names: tuple[str, ...]
    """Who sits where."""
    to_move: int
    scores: tuple[int, ...]
    moves: tuple[Move, ...] = ()
    selected: Move | None = None
    after: AnyState | None = None
    """What the position would be after the selected move."""


class Board(Protocol):
    """A module that draws one game."""

    SHEETS: bool
    """Whether every seat has a sheet of its own to look at."""

    def paint(self, scene: Scene, canvas: Canvas) -> None:
        """Draw the scene as large as the canvas allows."""

    def spots(self, text: str) -> list[str]:
        """The spots that a move of this text is about, the one it leads to first."""

    def account(self, scene: Scene) -> list[str]:
        """How the points came about, in words."""


@cache
def board_of(game: Game) -> Board:
    """The drawing of a game."""
    return cast(Board, import_module(f"{__name__}.{game.package.rpartition('.')[2]}"))
