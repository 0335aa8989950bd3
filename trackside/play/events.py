"""What a match tells: its moves, what happens in it, and what a seat may know of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic

from trackside.core.layout import Layout
from trackside.core.scene import Effect
from trackside.core.words import Words
from trackside.games import find_game

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    S = TypeVar("S", bound=Layout, default=Any)
    """The State of a game; any, where the game is known only when the program runs."""
else:
    from typing import TypeVar

    S = TypeVar("S", bound=Layout)

Entry = tuple[int, int]
"""An entry of the log: who acted (a seat, CHANCE or the REFEREE), and the move or outcome."""


class Move:
    """A legal move: its code and its text, which is made when somebody asks for it.

    >>> Move(3, "start-1d")
    Move(code=3, text='start-1d')
    """

    __slots__ = ("_text", "code")

    code: int
    """What `Match.play` takes, an index of `Match.legal_mask`: always the same number for the same kind of move."""

    def __init__(self, code: int, text: str | Callable[[int], str]) -> None:
        self.code = code
        self._text = text

    @property
    def text(self) -> str:
        """What it is called in the game's notation; `Match.play` takes that too."""
        if not isinstance(self._text, str):
            self._text = self._text(self.code)
        return self._text

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.code == other.code and self.text == other.text

    def __hash__(self) -> int:
        return hash((self.code, self.text))

    def __repr__(self) -> str:
        return f"{type(self).__name__}(code={self.code}, text={self.text!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.text)


class Outcome(Move):
    """What chance can bring: its code, its text, and how likely it is.

    >>> Outcome(5, "6", weight=1, total=6)
    Outcome(code=5, text='6', weight=1, total=6)
    """

    __slots__ = ("total", "weight")

    weight: int
    """How many of the `total` equally likely cases bring it."""
    total: int

    def __init__(self, code: int, text: str | Callable[[int], str], weight: int, total: int) -> None:
        super().__init__(code, text)
        self.weight, self.total = weight, total

    @property
    def probability(self) -> float:
        """How likely it is, from 0 to 1."""
        return self.weight / self.total

    def __eq__(self, other: object) -> bool:
        return (
            super().__eq__(other)
            and isinstance(other, Outcome)
            and other.weight * self.total == self.weight * other.total
        )

    __hash__ = Move.__hash__

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, weight={self.weight}, total={self.total})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.text, self.weight, self.total)


@dataclass(slots=True)
class Event:
    """One entry of the log as a perspective may see it; its sentences are made when somebody asks for them."""

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
class View(Generic[S]):
    """All that a seat gets: the position with what it may not know left blank, and what it may do."""

    game: str
    """The game's name."""
    seat: int
    """Whose view it is; SPECTATOR for whoever only looks."""
    state: S
    """The position, what this seat may not know left blank."""
    to_move: int
    """The seat to move, CHANCE or OVER."""
    moves: tuple[Move, ...]
    """What this seat may do now."""

    @property
    def text(self) -> str:
        """The position as text: `?` for what this seat may not know."""
        return find_game(self.game).notation.position_text(self.state)

    @classmethod
    def from_text(cls, game: str, text: str, seat: int) -> View[S]:
        """The view that a text of a position describes, as `match.position(seat)` writes it.

        ParseError says what is wrong with the text; BadOption, why it is no view of this seat.
        """
        from trackside.play.sampling import read_view

        return read_view(game, text, seat)


Observer = Callable[[Event], None]
