"""Fairness of the four starts of a Träxx sheet: `make fairness`. It takes long; decks are kept and resumed."""

from __future__ import annotations

import argparse
import json
import os
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np

from trackside.core.notation import view_state
from trackside.core.protocol import CHANCE, OVER
from trackside.games import find_game
from trackside.play.intervals import mean_of
from trackside.search.agents import make_agent

ROOT = Path(__file__).parent.parent
GAME = find_game("traxx")
STARTS = (1, 2, 3, 4)
ALLOWED = 0.5


def scores(player: str, sheet: str, deck: int, starts: Sequence[int]) -> list[int]:
    """Return the scores of players on these starts with one order of the cards."""
    state = GAME.opening(len(starts), {"sheet": sheet, "starts": "".join(map(str, starts))})
    chooser = random.Random(deck)
    agents = [make_agent(player, GAME, seed=8 * deck + start) for start in starts]
    while (seat := GAME.plain.to_move(state)) != OVER:
        if seat == CHANCE:
            weights = [0] * GAME.plain.OUTCOMES
            n = GAME.plain.chance_weights(state, weights)
            move = chooser.choices(range(n), weights[:n])[0]
        else:
            move = agents[seat].choose(view_state(GAME.plain, state, seat), seat).move
        GAME.plain.apply(state, seat, move)
    points = [0] * len(starts)
    GAME.plain.scores(state, points)
    return points


def report(name: str, rows: list[list[int]]) -> str:
    """Return the mean score of every start, and the difference between the best and the worst."""
    found = [mean_of(column.tolist()) for column in np.array(rows, float).T]
    means = [start.mean for start in found]
    best, worst = (np.array(rows, float)[:, means.index(pick(means))] for pick in (max, min))
    apart = mean_of((best - worst).tolist())
    starts = ", ".join(
        f"{start}: {entry.mean:.2f} ± {entry.margin:.2f}" for start, entry in zip(STARTS, found, strict=True)
    )
    verdict = "fair" if apart.mean <= ALLOWED else f"more than {ALLOWED}"
    return f"{name}, {len(rows)} decks: {starts}; spread {apart.mean:.2f} ± {apart.margin:.2f} ({verdict})"


def play_deck(player: str, sheet: str, deck: int) -> dict[str, object]:
    """Play one order of the cards with four players at a table, and with each start alone."""
    solo = [scores(player, sheet, deck, [start])[0] for start in STARTS]
    return {"deck": deck, "table": scores(player, sheet, deck, STARTS), "solo": solo}


def main() -> None:
    """Play the missing decks, printing the report from time to time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=2000, help="orders of the cards (default: 2000)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first of them (default: 0)")
    parser.add_argument("--player", default="expert", help="who draws (default: expert)")
    parser.add_argument("--sheet", default="house", help="house, or a sheet in one line (default: house)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one for each core)")
    parser.add_argument("--kept", type=Path, default=ROOT / "fairness.jsonl", help="where scores are kept")
    args = parser.parse_args()
    settings = f"{args.player} {GAME.card.levels.get(args.player, args.player)} {sheet_text(args.sheet)}"
    lines = args.kept.read_text(encoding="utf-8").splitlines() if args.kept.exists() else []
    wanted = range(args.first, args.first + args.decks)
    kept = [entry for entry in map(json.loads, lines) if entry["settings"] == settings and entry["deck"] in wanted]
    known = {entry["deck"] for entry in kept}
    missing = [deck for deck in wanted if deck not in known]
    with args.kept.open("a", encoding="utf-8") as file, ProcessPoolExecutor(args.jobs) as pool:
        try:
            for entry in pool.map(partial(play_deck, args.player, args.sheet), missing):
                kept.append({"settings": settings, **entry})
                file.write(json.dumps(kept[-1]) + "\n")
                file.flush()
                if len(kept) % 100 == 0 and len(kept) < args.decks:
                    print_report(kept)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
    if len(kept) > 1:
        print_report(kept)


def print_report(kept: list[dict[str, list[int]]]) -> None:
    """Print the reports for four players and for solo games."""
    print(report("four players", [entry["table"] for entry in kept]))
    print(report("solo", [entry["solo"] for entry in kept]), flush=True)


def sheet_text(sheet: str) -> str:
    """Return the properties of the sheet and the deck that affect scores."""
    state = GAME.opening(1, {"sheet": sheet})
    return " ".join(map(str, [*state.colour, *state.value, *state.starts, *state.card]))


if __name__ == "__main__":
    main()
