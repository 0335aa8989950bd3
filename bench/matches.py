"""Speed of a Match that is queried at every move, with plain and with compiled rules, in one run."""

from __future__ import annotations

import argparse
import random
import time

from trackside import Match
from trackside.games import GAMES

SEATS = 2


def decisions_per_second(game: str, seconds: float, compiled: bool, observed: bool = False) -> float:
    """Play random games move by move; return the decisions per second of processor time."""
    chooser, made, games = random.Random(1), 0, 0
    ready = Match(game, SEATS, seed=0, compiled=compiled)
    if observed:
        ready.observation(0)
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        match = Match(game, SEATS, seed=games, compiled=compiled)
        games += 1
        while not match.over:
            seat = match.to_move
            if observed:
                match.observation(seat)
                match.legal_mask(seat)
            match.play(seat, chooser.choice(match.moves(seat)))
            made += 1
    return made / (time.process_time() - begun)


def main() -> None:
    """Print a row for every game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3, help="of processor time for each figure")
    seconds = parser.parse_args().seconds
    for game in GAMES.values():
        plain = decisions_per_second(game.name, seconds, compiled=False)
        compiled = decisions_per_second(game.name, seconds, compiled=True)
        observed = decisions_per_second(game.name, seconds, compiled=True, observed=True)
        print(
            f"{game.name}: a match asked about every move plays {plain:,.0f} decisions a second of processor time, "
            f"by compiled rules {compiled:,.0f} ({compiled / plain:.1f} times), "
            f"with observations and masks {observed:,.0f}"
        )


if __name__ == "__main__":
    main()
