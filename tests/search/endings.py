"""Small random endings with a real choice, and what exhaustive search says about them, kept as data."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.laws.games import Table, random_game
from trackside.core.errors import BadOption
from trackside.core.notation import choices_for
from trackside.core.protocol import AnyState
from trackside.games import GAMES, Game
from trackside.games.skip_or_trip.cards import card_text
from trackside.games.skip_or_trip.state import COPIES, GOAL, KINDS, NUMBER
from trackside.search.exact import Exact

Source = Callable[[Game, int], Iterator[tuple[AnyState, int]]]
"""Decisions to choose from, by a seed."""


@dataclass(frozen=True)
class Kind:
    """The kind of endings to look for."""

    source: Source
    count: int
    least: int = 0
    """Positions that follow in an ending that is no longer trivial."""
    most: int = 1500
    """Positions that follow in an ending that is still small."""
    sharp: bool = True
    """True if at most half of the moves may be good; else one bad move is enough."""

    def matters(self, values: list[float]) -> bool:
        """Return True if the choice matters."""
        if not self.sharp:
            return max(values) - min(values) > 0.02
        return sum(value > max(values) - 0.02 for value in values) <= len(values) / 2


@dataclass(frozen=True)
class Ending:
    """A position, whose move it is, and the share of the win after every move."""

    state: AnyState
    seat: int
    values: dict[int, float]


def games_of(seats: int, players: str = "random") -> Source:
    """Every decision of a game between such players, the last first."""

    def decisions(game: Game, seed: int) -> Iterator[tuple[AnyState, int]]:
        for state, seat, choices, _ in reversed(list(random_game(Table(game, seats, {}), seed, players))):
            if seat >= 0 and len(choices) > 1:
                yield state, seat

    return decisions


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


ENDINGS = {
    "whole-nine": [Kind(games_of(2), 100)],
    "traxx": [
        Kind(games_of(1, "greedy"), 60, least=300, most=6000, sharp=False),
        Kind(games_of(2, "greedy"), 60, sharp=False),
    ],
    "skip-or-trip": [Kind(last_cards, 100)],
}
"""Games with endings that exhaustive search can solve. In Träxx with two seats it is the last round or two; exhaustive
search then sees what the other draws, the player does not."""


def find_endings(name: str, kind: Kind) -> Iterator[Ending]:
    """Small positions where it matters what is played, one from each game or deal."""
    found = 0
    for seed in range(10_000):
        ending = next(endings_of(GAMES[name], kind, seed), None)
        if ending is not None:
            yield ending
            found += 1
        if found == kind.count:
            return


def endings_of(game: Game, kind: Kind, seed: int) -> Iterator[Ending]:
    """Such positions from one source."""
    for state, seat in kind.source(game, seed):
        exact = Exact(game, kind.most)
        try:
            after = exact.after(state, seat)
        except BadOption:
            return
        values = {move: shares[seat] for move, shares in after.items()}
        if exact.met >= kind.least and kind.matters(list(values.values())):
            yield Ending(state, seat, values)


def write_endings(name: str) -> str:
    """A line for every ending: the shares in the order of the moves, then the position."""
    lines = []
    for ending in (ending for kind in ENDINGS[name] for ending in find_endings(name, kind)):
        shares = " ".join(f"{value:.6f}" for value in ending.values.values())
        position = GAMES[name].notation.position_text(ending.state).replace("\n", " / ")
        lines.append(f"{shares} | {position}")
    return "\n".join(lines) + "\n"


def read_endings(name: str, text: str) -> Iterator[Ending]:
    """Read the endings of a game from their file."""
    game = GAMES[name]
    for line in text.splitlines():
        shares, _, position = line.partition(" | ")
        state = game.notation.parse_position(position)
        seat = game.plain.to_move(state)
        moves = choices_for(game.plain, state, seat)
        yield Ending(state, seat, dict(zip(moves, map(float, shares.split()), strict=True)))
