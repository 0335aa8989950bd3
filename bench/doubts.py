"""Errors of a review's values against an analysis 25 times as long: `python bench/doubts.py whole-nine --games 60`.

Bots play, their games are reviewed, and some chances and decisions of every game are analysed again. The errors by
stage of the game are chosen so that one difference in twenty is beyond two standard errors; `--write` keeps them in
`data/doubts.json` of the game. Measured with other games (`--first`), the same share shows how good they are. All
verdict words are analysed again, too: one is refuted if the loss does not even reach half the size from which the word
applies.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import get_args

import numpy as np

from bench.errors import played
from trackside.games import GAMES, find_game
from trackside.play.files import write_text
from trackside.review.doubts import FILE, spread
from trackside.review.reading import after
from trackside.review.report import Effort, Step
from trackside.review.reviewer import Reviewer
from trackside.review.sums import WORDS
from trackside.review.turns import LOOKAHEADS, TurnEvaluator

LONGER = 25
"""The effort of the second analysis, as a multiple."""

STAGES = (6, 12, 24, 1000)
"""The turns before the solved end up to which a stage goes."""

FEW = 20
"""The fewest measurements of a stage that are used alone."""

SAMPLED = 3
"""Chances and decisions of a game that are analysed again, besides all decisions with a verdict."""


@dataclass
class Found:
    """The measurements of one game: lists of the turns before the solved end, an error, and what was stated."""

    chances: list[tuple[int, float, float]] = field(default_factory=list)
    differences: list[tuple[int, float, float]] = field(default_factory=list)
    words: list[tuple[str, float, float]] = field(default_factory=list)
    """The word, its loss, and that of the longer analysis."""
    residual: float = 0.0
    result: float = 0.0
    luck: float = 0.0
    seconds: float = 0.0


def measured(name: str, seats: int, level: str, effort: Effort, sampled: int, times: int, seed: int) -> Found:
    """Return the measurements of one game."""
    match = played(find_game(name), seats, level, seed)
    begun = time.process_time()
    reviewer = Reviewer(match, effort)
    *_, made = reviewer.run()
    assert isinstance(reviewer.open.evaluator, TurnEvaluator)
    found = Found(seconds=time.process_time() - begun)
    found.residual = float(np.mean([abs(one.residual) for one in made.sums]))
    found.result, found.luck = made.sums[0].result, made.sums[0].luck
    chooser, longer = random.Random(seed), TurnEvaluator(match.game, match.start, LOOKAHEADS[effort].times(times))
    longer.read(match.positions())
    turns = reviewer.open.turns
    starts = [index for index, step in enumerate(made.steps) if step.kind == "chance" and turns[index] > 0]
    for index in chooser.sample(starts, min(len(starts), sampled)):
        state = reviewer.happenings[index].before
        value, true = reviewer.open.evaluator.value(state)[0], longer.value(state)[0]
        found.chances.append((turns[index], (value - true) / spread(value), _scaled(reviewer, index, value, True)))
    decisions = [index for index, step in enumerate(made.steps) if step.kind == "decision" and turns[index] > 0]
    for index in chooser.sample(decisions, min(len(decisions), sampled)):
        step = made.steps[index]
        other = chooser.choice(step.options[1:])
        loss = other.chance - step.options[0].chance
        error = loss - _loss(reviewer, longer, index, step, other.moves)
        best = step.options[0].chance
        found.differences.append((turns[index], error / spread(best), _scaled(reviewer, index, best, False)))
    for index, step in enumerate(made.steps):
        if step.word:
            true, best = _loss(reviewer, longer, index, step, step.options[step.made].moves), step.options[0].chance
            found.words.append((step.word, step.loss, true))
            if turns[index] > 0:
                error = (step.loss - true) / spread(best)
                found.differences.append((turns[index], error, _scaled(reviewer, index, best, False)))
    return found


def _scaled(reviewer: Reviewer, index: int, chance: float, is_chance: bool) -> float:
    """Return the stated standard error at even chances."""
    doubts, turns = reviewer.open.doubts, reviewer.open.turns[index]
    assert doubts is not None
    return (doubts.of_chance if is_chance else doubts.of_difference)(turns, chance) / spread(chance)


def _loss(reviewer: Reviewer, longer: TurnEvaluator, index: int, step: Step, moves: tuple[int, ...]) -> float:
    """Return what some moves lose against the best by the longer analysis."""
    happening = reviewer.happenings[index]
    values = {
        option.moves: longer.value(after(reviewer.game, happening.before, step.seat, option.moves))[step.seat]
        for option in step.options
        if option.moves == moves or option.chance > step.options[0].chance - 0.05
    }
    return float(values[moves] - max(values.values()))


def rows_of(found: list[Found]) -> list[list[float]]:
    """Return the rows of the file: two standard errors contain 95 % of the differences of each stage.

    A stage with few measurements takes those of all.
    """
    rows, low = [], 0
    for stage in STAGES:
        row: list[float] = [stage]
        for name in ("chances", "differences"):
            every = [row for one in found for row in getattr(one, name)]
            errors = [abs(error) for turns, error, _ in every if low < turns <= stage]
            errors = errors if len(errors) > FEW else [abs(error) for _, error, _ in every]
            row.append(round(float(np.quantile(errors, 0.95)) / 2, 4))
        rows.append(row)
        low = stage
    return rows


def print_rows(found: list[Found], effort: Effort) -> None:
    """Print what was measured."""
    low = 0
    for stage in STAGES:
        for name in ("chances", "differences"):
            every = [row for one in found for row in getattr(one, name)]
            rows = [(error, told) for turns, error, told in every if low < turns <= stage]
            if rows:
                print(f"{low + 1}-{stage} turns, {name}: {calibration(rows)}")
        low = stage
    for name in ("chances", "differences"):
        every = [(error, told) for one in found for _, error, told in getattr(one, name)]
        if every:
            print(f"all {name}: {calibration(every)}")
    print_words(found)
    results, luck = np.array([one.result for one in found]), np.array([one.luck for one in found])
    seconds, residuals = [one.seconds for one in found], [one.residual for one in found]
    adjusted, margin = results - luck, 2 * luck.std() / len(found) ** 0.5
    print(f"{effort}: {len(found)} games, mean absolute residual {np.mean(residuals):.3f}")
    print(f"variance of the result {results.var():.3f}, without luck {adjusted.var():.3f}")
    print(f"mean luck {luck.mean():+.3f} ± {margin:.3f}")
    print(f"processor time {np.mean(seconds):.2f} s a game, at most {max(seconds):.2f}", flush=True)


def calibration(rows: list[tuple[float, float]]) -> str:
    """Return the root mean square of some errors, and the share of them beyond two standard errors."""
    errors, told = np.array(rows).T
    beyond = np.mean(np.abs(errors) > 2 * told)
    return f"{len(rows)}, RMS {np.sqrt(np.mean(errors**2)):.4f}, stated {told.mean():.4f}, beyond two {beyond:.3f}"


def print_words(found: list[Found]) -> None:
    """Print for every verdict word what the longer analysis found."""
    sizes, by_word = dict(WORDS["share"]), defaultdict(list)
    for one in found:
        for word, loss, true in one.words:
            by_word[word].append((loss, true, -true < sizes[word] / 2))
    for word, rows in by_word.items():
        losses, true, refuted = np.array(rows).T
        print(
            f"{word}: {len(rows)}, stated {-losses.mean():.3f}, true {-true.mean():.3f}, refuted {refuted.mean():.3f}"
        )
    every = [refuted for rows in by_word.values() for _, _, refuted in rows]
    print(f"all words: {len(every)}, refuted {np.mean(every) if every else 0.0:.3f}")


def main() -> None:
    """Measure one game at one kind of table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--effort", choices=get_args(Effort), default="normal")
    parser.add_argument("--level", default="club", help="the bots that play (default: club)")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--sampled", type=int, default=SAMPLED, help="chances and decisions of a game analysed again")
    parser.add_argument("--longer", type=int, default=LONGER, help="effort of the second analysis (default: 25)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the errors to data/doubts.json")
    args = parser.parse_args()
    work = partial(measured, args.game, args.seats, args.level, args.effort, args.sampled, args.longer)
    found = []
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("spawn")) as pool:
        for one in pool.map(work, range(args.first, args.first + args.games)):
            found.append(one)
            print(json.dumps(asdict(one)), flush=True)
            if len(found) % 5 == 0 or len(found) == args.games:
                print_rows(found, args.effort)
                if args.write:
                    write_rows(find_game(args.game).path / FILE, args.effort, args.seats, rows_of(found))


def write_rows(path: Path, effort: Effort, seats: int, rows: list[list[float]]) -> None:
    """Write the errors at one kind of table to the file of a game."""
    known = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    known.setdefault(effort, {})[str(seats)] = rows
    tables = [
        f' "{name}": {{\n' + ",\n".join(f'  "{table}": {errors}' for table, errors in sorted(tables.items())) + "\n }"
        for name, tables in sorted(known.items())
    ]
    write_text(path, "{\n" + ",\n".join(tables) + "\n}\n")


if __name__ == "__main__":
    main()
