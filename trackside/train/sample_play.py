"""Self-play by a value net in compiled code, with every turn followed up on several cards.

The same seed gives the same games on any number of threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from trackside.core.protocol import AnyState
from trackside.core.random import WORDS
from trackside.games import Game
from trackside.search.scratch import make_turns, make_value_scratch
from trackside.train.backup_play import BackupPlay, Backups, in_chunks, joined
from trackside.train.kernels.samples import ROWS, SampleScratch


class SamplePlay(BackupPlay):
    """Self-play at one kind of table, using its openings in turn; no game has more than `turns` turns recorded."""

    code = "samples"

    def __init__(self, game: Game, openings: Sequence[AnyState], turns: int) -> None:
        super().__init__(game, openings, turns * int(openings[0].seats))  # a row from every seat's view

    def play_some(self, nets: Any, player: int, games: int, seed: int, samples: int, trace: float) -> Backups:
        """Play games with the first net at all seats, or POLICY, with this number of samples of every turn."""

        def play_chunk(first: int, n: int) -> Backups:
            opening, notes = self._opening(first), self._notes(n, self.seats, self.seats)
            scratch = self._scratch(opening, nets)
            rows = self.kernel.play_and_sample(opening, seed + first, n, player, samples, float(trace), scratch, notes)
            starts = notes.starts[: rows + 1].copy()
            targets, judged, left = (array[:rows].copy() for array in (notes.targets, notes.judged, notes.left))
            return Backups(notes.inputs[: starts[-1]].copy(), starts, targets, judged, left, list(notes.results))

        return joined(in_chunks(games, play_chunk))

    def _scratch(self, opening: Any, nets: Any) -> SampleScratch:
        rules = self.game.plain
        longest = max(rules.MOVES, rules.OUTCOMES)
        return SampleScratch(
            value=make_value_scratch(rules, nets),
            turns=make_turns(rules, opening),
            drawn=make_turns(rules, opening),
            work=np.repeat(opening, 3),
            buffer=np.zeros(longest, np.int64),
            inner=np.zeros(longest, np.int64),
            values=np.zeros((ROWS, self.seats)),
            rng=np.zeros(WORDS, np.int64),
        )
