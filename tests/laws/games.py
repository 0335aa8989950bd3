"""Every game with every number of seats and every value of every option, and random games to test them on."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from trackside.core.errors import BadOption
from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.core.random import WORDS
from trackside.games import GAMES, Game


@dataclass(frozen=True)
class Table:
    """A game with its seats and options."""

    game: Game
    seats: int
    options: dict[str, str] = field(hash=False)

    def opening(self) -> AnyState:
        return self.game.opening(self.seats, self.options)

    def __str__(self) -> str:
        changed = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game.name}-{self.seats}" + (f"-{changed}" if changed else "")


def tables() -> Iterator[Table]:
    """The defaults, then other values of each option (first and last if they are many), for every number of seats."""
    for game in GAMES.values():
        for seats in game.card.seats:
            yield Table(game, seats, {})
            for option in game.card.options:
                others = [choice.text for choice in option.choices if choice.text != option.default]
                possible = [value for value in others if is_allowed(game, seats, {option.name: value})]
                for value in possible if len(possible) < 3 else [possible[0], possible[-1]]:
                    yield Table(game, seats, {option.name: value})


def is_allowed(game: Game, seats: int, options: dict[str, str]) -> bool:
    try:
        game.card.choose(seats, options)
    except BadOption:
        return False
    return True


TABLES = list(tables())


THOROUGH = "THOROUGH" in os.environ
"""Whether laws are tested on all games that were meant for them, as `make test-long` does, or on a quarter."""


def seeds(table: Table, most: int) -> range:
    """So many for a game as it is played by default, a few for each other value of an option."""
    wanted = most if THOROUGH else most // 4
    return range(max(2, wanted // 10 if table.options else wanted))


def random_game(table: Table, seed: int, players: str = "random") -> Iterator[tuple[AnyState, int, list[int], int]]:
    """Position, whose choice, all choices and the chosen one, step by step; the last has seat OVER."""
    rng = [0] * WORDS
    rules, chooser, state = table.game.plain, random.Random(seed), table.opening()
    weights = [0] * rules.OUTCOMES
    while (seat := rules.to_move(state)) != OVER:
        choices = choices_for(rules, state, seat)
        if seat == CHANCE:
            rules.chance_weights(state, weights)
            move = chooser.choices(choices, [weights[choice] for choice in choices])[0]
        elif players == "greedy":
            move = rules.quick_move(state, seat, choices, len(choices), rng)
        else:
            move = chooser.choice(choices)
        yield state.duplicate(), seat, choices, move
        rules.apply(state, seat, move)
    yield state, OVER, [], 0
