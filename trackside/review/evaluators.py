"""The evaluators of the positions of a game under review: by tree search, by playing on, or line by line.

All take true positions and estimate every seat's chances several times over. These looks at a position differ only by
their luck, so their scatter is the error of the estimate, and two positions are compared look by look.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol, cast

import numpy as np

from trackside.core.errors import BadOption
from trackside.core.notation import choices_for, view_state
from trackside.core.protocol import CHANCE, OVER, AnyState, PointRules
from trackside.games import Game
from trackside.search.exact import Exact
from trackside.search.kernels.playouts import GREEDY
from trackside.search.nets import Net, find_net, no_net
from trackside.search.points_search import Lookahead
from trackside.search.scratch import make_point_scratch, make_scratch
from trackside.search.tree_search import Tree

LOOKS = 4
"""Looks at every position: enough for a meaningful scatter, few enough for each to go deep."""

STRIDE = 1 << 32
"""The distance between the seeds of two looks at a position, so that no two simulations share one."""

AHEAD = 8
"""Turns that are played on before a net evaluates a position with secrets, but at least one of every seat."""

LINE_ROUNDS = 3
"""Rounds that are played on before a net of points judges a line."""


class Evaluator(Protocol):
    """An estimator of every seat's chances in given positions."""

    def evaluate(self, states: Sequence[AnyState], simulations: int, seed: int) -> Any:
        """Return shares of the win as an array (position, look, seat), from about `simulations` for every position."""


class PlayingEvaluator:
    """An evaluator for games with secrets that plays on: every seat by the net or the policy, from its own view."""

    def __init__(self, game: Game, turns: int = AHEAD, *, with_net: bool = True) -> None:
        self.game, self.turns, self.with_net = game, turns, with_net
        self.kernel = game.kernel("trackside.search.kernels.sampling")

    def evaluate(self, states: Sequence[AnyState], simulations: int, seed: int) -> Any:
        """Return looks that each play on for some turns and ask the net; without a net, to the end."""
        rules, seats = self.game.plain, states[0].seats
        found = np.zeros((len(states), max(2, simulations), seats))
        nets = [find_net(self.game, state) if self.with_net else None for state in states]
        for net in dict.fromkeys(nets):
            chosen = [i for i, other in enumerate(nets) if other is net]
            weights = no_net(self.game) if net is None else net.record
            looks = np.zeros((len(chosen), *found.shape[1:]))
            records = states[0].to_records([states[i] for i in chosen])
            turns = -1 if net is None else max(self.turns, seats)
            players, scratch = np.full(seats, GREEDY, np.int64), make_scratch(rules, records, weights)
            self.kernel.sample(records, turns, seed, players, scratch, looks)
            found[chosen] = looks
        return found


