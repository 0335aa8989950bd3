"""Players by name."""

from __future__ import annotations

import random
from typing import Protocol

from trackside.core.errors import BadOption
from trackside.core.notation import options_now
from trackside.core.protocol import AnyState
from trackside.core.random import WORDS, seed_generator
from trackside.games import Game

AGENTS = ("random", "greedy")


class Agent(Protocol):
    """Somebody who chooses moves; is given nothing but what its seat may know."""

    def choose(self, view: AnyState, seat: int) -> int:
        """The code of a legal move."""


class RandomAgent:
    """Any legal move is as good as any other."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.chooser = game, random.Random(seed)

    def choose(self, view: AnyState, seat: int) -> int:
        """Some legal move."""
        return self.chooser.choice(options_now(self.game.plain, view, seat))


class GreedyAgent:
    """What looks best at once, by the game's own policy."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.rng = game, [0] * WORDS
        seed_generator(self.rng, seed)

    def choose(self, view: AnyState, seat: int) -> int:
        """The move of the policy."""
        moves = options_now(self.game.plain, view, seat)
        return self.game.plain.quick_move(view, seat, moves, len(moves), self.rng)


def make_agent(name: str, game: Game, seed: int = 0) -> Agent:
    """The player with this name."""
    if name == "random":
        return RandomAgent(game, seed)
    if name == "greedy":
        return GreedyAgent(game, seed)
    raise BadOption(f"there is no player {name!r}: the players are {', '.join(AGENTS)}")
