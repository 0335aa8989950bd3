"""A bot in twenty lines, and how often it beats a random player: python examples/bot.py."""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence

from trackside import Match


def choose(moves: Sequence[str]) -> str:
    """Draw on while there is a field to enter; stop only when no other move is left."""
    return random.choice([move for move in moves if move not in ("stop", "pass")] or moves)


def play(seed: int) -> float:
    """Play Träxx with the bot on seat 0 and a random player on seat 1; return the bot's share of the win."""
    match = Match("traxx", seats=2, seed=seed)
    while not match.over:
        seat = match.to_move
        moves = [move.text for move in match.view(seat).moves]
        match.play(seat, choose(moves) if seat == 0 else random.choice(moves))
    return match.returns[0]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    games = parser.parse_args().games
    print(f"the bot wins {sum(map(play, range(games))) / games:.0%} of {games} games")
