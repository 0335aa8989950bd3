"""The training of a value net: every turn start is backed up over all outcomes and whole turns."""

from __future__ import annotations

from typing import Any

import numpy as np

from trackside.search.values import value_digest, value_type
from trackside.train.backup_play import BackupPlay, Backups, joined
from trackside.train.sparse_learner import SparseLearner
from trackside.train.training import Training

FIRST_TRACE = 0.97
"""The trace of the first generations, when the net still knows little."""

FIRST_TRACED = 5


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
        is_first = self.learner.is_new and generation < FIRST_TRACED
        trace = FIRST_TRACE if is_first else self.recipe.trace
        played: Backups = self.selfplay.play(net, self.recipe.games, self.first_seed(generation), trace)
        return played

    def learn(self, rate: float, order: np.random.Generator) -> float:
        """Train on the games of the window; return the mean loss."""
        rows = joined(self.window)
        batches = self.recipe.batches
        return float(self.learner.learn(rows.inputs, rows.starts, rows.targets, batches, rate, order))
