"""Training parameters of a game's nets, read from `data/training.toml` in the game's folder."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from trackside.core.errors import BadOption, ParseError
from trackside.core.protocol import AnyState
from trackside.games import Game

FILE = Path("data", "training.toml")
VALUE_FILE = Path("data", "value.toml")
"""The training parameters of a game's value nets."""


@dataclass(frozen=True)
class Recipe:
    """The training parameters of one net."""

    table: str
    """The table the net is for, one of the game's NETS."""
    openings: tuple[dict[str, Any], ...]
    """The tables that are played, in turn: `seats`, and options by name."""
    units: tuple[int, int] = (32, 16)
    """Units of the two hidden layers."""
    generations: int = 40
    games: int = 4000
    """Games in a generation."""
    batches: int = 400
    """Batches trained on after each generation's games."""
    window: int = 4
    """Generations whose games are trained on."""
    rate: float = 2e-3
    """The initial learning rate; after g generations it is divided by 1 + g / 10."""
    surprise: int = 25
    """One move in `surprise` is made at random, so that the net sees bad positions too."""
    trust: float = 0.1
    """The weight of each later evaluation in a target, against the result."""
    traces: tuple[tuple[int, float], ...] = ((0, 0.97), (5, 0.9))
    """The part of what later turns add to their own values that goes into a target of a value net, each from a
    generation on."""
    outcomes: tuple[tuple[int, int], ...] = ((0, 1000),)
    """The most outcomes that are backed up for a target of a net of points, each from a generation on."""
    begin: str = ""
    """The table whose net a net of points begins with."""
    samples: int = 2
    """The number of times a turn is played again on other cards, in games with secrets: luck then counts less."""
    turns: int = 160
    """An upper bound of the turns in a game, all seats together."""

    def positions(self, game: Game) -> list[AnyState]:
        """Return the opening positions."""
        return [
            game.opening(opening["seats"], {name: value for name, value in opening.items() if name != "seats"})
            for opening in self.openings
        ]


def read_recipes(game: Game, value: bool = False) -> list[Recipe]:
    """Return the recipes of a game, one for each of its nets; raise BadOption if it has nothing to train."""
    file, part = (VALUE_FILE, "value.py") if value else (FILE, "encoder.py")
    path = game.path / file
    if not game.has(part) or not path.is_file():
        raise BadOption(f"{game.card.title} has nothing to train: it needs {part} and {file} in {game.path}")
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        shared = {key: value for key, value in table.items() if key != "table"}
        recipes = [_recipe(shared | entry) for entry in table["table"]]
        for recipe in recipes:
            if recipe.table not in game.plain.NETS:
                raise ValueError(f"there is no table {recipe.table!r}: there are {', '.join(game.plain.NETS)}")
            recipe.positions(game)
    except KeyError as error:
        raise ParseError(f"{path}: {error} is missing") from error
    except (OSError, ValueError, TypeError, BadOption) as error:
        raise ParseError(f"{path}: {error}") from error
    return recipes


def _recipe(entry: dict[str, Any]) -> Recipe:
    unknown = sorted(set(entry) - {field.name for field in fields(Recipe)})
    if unknown:
        raise ValueError(f"a recipe has no {unknown[0]!r}")
    if "traces" in entry:
        entry = entry | {"traces": [(int(first), float(trace)) for first, trace in entry["traces"]]}
    if "outcomes" in entry:
        entry = entry | {"outcomes": [(int(first), int(n)) for first, n in entry["outcomes"]]}
    lists = ("openings", "units", "traces", "outcomes")
    return Recipe(**entry | {name: tuple(entry[name]) for name in lists if name in entry})
