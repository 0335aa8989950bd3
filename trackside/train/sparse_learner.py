"""Gradient training of a value net, whose positions have few features at a time, in compiled code on one core."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from trackside.games import Game
from trackside.search.kernels.net import CEILING, UNIT_BITS
from trackside.search.kernels.points import SCALE_BITS
from trackside.search.weights import LAYERS
from trackside.train.kernels.sparse import CEILING as UNIT_CEILING
from trackside.train.kernels.sparse import (
    KEEP_AVERAGE,
    KEEP_MEAN,
    KEEP_SQUARE,
    NEW_AVERAGE,
    NEW_MEAN,
    NEW_SQUARE,
    ONE,
    RATE,
    SETTINGS,
    SHARE,
    TINY,
    Layers,
    Memory,
    Rows,
)
from trackside.train.weights import as_integers, random_weights, real_numbers

BATCH = 1024
KEPT = 0.996
"""The decay of the averaged weights."""

MEAN_DECAY, SQUARE_DECAY, EPSILON = 0.9, 0.999, 1e-8
FEATURES_AT_ONCE = 110
"""About the number of features of a position, for the size of the first random weights."""


class SparseLearner:
    """The weights in training; the same batches in the same order give the same weights."""

    def __init__(self, game: Game, kind: np.dtype[np.void], seed: int, first: Any = None) -> None:
        self.kind, self.is_new, self.steps = kind, first is None, 0
        self.size_bits = int(game.plain.SIZE_BITS)  # type: ignore[attr-defined]
        self.kernel = game.kernel("trackside.train.kernels.sparse")
        features, units = kind["first"].shape
        self.unit = 1 << SCALE_BITS if game.plain.JUDGED == "points" else 1
        """The size of the net's output in shares or points."""
        self.scales = np.ones(features, np.float32)
        """A factor for the size of every feature."""
        if first is None:
            weights = random_weights(kind, np.random.default_rng([seed, 1]))
            weights["first"] *= 0.9 / math.sqrt(FEATURES_AT_ONCE)
        else:
            weights = real_numbers(first)
        self.weights = layers(weights)
        self.average = layers(weights)
        self.means, self.squares, self.slopes = (Layers(*map(np.zeros_like, self.weights)) for _ in range(3))
        second = len(kind["second_bias"].shape) and kind["second_bias"].shape[0]
        self.memory = Memory(
            first=np.zeros(units, np.float32),
            second=np.zeros(second, np.float32),
            third=np.zeros(kind["third_bias"].shape[0], np.float32),
            first_slope=np.zeros(units, np.float32),
            second_slope=np.zeros(second, np.float32),
            turned=np.zeros((second, units), np.float32),
            settings=np.zeros(SETTINGS, np.float32),
        )

    def scale(self, inputs: Any) -> None:
        """Set the scale of features that have a size from a sample, keeping the outputs of an existing net."""
        features, sizes = inputs & (1 << self.size_bits) - 1, (inputs >> self.size_bits).astype(np.float64)
        count = np.bincount(features, minlength=len(self.scales))
        squares = np.bincount(features, sizes * sizes, len(self.scales)) / np.maximum(count, 1)
        self.scales = (1 / np.sqrt(np.maximum(squares, 1))).astype(np.float32)
        if not self.is_new:
            for weights in (self.weights.first, self.average.first):
                weights /= self.scales[:, None]

    def kept(self) -> dict[str, Any]:
        """Return the state needed to resume training, as arrays by name."""
        parts = {"weights": self.weights, "average": self.average, "means": self.means, "squares": self.squares}
        found = {f"{part} {name}": getattr(values, name) for part, values in parts.items() for name in Layers._fields}
        return found | {"scales": self.scales, "steps": np.array(self.steps)}

    def restore(self, kept: dict[str, Any]) -> None:
        """Restore a saved state."""
        for part in ("weights", "average", "means", "squares"):
            setattr(self, part, Layers(*(kept[f"{part} {name}"] for name in Layers._fields)))
        self.scales, self.steps = kept["scales"], int(kept["steps"])

    def learn(self, inputs: Any, starts: Any, targets: Any, batches: int, rate: float, rng: Any) -> float:
        """Train on random batches of the rows; return the mean loss, which for points is their squared error."""
        goals = (targets / self.unit).astype(np.float32)
        rows, total = Rows(inputs, starts, goals, self.scales, self.size_bits), 0.0
        for _ in range(batches):
            self.steps += 1
            self._set(rate)
            chosen = rng.integers(0, len(targets), BATCH)
            total += self.kernel.learn_batch(
                chosen, rows, self.weights, self.slopes, self.means, self.squares, self.average, self.memory
            )
        return total / batches * (2 * self.unit**2 if self.unit > 1 else 1)

    def _set(self, rate: float) -> None:
        """Set the numbers of the next step."""
        settings = self.memory.settings
        settings[ONE], settings[UNIT_CEILING], settings[SHARE] = 1, CEILING >> UNIT_BITS, 1 / BATCH
        corrected = math.sqrt(1 - SQUARE_DECAY**self.steps)
        settings[RATE] = rate * corrected / (1 - MEAN_DECAY**self.steps)
        settings[TINY] = EPSILON * corrected
        settings[KEEP_MEAN], settings[NEW_MEAN] = MEAN_DECAY, 1 - MEAN_DECAY
        settings[KEEP_SQUARE], settings[NEW_SQUARE] = SQUARE_DECAY, 1 - SQUARE_DECAY
        kept = min(KEPT, self.steps / (self.steps + 10))
        settings[KEEP_AVERAGE], settings[NEW_AVERAGE] = kept, 1 - kept

    def net(self) -> Any:
        """Return the averaged weights as integers."""
        weights = {name: getattr(self.average, name).astype(np.float64) for name in Layers._fields}
        weights["first"] *= self.scales[:, None]
        if self.is_new and self.steps > 0:
            weights["first"][(self.squares.first == 0).all(axis=1)] = 0  # never met: their random weights mean nothing
        for name in LAYERS:
            weights[name] = weights[name][0] if name.endswith("bias") else weights[name]
        for name in ("second", "third"):
            weights[name] = weights[name].T
        return as_integers(self.kind, weights)


def layers(weights: dict[str, Any]) -> Layers:
    """Return weights by name as arrays in single precision, the inputs first."""
    found = {name: np.array(weights[name], np.float32, ndmin=2) for name in Layers._fields}
    for name in ("second", "third"):
        found[name] = np.ascontiguousarray(found[name].T)
    return Layers(**found)
