"""Evaluation nets of a game: read from the game's folder, one for each kind of table, and applied to positions.

`data/judge.npz` has the weights, one entry for each table and layer. `data/judge.json` records how they were trained
and how strong they are. A position without a net is evaluated by playouts.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from trackside.core.errors import BadOption
from trackside.core.protocol import AnyState
from trackside.games import Game
from trackside.games.game import JUDGE
from trackside.search.scratch import make_point_scratch, make_scratch
from trackside.search.weights import LAYERS, net_type

FILE = Path(JUDGE)
CARD = Path("data", "judge.json")


@dataclass(frozen=True, eq=False)
class Net:
    """The weights for one kind of table."""

    game: Game
    table: str
    weights: Any
    """An array of one record, see `net_type`."""
    listed: bool = False
    """True if the net lists its inputs."""

    @cached_property
    def record(self) -> Any:
        """The weights padded to the game's largest table, so that all its tables share one compiled kernel."""
        return self.weights if self.game.plain.JUDGED == "points" else padded(self.game, self.weights, self.listed)

    def shares(self, view: AnyState) -> tuple[float, ...]:
        """Return every seat's expected share of a position, without looking ahead."""
        if self.game.plain.JUDGED == "points":
            return self.shares_by_points(view)
        found, record = np.zeros((1, view.seats)), view.to_record()
        scratch = make_scratch(self.game.plain, record, self.record)
        self.game.kernel("trackside.search.kernels.net").judge_states(record, scratch, found)
        return tuple(float(share) for share in found[0])

    def shares_by_points(self, view: AnyState) -> tuple[float, ...]:
        """Return every seat's expected share, derived from its expected points."""
        return tuple(float(share) for share in self.shares_of([view])[0])

    def shares_of(self, views: Sequence[AnyState]) -> Any:
        """Return the expected shares of many positions of one table, one row each."""
        found, records = np.zeros((len(views), views[0].seats)), views[0].to_records(views)
        scratch = make_point_scratch(self.game.plain, records, self.record)
        self.game.kernel("trackside.search.kernels.points").judge_states(records, scratch, found)
        return found


def padded(game: Game, weights: Any, listed: bool = False) -> Any:
    """Return the weights of nets, padded to the game's largest table."""
    features, first = weights.dtype["first"].shape
    if listed:
        rules: Any = game.plain
        features = max(rules.INPUTS)
    second, outputs = weights.dtype["second_bias"].shape[0], weights.dtype["third_bias"].shape[0]
    record = np.zeros(len(weights), net_type(features, first, second, max(outputs, *game.card.seats)))
    for layer in LAYERS:
        record[layer][tuple(map(slice, weights[layer].shape))] = weights[layer]
    return record


def find_net(game: Game, state: AnyState) -> Net | None:
    """Return the net for the table of a position, or None if there is none."""
    which = game.plain.net_for(state)
    return None if which < 0 else nets_of(game).get(game.plain.NETS[which])


@cache
def nets_of(game: Game) -> dict[str, Net]:
    """Return the nets of a game by table; empty if the game has no weights file."""
    path = game.path / FILE
    return read_nets(game, path) if game.plain.FEATURES and path.is_file() else {}


def features_digest(game: Game) -> str:
    """Return a digest of a game's feature names: a net works only with the features it was trained on."""
    return hashlib.sha256("\n".join(game.plain.FEATURES).encode()).hexdigest()[:16]


def read_nets(game: Game, path: Path, digest: str = "", command: str = "") -> dict[str, Net]:
    """Return the nets of a file; raise BadOption if it is damaged, of another game or of outdated features.

    Other nets than those that judge positions have another digest of their features, and another command to train them.
    """
    again = f"retrain it with: {command or f'trackside train {game.name}'}"
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
            entries = {name: file[name] for name in file.files}
        header = {name: str(entries.pop(name)) for name in ("game", "features")}
        tables: dict[str, dict[str, Any]] = {}
        for name, array in entries.items():
            table, _, layer = name.partition("/")
            tables.setdefault(table, {})[layer] = array
        shapes = {table: _net_type(layers) for table, layers in tables.items()}
    except OSError as error:
        raise BadOption(f"{path}: {error.strerror or error}") from error
    except (KeyError, ValueError, EOFError, zipfile.BadZipFile, zlib.error, NotImplementedError) as error:
        raise BadOption(f"{path} is damaged or no file of weights; {again}") from error
    if header["game"] != game.name:
        raise BadOption(f"{path} is for {header['game']}, not for {game.name}; {again}")
    if header["features"] != (digest or features_digest(game)):
        raise BadOption(f"{path} was trained on other features than {game.name} has now; {again}")
    nets = {}
    for table, layers in tables.items():
        weights = np.zeros(1, shapes[table])
        for layer in LAYERS:
            weights[layer] = layers[layer]
        nets[table] = Net(game, table, weights)
    return nets


def _net_type(layers: dict[str, Any]) -> np.dtype[np.void]:
    """Return the record type for these layers; raise ValueError if their shapes do not match."""
    features, first = layers["first"].shape
    second, outputs = len(layers["second_bias"]), len(layers["third_bias"])
    kind = net_type(features, first, second, outputs)
    for layer in LAYERS:
        if layers[layer].shape != kind[layer].shape or layers[layer].dtype != kind[layer].base:
            raise ValueError(f"{layer} does not fit")
    return kind


def inputs_of(game: Game) -> int:
    """Return the number of inputs of this game's nets."""
    rules: Any = game.plain
    return rules.SHARED + rules.EACH if rules.JUDGED == "points" else len(rules.FEATURES)


def no_net(game: Game) -> Any:
    """Return an empty net for compiled code, of the same type as the game's nets if those predict shares."""
    for net in nets_of(game).values() if game.plain.JUDGED == "shares" else ():
        return np.zeros_like(net.record)
    return np.zeros(1, net_type(inputs_of(game), 1, 1, 1))
