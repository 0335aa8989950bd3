"""The command `trackside arena`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from trackside.cli.common import (
    PLAYERS,
    add_game,
    add_many_games,
    check_jobs,
    chosen_game,
    chosen_options,
    compiling,
    print_json,
    progress,
)
from trackside.core.errors import BadOption
from trackside.core.extras import how_to_install

if TYPE_CHECKING:
    from trackside.arena.arena import Arena

HELP = "run a tournament between bots, rotating seats on the same dice, and report ratings"

EXAMPLES = (
    "arena whole-nine greedy random",
    "arena whole-nine expert club greedy --games 200 -o results",
    "arena whole-nine expert club greedy --games 400 -o results --resume",
    "arena traxx greedy greedy",
    "arena whole-nine club 'program:python my_bot.py'",
)


SHOWN = 5
"""The games lost by failing that are printed; all are in the results of -o DIR."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_game(parser)
    parser.add_argument(
        "agents",
        metavar="AGENT",
        nargs="+",
        help=f"{PLAYERS}, mcts:800x2 (two threads), exact, package.module:function or program:COMMAND; a player named "
        "twice also plays against itself",
    )
    parser.add_argument("--seats", type=int, metavar="N", help="number of players (default: the game's, at least 2)")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="games per line-up (default: 100)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="same seed, same dice (default: 1)")
    parser.add_argument("--cluster", metavar="ADDRESS", help="a Dask scheduler to play on (extra: cluster)")
    parser.add_argument("-o", "--out", metavar="DIR", help="write results and records to this folder")
    parser.add_argument("--resume", action="store_true", help="continue the arena in DIR")
    add_many_games(parser, "worker processes")


def run(args: argparse.Namespace) -> int:
    """Play the games and print the standings."""
    from trackside.arena.arena import Arena
    from trackside.play.bots import warm_up
    from trackside.search.agents import is_searcher

    game = chosen_game(args)
    if args.resume and not args.out:
        raise BadOption("--resume goes with -o DIR")
    check_jobs(args)
    arena = Arena(game, args.agents, args.seats, args.games, args.seed, chosen_options(args), even_luck=args.even_luck)
    if args.out:
        arena.keep_in(args.out, args.resume)
    if args.even_luck or any(is_searcher(agent, game) for agent in args.agents):
        with compiling(game):
            warm_up(game, arena.seats, arena.options)
    with executor(args) as pool, progress(partial(leader, arena), len(arena.fixtures)) as show:
        complete = arena.run(pool, show)
    if not arena.results:
        raise KeyboardInterrupt
    if args.json:
        print_json(arena.summary())
    else:
        print(arena)
        for line in arena.forfeits()[:SHOWN]:
            print(f"trackside: {line}", file=sys.stderr)
    if not complete:
        print(f"trackside: interrupted after {len(arena.results)} of {len(arena.fixtures)} games", file=sys.stderr)
        return 130
    return 0


@contextmanager
def executor(args: argparse.Namespace) -> Iterator[Executor]:
    """Yield an executor with local processes or a Dask cluster."""
    if args.cluster:
        try:
            distributed: Any = import_module("distributed")
        except ImportError as error:
            raise BadOption(f"--cluster needs the library distributed: {how_to_install('cluster')}") from error
        try:
            client = distributed.Client(args.cluster, timeout=10)
        except (OSError, TimeoutError, ValueError) as error:
            raise BadOption(f"--cluster {args.cluster}: {error}") from error
        with client:
            yield client.get_executor()
        return
    from trackside.arena.processes import processes

    with processes(args.jobs) as pool:
        yield pool


def leader(arena: Arena) -> str:
    """Return the leader with its interval, which narrows; empty before the first result."""
    from trackside.arena.standings import standings

    if not arena.results:
        return ""
    best = standings(arena.results, arena.agents)[0]
    return f"{best.agent} {best.share}"
