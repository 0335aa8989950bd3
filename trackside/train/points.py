"""Self-play for points nets, which predict the points to come."""

from __future__ import annotations

from typing import Any

import numpy as np

from trackside.core.random import WORDS
from trackside.games import Game
from trackside.search.kernels.points import UNIT_ROWS
from trackside.search.nets import inputs_of
from trackside.train.games import Played


class PointsKind:
    """Every line before each card, evaluated by the points still to come."""

    outputs = 1

    def __init__(self, game: Game, rounds: int) -> None:
        self.game, self.rounds = game, rounds
        self.kernel = game.kernel("trackside.train.lines")

    def chunk(
        self, opening: Any, seats: int, nets: Any, players: Any, games: int, seed: int, surprise: int, trust: float
    ) -> Played:
        """Play some games of one table, one after another."""
        rules: Any = self.game.plain
        most = games * seats * self.rounds
        inputs = np.zeros((most, inputs_of(self.game)), np.int8)
        judged, targets, left = np.zeros(most), np.zeros(most), np.zeros(most, np.int64)
        results = np.zeros((games, seats))
        rows = self.kernel.play_and_note(
            opening,
            opening.copy(),
            games,
            seed,
            nets,
            players,
            surprise,
            trust,
            np.zeros((rules.MAX_TURNS, rules.LISTED_COLUMNS), np.int64),
            np.zeros((seats, rules.LISTED_COLUMNS), np.int64),
            np.zeros(rules.MAX_TURNS, np.int64),
            np.zeros(rules.SIGHT, np.int64),
            np.zeros(rules.MAX_FEATURES, np.int64),
            np.zeros((UNIT_ROWS, nets.dtype["first_bias"].shape[0]), np.int32),
            np.zeros(seats),
            np.zeros(max(rules.MOVES, rules.OUTCOMES), np.int64),
            inputs,
            np.zeros(most),
            judged,
            np.zeros(most),
            np.zeros(most, np.int64),
            targets,
            left,
            results,
            np.zeros(WORDS, np.int64),
        )
        return Played(
            inputs[:rows].copy(), targets[:rows].copy(), judged[:rows].copy(), left[:rows].copy(), list(results)
        )
