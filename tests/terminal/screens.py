"""The main screens as text, for golden files: `make golden` regenerates them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from textual.pilot import Pilot

from tests.terminal.driver import LARGE, SMALL, keys, run, screen_of, table
from trackside import Match
from trackside.terminal.app import TracksideApp
from trackside.terminal.table import GameTable

TABLES: dict[str, tuple[str, tuple[str, ...], dict[str, object], int]] = {
    "whole-nine": ("whole-nine", ("you", "greedy"), {}, 30),
    "whole-nine-5": ("whole-nine", ("you", "greedy", "random", "greedy", "random"), {}, 60),
    "traxx": ("traxx", ("you", "greedy"), {}, 40),
    "skip-or-trip": ("skip-or-trip", ("you", "greedy", "greedy"), {}, 24),
    "skip-or-trip-6": ("skip-or-trip", ("you", *["greedy"] * 5), {}, 60),
    "skip-or-trip-advanced": ("skip-or-trip", ("you", "greedy"), {"mode": "advanced"}, 40),
}
"""Games in progress: game, players, options, moves made."""


def golden_screens() -> Iterator[tuple[str, str]]:
    """Yield every main screen with the name of its file."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TRACKSIDE_DATA"] = folder
        path = Path(folder) / "game.txt"
        for name, (game, players, options, moves) in TABLES.items():
            first = table(path, game, players, options, moves=moves)
            yield name, shot(first, "down")
        for name in ("whole-nine", "traxx", "skip-or-trip"):
            game, players, options, moves = TABLES[name]
            yield f"{name}-large-de", shot(table(path, game, players, options, moves=moves), size=LARGE, language="de")
            ended = table(path, game, players, options, moves=1000)
            yield f"{name}-end", shot(ended)
        yield "start", shot(None)
        yield "start-de", shot(None, "right", "right", language="de")
        yield "help", shot(table(path, moves=30), "f1")
        record = table(path, "traxx", ("greedy", "random"), moves=40).match.record()
        yield "replay", shot(Match.from_record(record), "down", "right")


async def settle(pilot: Pilot[None], app: TracksideApp) -> str:
    """Return the screen once it has stopped changing."""
    seen: list[str] = []
    while len(seen) < 2 or seen[-1] != seen[-2]:
        await pilot.pause(0.02)
        seen.append(screen_of(app))
    return seen[-1]


def shot(first: GameTable | Match | None, *names: str, size: tuple[int, int] = SMALL, language: str = "en") -> str:
    """Return the screen after some keys."""
    shown = []

    async def script(pilot: Pilot[None], app: TracksideApp) -> None:
        await settle(pilot, app)
        await keys(pilot, *names)
        shown.append(await settle(pilot, app))

    run(script, first, size, language)
    return shown[0].rstrip("\n") + "\n"
