"""Value nets of a game: their type, and reading them from a file; see `trackside.search.kernels.value`."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from trackside.games import Game
from trackside.search.nets import Net, read_nets
from trackside.search.weights import net_type


def value_type(game: Game, seats: int, units: tuple[int, int]) -> np.dtype[np.void]:
    """Return the record type of a value net for this number of seats."""
    rules: Any = game.plain
    return net_type(rules.INPUTS[seats], *units, seats)


def value_digest(game: Game) -> str:
    """Return a digest of the inputs of a game's value nets: a net works only with those it was trained on."""
    rules: Any = game.plain
    return hashlib.sha256("\n".join(rules.INPUT_BLOCKS).encode()).hexdigest()[:16]


def read_values(game: Game, path: Path) -> dict[str, Net]:
    """Return the value nets of a file; raise BadOption if it is damaged, of another game or of outdated inputs."""
    nets = read_nets(game, path, value_digest(game), f"trackside train {game.name} --value")
    return {table: replace(net, listed=True) for table, net in nets.items()}
