"""Short games whose review does not take long."""

from __future__ import annotations

import random

from trackside.games import GAMES
from trackside.laws.tables import Table, played
from trackside.play.match import Match


def short_game(game: str = "whole-nine", seats: int = 2, moves: int = 9) -> Match:
    """Return the end of a random game with `moves` moves and outcomes, started from a position."""
    whole = played(Table(GAMES[game], seats, {}), 3)
    states = whole.positions()
    begin = len(whole.log) - moves
    while whole.log[begin][0] < 0:
        begin -= 1
    text = whole.game.notation.position_text(states[begin])
    match, chooser = Match.from_position(game, text, seed=5, players=("", "Juniper")[:seats]), random.Random(5)
    while not match.over:
        match.play(match.to_move, chooser.choice(match.moves(match.to_move)))
    return match
