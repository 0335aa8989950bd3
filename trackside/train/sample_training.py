"""The training of a value net for a game with secrets: every turn is followed up on several cards."""

from __future__ import annotations

from typing import Any

from trackside.train.backup_play import Backups
from trackside.train.kernels.positions import POLICY
from trackside.train.sample_play import SamplePlay
from trackside.train.value_training import ValueTraining

POLICY_GAMES = 4
"""The policy plays this many times the games of a generation in the first one."""

FIRST_SAMPLED = 3
"""The generation from which turns are played more than once: until then the net knows too little."""


class SampleTraining(ValueTraining):
    """The training of the value net for one kind of table with secrets."""

    def prepare(self, first: Any) -> None:
        """Create the self-play and the learner, which begins with a net if one is given."""
        super().prepare(first)
        self.selfplay: SamplePlay = SamplePlay(self.game, self.recipe.positions(self.game), self.recipe.turns)

    def play(self, generation: int, net: Any) -> Backups:
        """Play the games of a generation; the policy plays those of the first, unless the training begins with a net.

        Their targets are plain results.
        """
        recipe, seed, is_new = self.recipe, self.first_seed(generation), self.learner.is_new
        if is_new and generation == 0:
            return self.selfplay.play_some(net, POLICY, POLICY_GAMES * recipe.games, seed, 0, 1.0)
        samples = 0 if is_new and generation < FIRST_SAMPLED else recipe.samples
        return self.selfplay.play_some(net, 0, recipe.games, seed, samples, self.trace(generation))
