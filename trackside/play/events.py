"""The values a match hands out: moves, outcomes, events, and views of a seat."""

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
    """The State of a game; Any if the game is known only at run time."""
else:
    from typing import TypeVar

    S = TypeVar("S", bound=Layout)

Entry = tuple[int, int]
"""An entry of the log: who acted (a seat, CHANCE or the REFEREE), and the move or outcome."""


class Move:
    """A legal move: its code, and its text, which is made on demand.

    >>> Move(3, "start-1d")
    Move(code=3, text='start-1d')
    """

    __slots__ = ("_text", "code")

    code: int
    """The number that `Match.play` takes, an index into `Match.legal_mask`; it always means the same kind of move."""

    def __init__(self, code: int, text: str | Callable[[int], str]) -> None:
        self.code = code
        self._text = text

    @property
    def text(self) -> str:
        """The move in the game's notation, which `Match.play` accepts too."""
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
    """A possible outcome of chance: its code, its text and its probability.

    >>> Outcome(5, "6", weight=1, total=6)
    Outcome(code=5, text='6', weight=1, total=6)
    """

    __slots__ = ("total", "weight")

    weight: int
    """The number of the `total` equally likely cases that bring it."""
    total: int

    def __init__(self, code: int, text: str | Callable[[int], str], weight: int, total: int) -> None:
        super().__init__(code, text)
        self.weight, self.total = weight, total

    @property
    def probability(self) -> float:
        """The probability, from 0 to 1."""
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
    """One entry of the log as a perspective may see it; its sentences are made on demand."""

    number: int
    seat: int
    text: str
    """The entry in notation, `?` for anything secret."""
    turn: int
    """The number of turns begun before it."""
    ended: bool
    """True if the turn, or the game, was over after it."""
    _effects: Callable[[], list[Effect]] = field(compare=False, repr=False)
    _describe: Callable[[Words], list[str]] = field(compare=False, repr=False)
    _done: list[Effect] | None = field(default=None, compare=False, repr=False)
    _said: dict[Words, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def effects(self) -> list[Effect]:
        """The effects of the entry, as data."""
        if self._done is None:
            self._done = self._effects()
        return self._done

    def said(self, words: Words) -> tuple[str, ...]:
        """Return what happened, in sentences."""
        if words not in self._said:
            self._said[words] = tuple(self._describe(words))
        return self._said[words]


@dataclass(frozen=True)
class View(Generic[S]):
    """All that a seat may know: the position with the unknown parts left blank, and its legal moves."""

    game: str
    """The name of the game."""
    seat: int
    """The seat whose view it is, or SPECTATOR."""
    state: S
    """The position, with everything this seat may not know left blank."""
    to_move: int
    """The seat to move, CHANCE or OVER."""
    moves: tuple[Move, ...]
    """The legal moves of this seat."""

    @property
    def text(self) -> str:
        """The position in notation: `?` for anything this seat may not know."""
        return find_game(self.game).notation.position_text(self.state)

    def draw(self, language: str = "en", *, ascii_only: bool = False) -> str:
        """Return the board in text as this seat sees it; `print(view)` prints it, and a notebook shows it in colour."""
        from trackside.play.drawing import draw_view

        return draw_view(self, language, ascii_only=ascii_only)

    def __str__(self) -> str:
        return self.draw()

    def _repr_html_(self) -> str:
        from trackside.play.drawing import draw_view_in_colour

        return draw_view_in_colour(self)

    @classmethod
    def from_text(cls, game: str, text: str, seat: int) -> View[S]:
        """Return the view described by the text of a position, as `match.position(seat)` writes it.

        Raise ParseError if the text is malformed, and BadOption if it is not a view of this seat.
        """
        from trackside.play.sampling import read_view

        return read_view(game, text, seat)


Observer = Callable[[Event], None]
