"""The training of a value net: every turn start is backed up over all outcomes and whole turns."""

from __future__ import annotations

from typing import Any

import numpy as np

from trackside.search.values import value_digest, value_type
from trackside.train.backup_play import BackupPlay, Backups, joined
from trackside.train.sparse_learner import SparseLearner
from trackside.train.training import Training

LEAST_WINDOW = 2
"""Generations in the first windows; they grow by one every other generation, because early games are poor."""


class ValueTraining(Training):
    """The training of the value net for one kind of table."""

    def prepare(self, first: Any) -> None:
        """Create the self-play and the learner, which begins with a net if one is given."""
        self.selfplay = BackupPlay(self.game, self.recipe.positions(self.game), self.recipe.turns)
        self.type = value_type(self.game, self.selfplay.seats, self.recipe.units)
        self.learner = SparseLearner(self.game, self.type, self.seed, first)
        self.digest = value_digest(self.game)

    def play(self, generation: int, net: Any) -> Backups:
        """Play the games of a generation."""
        played: Backups = self.selfplay.play(
            net, self.recipe.games, self.first_seed(generation), self.trace(generation)
        )
        return played

    def trace(self, generation: int) -> float:
        """Return the trace of a generation; training that continues from a net uses the last one."""
        reached = [trace for first, trace in self.recipe.traces if first <= generation or not self.learner.is_new]
        return reached[-1]

    def window_after(self, generation: int) -> int:
        """Return the number of generations whose games are trained on."""
        return min(self.recipe.window, LEAST_WINDOW + generation // 2) if self.learner.is_new else self.recipe.window

    def learn(self, rate: float, order: np.random.Generator) -> float:
        """Train on the games of the window; return the mean loss."""
        rows = joined(self.window)
        batches = self.recipe.batches
        return float(self.learner.learn(rows.inputs, rows.starts, rows.targets, batches, rate, order))
