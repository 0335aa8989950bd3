"""Batches of games played in compiled code, called from Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from trackside.core.errors import BadOption
from trackside.core.protocol import AnyState
from trackside.core.random import WORDS
from trackside.games import Game
from trackside.search.agents import QUICK


class Batch:
    """A source of games of one set-up: the same seed gives the same games, whatever the batch sizes."""

    def __init__(self, game: Game, opening: AnyState, players: list[str], seed: int) -> None:
        if not 0 <= seed < 1 << 62:
            raise BadOption(f"seed {seed}: a seed is an integer from 0 to {(1 << 62) - 1}")
        self.kernel = game.kernel("trackside.search.kernels.playouts")
        self.opening = opening.to_record()
        self.seats: int = opening.seats
        self.players = np.array([QUICK.index(name) for name in players], np.int64)
        self.buffer = np.zeros(max(game.plain.MOVES, game.plain.OUTCOMES), np.int64)
        self.rng = np.zeros(WORDS, np.int64)
        self.kernel.seed_generator(self.rng, seed)

    def warm_up(self) -> None:
        """Compile or load the kernel without consuming randomness."""
        rng = self.rng.copy()
        self.play(1)
        self.rng[:] = rng

    def play(self, games: int) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Play games; return a row for each: moves, turns, every seat's score, then every seat's share of the win."""
        results = np.zeros((games, 2 + 2 * self.seats))
        self.kernel.play_games(np.repeat(self.opening, games), self.players, self.buffer, self.rng, results)
        return results
