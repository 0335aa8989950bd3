"""What a match tells: its moves, what happens in it, and what a seat may know of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from trackside.core.protocol import AnyState
from trackside.core.scene import Effect
from trackside.core.words import Words

Entry = tuple[int, int]
"""An entry of the log: who acted (a seat, CHANCE or the REFEREE), and the move or outcome."""


@dataclass(frozen=True)
class Move:
    """A legal move: its code and its text."""

    code: int
    text: str


@dataclass(slots=True)
class Event:
    """One entry of the log as some eyes may see it; its sentences are made when somebody asks for them."""

    number: int
    seat: int
    text: str
    """The entry in notation, `?` for what is secret."""
    turn: int
    """How many turns had begun before it."""
    ended: bool
    """Whether the turn, or the game, was over after it."""
    _effects: Callable[[], list[Effect]] = field(compare=False, repr=False)
    _describe: Callable[[Words], list[str]] = field(compare=False, repr=False)
    _done: list[Effect] | None = field(default=None, compare=False, repr=False)
    _said: dict[Words, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def effects(self) -> list[Effect]:
        """What it did, as data."""
        if self._done is None:
            self._done = self._effects()
        return self._done

    def said(self, words: Words) -> tuple[str, ...]:
        """What happened, in sentences."""
        if words not in self._said:
            self._said[words] = tuple(self._describe(words))
        return self._said[words]


@dataclass(frozen=True)
class View:
    """All that a seat gets: the position with what it may not know left blank, and what it may do."""

    game: str
    seat: int
    state: AnyState
    to_move: int
    moves: tuple[Move, ...]


Observer = Callable[[Event], None]
