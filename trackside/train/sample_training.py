"""The training of a net that lists its inputs: every turn is followed up on several cards."""

from __future__ import annotations

from typing import Any

from trackside.search.values import value_digest, value_type
from trackside.train.backup_play import Backups
from trackside.train.kernels.positions import POLICY
from trackside.train.sample_play import SamplePlay
from trackside.train.sparse_learner import SparseLearner
from trackside.train.value_training import ValueTraining

POLICY_GAMES = 4
"""Games of the policy in the first generation, as a multiple of those in a later one: they take less time."""

FIRST_SAMPLED = 3
"""The generation from which turns are played more than once: until then the net knows too little."""


class SampleTraining(ValueTraining):
    """The training of the net for one kind of table, whose positions are followed up on several cards."""

    def prepare(self, first: Any) -> None:
        """Create the self-play and the learner, which begins with a net if one is given."""
        self.selfplay: SamplePlay = SamplePlay(self.game, self.recipe.positions(self.game), self.recipe.turns)
        seats = self.selfplay.seats
        self.type = value_type(self.game, seats, self.recipe.units)
        self.learner = SparseLearner(self.game, self.type, self.seed, first)
        self.digest = value_digest(self.game)

    def play(self, generation: int, net: Any) -> Backups:
        """Play the games of a generation."""
        recipe, seed, is_new = self.recipe, self.first_seed(generation), self.learner.is_new
        if is_new and generation == 0:
            return self.selfplay.play(net, POLICY, POLICY_GAMES * recipe.games, seed, 0, 1.0)
        samples = 0 if is_new and generation < FIRST_SAMPLED else recipe.samples
        return self.selfplay.play(net, 0, recipe.games, seed, samples, self.trace(generation))
