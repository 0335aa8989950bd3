"""Does it help to begin? 10,000 games of The Whole Nine, with pictures: python examples/study.py -o first.png."""

from __future__ import annotations

import argparse
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import numpy.typing as npt

from trackside.games import find_game
from trackside.play.intervals import share_of
from trackside.search.batch import Batch

GAME = find_game("whole-nine")
MARKERS = {2: "o", 3: "s", 4: "^", 5: "D"}
LINES = {2: "-", 3: "--", 4: "-.", 5: ":"}


def play(seats: int, games: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Points and shares of the win of every seat, a row a game; seat 0 begins, all play by the game's policy."""
    batch = Batch(GAME, GAME.opening(seats, {"first": "red"}), ["greedy"] * seats, seed=seats)
    results = batch.play(games)
    return results[:, 2 : 2 + seats], results[:, 2 + seats :]


def main() -> None:
    """Play, print what was found, and draw it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000, help="in all, a quarter for each number of seats")
    parser.add_argument("-o", "--out", type=Path, default=Path("first.png"))
    args = parser.parse_args()
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4), layout="constrained")
    for seats in GAME.card.seats:
        points, shares = play(seats, args.games // len(GAME.card.seats))
        found = [share_of(shares[:, seat].tolist()) for seat in range(seats)]
        means = np.array([each.mean for each in found])
        margins = [means - [each.low for each in found], [each.high for each in found] - means]
        places, name = np.arange(seats) + 1 + (seats - 3.5) / 10, f"{seats} seats"
        left.errorbar(places, means * seats, np.array(margins) * seats, fmt=MARKERS[seats], label=name)
        right.hist(
            points.max(axis=1), bins=range(0, 151, 5), histtype="step", ls=LINES[seats], density=True, label=name
        )
        said = ", ".join(f"{each.mean:.3f} ({each.low:.3f} to {each.high:.3f})" for each in found)
        print(f"{seats} seats, win shares in the order of turns: {said}")
    left.axhline(1, color="grey", linewidth=0.8)
    left.set(
        title="Who begins?", xlabel="place in the order of turns", ylabel="win share, 1 is even", xticks=range(1, 6)
    )
    right.set(title="What the winner scores", xlabel="points", yticks=[])
    left.legend(ncols=2, loc="lower right")
    right.legend()
    figure.savefig(args.out, dpi=120)
    print(f"drawn in {args.out}")


if __name__ == "__main__":
    main()
