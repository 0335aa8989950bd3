"""The command `trackside warm-up`."""

from __future__ import annotations

import argparse
import time

from trackside.core.errors import SaveFailed
from trackside.games import GAMES, Game, find_game

HELP = "compile the rules, simulations and bots of games now, so that nothing has to wait for it later"

EXAMPLES = ("warm-up", "warm-up whole-nine traxx")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "games", metavar="GAME", nargs="*", help=f"{', '.join(GAMES)} (default: all); each takes about a minute once"
    )


def run(args: argparse.Namespace) -> int:
    """Compile the games one after the other."""
    from trackside.core.compile import cache_folder
    from trackside.play.bots import can_be_stored

    for game in [find_game(name) for name in args.games] or GAMES.values():
        if not can_be_stored(game):
            raise SaveFailed(f"{cache_folder(game.path)} cannot be written: name another folder in TRACKSIDE_CACHE")
        print(f"{game.card.title}: ", end="", flush=True)
        begun = time.perf_counter()
        warm_up(game)
        print(f"ready after {time.perf_counter() - begun:.1f} s", flush=True)
    return 0


def warm_up(game: Game) -> None:
    """Compile or load what simulations, counts and bots of every level need."""
    from trackside.play.bots import warm_up_levels
    from trackside.search.batch import Batch
    from trackside.search.kernels.perft import perft

    opening = game.opening(game.card.meeting_seats)
    Batch(game, opening, ["greedy"] * opening.seats, seed=1).warm_up()
    perft(game, opening, 1)
    warm_up_levels(game)
