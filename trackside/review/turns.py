"""The evaluator of games with a value net: one value for every position, by looking whole turns ahead.

A position between two turns is worth the mean, over all that can come, of the best turn's value, some turns deep. Any
other position is worth the best value that can still be reached at the end of the turn. So the same value stands after
one event and before the next, and the losses of the moves of a turn add up to that of the turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.games import Game
from trackside.review.report import Effort
from trackside.search.scratch import make_outlook
from trackside.search.values import find_value

Shares = tuple[float, ...]


@dataclass(frozen=True)
class Lookahead:
    """The effort of an evaluator: ends of turns to value for every position, and endings to solve."""

    ends: int
    """The most ends of turns that are valued for a position, which limit how many turns it looks ahead; see STAGES."""
    deepest: int
    """The most turns that a position is looked ahead."""
    width: int
    """The most turns of an outcome that are followed,"""
    margin: float
    """and how much less they may promise than the best."""
    solved: int
    """The most turn starts examined to solve the end of a game,"""
    near: int
    """and to solve other positions shortly before it."""

    def times(self, factor: int) -> Lookahead:
        """Return an effort that takes about this many times as long for every position."""
        return replace(
            self,
            ends=factor * self.ends,
            deepest=self.deepest + 1,
            solved=min(factor, 4) * self.solved,
            near=factor * self.near,
        )


LOOKAHEADS: dict[Effort, Lookahead] = {
    "quick": Lookahead(ends=120, deepest=2, width=4, margin=0.06, solved=20_000, near=0),
    "normal": Lookahead(ends=2_000, deepest=3, width=4, margin=0.06, solved=200_000, near=1_000),
    "deep": Lookahead(ends=50_000, deepest=4, width=5, margin=0.06, solved=1_500_000, near=20_000),
}

STAGES = ((6, 8.0), (12, 3.0), (24, 1.0))
EARLY = 0.25
"""The effort by the turns before the solved end of a game, and before that: a net errs most shortly before the end."""

FIRST_GROWTH = 2
"""The part of the turns of one turn ahead that is about followed at the next: one in two."""

NEAR = 8
"""Turns before the solved end in which other positions are tried, too."""


class TurnEvaluator:
    """An evaluator of one table; the value of a position never changes."""

    def __init__(self, game: Game, state: AnyState, ahead: Lookahead) -> None:
        net = find_value(game, state)
        assert net is not None
        self.game, self.ahead = game, ahead
        self.kernel = game.kernel("trackside.search.kernels.outlook")
        self.solver = game.kernel("trackside.search.kernels.endings")
        record = state.to_record()
        self.memory = make_outlook(game.plain, record, net.record, 2 * ahead.solved, ahead.deepest, ahead.width)
        self.solved_from = 1 << 60
        """The turn from which on every position that was played is solved."""
        self.values: dict[bytes, Any] = {}
        self.depths: dict[int, int] = {}
        """The turns to look ahead, by turn: positions that are compared are looked at alike."""

    def read(self, positions: Sequence[AnyState]) -> None:
        """Prepare for the positions of a game: solve its end, and choose how far to look ahead in every turn."""
        self.solve_back(positions)
        for state in positions:
            if self.game.plain.to_move(state) == CHANCE and self.game.plain.is_settled(state):
                left = self.solved_from - int(state.turns)
                effort = next((effort for turns, effort in STAGES if left <= turns), EARLY)
                self.depths[int(state.turns)] = self._depth(state.to_record(), effort * self.ahead.ends)

    def _depth(self, record: Any, most: float) -> int:
        """Return how many turns a position can be looked ahead with at most this many ends of turns."""
        depth, last, ends = 1, FIRST_GROWTH, self._ends_at(record, 1)
        while 0 < ends * ends / last <= most and depth < self.ahead.deepest:
            more = self._ends_at(record, depth + 1)
            if more > most:
                break
            depth, last, ends = depth + 1, ends, more
        return depth

    def _ends_at(self, record: Any, depth: int) -> int:
        """Return the number of ends of turns that are valued at a depth."""
        before = int(self.memory.ends[0])
        self._look_ahead(record, depth)
        return int(self.memory.ends[0]) - before

    def _look_ahead(self, record: Any, depth: int) -> Any:
        found, ahead = np.zeros(int(record["seats"][0])), self.ahead
        self.kernel.value_start(record, depth, ahead.width, ahead.margin, self.memory, found)
        return found

    def solve_back(self, positions: Sequence[AnyState]) -> None:
        """Solve a game from its end back, as far as the effort allows."""
        rules, left = self.game.plain, self.ahead.solved
        for state in reversed(positions):
            if rules.to_move(state) == CHANCE and rules.is_settled(state):
                before = int(self.memory.endings.met[0])
                if not self._solve(state.to_record(), left):
                    return
                left -= int(self.memory.endings.met[0]) - before
                self.solved_from = int(state.turns)
        first = positions[0]
        if rules.to_move(first) not in (CHANCE, OVER) and all(self._solve(end, left) for end in self._ends(first)):
            self.solved_from = int(first.turns)

    def evaluate(self, states: Sequence[AnyState], simulations: int, seed: int) -> Any:
        """Return shares of the win as an array (position, look, seat), with one look."""
        return np.array([[self.value(state)] for state in states])

    def value(self, state: AnyState) -> Any:
        """Return every seat's share of the win from a position."""
        rules = self.game.plain
        actor = rules.to_move(state)
        if actor == CHANCE and not rules.is_settled(state):
            return self._mean(state)
        if actor != CHANCE and actor != OVER:
            return self._best(state, actor)
        return self._at_start(state.to_record(), int(state.turns), actor == OVER)

    def _mean(self, state: AnyState) -> Any:
        """Return the mean over the outcomes within a turn."""
        rules, weights = self.game.plain, [0] * self.game.plain.OUTCOMES
        rules.chance_weights(state, weights)
        outcomes = choices_for(rules, state, CHANCE)
        values = []
        for outcome in outcomes:
            following = state.duplicate()
            rules.apply(following, CHANCE, outcome)
            values.append(self.value(following))
        return np.average(values, axis=0, weights=[weights[outcome] for outcome in outcomes])

    def _best(self, state: AnyState, seat: int) -> Any:
        """Return the value of the best end of a turn that can still be reached."""
        records = self._ends(state)
        shares = self.memory.shares[: len(records), seat]
        order = np.argsort(-shares, kind="stable")[: self.ahead.width]
        followed = [records[i] for i in order if shares[i] >= shares[order[0]] - self.ahead.margin]
        return max((self._of_end(record) for record in followed), key=lambda shares: shares[seat])

    def _ends(self, state: AnyState) -> list[Any]:
        """Return the positions in which the turn can end, with their values in `memory.shares`."""
        n, ends = self.kernel.value_turns(state.to_record(), self.memory), self.memory.turns.ends
        return [ends[i : i + 1].copy() for i in range(n)]

    def _of_end(self, record: Any) -> Any:
        return self._at_start(record, int(record["turns"][0]), False)

    def _at_start(self, record: Any, turn: int, is_over: bool) -> Any:
        """Return the value of a position between two turns, or at the end of the game."""
        key = record.tobytes()
        if key not in self.values:
            if not is_over and self.ahead.near and turn >= self.solved_from - NEAR:
                self._solve(record, self.ahead.near)
            if turn not in self.depths:
                self.depths[turn] = 1 if is_over else self._depth(record, self.ahead.ends)
            self.values[key] = self._look_ahead(record, self.depths[turn])
        return self.values[key]

    def _solve(self, record: Any, most: int) -> bool:
        """Solve a position between two turns if not too many others follow; its value is then known."""
        memory = self.memory
        if self.game.plain.to_move(self.game.plain.State.from_record(record)) == OVER:
            return True
        found = np.zeros(int(record["seats"][0]))
        return bool(self.solver.solve_start(record, most, memory.endings, found))
