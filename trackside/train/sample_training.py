"""The training of a net that lists its inputs: every turn is followed up on several cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from trackside.search.nets import features_digest, inputs_of
from trackside.search.weights import net_type
from trackside.train.backup_play import Backups, joined
from trackside.train.sample_play import SamplePlay
from trackside.train.sparse_learner import SparseLearner
from trackside.train.training import Training

FIRST_TRACE = 0.97
"""The trace of the first generations, when the net still knows little."""

FIRST_TRACED = 5
"""Generations with this trace,"""

FIRST_UNSAMPLED = 3
"""and those in which no turn is played more than once."""


class SampleTraining(Training):
    """The training of the net for one kind of table, whose positions are followed up on several cards."""

    def prepare(self, first: Any) -> None:
        """Create the self-play and the learner, which begins with a net if one is given."""
        self.selfplay = SamplePlay(self.game, self.recipe.positions(self.game), self.recipe.turns)
        seats = self.selfplay.seats
        self.type = net_type(inputs_of(self.game, seats), *self.recipe.units, seats)
        self.learner = SparseLearner(self.game, self.type, self.seed, first)
        self.digest = features_digest(self.game)

    def play(self, generation: int, net: Any) -> Backups:
        """Play the games of a generation."""
        recipe, first = self.recipe, self.learner.is_new
        trace = FIRST_TRACE if first and generation < FIRST_TRACED else recipe.trace
        samples = 0 if first and generation < FIRST_UNSAMPLED else recipe.samples
        played: Backups = self.selfplay.play(net, recipe.games, self.first_seed(generation), samples, trace)
        return played

    def learn(self, rate: float, order: np.random.Generator) -> float:
        """Train on the games of the window; return the mean loss."""
        rows = joined(self.window)
        return float(self.learner.learn(rows.inputs, rows.starts, rows.targets, self.recipe.batches, rate, order))
