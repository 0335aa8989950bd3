"""Self-play in compiled code on all cores: the same seed gives the same games, on however many threads."""

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
from trackside.train.selfplay import POLICY

CHUNK = 125
"""Games a thread plays before it asks for more."""

Floats = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Played:
    """What was noted: a row for every turn's beginning, and a row of results for every game."""

    inputs: np.ndarray[Any, np.dtype[np.int16]]
    targets: Floats
    judged: Floats
    results: Floats


class SelfPlay:
    """Plays games of one kind of table, starting from its openings in turn."""

    def __init__(self, game: Game, openings: Sequence[AnyState], rows: int) -> None:
        self.game, self.rows = game, rows
        self.openings = [opening.to_record() for opening in openings]
        self.seats: int = openings[0].seats
        self.kernel = game.kernel("trackside.train.selfplay")

    def play(self, nets: Any, players: Sequence[int], games: int, seed: int, surprise: int, trust: float) -> Played:
        """So many games, seats taken by these nets, or by the policy."""
        chunks = [(first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            parts = list(
                pool.map(lambda chunk: self._chunk(nets, players, chunk[0], chunk[1], seed, surprise, trust), chunks)
            )
        return Played(
            np.concatenate([part.inputs for part in parts]),
            np.concatenate([part.targets for part in parts]),
            np.concatenate([part.judged for part in parts]),
            np.concatenate([part.results for part in parts]),
        )

    def _chunk(
        self, nets: Any, players: Sequence[int], first: int, games: int, seed: int, surprise: int, trust: float
    ) -> Played:
        opening = self.openings[first // CHUNK % len(self.openings)]
        features, most = len(self.game.plain.FEATURES), games * self.rows
        inputs = np.zeros((most, features), np.int16)
        judged, targets = np.zeros((most, self.seats)), np.zeros((most, self.seats))
        results = np.zeros((games, self.seats))
        rows = self.kernel.play_and_note(
            opening,
            np.repeat(opening, 2),
            games,
            seed + first,
            nets,
            np.array(players, np.int64),
            surprise,
            np.zeros(2 * max(self.game.plain.MOVES, self.game.plain.OUTCOMES), np.int64),
            np.zeros(features, np.int64),
            np.zeros((2, nets.dtype["first_bias"].shape[0]), np.int32),
            np.zeros((2, self.seats)),
            inputs,
            np.zeros(most, np.int64),
            judged,
            targets,
            results,
            trust,
            np.zeros(WORDS, np.int64),
        )
        return Played(inputs[:rows].copy(), targets[:rows].copy(), judged[:rows].copy(), results)

    def duel(self, nets: Any, one: int, other: int, games: int, seed: int) -> Floats:
        """The share of every game that the first wins, taking each seat in turn among copies of the other."""
        shares = []
        for seat in range(self.seats):
            players = [other] * self.seats
            players[seat] = one
            played = self.play(nets, players, games // self.seats, seed, 0, 0.0)
            shares.append(played.results[:, seat])
        return np.concatenate(shares)


__all__ = ["POLICY", "Played", "SelfPlay"]
