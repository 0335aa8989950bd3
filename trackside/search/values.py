"""Value nets of a game, for positions between two turns: their type, and reading them from the game's folder.

`data/value.npz` has the weights and `data/value.json` records how they were trained, as with the nets of
`trackside.search.nets`. See `trackside.search.kernels.value`.
"""

from __future__ import annotations

import hashlib
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from trackside.core.protocol import AnyState
from trackside.games import Game
from trackside.games.game import VALUES
from trackside.search.nets import Net, padded, read_nets
from trackside.search.scratch import make_value_scratch
from trackside.search.weights import net_type

VALUE_FILE = Path(VALUES)
VALUE_CARD = Path("data", "value.json")


class ValueNet(Net):
    """The weights of a value net for one kind of table."""

    @cached_property
    def record(self) -> Any:
        """The weights padded to the game's largest table, so that all its tables share one compiled kernel."""
        rules: Any = self.game.plain
        return padded(self.weights, max(rules.INPUTS), max(self.game.card.seats))

    def shares(self, view: AnyState) -> tuple[float, ...]:
        """Return every seat's expected share of a position between two turns, without looking ahead."""
        found = np.zeros((1, view.seats))
        scratch = make_value_scratch(self.game.plain, self.record)
        self.game.kernel("trackside.search.kernels.value").value_states(view.to_record(), scratch, found)
        return tuple(float(share) for share in found[0])


def find_value(game: Game, state: AnyState) -> Net | None:
    """Return the value net for the table of a position, or None if there is none."""
    which = game.plain.net_for(state)
    return None if which < 0 else values_of(game).get(game.plain.NETS[which])


@cache
def values_of(game: Game) -> dict[str, Net]:
    """Return the value nets of a game by table; empty if the game has no file of them."""
    path = game.path / VALUE_FILE
    return read_values(game, path) if game.has("value.py") and path.is_file() else {}


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
    return read_nets(game, path, value_digest(game), f"trackside train {game.name} --value", ValueNet)
