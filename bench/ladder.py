"""Strength of the levels of each game: `make ladder` writes docs/notes/levels.md. It takes hours; games are kept."""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import fmean, median
from typing import TypeVar

from trackside.arena.arena import Arena
from trackside.arena.game import Result
from trackside.arena.processes import processes
from trackside.arena.standings import on_even_luck, pairings, standings
from trackside.games import GAMES, Game
from trackside.play.bots import warm_up
from trackside.play.files import read_text
from trackside.play.intervals import mean_of
from trackside.play.match import Match
from trackside.play.record import read_record
from trackside.review.luck import luck_of
from trackside.search.agents import LEVELS

T = TypeVar("T")

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "notes" / "levels.md"

STEPS = [*zip(LEVELS[1:], LEVELS[:-1], strict=True)]
"""Every level with the one below it."""

FOUR = 4
"""Seats at the tables where one player meets three of the level below."""

SLOW = "grandmaster"
"""The level that takes half a second a move, and plays fewer games."""


def place(folder: Path, game: Game, agents: Sequence[str], seats: int) -> Path:
    """Return the folder for the games of these players; a level with another budget counts as another player."""
    budgets = [f"{name}-{game.card.levels.get(name, '')}".rstrip("-").replace(":", "") for name in agents]
    return folder / game.name / f"{seats} {' '.join(budgets)}"


def play(
    game: Game, agents: Sequence[str], seats: int, games: int, jobs: int, folder: Path, *, single: bool = False
) -> Arena:
    """Return an arena with all its games, playing the missing ones unless `jobs` is 0.

    `single` keeps only the line-ups in which the first player sits once.
    """
    arena = Arena(game.name, list(agents), seats, games, seed=2026)
    if single:
        arena.fixtures = [fixture for fixture in arena.fixtures if fixture.agents.count(agents[0]) == 1]
    path = place(folder, game, agents, seats)
    arena.keep_in(str(path), resume=(path / "arena.json").exists())
    if jobs == 0:
        return arena
    with processes(jobs) as pool:
        if not arena.run(pool):
            raise KeyboardInterrupt
    return arena


def of_records(path: Path, name: str, results: list[Result], work: Callable[[Path], T], jobs: int) -> dict[int, T]:
    """Return the results of `work` on the records of these games, by number; known results are cached beside them."""
    kept = path / f"{name}.json"
    found: dict[str, T] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    missing = [result.number for result in results if str(result.number) not in found]
    with processes(jobs or 1) as pool:
        records = [path / "games" / f"{number:06}.txt" for number in missing]
        found |= zip(map(str, missing), pool.map(work, records), strict=True)
    kept.write_text(json.dumps(found), encoding="utf-8")
    return {int(number): value for number, value in found.items()}


def with_luck(game: Game, pair: tuple[str, str], arena: Arena, jobs: int, folder: Path) -> list[Result]:
    """Return the results with every seat's luck, measured from the kept records."""
    ended = [result for result in arena.results if not result.forfeit]
    found = of_records(place(folder, game, pair, 2), "luck", ended, luck_in, jobs)
    return [replace(result, luck=tuple(found.get(result.number, ()))) for result in arena.results]


def luck_in(path: Path) -> list[float]:
    """Return every seat's luck in a kept game."""
    return list(luck_of(Match.from_record(read_text(path))))


def meet(game: Game, pair: tuple[str, str], games: int, jobs: int, folder: Path) -> list[str]:
    """Play two players against each other and return a row of the table, or an empty list without games."""
    arena = play(game, pair, 2, games, jobs, folder)
    if not arena.results:
        return []
    found = pairings(arena.results, arena.agents)[0]
    even = on_even_luck(with_luck(game, pair, arena, jobs, folder), arena.agents)[0]
    times = {standing.agent: standing.seconds_per_move for standing in standings(arena.results, arena.agents)}
    return [
        *pair,
        str(found.games),
        f"{found.win_share:.3f}",
        "{:.3f} to {:.3f}".format(*found.win_interval),
        f"{times[pair[0]]:.3f}",
        f"{even.adjusted.mean:.3f} ± {even.adjusted.margin:.3f}",
        f"{even.luck.mean:+.3f} ± {even.luck.margin:.3f}",
        f"{even.worth:.1f}",
    ]


def among(game: Game, pair: tuple[str, str], games: int, jobs: int, folder: Path) -> list[str]:
    """Play one player against three of another and return a row of the table, or an empty list without games."""
    arena = play(game, pair, FOUR, games, jobs, folder, single=True)
    if not arena.results:
        return []
    found = next(standing for standing in standings(arena.results, arena.agents) if standing.agent == pair[0])
    return [
        *pair,
        str(found.games),
        f"{found.win_share:.3f}",
        "{:.3f} to {:.3f}".format(*found.win_interval),
        f"{found.seconds_per_move:.3f}",
    ]


