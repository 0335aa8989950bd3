"""Self-play by a net that lists its inputs, in compiled code: every turn is followed up on several cards.

The same seed gives the same games on any number of threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from trackside.core.protocol import AnyState
from trackside.games import Game
from trackside.search.nets import padded
from trackside.search.scratch import Scratch, make_scratch
from trackside.train.backup_play import Backups, in_chunks, joined
from trackside.train.kernels.samples import SampleNotes
from trackside.train.selfplay import CHUNK

FEATURES_EACH = 150, 90
"""Memory for the features of a position, on average: for the observing seat and for each other."""


class SamplePlay:
    """Self-play at one kind of table, using its openings in turn; no game has more than `turns` turns recorded."""

    def __init__(self, game: Game, openings: Sequence[AnyState], turns: int) -> None:
        self.game, self.turns = game, turns
        self.openings = [opening.to_record() for opening in openings]
        self.kernel = game.kernel("trackside.train.kernels.samples", listed=True)
        self.seats = int(openings[0].seats)

    def play(self, nets: Any, player: int, games: int, seed: int, samples: int, trace: float) -> Backups:
        """Play games with the first net at all seats, or POLICY."""

        def play_chunk(first: int, n: int) -> Backups:
            opening, notes = self.openings[first // CHUNK % len(self.openings)], self._notes(n)
            scratch = self._scratch(opening, nets)
            rows = self.kernel.play_and_sample(
                opening, seed + first, n, player, samples, float(trace), opening.copy(), scratch, notes
            )
            starts = notes.starts[: rows + 1].copy()
            targets, judged, left = (array[:rows].copy() for array in (notes.targets, notes.judged, notes.left))
            inputs = notes.inputs[: starts[-1]].copy()
            return Backups(inputs, starts, targets, judged, left, list(notes.results))

        return joined(in_chunks(games, play_chunk))

    def duel(self, nets: Any, one: int, other: int, games: int, seed: int) -> list[float]:
        """Return the share of every game that net `one` wins among copies of `other`, without searching."""

        def play_chunk(first: int, n: int) -> list[float]:
            opening, shares = self.openings[first // CHUNK % len(self.openings)], np.zeros((n, self.seats))
            players, mine = np.full((n, self.seats), other, np.int64), np.arange(n) % self.seats
            players[np.arange(n), mine] = one
            self.kernel.play_duels(opening, seed + first, players, self._scratch(opening, nets), shares)
            return [float(share) for share in shares[np.arange(n), mine]]

        return [share for part in in_chunks(games, play_chunk) for share in part]

    def _scratch(self, opening: Any, nets: Any) -> Scratch:
        """Return memory to play with nets of the size that all tables share, so that one kernel serves them all."""
        return make_scratch(self.game.plain, opening, padded(self.game, nets, listed=True), listed=True)

    def _notes(self, games: int) -> SampleNotes:
        """Return memory for the turn ends of some games."""
        rows = games * self.turns * self.seats
        own, other = FEATURES_EACH
        return SampleNotes(
            inputs=np.zeros(rows * (own + (self.seats - 1) * other), np.int32),
            starts=np.zeros(rows + 1, np.int64),
            targets=np.zeros((rows, self.seats)),
            judged=np.zeros((rows, self.seats)),
            left=np.zeros(rows, np.int64),
            surprised=np.zeros(rows, np.int64),
            results=np.zeros((games, self.seats)),
        )
