"""The command `trackside simulate`."""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from trackside.cli.common import (
    PLAYERS,
    add_game,
    add_many_games,
    check_even_luck,
    check_jobs,
    chosen_game,
    chosen_options,
    compiling,
    print_json,
    progress,
)
from trackside.core.words import SEATS

if TYPE_CHECKING:
    from trackside.arena.standings import EvenLuck
    from trackside.play.simulate import Summary

HELP = "play many games between bots and print statistics"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_game(parser)
    parser.add_argument("--seats", type=int, metavar="N", help="number of players")
    parser.add_argument(
        "--agents",
        default="greedy",
        metavar="A,B,...",
        help=f"the bots by seat, repeated if there are more seats (default: greedy): {PLAYERS}; thousands of "
        "games per second between random and greedy",
    )
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="number of games (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="same seed, same games (default: 1)")
    add_many_games(parser, "worker processes for bots that search and for --even-luck")


def run(args: argparse.Namespace) -> int:
    """Simulate the games and print a summary."""
    from trackside.search.agents import QUICK

    game = chosen_game(args)
    check_jobs(args)
    check_even_luck(args, game)
    seats = game.card.default_seats if args.seats is None else args.seats
    agents = [name.strip() for name in args.agents.split(",")]
    options = chosen_options(args)

    even: list[EvenLuck] = []
    asked = game, seats, options, agents, args.games, args.seed
    if args.even_luck or any(agent not in QUICK for agent in agents):
        from trackside.arena.processes import processes
        from trackside.arena.simulation import simulate_any
        from trackside.play.bots import warm_up

        with compiling(game):
            warm_up(game, seats, options, [*agents, *(["mcts:1"] if args.even_luck else [])])
        with processes(args.jobs) as pool, progress(lambda: game.card.title, args.games) as show:
            summary, even = simulate_any(*asked, pool, show, even_luck=args.even_luck)
    else:
        from trackside.play.simulate import simulate

        with compiling(game), progress(lambda: game.card.title, args.games) as show:
            summary = simulate(*asked, show)
    if args.json:
        print_json(summary.as_dict() | {"even_luck": [asdict(one) | {"worth": one.worth} for one in even]})
    else:
        print_summary(summary)
        if even:
            from trackside.arena.arena import even_luck_table

            print("\n".join(even_luck_table(even)))
    if not summary.complete:
        print(f"trackside: interrupted after {summary.games} of {args.games} games", file=sys.stderr)
        return 130
    return 0


def print_summary(summary: Summary) -> None:
    """Print a summary as a table."""
    from trackside.play.intervals import Mean, Share

    print(f"{summary.games} games of {summary.game}, {summary.seats} seats, with 95 % intervals")
    width = max(8, *map(len, summary.agents))
    print(f"{'seat':8} {'player':{width}} {'mean score':>16}  win share")
    for seat in range(summary.seats):
        margin = summary.score_margins[seat]
        score = Mean(summary.mean_scores[seat], math.inf if margin is None else margin)
        share = Share(summary.win_shares[seat], *summary.win_intervals[seat])
        print(f"{SEATS[seat]:8} {summary.agents[seat]:{width}} {score!s:>16}  {share}")
    print(f"moves per game {summary.mean_moves:.1f}, turns per game {summary.mean_turns:.1f}")
    speed = summary.games_per_second
    print(f"{speed:,.0f} games a second" if speed >= 1 else f"{1 / speed:.1f} seconds a game")