def alone(game: Game, games: int, jobs: int, folder: Path) -> list[list[str]]:
    """Return a row for every level playing alone with the same cards: its score, and its share of the best possible."""
    arena = play(game, LEVELS, 1, games, jobs, folder)
    path = place(folder, game, LEVELS, 1)
    known = [result for result in arena.results if result.agents == LEVELS[-1:]]
    if not known:
        return []
    best = in_hindsight(game, known, jobs, path)
    rows = []
    for level in LEVELS:
        results = [result for result in arena.results if result.agents == (level,)]
        if not results:
            continue
        score = mean_of([float(result.scores[0]) for result in results])
        times = [result.seconds[0] / result.decisions[0] for result in results]
        figures = [str(score), f"{score.mean / best:.3f}", f"{median(times):.3f}"]
        rows.append([level, str(len(results)), *figures])
    return rows


def in_hindsight(game: Game, results: list[Result], jobs: int, path: Path) -> float:
    """Return the mean of the best scores found for these games when the order of the cards is known."""
    found = of_records(path, "hindsight", results, partial(best_score, game.package), jobs)
    return fmean(found[result.number] for result in results)


def best_score(package: str, path: Path) -> int:
    """Return the best score found for a solo game when the order of its cards is known."""
    hindsight = import_module(f"{package}.hindsight")
    record = read_record(read_text(path))
    final, cards = hindsight.cards_in_order(record.start, record.log)
    best: int = hindsight.best_in_hindsight(final, cards, 0).score
    return best


def section(game: Game, rows: list[list[str]], four: list[list[str]], solo: list[list[str]]) -> str:
    """Return a game's section of the page."""
    budgets = ", ".join(f"{name} is `{spec}`" for name, spec in game.card.levels.items())
    figures = ["games", "win share", "95 % interval", "seconds per move"]
    head = ["player", "against", *figures]
    even = ["on even luck", "mean luck", "a game is worth"]
    text = f"## {game.card.title}\n\n{budgets}.\n\n{table([*head, *even], rows)}"
    if four:
        text += "\nAt a table of four, where 0.250 is what equals would win:\n\n"
        text += table(["player", "among three of", *figures], four)
    if solo:
        head = ["player alone", "games", "mean score", "share of the hindsight mean", "seconds per move"]
        text += f"\n{table(head, solo)}"
    return text


def table(head: list[str], rows: list[list[str]]) -> str:
    """Return a table in Markdown."""
    return "".join(f"| {' | '.join(row)} |\n" for row in [head, ["---"] * len(head), *rows])


def main() -> None:
    """Measure the games given on the command line and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="which games (default: all)")
    parser.add_argument("--pairs", type=int, default=400, help="games of every pair (default: 400)")
    parser.add_argument("--slow", type=int, default=60, help=f"games of every pair with a {SLOW} (default: 60)")
    parser.add_argument("--alone", type=int, default=500, help="games of every level that plays alone (default: 500)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="games at once; 0: report what there is")
    parser.add_argument("--folder", type=Path, default=ROOT / "ladder", help="where games are kept")
    args = parser.parse_args()
    parts = [
        "# How strong the levels are\n\n"
        f"Written by `make ladder` (seed 2026, up to {args.pairs} games a pair, fewer with a grandmaster, seats "
        "swapped on the same dice) on "
        f"{platform.machine()} with {os.cpu_count()} cores, Python {platform.python_version()}. The times are medians "
        "per move on a machine that plays as many games at once as it has cores. [arena.md](arena.md) explains the "
        "intervals, and what a result on even luck is.\n"
    ]
    for name in args.games:
        game = GAMES[name]
        warm_up(game, 2, {option.name: option.default for option in game.card.options})
        rows = []
        for pair in STEPS:
            rows.append(meet(game, pair, args.slow if SLOW in pair else args.pairs, args.jobs, args.folder))
            print(name, *rows[-1], flush=True)
        four = []
        for pair in STEPS if FOUR in game.card.seats else ():
            four.append(among(game, pair, args.slow if SLOW in pair else args.pairs, args.jobs, args.folder))
            print(name, FOUR, *four[-1], flush=True)
        solo = alone(game, args.alone, args.jobs, args.folder) if 1 in game.card.seats else []
        for row in solo:
            print(name, *row, flush=True)
        parts.append(section(game, [row for row in rows if row], [row for row in four if row], solo))
    PAGE.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
