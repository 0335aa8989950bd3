"""The memory that compiled search works in, allocated once and passed as one argument."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from trackside.core.protocol import AnyState, Array
from trackside.core.random import WORDS
from trackside.search.kernels.endings import NOTES as ENDING_NOTES
from trackside.search.kernels.endings import ROWS, Endings
from trackside.search.kernels.listing import NOTES, Turns
from trackside.search.kernels.solving import Solved

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
    """Five rows with a value for every seat."""
    rng: Array
    turns: Turns
    """The ways to finish a turn, for nets that list their inputs,"""
    more: Turns
    """and the ways to finish it after cards are drawn within it."""


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


MAX_LISTED, DEEPEST = 1 << 12, 64
"""The number of turns, and of moves in a turn, that there is room for, unless a game says otherwise."""


class ValueScratch(NamedTuple):
    """Value nets, and the memory to evaluate a position."""

    nets: AnyState
    inputs: Array
    units: Array


def make_value_scratch(rules: Any, nets: Any) -> ValueScratch:
    """Return memory to evaluate positions by these nets."""
    units = np.zeros((2, nets.dtype["first_bias"].shape[0]), np.int32)
    return ValueScratch(nets, np.zeros(rules.MAX_INPUTS, np.int64), units)


def make_turns(rules: Any, states: Any) -> Turns:
    """Return memory to list the whole turns from positions like these records."""
    room, longest, columns = MAX_LISTED, DEEPEST, 0
    if hasattr(rules, "list_turns"):
        room, longest, columns = rules.MAX_TURNS, rules.LONGEST_TURN, rules.LISTED_COLUMNS
    elif hasattr(rules, "LISTED_TURNS"):
        room, longest = rules.LISTED_TURNS, rules.LISTED_MOVES
    return turns_memory(rules, states, room, longest, columns)


def turns_memory(rules: Any, states: Any, room: int, longest: int, columns: int) -> Turns:
    """Return memory for this number of turns, of moves in a turn, and of columns of the game's own entry."""
    stack = np.repeat(states[:1], longest + 1)
    return Turns(
        ends=np.repeat(states[:1], room),
        lengths=np.zeros(room, np.int64),
        moves=np.zeros((room, longest), np.int64),
        rows=np.zeros((room, columns), np.int64),
        stack=stack,
        raw=stack.view(np.uint16).reshape(len(stack), -1),
        choices=np.zeros((longest + 1, rules.MOVES), np.int64),
        notes=np.zeros((longest + 1, NOTES), np.int64),
        keys=np.zeros(4 * room, np.int64),
        marks=np.zeros(4 * room, np.int64),
        listing=np.zeros(1, np.int64),
    )


def make_scratch(rules: Any, states: Any, nets: Any, listed: bool = False) -> Scratch:
    """Return scratch memory for positions like these records; `listed` is for nets that list their inputs."""
    longest, seats = max(rules.MOVES, rules.OUTCOMES), int(states["seats"][0])
    inputs = rules.MAX_INPUTS if listed else len(rules.FEATURES)
    turns = [make_turns(rules, states) if listed else turns_memory(rules, states, 1, 1, 0) for _ in range(2)]
    return Scratch(
        nets,
        np.repeat(states[:1], 2),
        np.zeros(longest, np.int64),
        np.zeros(longest, np.int64),
        np.zeros(inputs, np.int64),
        np.zeros((2, nets.dtype["first_bias"].shape[0]), np.int32),
        np.zeros((5, seats)),
        np.zeros(WORDS, np.int64),
        *turns,
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


TURN_LEVELS, TURN_ENDS = 96, 128
"""The longest sequence of turns in an ending that is solved, and the most turns to choose from."""


def make_endings(rules: Any, states: Any, positions: int) -> Endings:
    """Return memory to solve endings like these records, with room for the values of this many turn starts."""
    starts, seats = np.repeat(states[:1], TURN_LEVELS), int(states["seats"][0])
    room = 1 << (2 * positions - 1).bit_length()
    return Endings(
        starts=starts,
        rolled=states[:1].copy(),
        ends=np.repeat(states[:1], TURN_LEVELS * TURN_ENDS).reshape(TURN_LEVELS, TURN_ENDS),
        raw=starts.view(np.uint16).reshape(TURN_LEVELS, -1),
        notes=np.zeros((TURN_LEVELS, ENDING_NOTES), np.int64),
        weights=np.zeros((TURN_LEVELS, rules.OUTCOMES), np.int64),
        values=np.zeros((TURN_LEVELS, ROWS, seats)),
        turns=make_turns(rules, states),
        solved=Solved(np.zeros(room, np.int64), np.zeros((room, seats))),
        met=np.zeros(1, np.int64),
    )
