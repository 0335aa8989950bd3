"""The loss per decision of every level, measured in reviews of its own games: `data/errors.toml` of every game."""

from __future__ import annotations

import math
import tomllib
from functools import cache
from pathlib import Path

from trackside.games import find_game

FILE = Path("data", "errors.toml")


@cache
def level_losses(game: str, effort: str, seats: int) -> dict[str, tuple[float, float]]:
    """Return every level's loss per decision in reviews of this effort, with standard errors; empty if not measured."""
    path = find_game(game).path / FILE
    if not path.is_file():
        return {}
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return {level: (loss, error) for level, (loss, error, _) in tables.get(effort, {}).get(str(seats), {}).items()}


def level_like(game: str, effort: str, seats: int, loss: float) -> str:
    """Return the level with the closest loss per decision; empty if none was measured for such tables and reviews."""
    known = level_losses(game, effort, seats)
    return min(known, key=lambda level: abs(math.sqrt(known[level][0]) - math.sqrt(max(loss, 0.0))), default="")
