"""Tables under test: a game with every number of seats and every option, and random games on them."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from trackside.core.errors import BadOption
from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.core.random import WORDS, seed_generator
from trackside.games import Game
from trackside.play.match import Match

THOROUGH = "TRACKSIDE_THOROUGH" in os.environ
"""True if laws are tested on all games meant for them, not on an eighth of them."""

MAX_STEPS = 100_000
"""The most moves and outcomes that a random game may take."""


@dataclass
class Trial:
    """The random game that a law has reached, so that a broken law can be shown where it broke."""

    seed: int = 0
    position: AnyState | None = None

    def __str__(self) -> str:
        return f"seed {self.seed}"


TRIAL = Trial()
"""The latest random game; laws run one after the other."""


@dataclass(frozen=True)
class Table:
    """A game with its seats and options."""

    game: Game
    seats: int
    options: dict[str, str] = field(hash=False)
    is_quick: bool = False
    """True if two random games are enough for every law."""

    def opening(self) -> AnyState:
        """Return the position before any chance."""
        return self.game.opening(self.seats, self.options)

    def __str__(self) -> str:
        changed = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game.name}-{self.seats}" + (f"-{changed}" if changed else "")


def tables_of(game: Game) -> Iterator[Table]:
    """Yield, for every number of seats, the defaults, then each option's other values (first and last if many)."""
    for seats in game.card.seats:
        yield Table(game, seats, {})
        for option in game.card.options:
            others = [choice.text for choice in option.choices if choice.text != option.default]
            possible = [value for value in others if is_allowed(game, seats, {option.name: value})]
            for value in possible if len(possible) < 3 else [possible[0], possible[-1]]:
                yield Table(game, seats, {option.name: value})


def is_allowed(game: Game, seats: int, options: dict[str, str]) -> bool:
    """Return True if the options are allowed with this number of seats."""
    try:
        game.card.choose(seats, options)
    except BadOption:
        return False
    return True


def seeds(table: Table, most: int) -> range:
    """Return the seeds to test: up to `most` for the default options, a few for each other value of an option."""
    if table.is_quick:
        return range(2)
    least, wanted = (2, most) if THOROUGH else (1, most // 8)
    return range(max(least, wanted // 10 if table.options else wanted))


def random_game(table: Table, seed: int, players: str = "random") -> Iterator[tuple[AnyState, int, list[int], int]]:
    """Yield position, seat to move, all choices and the chosen one, step by step; the last has seat OVER."""
    rng = [0] * WORDS
    rules, chooser, state = table.game.plain, random.Random(seed), table.opening()
    weights = [0] * rules.OUTCOMES
    steps = 0
    TRIAL.seed, TRIAL.position = seed, state
    while (seat := rules.to_move(state)) != OVER:
        steps += 1
        assert steps <= MAX_STEPS, f"a random game is not over after {MAX_STEPS} moves and outcomes"
        TRIAL.position = state
        choices = choices_for(rules, state, seat)
        assert choices, f"{'chance' if seat == CHANCE else f'seat {seat}'} is to move, but has nothing to choose from"
        if seat == CHANCE:
            rules.chance_weights(state, weights)
            move = chooser.choices(choices, [weights[choice] for choice in choices])[0]
        elif players == "greedy":
            move = rules.quick_move(state, seat, choices, len(choices), rng)
        else:
            move = chooser.choice(choices)
        TRIAL.position = state.duplicate()
        yield state.duplicate(), seat, choices, move
        rules.apply(state, seat, move)
    yield state, OVER, [], 0


def hidden(table: Table, state: AnyState, perspective: int) -> AnyState:
    """Return the position as it is known from this perspective."""
    view = state.duplicate()
    table.game.plain.hide(view, perspective)
    return view


def guessed(table: Table, view: AnyState, perspective: int, seed: int) -> AnyState:
    """Return a possible full position for a view from this perspective."""
    truth, rng = view.duplicate(), [0] * WORDS
    seed_generator(rng, seed)
    table.game.plain.guess(truth, perspective, rng)
    return truth


def played(table: Table, seed: int, moves: int = 100_000) -> Match:
    """Return a match of random moves, played to its end or for `moves` moves."""
    chooser = random.Random(seed)
    match = Match(table.game.name, table.seats, table.options, seed=seed, compiled=False)
    TRIAL.seed = seed
    while not match.over and moves > 0:
        TRIAL.position = match.state
        match.play(match.to_move, chooser.choice(match.moves(match.to_move)))
        moves -= 1
    return match


def refusal(kind: type[Exception], call: Callable[[], object]) -> Exception | None:
    """Return the error of this kind that a call raises, if any."""
    try:
        call()
    except kind as error:
        return error
    return None
