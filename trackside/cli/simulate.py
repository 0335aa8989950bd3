"""The command `trackside simulate`."""

from __future__ import annotations

import argparse
import csv
import io
import json
import math
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from trackside.cli.common import (
    PLAYERS,
    STANDARD,
    add_game,
    add_many_games,
    check_jobs,
    chosen_game,
    chosen_options,
    compiling,
    print_json,
    progress,
    write_output,
)
from trackside.core.errors import BadOption
from trackside.core.words import SEATS

if TYPE_CHECKING:
    from trackside.arena.simulation import Matches
    from trackside.play.simulate import Summary

HELP = "play many games between bots and print statistics"

EXAMPLES = (
    "simulate whole-nine",
    "simulate whole-nine --seats 4 --games 10000 --agents greedy,random",
    "simulate traxx --agents greedy,random --rows games.csv",
    "simulate skip-or-trip --agents novice,greedy --games 20 -o results",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_game(parser)
    parser.add_argument(
        "--seats", type=int, metavar="N", help="number of players (default: the game's, but enough for all agents)"
    )
    parser.add_argument(
        "--agents",
        default="greedy",
        metavar="A,B,...",
        help=f"the bots by seat, repeated if there are more seats (default: greedy): {PLAYERS}; thousands of "
        "games per second between random and greedy",
    )
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="number of games (default: 1000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="same seed, same games (default: 1)")
    parser.add_argument(
        "--rows", metavar="FILE", help="write a CSV file with a row for every game; - for standard output"
    )
    parser.add_argument(
        "-o",
        "--out",
        metavar="DIR",
        help="play matches, and write their records, a row for each, the summary and a picture of the distributions "
        "to this new folder",
    )
    add_many_games(parser, "worker processes for bots that search, for -o and for --even-luck")


def run(args: argparse.Namespace) -> int:
    """Simulate the games and print a summary."""
    from trackside.arena.simulation import names_in
    from trackside.play.simulate import players_for, seats_for
    from trackside.search.agents import QUICK

    game = chosen_game(args)
    check_jobs(args)
    agents, options = names_in(args.agents), chosen_options(args)
    seats = seats_for(game, args.seats, agents)
    opening = game.opening(seats, options)
    players = players_for(seats, agents)
    folder = None if args.out is None else new_folder(args.out)
    asked = game, seats, options, agents, args.games, args.seed
    matches: Matches | None = None
    if folder is not None or args.even_luck or any(agent not in QUICK for agent in agents):
        from trackside.arena.processes import processes
        from trackside.arena.simulation import simulate_matches
        from trackside.play.bots import looks_ahead, warm_up

        if args.even_luck or any(looks_ahead(game, agent) for agent in agents):
            with compiling(game):
                warm_up(game, seats, options)
        with processes(args.jobs) as pool, progress(lambda: game.card.title, args.games) as show:
            matches = simulate_matches(*asked, pool, show, even_luck=args.even_luck)
        summary = matches.summary
    else:
        from trackside.play.simulate import simulate
        from trackside.search.batch import Batch

        with compiling(game, "playouts"):
            Batch(game, opening, players, args.seed).warm_up()
        with progress(lambda: game.card.title, args.games) as show:
            summary = simulate(*asked, show)
    if args.rows is not None:
        write_output(args.rows, rows_of(summary))
    if folder is not None and matches is not None:
        keep(matches, folder)
    if args.rows != STANDARD:
        report(summary, matches, as_json=args.json)
    if not summary.complete:
        print(f"trackside: interrupted after {summary.games} of {args.games} games", file=sys.stderr)
        return 130
    return 0


def new_folder(text: str) -> Path:
    """Return the folder to write to; raise BadOption if it has anything in it already, or looks like a game option."""
    path = Path(text)
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise BadOption(f"{path} exists already: name a new folder with -o")
    if "=" in text:
        raise BadOption(f"-o {text}: -o names a folder for the results, and a game option is --option {text}")
    return path


def keep(matches: Matches, folder: Path) -> None:
    """Write the records, the rows, the summary and a picture of the distributions to a folder."""
    from trackside.arena.plots import draw_distributions
    from trackside.play.files import write_text

    for result in matches.results:
        write_text(folder / "games" / f"{result.number:06}.txt", result.record)
    write_text(folder / "games.csv", rows_of(matches.summary))
    write_text(folder / "summary.json", json.dumps(as_dict(matches.summary, matches), indent=2) + "\n")
    missing = draw_distributions(matches.summary, folder / "distributions.png")
    if missing:
        print(f"trackside: no picture of the distributions: {missing}", file=sys.stderr)


def rows_of(summary: Summary) -> str:
    """Return the values of every game as CSV, with a heading."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["game", *summary.columns])
    for number, row in enumerate(zip(*summary.columns.values(), strict=True)):
        writer.writerow([number, *(f"{value:g}" for value in row)])
    return text.getvalue()


def as_dict(summary: Summary, matches: Matches | None) -> dict[str, object]:
    """Return the results as a JSON-compatible dictionary."""
    even = matches.even_luck if matches is not None else []
    return summary.as_dict() | {"even_luck": [asdict(one) | {"worth": one.worth} for one in even]}


def report(summary: Summary, matches: Matches | None, *, as_json: bool) -> None:
    """Print the results as JSON or as tables."""
    if as_json:
        print_json(as_dict(summary, matches))
        return
    print_summary(summary)
    if matches is not None and matches.even_luck:
        from trackside.arena.arena import even_luck_table

        print("\n".join(even_luck_table(matches.even_luck)))


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
