"""The command `trackside dataset`."""

from __future__ import annotations

import argparse
from pathlib import Path

from trackside.cli.common import (
    PLAYERS,
    add_game,
    check_jobs,
    chosen_game,
    chosen_options,
    compiling,
    progress,
)

HELP = "play games and write every decision with its evaluation, as numpy arrays for learning"

EXAMPLES = (
    "dataset whole-nine",
    "dataset traxx --agents expert,expert --games 500 --jobs 2 -o traxx.npz",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_game(parser)
    parser.add_argument(
        "--agents",
        default="club,club",
        metavar="A,B,...",
        help=f"the bots by seat (default: club,club): {PLAYERS}; only those that search evaluate moves",
    )
    parser.add_argument("--games", type=int, default=100, metavar="N", help="number of games (default: 100)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="same seed, same games (default: 1)")
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="worker processes (default: 1)")
    parser.add_argument("-o", "--out", type=Path, metavar="FILE", help="the file to write (default: GAME-games.npz)")


def run(args: argparse.Namespace) -> int:
    """Play the games and write the file."""
    from trackside.arena.dataset import play_games, write_dataset
    from trackside.arena.processes import processes

    game = chosen_game(args)
    check_jobs(args)
    options = chosen_options(args)
    players = [name.strip() for name in args.agents.split(",")]
    out = args.out or Path(f"{game.name}-games.npz")
    played = []
    with compiling(game), processes(args.jobs) as executor, progress(lambda: "games", args.games) as show:
        for one in play_games(game, options, players, args.games, args.seed, executor):
            played.append(one)
            show(len(played))
    write_dataset(out, game, players, played)
    decisions = sum(len(arrays["move"]) for _, arrays in played)
    print(f"{out}: {len(played)} games, {decisions} decisions")
    return 0
