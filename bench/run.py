"""Performance figures of this machine, and ratios measured in one run: `make bench`."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from typing import Any

from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE, OVER
from trackside.games import GAMES, Game

SECONDS = 3


def bench(*arguments: str) -> dict[str, Any]:
    """Return the figures of a `trackside bench` command, run in a separate process."""
    command = [sys.executable, "-m", "trackside", "bench", *arguments, "--json"]
    figures: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return figures


def plain_moves_per_second(game: Game, seats: int) -> float:
    """Return the moves per second of random games by the plain rules."""
    chooser, moves, end = random.Random(1), 0, time.perf_counter() + SECONDS
    weights = [0] * game.plain.OUTCOMES
    while time.perf_counter() < end:
        state = game.opening(seats)
        while (seat := game.plain.to_move(state)) != OVER:
            if seat == CHANCE:
                n = game.plain.chance_weights(state, weights)
                move = chooser.choices(range(n), weights[:n])[0]
            else:
                move = chooser.choice(choices_for(game.plain, state, seat))
            game.plain.apply(state, seat, move)
            moves += 1
    return moves / SECONDS


def started(*arguments: str) -> float:
    """Return the seconds from starting a command to its end."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "trackside", *arguments], check=True, capture_output=True)
    return time.perf_counter() - begun


def main() -> None:
    """Run all benchmarks and print the results."""
    print(f"trackside games: {started('games'):.2f} s; trackside --help: {started('--help'):.2f} s")
    for game in GAMES.values():
        for seats in (game.card.seats[0], 4):
            one = bench("playouts", game.name, f"--seats={seats}", f"--seconds={SECONDS}")
            two = bench("playouts", game.name, f"--seats={seats}", f"--seconds={SECONDS}", "--threads=2")
            greedy = bench("playouts", game.name, f"--seats={seats}", f"--seconds={SECONDS}", "--agents=greedy")
            plain = plain_moves_per_second(game, seats)
            print(
                f"{game.name}, {seats} seats: {one['playouts_per_second']:,.0f} random playouts a second "
                f"({one['moves_per_second'] / plain:.0f} times plain Python), "
                f"two threads {two['playouts_per_second'] / one['playouts_per_second']:.2f} times, "
                f"greedy {greedy['playouts_per_second']:,.0f}; ready after {one['ready_after_seconds']:.2f} s"
            )


if __name__ == "__main__":
    main()
