"""The command `trackside bench`."""

from __future__ import annotations

import argparse
import time

from trackside.cli.common import add_game, add_json, chosen_game, chosen_options, compiling, print_json
from trackside.core.errors import BadOption

HELP = "measure how fast this machine plays"
CHUNK = 500


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("what", choices=["playouts"], help="playouts: whole games inside compiled code")
    add_game(parser)
    parser.add_argument("--seats", type=int, metavar="N", help="how many players")
    parser.add_argument("--agents", default="random", metavar="NAME", help="who plays: random or greedy")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="threads at work (default: 1)")
    parser.add_argument("--seconds", type=float, default=5, metavar="S", help="how long (default: 5)")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    from concurrent.futures import ThreadPoolExecutor

    from trackside.play.simulate import players_for
    from trackside.search.batch import Batch

    game = chosen_game(args)
    if not 0 < args.seconds <= 3600 or not 1 <= args.threads <= 256:
        raise BadOption("--seconds must be above 0 and at most 3600, --threads 1 to 256")
    seats = game.card.default_seats if args.seats is None else args.seats
    opening = game.opening(seats, chosen_options(args))
    players = players_for(seats, args.agents.split(","))
    begun = time.perf_counter()
    with compiling(game):
        batches = [Batch(game, opening, players, seed) for seed in range(args.threads)]
        for batch in batches:
            batch.warm_up()
    ready = time.perf_counter() - begun

    def work(batch: Batch) -> tuple[int, int]:
        games = moves = 0
        while time.perf_counter() < end:
            results = batch.play(CHUNK)
            games += CHUNK
            moves += int(results[:, 0].sum())
        return games, moves

    begun = time.perf_counter()
    end = begun + args.seconds
    with ThreadPoolExecutor(args.threads) as pool:
        done = list(pool.map(work, batches))
    seconds = time.perf_counter() - begun
    figures = {
        "game": game.name,
        "seats": seats,
        "agents": players,
        "threads": args.threads,
        "seconds": round(seconds, 3),
        "ready_after_seconds": round(ready, 3),
        "playouts_per_second": round(sum(games for games, _ in done) / seconds, 1),
        "moves_per_second": round(sum(moves for _, moves in done) / seconds, 1),
    }
    if args.json:
        print_json(figures)
    else:
        print(f"{figures['playouts_per_second']:,.0f} playouts a second, {figures['moves_per_second']:,.0f} moves")
    return 0
