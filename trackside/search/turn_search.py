"""A player that searches whole turns: the policy ranks them, and sequential halving finds the best by playing on."""

from __future__ import annotations

import math
import random
import time
from typing import Any

import numpy as np

from trackside.core.notation import choices_for
from trackside.core.protocol import AnyState
from trackside.games import Game
from trackside.search.choice import Candidate, Choice, JudgedBy
from trackside.search.kernels.turns import LENGTH, MOVE
from trackside.search.nets import Net, find_net, no_net
from trackside.search.points_search import Lookahead
from trackside.search.scratch import make_scratch
from trackside.search.style import style_record

BREADTH = 2.0
"""Turns tried with N simulations, as a multiple of the square root of N."""

BREADTH_BY_CLOCK = 64
"""Turns tried when the budget is in seconds."""

MIN_SIMULATIONS = 4
"""Simulations that a turn needs before its share of the win is reported."""

SIMULATIONS_A_TURN = 4
"""Simulations for each turn ranked with a judge: late in the game few cards are left."""


class Halving:
    """The turns of one position and the results of playing on; the same seed and budget give the same result."""

    judged_by: JudgedBy = "playouts"

    def __init__(self, game: Game, view: AnyState, seat: int, seed: int, breadth: int) -> None:
        self.game, self.view, self.seat, self.seed = game, view, seat, seed
        self.kernel = game.kernel("trackside.search.kernels.turns")
        rules: Any = game.plain
        self.root = view.to_record()
        self.turns = np.zeros((breadth, rules.TURN_COLUMNS), np.int64)
        self.left = np.arange(self.kernel.rank(self.root, seat, self.turns))
        self.times = 0
        self.sums = np.zeros((breadth, 3))
        """For each turn, the simulations and the sums of value and share of the win."""
        self.styles = style_record(game.card.search)
        self.scratch = make_scratch(rules, self.root, no_net(game))

    @property
    def simulations(self) -> int:
        """The number of simulations."""
        return int(self.sums[:, 0].sum())

    def run(self, times: int) -> None:
        """Play on `times` times from every remaining turn."""
        seed = self.seed + self.times
        self.kernel.play_on(
            self.root, self.seat, self.turns, self.left, times, seed, self.styles, self.sums, self.scratch
        )
        self.times += times

    def halve(self) -> None:
        """Keep the better half, best first."""
        means = self.sums[self.left, 1] / self.sums[self.left, 0]
        self.left = self.left[np.argsort(-means, kind="stable")[: (len(self.left) + 1) // 2]]

    def spend(self, simulations: int) -> None:
        """Halve until one turn is left, spending about the same number of simulations before each halving."""
        for rounds in range(halvings(len(self.left)), 0, -1):
            self.run(max(1, (simulations - self.simulations) // (rounds * len(self.left))))
            self.halve()

    def spend_seconds(self, seconds: float) -> None:
        """Halve until one turn is left, spending the same time before each halving."""
        end = time.perf_counter()
        rounds = halvings(len(self.left))
        for _ in range(rounds):
            end += seconds / rounds
            self.run(1)
            while time.perf_counter() < end:
                self.run(1)
            self.halve()

    def moves(self, turn: int) -> list[int]:
        """Return the moves of a turn."""
        row = self.turns[turn]
        return [int(move) for move in row[MOVE : MOVE + row[LENGTH]]]

    def candidates(self) -> tuple[Candidate, ...]:
        """Return every legal move, best first: all simulations after it, and the share of its most visited turn."""
        tried: dict[int, list[int]] = {}
        for turn in np.flatnonzero(self.sums[:, 0]):
            tried.setdefault(self.moves(int(turn))[0], []).append(int(turn))
        found = []
        best = self.moves(int(self.left[0]))[0]
        for move in choices_for(self.game.plain, self.view, self.seat):
            text = self.game.notation.move_text(self.view, self.seat, move)
            turns = tried.get(move, [])
            top = max(turns, key=lambda turn: (self.sums[turn, 0], self.sums[turn, 1]), default=None)
            known = top is not None and self.sums[top, 0] >= MIN_SIMULATIONS
            value = float(self.sums[top, 2] / self.sums[top, 0]) if known else None
            found.append(Candidate(move, text, int(self.sums[turns, 0].sum()), value))
        return tuple(sorted(found, key=lambda entry: (entry.move != best, -entry.visits, -(entry.value or 0))))


def halvings(turns: int) -> int:
    """Return the number of halvings until one turn is left, at least 1."""
    return max(1, math.ceil(math.log2(turns)))


def breadth_for(simulations: int) -> int:
    """Return the number of turns to try: few enough that every halving has simulations for each."""
    breadth = max(1, round(BREADTH * math.sqrt(simulations)))
    while breadth > 1 and breadth * halvings(breadth) > simulations:
        breadth -= 1
    return breadth


class TurnAgent:
    """A player that searches for the best whole turn, within simulations or seconds, and plays it to its end."""

    def __init__(
        self,
        game: Game,
        seed: int,
        simulations: int | None = None,
        seconds: float | None = None,
        judged: bool = True,
    ) -> None:
        self.game, self.seeds = game, random.Random(seed)
        self.simulations, self.seconds, self.judged = simulations, seconds, judged
        self.plan: list[tuple[bytes, Choice]] = []
        """The rest of the planned turn: the view each move was planned for, and the choice."""

    def choose(self, view: AnyState, seat: int) -> Choice:
        """Return the next move of the planned turn, or the first move of a new plan."""
        if self.plan and self.plan[0][0] == view.to_bytes():
            return self.plan.pop(0)[1]
        moves = choices_for(self.game.plain, view, seat)
        if len(moves) == 1:
            text = self.game.notation.move_text(view, seat, moves[0])
            self.plan = []
            return Choice(moves[0], (Candidate(moves[0], text),), (text,))
        found = self.think(view, seat)
        self.plan = self.planned(view, seat, found)
        return self.plan.pop(0)[1]

    def net_for(self, view: AnyState) -> Net | None:
        """Return the net for the table of a view, or None if there is none."""
        return find_net(self.game, view)

    def think(self, view: AnyState, seat: int) -> Halving | Lookahead:
        """Spend the budget, with playouts if there is no judge."""
        net = self.net_for(view) if self.judged else None
        seed = self.seeds.getrandbits(60)
        if net is not None:
            return self.look_ahead(net, view, seat, seed)
        if self.simulations is not None:
            found = Halving(self.game, view, seat, seed, breadth_for(self.simulations))
            found.spend(self.simulations)
        else:
            found = Halving(self.game, view, seat, seed, BREADTH_BY_CLOCK)
            found.spend_seconds(self.seconds or 0.0)
        return found

    def look_ahead(self, net: Net, view: AnyState, seat: int, seed: int) -> Lookahead:
        """Spend the budget with a judge: one simulation is one card examined or one time played on."""
        if self.simulations is not None:
            found = Lookahead(net, view, seat, seed, self.simulations // SIMULATIONS_A_TURN)
            found.spend(self.simulations)
        else:
            found = Lookahead(net, view, seat, seed, BREADTH_BY_CLOCK)
            found.spend_seconds(self.seconds or 0.0)
        return found

    def planned(self, view: AnyState, seat: int, found: Halving | Lookahead) -> list[tuple[bytes, Choice]]:
        """Return the moves of the chosen turn, each with the view it is meant for and its continuation."""
        candidates = found.candidates()
        moves, state, views, texts = found.moves(int(found.left[0])), view.duplicate(), [], []
        for move in moves:
            views.append(state.to_bytes())
            texts.append(self.game.notation.move_text(state, seat, move))
            self.game.plain.apply(state, seat, move)
        choices = [Choice(moves[0], candidates, tuple(texts), found.simulations, found.judged_by)]
        for i in range(1, len(moves)):
            known = Candidate(moves[i], texts[i], candidates[0].visits, candidates[0].value)
            choices.append(Choice(moves[i], (known,), tuple(texts[i:]), judged_by=found.judged_by))
        return list(zip(views, choices, strict=True))
