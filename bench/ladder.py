"""`make ladder`: measure the levels of each game and write docs/levels.md. Takes hours; games are kept and resumed."""

from __future__ import annotations

import argparse
import os
import platform
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from trackside.arena.arena import Arena
from trackside.arena.standings import pairings, standings
from trackside.cli.arena import warm_up
from trackside.games import GAMES, Game
from trackside.search.agents import LEVELS

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "levels.md"

PAIRS = [*zip(LEVELS[1:], LEVELS[:-1], strict=True), ("expert", "random"), ("master", "greedy")]


def meet(game: Game, pair: tuple[str, str], games: int, jobs: int, folder: Path) -> list[str]:
    """Let two players meet and say it as a row of a table."""
    arena = Arena(game.name, list(pair), 2, games, seed=2026)
    path = folder / game.name / "-".join(pair)
    arena.keep_in(str(path), resume=path.exists())
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        arena.run(pool)
    found = pairings(arena.results, arena.agents)[0]
    times = {standing.agent: standing.seconds_per_move for standing in standings(arena.results, arena.agents)}
    return [
        *pair,
        str(found.games),
        f"{found.win_share:.3f}",
        f"{found.win_share - found.win_margin:.3f} to {found.win_share + found.win_margin:.3f}",
        f"{times[pair[0]]:.3f}",
    ]


def section(game: Game, rows: list[list[str]]) -> str:
    """A game's part of the page."""
    budgets = ", ".join(f"{name} is `{spec}`" for name, spec in game.card.levels.items())
    table = [["player", "against", "games", "win share", "95 % interval", "seconds per move"], ["---"] * 6, *rows]
    return f"## {game.card.title}\n\n{budgets}.\n\n" + "\n".join(f"| {' | '.join(row)} |" for row in table) + "\n"


def main() -> None:
    """Measure what is asked for and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="which games (default: all)")
    parser.add_argument("--pairs", type=int, default=400, help="games of every pair (default: 400)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--folder", type=Path, default=ROOT / "ladder", help="where games are kept")
    args = parser.parse_args()
    parts = [
        "# How strong the levels are\n\n"
        f"Written by `make ladder` (seed 2026, {args.pairs} games a pair, seats swapped on the same dice) on "
        f"{platform.machine()} with {os.cpu_count()} cores, Python {platform.python_version()}. The times are medians "
        "per move on a machine that plays as many games at once as it has cores.\n"
    ]
    for name in args.games:
        game = GAMES[name]
        warm_up(name, 2, {option.name: option.default for option in game.card.options})
        rows = []
        for pair in PAIRS:
            rows.append(meet(game, pair, args.pairs, args.jobs, args.folder))
            print(name, *rows[-1], flush=True)
        parts.append(section(game, rows))
    PAGE.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