class LineEvaluator:
    """An evaluator that looks ahead as a strong player does, where a net estimates the points to come of every line.

    In a round, every seat makes the turn that promises it most after the next card. Then all possible next cards are
    tried. Their weighted mean is the mean of the looks; their scatter comes from playing some rounds on.
    """

    def __init__(self, game: Game, cards: int) -> None:
        self.game, self.rules, self.cards = game, cast(PointRules, game.plain), cards
        self.kernel = game.kernel("trackside.search.kernels.points")
        self.chosen: dict[tuple[bytes, int], tuple[int, ...]] = {}
        """The best turns found so far, by a seat's view and the seat."""

    def evaluate(self, states: Sequence[AnyState], simulations: int, seed: int) -> Any:
        """Return looks that share the mean of looking ahead, each with the deviation of one playout."""
        net = find_net(self.game, states[0])
        if net is None or states[0].turns == 0:  # before the first round there are no lines yet
            return PlayingEvaluator(self.game, with_net=False).evaluate(states, simulations, seed)
        found = np.zeros((len(states), simulations, states[0].seats))
        if simulations > 1:
            self._play_on(net, states, seed, found)
            found -= found.mean(axis=1, keepdims=True)
        for i, state in enumerate(states):
            found[i] += self._look_ahead(net, state)
        return found

    def _look_ahead(self, net: Net, state: AnyState) -> Any:
        """Return every seat's chances, averaged over the next card."""
        state, rules = state.duplicate(), self.rules
        turns = {
            seat: self._best_turn(net, view_state(rules, state, seat), seat)
            for seat in range(state.seats)
            if rules.to_move(state) >= 0 and choices_for(rules, state, seat)
        }
        for seat, moves in turns.items():
            for move in moves:
                rules.apply(state, seat, move)
        if rules.to_move(state) == OVER:
            ended = np.zeros(state.seats)
            rules.returns(state, ended)
            return ended
        weights = [0] * rules.OUTCOMES
        n = rules.chance_weights(state, weights)
        cards = [card for card in range(n) if weights[card] > 0]
        odds = np.array([weights[card] for card in cards], float)
        following = [state.duplicate() for _ in cards]
        for card, then in zip(cards, following, strict=True):
            rules.apply(then, CHANCE, card)
        return odds @ net.shares_of(following) / odds.sum()

    def _best_turn(self, net: Net, view: AnyState, seat: int) -> tuple[int, ...]:
        key = view.to_bytes(), seat
        if key not in self.chosen:
            found = Lookahead(net, view, seat, 0, 0)
            found.spend(self.cards)
            self.chosen[key] = tuple(found.moves(int(found.left[0])))
        return self.chosen[key]

    def _play_on(self, net: Net, states: Sequence[AnyState], seed: int, found: Any) -> None:
        """Play some rounds on from every position; each seat makes the turn that promises it most immediately."""
        records = states[0].to_records(states)
        scratch = make_point_scratch(self.rules, records, net.record)
        self.kernel.sample(records, LINE_ROUNDS, seed, scratch, found)


class SearchEvaluator:
    """An evaluator that searches from every position, and solves the last turns.

    With secrets, it receives what one seat sees and guesses the rest; its result is then valid for that seat only.
    """

    def __init__(self, game: Game, seat: int = 0) -> None:
        self.game, self.seat = game, seat
        self.trees: dict[Net | None, Tree] = {}
        self.exact: Exact | None = None

    def solve_back(self, positions: Sequence[AnyState], most: int) -> int:
        """Solve a game from its end back to where more than `most` positions follow; return the number solved.

        Everything that can follow the solved positions is then known; no others are solved later.
        """
        self.exact, solved = Exact(self.game, most), 0
        with suppress(BadOption):
            for state in reversed(positions):
                self.exact.shares(state)
                solved += 1
        return solved

    def evaluate(self, states: Sequence[AnyState], simulations: int, seed: int) -> Any:
        """Return looks that are independent searches; if all positions can be solved, all looks are equal."""
        found = np.zeros((len(states), LOOKS, states[0].seats))
        if self._solved(states, found):
            return found
        budget = max(1, simulations // LOOKS)
        for i, state in enumerate(states):
            if self.game.plain.to_move(state) == OVER:
                self.game.plain.returns(state, found[i, 0])
                found[i, 1:] = found[i, 0]
                continue
            for look in range(LOOKS):
                tree = self._started(state, budget, seed + look * STRIDE)
                tree.run(budget)
                found[i, look] = tree.best_lines()
        return found

    def _solved(self, states: Sequence[AnyState], found: Any) -> bool:
        """Fill `found` and return True if all positions are solved: compared positions must be evaluated in one way."""
        known = [self.exact.known(state) for state in states] if self.exact else [None]
        if None in known:
            return False
        found[:] = np.array(known)[:, None]
        return True

    def _started(self, state: AnyState, budget: int, seed: int) -> Tree:
        net = find_net(self.game, state)
        if net not in self.trees or len(self.trees[net].nodes) <= budget:
            self.trees[net] = Tree(self.game, state, self.seat, seed, memory=budget + 2, net=net)
        self.trees[net].restart(state, self.seat, seed)
        return self.trees[net]
