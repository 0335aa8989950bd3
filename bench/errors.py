"""Loss per decision of every level, measured by reviews of self-play games: `python bench/errors.py GAME`.

Writes `data/errors.toml` of the game: a table for every effort and number of seats, with the mean loss, its standard
error and the number of games for each level. A review with more effort finds more errors, so every effort has its own
figures. If interrupted, it keeps the levels already measured.
"""

from __future__ import annotations

import argparse
import os
import tomllib
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import get_args

import numpy as np

from trackside.games import GAMES, Game
from trackside.play.files import write_text
from trackside.play.match import Match
from trackside.review import review
from trackside.review.levels import FILE
from trackside.review.report import Effort
from trackside.search.agents import LEVELS, make_agent

HEAD = "# What every level loses per decision, its standard error, and in how many games. Written by bench/errors.py.\n"


def played(game: Game, seats: int, level: str, seed: int) -> Match:
    """Return a game between bots of one level."""
    match = Match(game.name, seats, seed=f"errors {seed}")
    agents = [make_agent(level, game, seed=100 * seed + seat) for seat in range(seats)]
    while not match.over:
        seat = match.to_move
        match.play(seat, agents[seat].choose(match.view_state(seat), seat).move)
    return match


def losses(name: str, effort: Effort, level: str, seats: int, seed: int) -> list[float]:
    """Return every seat's loss per decision in one game."""
    made = review(played(GAMES[name], seats, level, seed), effort)
    return [-total.loss_per_decision for total in made.sums]


def measure(game: Game, effort: Effort, seats: int, levels: dict[str, int], pool: ProcessPoolExecutor) -> None:
    """Measure all levels at tables with this number of seats, and add them to the file."""
    path = game.path / FILE
    known = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    for level, count in levels.items():
        found = [np.mean(one) for one in pool.map(partial(losses, game.name, effort, level, seats), range(count))]
        mean, error = float(np.mean(found)), float(np.std(found, ddof=1) / np.sqrt(len(found)))
        known.setdefault(effort, {}).setdefault(str(seats), {})[level] = [round(mean, 5), round(error, 5), count]
        print(f"{game.name}, {effort}, {seats} seats, {level}: {mean:.5f} ± {error:.5f} ({count} games)", flush=True)
        tables = [
            f"\n[{one}.{table}]\n" + "".join(f"{name} = {values}\n" for name, values in rows.items())
            for one, by_seats in sorted(known.items())
            for table, rows in sorted(by_seats.items())
        ]
        write_text(path, HEAD + "".join(tables))


def main() -> None:
    """Measure the games given on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="which games (default: all)")
    parser.add_argument("--seats", type=int, nargs="*", default=[2], help="tables of so many (default: 2)")
    parser.add_argument("--effort", choices=get_args(Effort), default="normal", help="of the reviews (default: normal)")
    parser.add_argument("--each", type=int, default=200, help="games of every level (default: 200)")
    parser.add_argument("--slow", type=int, default=40, help="games of the grandmaster (default: 40; 0: none)")
    parser.add_argument("--levels", nargs="*", default=LEVELS, choices=LEVELS, help="which levels (default: all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="games at once")
    args = parser.parse_args()
    counts = {level: args.slow if level == LEVELS[-1] else args.each for level in args.levels}
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("spawn")) as pool:
        for name in args.games:
            for seats in args.seats:
                measure(GAMES[name], args.effort, seats, {level: n for level, n in counts.items() if n}, pool)


if __name__ == "__main__":
    main()
