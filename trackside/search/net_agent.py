"""A player that evaluates the position after each move with a net, without searching further."""

from __future__ import annotations

import random

import numpy as np

from trackside.core.errors import BadOption
from trackside.core.notation import choices_for
from trackside.core.protocol import AnyState
from trackside.games import Game
from trackside.search.choice import Candidate, Choice
from trackside.search.nets import Net, find_net
from trackside.search.scratch import make_scratch

GUESSES = 8
"""Samples of the hidden information for each decision; games without secrets need only one."""


class JudgeAgent:
    """A player that completes the turn after every move by the policy and chooses the one its net rates highest."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seeds = game, random.Random(seed)

    def net_for(self, view: AnyState) -> Net | None:
        """Return the net for the table of a view, or None if there is none."""
        return find_net(self.game, view)

    def choose(self, view: AnyState, seat: int) -> Choice:
        """Return the move with the largest expected share, and the share expected after each."""
        net = self.net_for(view)
        if net is None:
            raise BadOption(f"no net was trained for this table of {self.game.card.title}: play mcts:800 instead")
        kernel, rules, root = self.game.kernel("trackside.search.kernels.ahead"), self.game.plain, view.to_record()
        times = GUESSES if self.game.card.secrets else 1
        sums, scratch = np.zeros(rules.MOVES), make_scratch(rules, root, net.record)
        kernel.seed_generator(scratch.rng, self.seeds.getrandbits(60))
        kernel.judge_moves(root, seat, times, scratch, sums)
        found = [
            Candidate(move, self.game.notation.move_text(view, seat, move), times, float(total) / times)
            for move, total in zip(choices_for(rules, view, seat), sums, strict=False)
        ]
        found.sort(key=lambda candidate: -(candidate.value or 0))
        return Choice(found[0].move, tuple(found), (found[0].text,), times, "net")
