"""Compiled rules asked about one position at a time; a position is an array of one record."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from trackside.core.protocol import AnyState
from trackside.core.random import WORDS
from trackside.games import Game

Record = npt.NDArray[np.void]


def copy_record(record: Record) -> Record:
    """Return a copy of a record by its bytes: numpy copies field by field, which takes ten times as long."""
    return np.frombuffer(bytearray(record.tobytes()), record.dtype)


class Queries:
    """The compiled rules of a game."""

    def __init__(self, game: Game) -> None:
        rules = game.plain
        self.game, self.layout, self.inputs = game, rules.State, len(rules.FEATURES)
        self.longest = max(rules.MOVES, rules.OUTCOMES)
        """The most moves or outcomes of a position."""
        self._kernel = game.kernel("trackside.search.kernels.queries")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game,)

    def to_move(self, record: Record) -> int:
        """Return the seat to move, CHANCE or OVER."""
        return int(self._kernel.to_move(record))

    def legal_moves(self, record: Record, seat: int) -> list[int]:
        """Return a seat's legal codes, ascending."""
        buffer = np.empty(self.longest, np.int64)
        codes: list[int] = buffer[: self._kernel.legal_moves(record, seat, buffer)].tolist()
        return codes

    def chance_weights(self, record: Record) -> list[int]:
        """Return the weights of the outcomes, where chance is to move."""
        buffer = np.empty(self.longest, np.int64)
        weights: list[int] = buffer[: self._kernel.chance_weights(record, buffer)].tolist()
        return weights

    def chance_outcomes(self, record: Record) -> list[tuple[int, float]]:
        """Return the possible outcomes with their probabilities, where chance is to move."""
        weights = self.chance_weights(record)
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in enumerate(weights) if weight]

    def apply(self, record: Record, seat: int, move: int) -> int:
        """Make a legal move or an outcome in place; return the seat to move."""
        return int(self._kernel.apply(record, seat, move))

    def hide(self, record: Record, perspective: int) -> None:
        """Blank in place what may not be known from a perspective."""
        self._kernel.hide(record, perspective)

    def resample(self, record: Record, seat: int, seed: int) -> None:
        """Replace a position in place by a random one that looks the same to a seat."""
        rng = np.zeros(WORDS, np.int64)
        self._kernel.seed_generator(rng, seed)
        self._kernel.hide(record, seat)
        self._kernel.guess(record, seat, rng)

    def view_record(self, record: Record, perspective: int) -> Record:
        """Return a copy of a position as this perspective may know it."""
        view = copy_record(record)
        self._kernel.hide(view, perspective)
        return view

    def view(self, record: Record, perspective: int) -> AnyState:
        """Return a position in its plain form as this perspective may know it."""
        return self.layout.from_record(self.view_record(record, perspective))

    def features(self, record: Record, seat: int) -> npt.NDArray[np.int16]:
        """Return what a seat may know, as the numbers of the game's encoder."""
        out = np.zeros(self.inputs, np.int16)
        self._kernel.encode(record, seat, out)
        return out

    def scores(self, record: Record, seats: int) -> list[int]:
        """Return the points of every seat."""
        points = np.empty(seats, np.int64)
        self._kernel.scores(record, points)
        return points.tolist()

    def returns(self, record: Record, seats: int) -> list[float]:
        """Return every seat's share of the win, once the game is over."""
        shares = np.empty(seats)
        self._kernel.returns(record, shares)
        return shares.tolist()
