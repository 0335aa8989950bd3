"""Players by name: `random`, `greedy`, `judge`, `mcts:800` (simulations), `mcts:2s`, `exact`, and the levels.

`judge` does not look ahead; `judge:FILE` is the same with the nets of a file. `playout:800` and `playout:2s` play every
simulation to the end instead of asking the judge. `mcts:800x2` and `mcts:2sx2` search in two threads, each with its own
tree.

External players are `package.module:function` and `program:COMMAND`, see `trackside.search.external`.
"""

from __future__ import annotations

import random
import re
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Protocol

from trackside.core.errors import BadOption
from trackside.core.notation import choices_for
from trackside.core.protocol import AnyState
from trackside.core.random import WORDS, seed_generator
from trackside.games import Game
from trackside.search.choice import Candidate, Choice, add_up

if TYPE_CHECKING:
    from trackside.search.exact import ExactAgent
    from trackside.search.tree_search import Tree

QUICK = ("random", "greedy")
"""Players that do not look ahead: whole games between them run in compiled code."""

LEVELS = ("novice", "club", "expert", "master", "grandmaster")

SOLVED = 50
"""Positions the endgame solver may visit for each simulation of the search. An ending is solved once a game."""

PAUSE = 1
"""Decisions without an attempt to solve the ending after one that exceeded its limit."""

SLICE = 64
MAX_SIMULATIONS = 100_000_000
MAX_THREADS = 64


class Agent(Protocol):
    """A player that chooses moves knowing only what its seat may know."""

    def choose(self, view: AnyState, seat: int) -> Choice:
        """Return a legal move, with the player's evaluation of it and of the others."""


class QuickAgent:
    """A player without lookahead: any legal move (`random`), or the game's own policy (`greedy`)."""

    def __init__(self, game: Game, greedy: bool, seed: int) -> None:
        self.game, self.greedy = game, greedy
        self.chooser, self.rng = random.Random(seed), [0] * WORDS
        seed_generator(self.rng, seed)

    def choose(self, view: AnyState, seat: int) -> Choice:
        """Return a random legal move or the policy's move."""
        moves = choices_for(self.game.plain, view, seat)
        if self.greedy:
            move = self.game.plain.quick_move(view, seat, moves, len(moves), self.rng)
        else:
            move = self.chooser.choice(moves)
        text = self.game.notation.move_text(view, seat, move)
        return Choice(move, (Candidate(move, text),), (text,))


class SearchAgent:
    """A tree-search player with a budget of simulations or seconds for each move.

    With several threads each searches its own tree, and the results are added up.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        simulations: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        judged: bool = True,
    ) -> None:
        self.game, self.seeds = game, random.Random(seed)
        self.simulations, self.seconds, self.threads, self.judged = simulations, seconds, threads, judged
        self.trees: list[Tree] = []
        self.made = 0
        self.solver: ExactAgent | None = None
        """The solver of the ending, once the end was near enough to solve it."""
        self.pause = 0
        """Decisions until the next attempt to solve the ending."""

    def choose(self, view: AnyState, seat: int) -> Choice:
        """Return the most visited move, without a search if only one is legal."""
        moves = choices_for(self.game.plain, view, seat)
        if not all(seat == tree.seat and tree.follow(self.made, view) for tree in self.trees):
            self.trees = []
        if len(moves) == 1:
            text = self.game.notation.move_text(view, seat, moves[0])
            choice = Choice(moves[0], (Candidate(moves[0], text),), (text,))
        elif self.solver is not None and (known := self.solver.known(view, seat)):
            choice = known
        else:
            self.trees = self.trees or [self.new_tree(view, seat) for _ in range(self.threads)]
            if self.threads == 1:
                self.think(self.trees[0])
            else:
                with ThreadPoolExecutor(self.threads) as pool:
                    list(pool.map(self.think, self.trees))
            choice = self.solved(self.trees[0]) or add_up([tree.choice() for tree in self.trees])
        self.made = choice.move
        return choice

    def solved(self, tree: Tree) -> Choice | None:
        """Return the best move if the ending can be solved; the solution then serves the later moves too."""
        self.pause -= 1
        if not self.judged or not solves(self.game) or self.pause >= 0 or not tree.sees_the_end():
            return None
        from trackside.search.exact import MAX_POSITIONS, ExactAgent

        self.solver = ExactAgent(self.game, min(SOLVED * tree.simulations, MAX_POSITIONS))
        try:
            return self.solver.choose(tree.view, tree.seat)
        except BadOption:
            self.solver, self.pause = None, PAUSE
            return None

    def new_tree(self, view: AnyState, seat: int) -> Tree:
        """Return a tree with memory for the budget."""
        from trackside.search.tree_search import MEMORY, Tree

        memory = MEMORY if self.simulations is None else min(MEMORY, self.simulations + 2)
        playouts = None if self.judged else self.game.card.search.playouts
        return Tree(self.game, view, seat, self.seeds.getrandbits(60), memory=memory, playouts=playouts)

    def think(self, tree: Tree) -> None:
        """Spend the budget, less the simulations kept from the turn's earlier moves."""
        if self.simulations is not None:
            tree.run(self.simulations - tree.simulations)
        elif self.seconds is not None:
            end = time.perf_counter() + self.seconds
            tree.run(SLICE)
            while time.perf_counter() < end:
                tree.run(SLICE)


