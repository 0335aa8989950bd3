"""Small random endings with a real choice, and what exhaustive search says about them, kept as data."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from tests.laws.games import Table, random_game
from trackside.core.errors import BadOption
from trackside.core.notation import options_now
from trackside.core.protocol import AnyState
from trackside.games import GAMES, Game
from trackside.games.skip_or_trip.cards import card_text
from trackside.games.skip_or_trip.state import COPIES, GOAL, KINDS, NUMBER
from trackside.search.exact import Exact

MOST = 1500
"""Positions after an ending that is still small."""


@dataclass(frozen=True)
class Ending:
    """A position, whose move it is, and the share of the win after every move."""

    state: AnyState
    seat: int
    values: dict[int, float]


def find_endings(name: str, count: int) -> Iterator[Ending]:
    """Small positions where at most half of the moves are good."""
    found = 0
    for seed in range(10_000):
        for state, seat in SOURCES[name](GAMES[name], seed):
            try:
                after = Exact(GAMES[name], MOST).after(state, seat)
            except BadOption:
                break
            values = {move: shares[seat] for move, shares in after.items()}
            if sum(value > max(values.values()) - 0.02 for value in values.values()) <= len(values) / 2:
                yield Ending(state, seat, values)
                found += 1
                break
        if found == count:
            return


def random_ends(game: Game, seed: int) -> Iterator[tuple[AnyState, int]]:
    """Every decision of a random game, the last first."""
    table = Table(game, game.card.default_seats, {})
    for state, seat, choices, _ in reversed(list(random_game(table, seed))):
        if seat >= 0 and len(choices) > 1:
            yield state, seat


def last_cards(game: Game, seed: int) -> Iterator[tuple[AnyState, int]]:
    """Two meeples close to the goal, a few open cards in both hands, at most one in the deck, all others played."""
    chooser = random.Random(seed)
    cards = [kind for kind in range(KINDS) for _ in range(COPIES[kind])]
    chooser.shuffle(cards)
    red, purple, deck = chooser.randint(2, 4), chooser.randint(1, 3), chooser.randrange(2)
    piles = [cards[:red], cards[red : red + purple], cards[red + purple + deck :]]
    hands = [" ".join(map(card_text, pile)) for pile in piles]
    top = NUMBER[cards[red + purple]] if deck else "-"
    squares = [chooser.randrange(80, GOAL) for _ in range(2)]
    yield (
        game.notation.parse_position(
            f"turn 99: red to act / deck: {deck}, top {top} / shown: {hands[2]} / "
            f"red: on {squares[0]}; hand {hands[0]} / purple: on {squares[1]}; hand {hands[1]}"
        ),
        0,
    )


SOURCES = {"whole-nine": random_ends, "skip-or-trip": last_cards}
"""Where small endings of a game come from."""


def write_endings(name: str, count: int) -> str:
    """A line for every ending: the shares in the order of the moves, then the position."""
    lines = []
    for ending in find_endings(name, count):
        shares = " ".join(f"{value:.6f}" for value in ending.values.values())
        position = GAMES[name].notation.position_text(ending.state).replace("\n", " / ")
        lines.append(f"{shares} | {position}")
    return "\n".join(lines) + "\n"


def read_endings(name: str, text: str) -> Iterator[Ending]:
    """What was written."""
    game = GAMES[name]
    for line in text.splitlines():
        shares, _, position = line.partition(" | ")
        state = game.notation.parse_position(position)
        seat = game.plain.to_move(state)
        moves = options_now(game.plain, state, seat)
        yield Ending(state, seat, dict(zip(moves, map(float, shares.split()), strict=True)))
