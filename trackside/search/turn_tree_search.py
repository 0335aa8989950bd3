"""A player that searches whole turns in a tree, each evaluated by a value net, and plays the best to its end."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from trackside.core.errors import BadOption
from trackside.core.notation import choices_for
from trackside.core.protocol import OVER, AnyState
from trackside.games import Game
from trackside.search.choice import Candidate, Choice, JudgedBy
from trackside.search.kernels.turn_tree import TurnTreeMemory
from trackside.search.nets import Net
from trackside.search.scratch import TurnScratch, make_turn_scratch
from trackside.search.style import turn_style_record
from trackside.search.values import find_value

MEMORY = 1 << 18
"""The largest capacity of a tree, in nodes; a full tree stops growing but still counts visits."""

DEEPEST = 256
MAX_ROOT = 1 << 10
"""The most turns that are compared at the root."""

STARTS = 1 << 16
"""The turn starts whose exact values are remembered."""

STARTS_A_SIMULATION = 3
"""The turn starts that may be solved instead of a simulation: about as much work."""

SIMULATIONS_A_SECOND = 20_000
"""About the speed of the search, for the share of a budget in seconds that is spent on solving an ending."""

SLICE = 32
BLUR_SUMMANDS = 4


class TurnTree:
    """The tree of one position, grown in slices; the same seed and simulations give the same tree."""

    def __init__(
        self, net: Net, view: AnyState, seat: int, seed: int, memory: int = MEMORY, scratch: TurnScratch | None = None
    ) -> None:
        self.net, self.game, self.view, self.seat, self.seed = net, net.game, view, seat, seed
        rules: Any = self.game.plain
        self.kernel = self.game.kernel("trackside.search.kernels.turn_tree")
        self.root = view.to_record()
        self.scratch = scratch or scratch_for(net, view)
        room = max(memory, MAX_ROOT) + 1
        longest = self.scratch.turns.moves.shape[1]
        self.memory = TurnTreeMemory(
            nodes=np.zeros(room, node_type(self.game)),
            states=np.zeros(room, self.root.dtype),
            used=np.zeros(1, np.int64),
            path=np.zeros(DEEPEST, np.int64),
            lengths=np.zeros(MAX_ROOT, np.int64),
            moves=np.zeros((MAX_ROOT, longest), np.int64),
        )
        self.styles = turn_style_record(self.game.card.turns)
        self.is_solved = False
        self.grow(0, 0)
        self.turns = int(self.memory.nodes[0]["move"])
        """The number of different turns."""
        if self.turns == 0:
            raise BadOption(f"{self.game.card.title}: no whole turns can be listed in this position")
        self.is_solved = bool(np.all(self.nodes["actor"] == OVER))
        self.rules = rules

    @property
    def nodes(self) -> Any:
        """The nodes of the turns at the root, best first at the beginning."""
        return self.memory.nodes[1 : 1 + self.turns]

    @property
    def simulations(self) -> int:
        """The number of simulations."""
        return int(self.memory.nodes[0]["visits"])

    def grow(self, simulations: int, starts: int) -> bool:
        """Try to solve a number of turn starts and run simulations; return True if the position is solved."""
        memory, styles = self.memory, self.styles
        args = (self.root, self.seat, simulations, starts, memory, styles, self.seed, self.scratch)
        return bool(self.kernel.grow(*args))

    def run(self, simulations: int) -> None:
        """Run more simulations."""
        self.grow(simulations, 0)

    def solve(self, starts: int) -> bool:
        """Try to solve the position, visiting at most this many turn starts; return True if that succeeded."""
        self.is_solved = self.grow(0, starts)
        return self.is_solved

    def blur(self, spread: float) -> None:
        """Misjudge every turn by a random amount of this standard deviation, about normally distributed."""
        chooser = random.Random(self.seed)
        for node in self.nodes:
            summands = [chooser.uniform(-1, 1) for _ in range(BLUR_SUMMANDS)]
            node["bias"] = spread * sum(summands) * (3 / BLUR_SUMMANDS) ** 0.5

    @cached_property
    def ways(self) -> list[list[int]]:
        """The moves of every turn."""
        lengths, moves = self.memory.lengths, self.memory.moves
        return [[int(move) for move in moves[i][: lengths[i]]] for i in range(self.turns)]

    def value(self, turn: int) -> float:
        """Return the seat's expected share of the win after a turn, the misjudgement included."""
        node, trust = self.nodes[turn], float(self.styles[0]["trust"])
        share = float(node["prior"][self.seat])
        if node["actor"] != OVER:
            share = (trust * share + float(node["total"][self.seat])) / (trust + int(node["visits"]))
        return share + float(node["bias"])

    def best(self) -> int:
        """Return the turn to play: the most visited, of several and of a solved position the most valuable."""
        visits = self.nodes["visits"]

        def key(turn: int) -> tuple[int, float]:
            return (0 if self.is_solved else int(visits[turn])), self.value(turn)

        return max(range(self.turns), key=key)

    @property
    def judged_by(self) -> JudgedBy:
        """The basis of the values."""
        return "exact" if self.is_solved else "net"

    def candidates(self, state: AnyState, made: Sequence[int], best: int) -> tuple[Candidate, ...]:
        """Return every legal move after some moves of a turn, best first, by the turns that continue with it.

        A move has the visits of all its turns and the value of the most visited one.
        """
        following: dict[int, list[int]] = defaultdict(list)
        for turn, moves in enumerate(self.ways):
            if len(moves) > len(made) and moves[: len(made)] == list(made):
                following[moves[len(made)]].append(turn)
        found = []
        for move in choices_for(self.rules, state, self.seat):
            turns = following[move]
            visits = sum(int(self.nodes[turn]["visits"]) for turn in turns)
            values = sorted(((int(self.nodes[turn]["visits"]), self.value(turn)) for turn in turns), reverse=True)
            if self.is_solved:
                values.sort(key=lambda entry: -entry[1])
            value = min(max(values[0][1], 0.0), 1.0) if values else None
            found.append(Candidate(move, self.game.notation.move_text(state, self.seat, move), visits, value))
        chosen = self.ways[best][len(made)]
        return tuple(sorted(found, key=lambda entry: (entry.move != chosen, -entry.visits, -(entry.value or 0))))

    def plan(self) -> list[tuple[bytes, Choice]]:
        """Return the moves of the best turn, each with the view it is meant for."""
        best, state, found = self.best(), self.view.duplicate(), []
        moves, texts = self.ways[best], []
        for i, move in enumerate(moves):
            simulations = self.simulations if i == 0 else 0
            candidates = self.candidates(state, moves[:i], best)
            found.append((state.to_bytes(), Choice(move, candidates, (), simulations, self.judged_by)))
            texts.append(self.game.notation.move_text(state, self.seat, move))
            self.rules.apply(state, self.seat, move)
        return [
            (view, Choice(one.move, one.candidates, tuple(texts[i:]), one.simulations, one.judged_by))
            for i, (view, one) in enumerate(found)
        ]


