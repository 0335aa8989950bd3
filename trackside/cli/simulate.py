"""The command `trackside simulate`."""

from __future__ import annotations

import argparse
import math
import sys
from typing import TYPE_CHECKING

from trackside.cli.common import add_game, add_json, chosen_game, chosen_options, compiling, print_json
from trackside.core.words import SEATS

if TYPE_CHECKING:
    from trackside.play.simulate import Summary

HELP = "play many games between bots and print what they show"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    add_game(parser)
    parser.add_argument("--seats", type=int, metavar="N", help="how many players")
    parser.add_argument(
        "--agents",
        default="greedy",
        metavar="A,B,...",
        help="who plays: random or greedy, seat by seat, repeated if there are more seats (default: greedy); players "
        "that look ahead, such as mcts:800, mcts:2s and playout:800, meet in 'trackside arena'",
    )
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="how many games (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="same seed, same games (default: 1)")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Simulate and print."""
    from trackside.play.simulate import simulate

    game = chosen_game(args)
    seats = game.card.default_seats if args.seats is None else args.seats
    agents = [name.strip() for name in args.agents.split(",")]
    options = chosen_options(args)

    def simulated() -> Summary:
        if not sys.stderr.isatty():
            return simulate(game, seats, options, agents, args.games, args.seed)
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task(game.card.title, total=args.games)
            return simulate(
                game, seats, options, agents, args.games, args.seed, lambda done: bar.update(task, completed=done)
            )

    with compiling(game):
        summary = simulated()
    if args.json:
        print_json(summary.as_dict())
    else:
        print_summary(summary)
    if not summary.complete:
        print(f"trackside: interrupted after {summary.games} of {args.games} games", file=sys.stderr)
        return 130
    return 0


def print_summary(summary: Summary) -> None:
    """A table for people."""
    from trackside.play.intervals import Mean, Share

    print(f"{summary.games} games of {summary.game}, {summary.seats} seats, with 95 % intervals")
    print(f"{'seat':8} {'player':8} {'mean score':>16}  win share")
    for seat in range(summary.seats):
        margin = summary.score_margins[seat]
        score = Mean(summary.mean_scores[seat], math.inf if margin is None else margin)
        share = Share(summary.win_shares[seat], *summary.win_intervals[seat])
        print(f"{SEATS[seat]:8} {summary.agents[seat]:8} {score!s:>16}  {share}")
    print(f"moves per game {summary.mean_moves:.1f}, turns per game {summary.mean_turns:.1f}")
    print(f"{summary.games_per_second:,.0f} games a second")
