"""Records that every surface replays: games of one seed, in which the others make the first move there is."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.core.random import WORDS, draw, seed_generator
from trackside.games import find_game
from trackside.play.dice import Dice
from trackside.play.events import Entry
from trackside.play.match import Match

FIRST = "tests.adapters.records:first_move"

TABLES = [
    ("whole-nine", 2, {}),
    ("whole-nine", 4, {"first": "blue"}),
    ("traxx", 1, {}),
    ("traxx", 3, {"starts": "chance"}),
    ("skip-or-trip", 2, {"mode": "advanced"}),
    ("skip-or-trip", 4, {"rounds": "12"}),
]


def first_move(view: dict[str, Any]) -> str:
    """The player of all seats but the first."""
    return str(view["moves"][0])


@dataclass(frozen=True)
class Replay:
    """A record that was written and read again, and every position in it."""

    game: str
    seats: int
    options: dict[str, str]
    log: list[Entry]
    states: list[AnyState]
    returns: list[float]

    def legal(self, index: int) -> list[int]:
        """Return the alternatives to an entry."""
        return choices_for(find_game(self.game).plain, self.states[index], self.log[index][0])

    def after(self, index: int) -> bytes:
        """The position after an entry, as bytes."""
        return bytes(self.states[index + 1].to_bytes())


def make_replay(game: str, seats: int, options: dict[str, str], seed: int) -> Replay:
    """A whole game with the luck that the compiled code has from a seed; the first seat plays at random."""
    found = find_game(game)
    rules, state = found.plain, found.opening(seats, options)
    rng, chooser, log = [0] * WORDS, Random(seed), []
    seed_generator(rng, seed)
    start = state.duplicate()
    while (seat := rules.to_move(state)) != OVER:
        if seat == CHANCE:
            weights = [0] * rules.OUTCOMES
            move = draw(rng, weights, rules.chance_weights(state, weights))
        else:
            legal = choices_for(rules, state, seat)
            move = chooser.choice(legal) if seat == 0 else legal[0]
        log.append((seat, move))
        rules.apply(state, seat, move)
    chosen = {name: choice.text for name, choice in found.card.choose(seats, options).items()}
    played = Match.from_log(found, start, log, options=chosen, dice=Dice(seed))
    match = Match.from_record(played.record())
    assert match.log == log
    return Replay(game, seats, options, log, match.positions(), match.returns)