class TurnTreeAgent:
    """A player that searches for the best whole turn, within simulations or seconds, and plays it to its end."""

    def __init__(
        self, game: Game, seed: int, simulations: int | None = None, seconds: float | None = None, blur: float = 0.0
    ) -> None:
        self.game, self.seeds = game, random.Random(seed)
        self.simulations, self.seconds, self.blur = simulations, seconds, blur
        self.planned: list[tuple[bytes, Choice]] = []
        """The rest of the planned turn: the view each move was planned for, and the choice."""
        self.scratch: tuple[Net, TurnScratch] | None = None

    def choose(self, view: AnyState, seat: int) -> Choice:
        """Return the next move of the planned turn, or the first move of a new plan."""
        if self.planned and self.planned[0][0] == view.to_bytes():
            return self.planned.pop(0)[1]
        moves = choices_for(self.game.plain, view, seat)
        if len(moves) == 1:
            self.planned = []
            text = self.game.notation.move_text(view, seat, moves[0])
            return Choice(moves[0], (Candidate(moves[0], text),), (text,))
        self.planned = self.think(view, seat).plan()
        return self.planned.pop(0)[1]

    def think(self, view: AnyState, seat: int) -> TurnTree:
        """Return the tree of a position after spending the budget."""
        begun = time.perf_counter()
        net = find_value(self.game, view)
        if net is None:
            raise BadOption(f"no value net was trained for this table of {self.game.card.title}: play mcts:800 instead")
        if self.scratch is None or self.scratch[0] is not net:
            self.scratch = net, scratch_for(net, view)
        budget = SIMULATIONS_A_SECOND * self.seconds if self.seconds is not None else self.simulations or 0
        per_simulation = 1 + self.game.card.turns.breadth
        memory = MEMORY if self.seconds is not None else min(MEMORY, int(budget) * per_simulation)
        tree = TurnTree(net, view, seat, self.seeds.getrandbits(60), memory, self.scratch[1])
        tries_to_solve = budget > 0 and not self.blur and not tree.is_solved and self.is_near_end(view)
        if tree.is_solved or (tries_to_solve and tree.solve(int(STARTS_A_SIMULATION * budget / 2))):
            return tree
        if self.blur:
            tree.blur(self.blur)
        if self.simulations is not None:
            tree.run(self.simulations // 2 if tries_to_solve else self.simulations)
        elif self.seconds is not None:
            tree.run(SLICE)
            while time.perf_counter() < begun + self.seconds:
                tree.run(SLICE)
        return tree

    def is_near_end(self, view: AnyState) -> bool:
        """Return True if a game's position is near enough to its end to try to solve it."""
        rules: Any = self.game.plain
        return not self.game.card.secrets and hasattr(rules, "is_near_end") and bool(rules.is_near_end(view))


def scratch_for(net: Net, view: AnyState) -> TurnScratch:
    """Return memory to search positions of this table."""
    return make_turn_scratch(net.game.plain, view.to_record(), net.record, STARTS)


def node_type(game: Game) -> np.dtype[np.void]:
    """Return the node type, with a value for every seat: one type for all tables, compiled once."""
    room = max(game.card.seats)
    return np.dtype(
        [
            ("move", np.int32),
            ("actor", np.int32),
            ("child", np.int32),
            ("sibling", np.int32),
            ("visits", np.int32),
            ("bias", np.float64),
            ("prior", np.float64, (room,)),
            ("total", np.float64, (room,)),
        ]
    )
