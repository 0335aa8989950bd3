"""The position of a match, held by the plain rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from trackside.core.notation import choices_for, view_state
from trackside.core.protocol import AnyState
from trackside.games import Game

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from trackside.play.dice import Dice
    from trackside.play.events import Entry


class PlainPosition:
    """A position held by the plain rules."""

    compiled: ClassVar[bool] = False

    __slots__ = ("_choices", "_following", "game", "state", "to_move", "turns")

    def __init__(self, game: Game, state: AnyState) -> None:
        self.game, self.state = game, state
        self.to_move: int = game.plain.to_move(state)
        self.turns: int = state.turns
        self._choices: dict[int, list[int]] = {}
        self._following: tuple[Entry, PlainPosition] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.state)

    def choices(self, seat: int) -> list[int]:
        """Return the codes of a seat's legal moves."""
        found = self._choices.get(seat)
        if found is None:
            found = self._choices[seat] = choices_for(self.game.plain, self.state, seat)
        return found

    def chance(self) -> tuple[int, list[int]]:
        """Return the stream that chance draws from, and the weights of its outcomes."""
        weights = [0] * self.game.plain.OUTCOMES
        n = self.game.plain.chance_weights(self.state, weights)
        return self.game.plain.chance_stream(self.state), weights[:n]

    def after(self, entry: Entry) -> PlainPosition:
        """Return the position after an entry."""
        if self._following is not None and self._following[0] == entry:
            return self._following[1]
        state = self.state.duplicate()
        self.game.plain.apply(state, *entry)
        following = PlainPosition(self.game, state)
        self._following = entry, following
        return following

    def view_state(self, perspective: int) -> AnyState:
        """Return the position as this perspective may know it."""
        return view_state(self.game.plain, self.state, perspective) if self.game.card.secrets else self.state

    def scores(self, seats: int) -> list[int]:
        """Return the points of every seat."""
        points = [0] * seats
        self.game.plain.scores(self.state, points)
        return points

    def returns(self, seats: int) -> list[float]:
        """Return every seat's share of the win."""
        shares: list[float] = [0.0] * seats
        self.game.plain.returns(self.state, shares)
        return shares

    def features(self, seat: int) -> npt.NDArray[np.int16]:
        """Return what a seat may know, as numbers."""
        import numpy as np

        out = [0] * len(self.game.plain.FEATURES)
        self.game.plain.encode(self.view_state(seat), seat, out)
        return np.array(out, np.int16)

    def counted(self, drawn: list[int]) -> list[int]:
        """Return the outcomes drawn by stream, unchanged."""
        return drawn

    def roller(self, dice: Dice) -> None:
        """Return None: the match has to roll."""

    def forget(self) -> None:
        """Drop everything that is cached only for speed."""
        self._choices, self._following = {}, None
