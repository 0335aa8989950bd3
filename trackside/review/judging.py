"""Who judges the positions of a game under review: by tree search, by playing on, or line by line.

All take true positions and say what every seat may expect, several times over: the looks at one position differ by
what their luck was, so their scatter is the error of the judgement, and two positions are compared look by look.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from trackside.core.protocol import OVER, AnyState
from trackside.core.random import WORDS
from trackside.games import Game
from trackside.search.judge import Net, find_net, no_net
from trackside.search.playouts import GREEDY
from trackside.search.points import UNIT_ROWS
from trackside.search.tree import Tree

LOOKS = 8
"""Looks at every position: enough for their scatter to say something."""

STRIDE = 1 << 32
"""Looks at a position are so far apart in their seeds: no two simulations share one."""

LINE_ROUNDS = 3
"""Rounds that are played on before a net of points judges a line."""


class Judge(Protocol):
    """Somebody who says what positions are worth."""

    def judge(self, states: Sequence[AnyState], simulations: int, seed: int) -> Any:
        """Shares of the win as an array: position, look, seat; about so many simulations for every position."""


class PlayingJudge:
    """Plays on from every position, each seat by the policy with its own eyes: for games with secrets."""

    def __init__(self, game: Game, *, with_net: bool = True) -> None:
        self.game, self.with_net = game, with_net
        self.kernel = game.kernel("trackside.search.sampling")

    def judge(self, states: Sequence[AnyState], simulations: int, seed: int) -> Any:
        """Each look is one time of playing on, until every seat has had a turn; then the net says what it thinks."""
        rules, seats = self.game.plain, states[0].seats
        found = np.zeros((len(states), max(2, simulations), seats))
        nets = [find_net(self.game, state) if self.with_net else None for state in states]
        for net in dict.fromkeys(nets):
            chosen = [i for i, other in enumerate(nets) if other is net]
            weights = no_net(self.game) if net is None else net.weights
            looks = np.zeros((len(chosen), *found.shape[1:]))
            records = np.concatenate([states[i].to_record() for i in chosen])
            self.kernel.sample(
                records,
                -1 if net is None else seats,
                seed,
                records[:1].copy(),
                np.full(seats, GREEDY, np.int64),
                np.zeros(2 * max(rules.MOVES, rules.OUTCOMES), np.int64),
                weights,
                np.zeros(len(rules.FEATURES), np.int64),
                np.zeros((2, weights.dtype["first_bias"].shape[0]), np.int32),
                np.zeros(WORDS, np.int64),
                looks,
            )
            found[chosen] = looks
        return found


class LineJudge:
    """Asks the net of points what every line will still bring; more simulations play some rounds on first."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kernel = game.kernel("trackside.search.points")

    def judge(self, states: Sequence[AnyState], simulations: int, seed: int) -> Any:
        """Each look is one time of playing on; with fewer than two simulations the net is asked at once."""
        rules: Any = self.game.plain
        seats = states[0].seats
        net = find_net(self.game, states[0])
        if net is None or states[0].turns == 0:  # before the first round there are no lines yet
            return PlayingJudge(self.game, with_net=False).judge(states, simulations, seed)
        found = np.zeros((len(states), max(1, simulations), seats))
        records = np.concatenate([state.to_record() for state in states])
        columns, units = rules.LISTED_COLUMNS, net.weights.dtype["first_bias"].shape[0]
        self.kernel.sample(
            records,
            LINE_ROUNDS if simulations > 1 else 0,
            seed,
            records[:1].copy(),
            net.weights,
            np.zeros((rules.MOST_TURNS, columns), np.int64),
            np.zeros((seats, columns), np.int64),
            np.zeros(rules.MOST_TURNS, np.int64),
            np.zeros(rules.SIGHT, np.int64),
            np.zeros(rules.MOST_FEATURES, np.int64),
            np.zeros((UNIT_ROWS, units), np.int32),
            np.zeros(seats, np.int64),
            np.zeros(seats),
            np.zeros(max(rules.MOVES, rules.OUTCOMES), np.int64),
            np.zeros(WORDS, np.int64),
            found,
        )
        return found


class SearchJudge:
    """Searches from every position.

    Where there are secrets it is given what one seat sees and guesses the rest: then it is right for that seat only.
    """

    def __init__(self, game: Game, seat: int = 0) -> None:
        self.game, self.seat = game, seat
        self.trees: dict[Net | None, Tree] = {}

    def judge(self, states: Sequence[AnyState], simulations: int, seed: int) -> Any:
        """Each look is a search of its own."""
        found = np.zeros((len(states), LOOKS, states[0].seats))
        budget = max(1, simulations // LOOKS)
        for i, state in enumerate(states):
            if self.game.plain.to_move(state) == OVER:
                self.game.plain.returns(state, found[i, 0])
                found[i, 1:] = found[i, 0]
                continue
            for look in range(LOOKS):
                tree = self._started(state, budget, seed + look * STRIDE)
                tree.run(budget)
                found[i, look] = tree.shares
        return found

    def _started(self, state: AnyState, budget: int, seed: int) -> Tree:
        net = find_net(self.game, state)
        if net not in self.trees or len(self.trees[net].nodes) <= budget:
            self.trees[net] = Tree(self.game, state, self.seat, seed, memory=budget + 2)
        self.trees[net].restart(state, self.seat, seed)
        return self.trees[net]
