"""Self-play by a net that predicts points, with every line backed up over the outcomes and whole turns.

The same seed gives the same games on any number of threads.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trackside.search.scratch import make_point_scratch
from trackside.train.backup_play import BackupPlay, Backups, in_chunks, joined
from trackside.train.kernels.lines import BY_POLICY


class LinePlay(BackupPlay):
    """Self-play at tables that share a net, using their openings in turn; no game has more than `turns` lines."""

    code = "lines"

    def play_some(self, nets: Any, games: int, seed: int, trace: float, outcomes: int = BY_POLICY) -> Backups:
        """Play games with the first net at all seats, backing up some of the outcomes, or by the policy."""

        def play_chunk(first: int, n: int) -> Backups:
            opening = self._opening(first)
            notes = self._notes(n, int(opening["seats"][0]), 1)
            scratch = make_point_scratch(self.game.plain, opening, nets)
            rows = self.kernel.play_and_back_up(opening, seed + first, n, outcomes, float(trace), scratch, notes)
            starts = notes.starts[: rows + 1].copy()
            targets, judged, left = (array[:rows].copy() for array in (notes.targets, notes.judged, notes.left))
            return Backups(notes.inputs[: starts[-1]].copy(), starts, targets, judged, left, list(notes.results))

        return joined(in_chunks(games, play_chunk))

    def duel(self, nets: Any, one: int, other: int, games: int, seed: int) -> list[float]:
        """Return the share of every game that net `one` wins among copies of `other`, without searching.

        Solo games are compared in pairs.
        """
        mine = self.shares(nets, one, other, games, seed)
        if self.seats > 1:
            return mine
        pairs = zip(mine, self.shares(nets, other, other, games, seed), strict=True)
        return [float(score > theirs) + 0.5 * float(score == theirs) for score, theirs in pairs]

    def shares(self, nets: Any, one: int, other: int, games: int, seed: int) -> list[float]:
        """Return the share of every game of net `one` among copies of `other`, without searching."""

        def play_chunk(first: int, n: int) -> list[float]:
            opening = self._opening(first)
            seats = int(opening["seats"][0])
            found, players, mine = np.zeros((n, seats)), np.full((n, seats), other, np.int64), np.arange(n) % seats
            players[np.arange(n), mine] = one
            scratch = make_point_scratch(self.game.plain, opening, nets)
            self.kernel.play_duels(opening, seed + first, players, scratch, found)
            return [float(share) for share in found[np.arange(n), mine]]

        return [share for part in in_chunks(games, play_chunk) for share in part]
