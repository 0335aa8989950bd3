"""The smallest and largest value of every feature, from `data/features.toml` of a game's folder.

The file has a table `bounds` of patterns, such as `"seat *: points" = [-60, 54]`; the first that fits a name counts.
"""

from __future__ import annotations

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

from trackside.core.errors import BadOption
from trackside.games.game import Game

FILE = Path("data", "features.toml")

Bounds = tuple[int, int]

LIMITS: Bounds = (-(1 << 15), (1 << 15) - 1)
"""The bounds of a feature that the file leaves out: those of 16-bit integers."""


def feature_bounds(game: Game) -> list[Bounds]:
    """Return the bounds of each of a game's features, in their order."""
    patterns = _patterns(game)
    return [
        next((bounds for pattern, bounds in patterns.items() if fnmatchcase(name, pattern)), LIMITS)
        for name in game.plain.FEATURES
    ]


def _patterns(game: Game) -> dict[str, Bounds]:
    """Return the bounds by pattern; BadOption if the file is wrong."""
    path = game.path / FILE
    if not path.is_file():
        return {}
    found: dict[str, Bounds] = {}
    for pattern, bounds in tomllib.loads(path.read_text(encoding="utf-8")).get("bounds", {}).items():
        match bounds:
            case [int(low), int(high)] if LIMITS[0] <= low <= high <= LIMITS[1]:
                found[pattern] = low, high
            case _:
                raise BadOption(f"{path}: {pattern!r}: expected the smallest and the largest value, not {bounds!r}")
    return found