def make_agent(name: str, game: Game, seed: int = 0) -> Agent:
    """Return the player with this name."""
    spec = game.card.levels.get(name, name)
    if spec in QUICK:
        return QuickAgent(game, spec == "greedy", seed)
    if spec == "judge":
        from trackside.search.net_agent import JudgeAgent

        return JudgeAgent(game, seed) if game.plain.JUDGED == "shares" else searcher(game, seed, simulations=0)
    if spec.startswith("judge:"):
        from trackside.search.file_agent import file_agent

        return file_agent(game, spec.removeprefix("judge:"), seed)
    if found := re.fullmatch(r"(mcts|playout):(\d{1,9})(?:x(\d{1,2}))?", spec):
        if not 1 <= int(found[2]) <= MAX_SIMULATIONS:
            raise BadOption(f"player {name}: simulations must be 1 to {MAX_SIMULATIONS}")
        threads = read_threads(name, found[3])
        return searcher(game, seed, simulations=int(found[2]), threads=threads, judged=found[1] == "mcts")
    if found := re.fullmatch(r"(mcts|playout):(\d{1,4}(?:\.\d{1,3})?)s(?:x(\d{1,2}))?", spec):
        threads = read_threads(name, found[3])
        return searcher(game, seed, seconds=float(found[2]), threads=threads, judged=found[1] == "mcts")
    if spec == "exact":
        from trackside.search.exact import ExactAgent

        return ExactAgent(game)
    if spec.startswith("program:"):
        from trackside.search.external import ProgramAgent

        return ProgramAgent(game, spec.removeprefix("program:"))
    if re.fullmatch(r"[\w.]+:\w+", spec):
        from trackside.search.external import CallableAgent

        return CallableAgent(game, spec)
    known = ", ".join(known_agents(game))
    raise BadOption(
        f"there is no player {name!r}: the players are {known}, mcts:800 (simulations per move), mcts:2s (seconds per "
        "move) and playout:800 (plays every simulation to the end instead of using the evaluation network)"
    )


def read_threads(name: str, text: str | None) -> int:
    """Return the number of threads that a player's name asks for."""
    if text is not None and not 1 <= int(text) <= MAX_THREADS:
        raise BadOption(f"player {name}: threads must be 1 to {MAX_THREADS}")
    return int(text or 1)


def searcher(
    game: Game,
    seed: int,
    simulations: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    judged: bool = True,
) -> Agent:
    """Return the search-based player that suits the game, with its judge or without."""
    if game.card.search.method == "turns":
        from trackside.search.turn_search import TurnAgent

        if threads > 1:
            raise BadOption(f"{game.card.title} is searched by whole turns, in one thread: leave x{threads} out")
        return TurnAgent(game, seed, simulations, seconds, judged)
    return SearchAgent(game, seed, simulations, seconds, threads, judged)


def solves(game: Game) -> bool:
    """Return True if the search of a game solves its endings: no secrets, and searched move by move."""
    return not game.card.secrets and game.card.search.method == "tree"


def is_searcher(name: str, game: Game) -> bool:
    """Return True if a player looks ahead in compiled code."""
    spec = game.card.levels.get(name, name)
    return spec == "judge" or spec.startswith(("mcts:", "playout:"))


def known_agents(game: Game) -> list[str]:
    """Return the players with a plain name."""
    return [*QUICK, *game.card.levels, "exact", *(["judge"] if game.plain.NETS else [])]
