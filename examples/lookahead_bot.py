"""A bot for every game that plays each of its moves to the end several times: python examples/lookahead_bot.py."""

from __future__ import annotations

import argparse
import random

from trackside import Match, Move, View, sample


def choose(view: View, tries: int = 10) -> Move:
    """Return the move that wins most often when all play on at random from positions that fit the view."""

    def wins(move: Move) -> float:
        return sum(play_on(view, move, seed) for seed in range(tries))

    return max(view.moves, key=wins)


def play_on(view: View, move: Move, seed: int) -> float:
    """Sample what the seat does not know, make the move, play to the end; return the seat's share of the win."""
    match = Match.from_state(view.game, sample(view, seed), seed=seed)
    match.play(view.seat, move.code)
    while not match.over:
        match.play(match.to_move, random.choice(match.moves(match.to_move)))
    return match.returns[view.seat]


def main() -> None:
    """Play several games against a random player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="skip-or-trip")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--tries", type=int, default=10)
    args = parser.parse_args()
    won = 0.0
    for seed in range(args.games):
        match = Match(args.game, seats=2, seed=seed)
        while not match.over:
            seat = match.to_move
            view = match.view(seat)
            match.play(seat, choose(view, args.tries) if seat == 0 else random.choice(view.moves))
        won += match.returns[0]
    print(f"{match.game.card.title}: the bot wins {won / args.games:.0%} of {args.games} games")


if __name__ == "__main__":
    main()
