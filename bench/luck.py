"""Mean luck of each kind of chance event, which has to be zero: `python bench/luck.py GAME --games 2000`.

Quick players play the games, which are evaluated as in `quick` reviews. In games with secrets the mean information is
measured too.
"""

from __future__ import annotations

import argparse
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import numpy as np

from trackside.games import GAMES
from trackside.play.match import Match
from trackside.review.report import Step
from trackside.review.reviewer import Reviewer
from trackside.search.agents import make_agent


def steps_of(name: str, seats: int, seed: int) -> Iterator[Step]:
    """Yield the chance events of one game; in a game with secrets, every tenth decision too."""
    match = Match(name, seats, seed=f"luck {seed}")
    agents = [make_agent("greedy", match.game, seed=100 * seed + seat) for seat in range(seats)]
    while not match.over:
        seat = match.to_move
        match.play(seat, agents[seat].choose(match.view_state(seat), seat).move)
    reviewer = Reviewer(match, "quick")
    start = np.array(reviewer.begun().start)
    for index, happening in enumerate(reviewer.happenings):
        looked_at = match.game.card.secrets and happening.kind == "decision" and index % 10 == seed % 10
        if happening.kind in ("setup", "chance") or looked_at:
            yield reviewer._step(index, happening, start)


def sums(name: str, seats: int, seed: int) -> dict[str, float]:
    """Return the first seat's total luck in one game, by kind of event."""
    found: dict[str, float] = defaultdict(float)
    for step in steps_of(name, seats, seed):
        if step.kind == "decision":
            found["information"] += step.information if step.seat == 0 else 0.0
        else:
            kind = "setup" if step.kind == "setup" else re.sub(r"[^a-z ].*", "", step.text).strip() or "roll or card"
            found[kind] += step.luck[0]
    return dict(found)


def main() -> None:
    """Measure and print the mean luck of every kind of event."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="games at once")
    args = parser.parse_args()
    kinds: dict[str, list[float]] = defaultdict(list)
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("spawn")) as pool:
        for found in pool.map(partial(sums, args.game, args.seats), range(args.games), chunksize=10):
            for kind, total in found.items():
                kinds[kind].append(total)
    for kind, totals in kinds.items():
        error = np.std(totals, ddof=1) / np.sqrt(len(totals))
        print(f"{args.game}, {args.seats} seats, {kind}: {np.mean(totals):+.5f} ± {error:.5f} ({len(totals)} games)")


if __name__ == "__main__":
    main()
