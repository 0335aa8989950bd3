"""The memory that compiled search works in, allocated once and passed as one argument."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trackside.core.protocol import AnyState, Array
from trackside.core.random import WORDS

UNIT_ROWS = 4
"""Rows of `units` with a points net: first-layer sums, the part that all turns share, and both activations."""


class Scratch(NamedTuple):
    """Nets that predict shares, and the memory to search with them; only `rng` keeps its content between calls."""

    nets: AnyState
    work: AnyState
    """The position being played on, and a second one to try a move in."""
    buffer: Array
    """The legal moves of a position, or the weights of its outcomes."""
    inner: Array
    """The same while each of these moves is tried."""
    inputs: Array
    units: Array
    values: Array
    """Three rows with a value for every seat."""
    rng: Array


class PointScratch(NamedTuple):
    """Nets that predict points, and the memory to search with them; only `rng` keeps its content between calls."""

    nets: AnyState
    work: AnyState
    """The position to search from, and two to try turns and cards in."""
    buffer: Array
    """The moves of a turn, or the weights of the outcomes."""
    turns: Array
    """The listed turns of a seat,"""
    values: Array
    """and their points now and to come."""
    answers: Array
    """The best turn of every seat after every outcome."""
    sight: Array
    features: Array
    units: Array
    points: Array
    """The expected final score of every seat."""
    scores: Array
    rng: Array


def make_scratch(rules: Any, states: Any, nets: Any) -> Scratch:
    """Return scratch memory for positions like these records."""
    longest, seats = max(rules.MOVES, rules.OUTCOMES), int(states["seats"][0])
    return Scratch(
        nets,
        np.repeat(states[:1], 2),
        np.zeros(longest, np.int64),
        np.zeros(longest, np.int64),
        np.zeros(len(rules.FEATURES), np.int64),
        np.zeros((2, nets.dtype["first_bias"].shape[0]), np.int32),
        np.zeros((3, seats)),
        np.zeros(WORDS, np.int64),
    )


def make_point_scratch(rules: Any, states: Any, nets: Any) -> PointScratch:
    """Return scratch memory for positions like these records, of a game whose net predicts points."""
    columns, seats = rules.LISTED_COLUMNS, int(states["seats"][0])
    return PointScratch(
        nets,
        np.repeat(states[:1], 3),
        np.zeros(max(rules.MOVES, rules.OUTCOMES), np.int64),
        np.zeros((rules.MAX_TURNS, columns), np.int64),
        np.zeros(rules.MAX_TURNS, np.int64),
        np.zeros((rules.OUTCOMES, seats, columns), np.int64),
        np.zeros(rules.SIGHT, np.int64),
        np.zeros(rules.MAX_FEATURES, np.int64),
        np.zeros((UNIT_ROWS, nets.dtype["first_bias"].shape[0]), np.int32),
        np.zeros(seats, np.int64),
        np.zeros(seats),
        np.zeros(WORDS, np.int64),
    )
