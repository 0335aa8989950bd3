"""The command `trackside bench`."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from trackside.cli.common import add_game, add_json, chosen_game, chosen_options, compiling, print_json
from trackside.core.errors import BadOption
from trackside.games import Game
from trackside.search.agents import QUICK

HELP = "measure how fast this machine plays games and searches"

EXAMPLES = ("bench playouts whole-nine --seats 2", "bench search traxx --threads 2 --seconds 10")
CHUNK = 500

Slice = Callable[[], Counter[str]]
"""A unit of work that returns counts of what it did."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "what",
        choices=["playouts", "search"],
        help="playouts: whole games inside compiled code; search: simulations from the opening",
    )
    add_game(parser)
    parser.add_argument("--seats", type=int, metavar="N", help="number of players")
    parser.add_argument("--agents", default="random", metavar="NAME", help="the bots: random or greedy")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="number of threads (default: 1)")
    parser.add_argument("--seconds", type=float, default=5, metavar="S", help="duration in seconds (default: 5)")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Run the benchmark and print the result."""
    game = chosen_game(args)
    if not 0 < args.seconds <= 3600 or not 1 <= args.threads <= 256:
        raise BadOption("--seconds must be above 0 and at most 3600, --threads 1 to 256")
    seats = game.card.default_seats if args.seats is None else args.seats
    game.card.check_seats(seats)
    if args.agents not in QUICK:
        raise BadOption(f"--agents {args.agents}: only {' or '.join(QUICK)} can play these games")
    measure, kernel = (playouts, "playouts") if args.what == "playouts" else (searches, game.card.search.kernel)
    begun = time.perf_counter()
    with compiling(game, kernel):
        slices = measure(game, seats, args)
    ready = time.perf_counter() - begun
    done, seconds, complete = spend(slices, args.seconds)
    figures = {
        "game": game.name,
        "seats": seats,
        "agents": args.agents,
        "threads": args.threads,
        "seconds": round(seconds, 3),
        "ready_after_seconds": round(ready, 3),
    }
    figures |= {f"{name}_per_second": round(count / seconds, 1) for name, count in done.items()}
    if args.json:
        print_json(figures)
    else:
        print(", ".join(f"{count / seconds:,.0f} {name} a second" for name, count in done.items()))
    if not complete:
        print(f"trackside: interrupted after {seconds:.1f} of {args.seconds:g} s", file=sys.stderr)
        return 130
    return 0


def spend(slices: list[Slice], seconds: float) -> tuple[Counter[str], float, bool]:
    """Run every slice repeatedly in its own thread.

    Return the total counts, the elapsed seconds, and False if Ctrl-C ended it early.
    """
    begun = time.perf_counter()
    end = begun + seconds
    totals = [Counter[str]() for _ in slices]

    def work(piece: Slice, total: Counter[str]) -> None:
        while time.perf_counter() < end:
            total.update(piece())

    complete = True
    with ThreadPoolExecutor(len(slices)) as pool:
        running = [pool.submit(work, piece, total) for piece, total in zip(slices, totals, strict=True)]
        try:
            for future in running:
                future.result()
        except KeyboardInterrupt:
            end, complete = 0.0, False
    return sum(totals, Counter[str]()), time.perf_counter() - begun, complete


def playouts(game: Game, seats: int, args: argparse.Namespace) -> list[Slice]:
    """Return slices that play whole games in batches."""
    from trackside.play.simulate import players_for
    from trackside.search.batch import Batch

    opening = game.opening(seats, chosen_options(args))
    batches = [Batch(game, opening, players_for(seats, args.agents.split(",")), seed) for seed in range(args.threads)]
    for batch in batches:
        batch.warm_up()

    def slice_of(batch: Batch) -> Slice:
        return lambda: Counter(playouts=CHUNK, moves=int(batch.play(CHUNK)[:, 0].sum()))

    return [slice_of(batch) for batch in batches]


def searches(game: Game, seats: int, args: argparse.Namespace) -> list[Slice]:
    """Return slices that simulate from the first decision, with one tree per thread, cleared when it is full.

    If a game's levels search whole turns, so does this benchmark, provided that greedy plays the playouts.
    """
    from trackside.play.match import Match
    from trackside.search.tree_search import Tree
    from trackside.search.turn_search import Halving, breadth_for

    match = Match(game.name, seats, chosen_options(args), seed=1)
    seat = match.to_move
    view = match.view(seat).state

    def turns_of(seed: int) -> Slice:
        def run_slice() -> Counter[str]:
            search = Halving(game, view, seat, seed, breadth_for(CHUNK))
            search.spend(CHUNK)
            return Counter(simulations=search.simulations)

        return run_slice

    def slice_of(tree: Tree) -> Slice:
        def run_slice() -> Counter[str]:
            if tree.simulations + CHUNK > len(tree.nodes):
                tree.clear()
            tree.run(CHUNK)
            return Counter(simulations=CHUNK)

        return run_slice

    if game.card.search.method == "turns" and args.agents == "greedy":
        slices = [turns_of(seed) for seed in range(args.threads)]
    else:
        slices = [slice_of(Tree(game, view, seat, seed, playouts=args.agents)) for seed in range(args.threads)]
    for piece in slices:
        piece()
    return slices
