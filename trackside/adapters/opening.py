"""Openings: a game by its name, seats and options, or a position in notation."""

from __future__ import annotations

from collections.abc import Mapping

from trackside.core.errors import BadOption
from trackside.core.notation import whole_position
from trackside.core.protocol import AnyState
from trackside.games import Game, find_game

AnyPosition = str | None
"""A position in notation, or None for the usual start."""


def meeting_seats(game: Game) -> int:
    """Return the number of seats where players meet and no number is given: the card's default, but at least 2."""
    least = [seats for seats in game.card.seats if seats >= 2]
    return max(game.card.default_seats, least[0]) if least else game.card.default_seats


def make_opening(
    name: str, seats: int | None, options: Mapping[str, object] | None, position: AnyPosition = None
) -> tuple[Game, AnyState, dict[str, str]]:
    """Return the game, the position that every game starts from, and the options; BadOption describes any error."""
    game = find_game(name)
    if position:
        state = whole_position(game.notation, position)
        if options:
            raise BadOption("a position has its own options: give either a position or options")
        if seats is not None and seats != state.seats:
            raise BadOption(f"the position has {state.seats} seats, not {seats}: leave the number of seats out")
        return game, state, {}
    count = game.card.default_seats if seats is None else seats
    if isinstance(count, bool) or not isinstance(count, int):
        raise BadOption(f"seats {count!r}: must be an integer")
    chosen = game.card.choose(count, options or {})
    texts = {option: choice.text for option, choice in chosen.items()}
    return game, game.opening(count, texts), texts
