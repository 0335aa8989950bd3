"""Self-play in compiled code on all cores: the same seed gives the same games on any number of threads."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from trackside.core.protocol import AnyState
from trackside.games import Game
from trackside.search.nets import inputs_of
from trackside.search.scratch import PointScratch, Scratch, make_point_scratch, make_scratch
from trackside.train.kernels.lines import LineNotes
from trackside.train.kernels.positions import Notes, Settings

CHUNK = 125
"""Games in a thread's unit of work."""


@dataclass(frozen=True)
class Played:
    """The record of self-play: a row for every position that a net evaluates, and every game's shares of the win."""

    inputs: Any
    targets: Any
    judged: Any
    """The net's evaluations, in the order of the targets."""
    left: Any
    """The turns still to come."""
    shares: list[Any]
    """For every game, a share for each seat."""


class SelfPlay:
    """Self-play at one kind of table, using its openings in turn; no game has more than `turns` turns."""

    def __init__(self, game: Game, openings: Sequence[AnyState], turns: int) -> None:
        self.game, self.turns = game, turns
        self.openings = [opening.to_record() for opening in openings]
        self.points = game.plain.JUDGED == "points"
        """True if the net predicts points, and False if it predicts every seat's share of the win."""
        self.kernel = game.kernel(f"trackside.train.kernels.{'lines' if self.points else 'positions'}")
        self.inputs, self.outputs = inputs_of(game), 1 if self.points else int(openings[0].seats)

    def play(
        self, nets: Any, player: int, games: int, seed: int, surprise: int, trust: float, one: int | None = None
    ) -> Played:
        """Play games between copies of a net or the policy, in which net `one` takes each seat in rotation."""
        settings = Settings(surprise, float(trust), 2 if self.game.card.secrets else 1)
        rows = [(first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]

        def play_chunk(row: tuple[int, int]) -> Played:
            first, n = row
            opening = self.openings[first // CHUNK % len(self.openings)]
            players = np.full((n, int(opening["seats"][0])), player, np.int64)
            if one is not None:
                players[np.arange(n), np.arange(n) % players.shape[1]] = one
            return self._chunk(opening, nets, players, seed + first, settings)

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            parts = list(pool.map(play_chunk, rows))
        return Played(
            np.concatenate([part.inputs for part in parts]),
            np.concatenate([part.targets for part in parts]),
            np.concatenate([part.judged for part in parts]),
            np.concatenate([part.left for part in parts]),
            [shares for part in parts for shares in part.shares],
        )

    def duel(self, nets: Any, one: int, other: int, games: int, seed: int) -> list[float]:
        """Return the share of every game that `one` wins among copies of `other`; solo games are compared in pairs."""
        played = self.play(nets, other, games, seed, 0, 0.0, one)
        if len(played.shares[0]) > 1:
            return [float(shares[game % CHUNK % len(shares)]) for game, shares in enumerate(played.shares)]
        others = self.play(nets, other, games, seed, 0, 0.0)
        pairs = zip(played.shares, others.shares, strict=True)
        return [float(mine[0] > theirs[0]) + 0.5 * float(mine[0] == theirs[0]) for mine, theirs in pairs]

    def _chunk(self, opening: Any, nets: Any, players: Any, seed: int, settings: Settings) -> Played:
        """Play some games of one table, one after another."""
        notes: Notes | LineNotes
        scratch: Scratch | PointScratch
        if self.points:
            notes = self._line_notes(*players.shape)
            scratch = make_point_scratch(self.game.plain, opening, nets)
        else:
            notes = self._notes(*players.shape)
            scratch = make_scratch(self.game.plain, opening, nets)
        rows = self.kernel.play_and_note(opening, seed, players, settings, scratch, notes)
        inputs, targets, judged, left = (
            array[:rows].copy() for array in (notes.inputs, notes.targets, notes.judged, notes.left)
        )
        return Played(inputs, targets, judged, left, list(notes.results))

    def _notes(self, games: int, seats: int) -> Notes:
        """Return memory for the positions of some games."""
        rows = games * self.turns
        return Notes(
            inputs=np.zeros((rows, self.inputs), np.int16),
            targets=np.zeros((rows, seats)),
            judged=np.zeros((rows, seats)),
            left=np.zeros(rows, np.int64),
            seats=np.zeros(rows, np.int64),
            results=np.zeros((games, seats)),
        )

    def _line_notes(self, games: int, seats: int) -> LineNotes:
        """Return memory for the lines of some games."""
        rows = games * seats * self.turns
        return LineNotes(
            inputs=np.zeros((rows, self.inputs), np.int8),
            targets=np.zeros(rows),
            judged=np.zeros(rows),
            left=np.zeros(rows, np.int64),
            scored=np.zeros(rows),
            promised=np.zeros(rows),
            origins=np.zeros(rows, np.int64),
            results=np.zeros((games, seats)),
        )
