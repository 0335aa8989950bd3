"""The training of a value net that predicts points: see `trackside.train.kernels.lines`."""

from __future__ import annotations

from typing import Any

import numpy as np

from trackside.search.weights import LAYERS
from trackside.train.backup_play import Backups
from trackside.train.kernels.lines import BY_POLICY
from trackside.train.line_play import LinePlay
from trackside.train.sparse_learner import SparseLearner
from trackside.train.value_training import ValueTraining

POLICY_GAMES = 4
"""The policy plays this many times the games of a generation in the first one."""


class PointTraining(ValueTraining):
    """The training of the net of points for one kind of table."""

    def prepare(self, first: Any) -> None:
        """Create the self-play and the learner, which begins with a net if one is given."""
        super().prepare(first)
        self.selfplay: LinePlay = LinePlay(self.game, self.recipe.positions(self.game), self.recipe.turns)

    def begin_with(self, net: Any) -> None:
        """Begin with the net of another kind of table, whose inputs are the first of this one's."""
        first = np.zeros(1, self.type)
        for layer in LAYERS:
            known = net[layer]
            first[layer][tuple(map(slice, known.shape))] = known
        self.learner = SparseLearner(self.game, self.type, self.seed, first)

    def play(self, generation: int, net: Any) -> Backups:
        """Play the games of a generation; the policy plays those of the first, unless the training begins with a net.

        Their targets are plain results.
        """
        recipe, seed = self.recipe, self.first_seed(generation)
        if generation == 0 and self.learner.is_new and not recipe.begin:
            return self.selfplay.play_some(net, POLICY_GAMES * recipe.games, seed, 1.0, BY_POLICY)
        outcomes = [n for first, n in recipe.outcomes if first <= generation][-1]
        return self.selfplay.play_some(net, recipe.games, seed, self.trace(generation), outcomes)
