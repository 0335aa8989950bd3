"""The weights of a net as floating-point numbers while it is trained, and as integers when it plays."""

from __future__ import annotations

from typing import Any

import numpy as np

from trackside.search.kernels.net import FIRST_BITS, LATER_BITS, UNIT_BITS

BITS = {
    "first": FIRST_BITS,
    "first_bias": FIRST_BITS,
    "second": LATER_BITS,
    "second_bias": UNIT_BITS + LATER_BITS,
    "third": LATER_BITS,
    "third_bias": UNIT_BITS + LATER_BITS,
}
"""Fractional bits of each array."""


def random_weights(kind: np.dtype[np.void], rng: np.random.Generator) -> dict[str, Any]:
    """Return random initial weights."""
    (features, first), (second, _), (outputs, _) = (kind[name].shape for name in ("first", "second", "third"))
    return {
        "first": rng.normal(0, 1, (features, first)),
        "first_bias": np.full(first, 0.5),
        "second": rng.normal(0, 1 / np.sqrt(first), (second, first)),
        "second_bias": np.full(second, 0.5),
        "third": rng.normal(0, 0.1, (outputs, second)),
        "third_bias": np.zeros(outputs),
    }


def real_numbers(net: Any) -> dict[str, Any]:
    """Return the integer weights of a net as floating-point numbers."""
    return {name: net[0][name].astype(np.float64) / (1 << bits) for name, bits in BITS.items()}


def as_integers(kind: np.dtype[np.void], weights: dict[str, Any]) -> Any:
    """Return floating-point weights as the integer weights of a net."""
    net = np.zeros(1, kind)
    for name, values in weights.items():
        limits = np.iinfo(kind[name].base)
        net[name] = np.clip(np.rint(values * (1 << BITS[name])), limits.min, limits.max)
    return net
