"""Adam on a net whose first layer has few inputs at a time, in single precision: the same batches give the same net.

All sums run along a row of weights, so that the compiler can use the processor's vectors without changing their order.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from trackside.core.protocol import Array

ENTRIES = ("learn_batch",)
CALLED = ("adam", "forward", "backward")

ONE, CEILING, SHARE, RATE, KEEP_MEAN, NEW_MEAN, KEEP_SQUARE, NEW_SQUARE, TINY, KEEP_AVERAGE, NEW_AVERAGE = range(11)
SETTINGS = NEW_AVERAGE + 1
"""Numbers in single precision: 1, the ceiling of a unit, 1 / rows of a batch, then those of `adam`."""


class Layers(NamedTuple):
    """The weights of a net, or a number for each of them; all arrays have two axes, the inputs first."""

    first_bias: Array
    second_bias: Array
    third_bias: Array
    first: Array
    second: Array
    third: Array


class Rows(NamedTuple):
    """Positions to learn from."""

    inputs: Array
    """The listed features of all positions, one after another."""
    starts: Array
    """The place at which those of each position begin, and the end of the last."""
    targets: Array
    scales: Array
    """A factor for the size of every feature."""
    size_bits: int


class Memory(NamedTuple):
    """The activations of each layer, the slopes of the loss, and the settings."""

    first: Array
    second: Array
    third: Array
    first_slope: Array
    second_slope: Array
    turned: Array
    """The weights of the second layer with its units first."""
    settings: Array


def learn_batch(
    chosen: Array,
    rows: Rows,
    weights: Layers,
    slopes: Layers,
    means: Layers,
    squares: Layers,
    average: Layers,
    memory: Memory,
) -> float:
    """Make one step of Adam on the chosen rows; return their mean loss. All `slopes` are zero before and after."""
    for i in range(len(memory.turned)):
        for j in range(len(memory.first)):
            memory.turned[i][j] = weights.second[j][i]
    loss = 0.0
    for row in chosen:
        loss += forward(row, rows, weights, memory)
        backward(row, rows, weights, slopes, memory)
    settings = memory.settings
    adam(weights.first_bias, slopes.first_bias, means.first_bias, squares.first_bias, average.first_bias, settings)
    adam(weights.second_bias, slopes.second_bias, means.second_bias, squares.second_bias, average.second_bias, settings)
    adam(weights.third_bias, slopes.third_bias, means.third_bias, squares.third_bias, average.third_bias, settings)
    adam(weights.first, slopes.first, means.first, squares.first, average.first, settings)
    adam(weights.second, slopes.second, means.second, squares.second, average.second, settings)
    adam(weights.third, slopes.third, means.third, squares.third, average.third, settings)
    return loss / len(chosen)


def forward(row: int, rows: Rows, weights: Layers, memory: Memory) -> float:
    """Compute all activations of a position and its loss; leave its shares, or its points, in `third`."""
    first, second, third = memory.first, memory.second, memory.third
    mask = (1 << rows.size_bits) - 1
    copy_row(first, weights.first_bias[0])
    for at in range(rows.starts[row], rows.starts[row + 1]):
        feature = rows.inputs[at] & mask
        add_row(first, weights.first[feature], rows.scales[feature] * np.float32(rows.inputs[at] >> rows.size_bits))
    clip(first, memory.settings)
    copy_row(second, weights.second_bias[0])
    for i in range(len(first)):
        add_row(second, weights.second[i], first[i])
    clip(second, memory.settings)
    copy_row(third, weights.third_bias[0])
    for i in range(len(second)):
        add_row(third, weights.third[i], second[i])
    if len(third) == 1:
        return points_loss(third, rows.targets[row])
    return shares_and_loss(third, rows.targets[row])


def points_loss(third: Array, target: Array) -> float:
    """Return half the squared error of an output, the loss of a net that predicts points."""
    return float(0.5 * (third[0] - target[0]) * (third[0] - target[0]))


def shares_and_loss(third: Array, target: Array) -> float:
    """Turn the outputs into shares; return the cross-entropy with the target."""
    best = third[0]
    for step in range(len(third)):
        best = max(best, third[step])
    total, loss = 0.0, 0.0
    for step in range(len(third)):
        loss -= target[step] * (third[step] - best)
        third[step] = math.exp(third[step] - best)
        total += third[step]
    for step in range(len(third)):
        third[step] = third[step] / total
    return loss + math.log(total)


def backward(row: int, rows: Rows, weights: Layers, slopes: Layers, memory: Memory) -> None:
    """Add the slopes of a position's loss to those of all weights."""
    first, second, third, settings = memory.first, memory.second, memory.third, memory.settings
    first_slope, second_slope = memory.first_slope, memory.second_slope
    for step in range(len(third)):
        third[step] = (third[step] - rows.targets[row][step]) * settings[SHARE]
    add_row(slopes.third_bias[0], third, settings[ONE])
    for i in range(len(second)):
        add_row(slopes.third[i], third, second[i])
        second_slope[i] = 0
        if 0 < second[i] < settings[CEILING]:
            for step in range(len(third)):
                second_slope[i] += weights.third[i][step] * third[step]
    add_row(slopes.second_bias[0], second_slope, settings[ONE])
    for i in range(len(first)):
        first_slope[i] = 0
        add_row(slopes.second[i], second_slope, first[i])
    for i in range(len(second)):
        add_row(first_slope, memory.turned[i], second_slope[i])
    for i in range(len(first)):
        if not 0 < first[i] < settings[CEILING]:
            first_slope[i] = 0
    add_row(slopes.first_bias[0], first_slope, settings[ONE])
    mask = (1 << rows.size_bits) - 1
    for at in range(rows.starts[row], rows.starts[row + 1]):
        feature = rows.inputs[at] & mask
        size = rows.scales[feature] * np.float32(rows.inputs[at] >> rows.size_bits)
        add_row(slopes.first[feature], first_slope, size)


def copy_row(to: Array, row: Array) -> None:
    """Copy a row of numbers."""
    for i in range(len(to)):
        to[i] = row[i]


def add_row(to: Array, row: Array, factor: float) -> None:
    """Add a row of numbers times a factor."""
    for i in range(len(to)):
        to[i] += factor * row[i]


def clip(units: Array, settings: Array) -> None:
    """Limit activations to 0 and the ceiling."""
    for i in range(len(units)):
        units[i] = min(max(units[i], settings[ONE] - settings[ONE]), settings[CEILING])


def adam(weights: Array, slopes: Array, means: Array, squares: Array, average: Array, settings: Array) -> None:
    """Make one step with all weights of a layer, and reset their slopes."""
    rate, tiny = settings[RATE], settings[TINY]
    keep_mean, new_mean = settings[KEEP_MEAN], settings[NEW_MEAN]
    keep_square, new_square = settings[KEEP_SQUARE], settings[NEW_SQUARE]
    keep_average, new_average = settings[KEEP_AVERAGE], settings[NEW_AVERAGE]
    for i in range(weights.shape[0]):
        weight, slope, mean, square, mixed = weights[i], slopes[i], means[i], squares[i], average[i]
        for j in range(weights.shape[1]):
            mean[j] = keep_mean * mean[j] + new_mean * slope[j]
            square[j] = keep_square * square[j] + new_square * slope[j] * slope[j]
            weight[j] -= rate * mean[j] / (math.sqrt(square[j]) + tiny)
            mixed[j] = keep_average * mixed[j] + new_average * weight[j]
            slope[j] = 0
