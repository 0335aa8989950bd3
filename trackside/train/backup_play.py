"""Self-play by a value net in compiled code, with every turn start backed up over all outcomes and whole turns.

The same seed gives the same games on any number of threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from trackside.core.protocol import AnyState
from trackside.core.random import WORDS
from trackside.games import Game
from trackside.search.scratch import make_endings, make_turns, make_value_scratch
from trackside.train.kernels.backups import MAX_STARTS, BackupNotes, BackupScratch
from trackside.train.selfplay import CHUNK

Part = TypeVar("Part")

FEATURES_EACH = 200
"""Memory for a position's features, on average; games that need more are recorded in part."""


@dataclass(frozen=True)
class Backups:
    """The record of self-play: the listed features of every turn start, one after another, and what to learn."""

    inputs: Any
    starts: Any
    """The place at which the features of each turn start begin, and the end of the last."""
    targets: Any
    judged: Any
    """The net's evaluations, in the order of the targets."""
    left: Any
    """The turns still to come."""
    shares: list[Any]
    """For every game, a share for each seat."""


def joined(parts: Sequence[Backups]) -> Backups:
    """Return several records as one."""
    ends = np.cumsum([0, *(len(part.inputs) for part in parts)])
    starts = [part.starts[:-1] + end for part, end in zip(parts, ends, strict=False)]
    return Backups(
        np.concatenate([part.inputs for part in parts]),
        np.concatenate([*starts, ends[-1:]]),
        np.concatenate([part.targets for part in parts]),
        np.concatenate([part.judged for part in parts]),
        np.concatenate([part.left for part in parts]),
        [shares for part in parts for shares in part.shares],
    )


class BackupPlay:
    """Self-play at one kind of table, using its openings in turn; no game has more than `turns` turns."""

    code = "backups"

    def __init__(self, game: Game, openings: Sequence[AnyState], turns: int) -> None:
        self.game, self.turns = game, turns
        self.openings = [opening.to_record() for opening in openings]
        self.kernel = game.kernel(f"trackside.train.kernels.{self.code}")
        self.seats = int(openings[0].seats)

    def play(self, nets: Any, games: int, seed: int, trace: float) -> Backups:
        """Play games with the first net at all seats."""

        def play_chunk(first: int, n: int) -> Backups:
            opening, notes = self._opening(first), self._notes(n, self.seats, self.seats)
            scratch = self._scratch(opening, nets)
            rows = self.kernel.play_and_back_up(opening, seed + first, n, float(trace), scratch, notes)
            starts = notes.starts[: rows + 1].copy()
            targets, judged, left = (array[:rows].copy() for array in (notes.targets, notes.judged, notes.left))
            inputs = notes.inputs[: starts[-1]].copy()
            return Backups(inputs, starts, targets, judged, left, list(notes.results))

        return joined(in_chunks(games, play_chunk))

    def duel(self, nets: Any, one: int, other: int, games: int, seed: int) -> list[float]:
        """Return the share of every game that net `one` wins among copies of `other`, without searching."""

        def play_chunk(first: int, n: int) -> list[float]:
            opening, shares = self._opening(first), np.zeros((n, self.seats))
            players, mine = np.full((n, self.seats), other, np.int64), np.arange(n) % self.seats
            players[np.arange(n), mine] = one
            self.kernel.play_duels(opening, seed + first, players, self._scratch(opening, nets), shares)
            return [float(share) for share in shares[np.arange(n), mine]]

        return [share for part in in_chunks(games, play_chunk) for share in part]

    def _opening(self, first: int) -> Any:
        return self.openings[first // CHUNK % len(self.openings)]

    def _scratch(self, opening: Any, nets: Any) -> Any:
        rules = self.game.plain
        return BackupScratch(
            value=make_value_scratch(rules, nets),
            turns=make_turns(rules, opening),
            endings=make_endings(rules, opening, 2 * MAX_STARTS),
            work=np.repeat(opening, 3),
            weights=np.zeros(rules.OUTCOMES, np.int64),
            buffer=np.zeros(rules.MOVES, np.int64),
            values=np.zeros((3, self.seats)),
            rng=np.zeros(WORDS, np.int64),
        )

    def _notes(self, games: int, seats: int, outputs: int) -> BackupNotes:
        """Return memory for the turn starts of some games, and a row for what has no room."""
        rows = games * self.turns
        return BackupNotes(
            inputs=np.zeros(rows * FEATURES_EACH, np.int32),
            starts=np.zeros(rows + 1, np.int64),
            targets=np.zeros((rows + 1, outputs)),
            judged=np.zeros((rows, outputs)),
            seats=np.zeros(rows, np.int64),
            left=np.zeros(rows, np.int64),
            kinds=np.zeros(rows + 1, np.int64),
            results=np.zeros((games, seats)),
        )


def in_chunks(games: int, play_chunk: Callable[[int, int], Part]) -> list[Part]:
    """Return what is played in each chunk of games, on all cores; a chunk is its first game and its size."""
    firsts = range(0, games, CHUNK)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(play_chunk, firsts, [min(CHUNK, games - first) for first in firsts]))
