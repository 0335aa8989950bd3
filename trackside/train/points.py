"""Self-play for nets that say points to come: the same seed gives the same games, on however many threads."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from trackside.core.protocol import AnyState
from trackside.core.random import WORDS
from trackside.games import Game
from trackside.search.points import UNIT_ROWS

CHUNK = 125
"""Games a thread plays before it asks for more."""


@dataclass(frozen=True)
class Lines:
    """What was noted: a row for every line before each card, and a list of scores for every game."""

    inputs: np.ndarray[Any, np.dtype[np.int8]]
    targets: np.ndarray[Any, np.dtype[np.float64]]
    scored: np.ndarray[Any, np.dtype[np.float64]]
    results: list[Any]


class LinePlay:
    """Plays games from openings in turn, every seat by the turn that promises most."""

    def __init__(self, game: Game, openings: Sequence[AnyState], rounds: int, threads: int | None = None) -> None:
        self.game, self.rounds, self.threads = game, rounds, threads or os.cpu_count()
        self.openings = [(opening.seats, opening.to_record()) for opening in openings]
        self.kernel = game.kernel("trackside.train.lines")

    def play(self, nets: Any, players: Sequence[int], games: int, seed: int, surprise: int, trust: float) -> Lines:
        """So many games, the seats taken by these nets."""
        chunks = [(first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]
        with ThreadPoolExecutor(self.threads) as pool:
            parts = list(
                pool.map(lambda chunk: self._chunk(nets, players, chunk[0], chunk[1], seed, surprise, trust), chunks)
            )
        return Lines(
            np.concatenate([part.inputs for part in parts]),
            np.concatenate([part.targets for part in parts]),
            np.concatenate([part.scored for part in parts]),
            [scores for part in parts for scores in part.results],
        )

    def _chunk(
        self, nets: Any, players: Sequence[int], first: int, games: int, seed: int, surprise: int, trust: float
    ) -> Lines:
        rules: Any = self.game.plain
        seats, opening = self.openings[first // CHUNK % len(self.openings)]
        most = games * seats * self.rounds
        inputs = np.zeros((most, rules.SHARED + rules.EACH), np.int8)
        scored, targets, results = np.zeros(most), np.zeros(most), np.zeros((games, seats))
        rows = self.kernel.play_and_note(
            opening,
            opening.copy(),
            games,
            seed + first,
            nets,
            np.array(players[:seats], np.int64),
            surprise,
            trust,
            np.zeros((rules.MOST_TURNS, rules.LISTED_COLUMNS), np.int64),
            np.zeros((seats, rules.LISTED_COLUMNS), np.int64),
            np.zeros(rules.MOST_TURNS, np.int64),
            np.zeros(rules.SIGHT, np.int64),
            np.zeros(rules.MOST_FEATURES, np.int64),
            np.zeros((UNIT_ROWS, nets.dtype["first_bias"].shape[0]), np.int32),
            np.zeros(seats),
            np.zeros(max(rules.MOVES, rules.OUTCOMES), np.int64),
            inputs,
            scored,
            np.zeros(most),
            np.zeros(most, np.int64),
            targets,
            results,
            np.zeros(WORDS, np.int64),
        )
        return Lines(inputs[:rows], targets[:rows], scored[:rows], list(results))
