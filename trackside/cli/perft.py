"""The command `trackside perft`."""

from __future__ import annotations

import argparse

from trackside.cli.common import add_game, add_json, chosen_game, chosen_options, compiling, print_json
from trackside.core.errors import BadOption
from trackside.core.notation import whole_position

HELP = "count the continuations of a position, to check the rules"

EXAMPLES = ("perft whole-nine --depth 4", "perft traxx --seats 2 --depth 2 --json")
DEEPEST = 64


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_game(parser)
    parser.add_argument("--seats", type=int, metavar="N", help="number of players, when counting from the opening")
    parser.add_argument("--position", metavar="TEXT", help="a position as a string (default: the opening)")
    parser.add_argument("--depth", type=int, required=True, metavar="N", help="depth in moves and outcomes")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the counts, depth by depth."""
    game = chosen_game(args)
    if not 0 <= args.depth <= DEEPEST:
        raise BadOption(f"--depth {args.depth}: use 0 to {DEEPEST}")
    if args.position is not None:
        start = whole_position(game.notation, args.position)
    else:
        start = game.opening(game.card.default_seats if args.seats is None else args.seats, chosen_options(args))
    from trackside.search.kernels.perft import perft

    counts = []
    with compiling(game, "perft"):
        for depth in range(args.depth + 1):
            counts.append(perft(game, start, depth))
            if not args.json:
                print(f"{depth:3} {counts[-1]:,}", flush=True)
    if args.json:
        print_json({"game": game.name, "counts": counts})
    return 0
