"""A small integer net that evaluates positions: the same result in plain Python, compiled code and numpy.

It has two hidden layers and an output for every seat, in turn order from the observing seat. All weights are 16-bit
integers, so nothing depends on the order of a sum. The share of the win comes from a table of powers of e.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from trackside.core.protocol import UNBOUND_VALUES, AnyState, Array, Numbers, ValueRules

if TYPE_CHECKING:
    from trackside.search.scratch import Scratch

rules: ValueRules = UNBOUND_VALUES

LISTS_INPUTS = False
"""True for nets that list their inputs; bound for each kind of net."""

ENTRIES = ("judge_states",)
CALLED = ("judge_position",)

FIRST_BITS, LATER_BITS, UNIT_BITS = 12, 10, 7
"""Fractional bits of the first layer's weights, of the later layers' weights, and of a unit's activation."""

CEILING = 8 << UNIT_BITS
"""The largest activation of a unit."""

STEPS = 16 << UNIT_BITS
POWERS: tuple[int, ...] = tuple(round(math.exp(-i / (1 << UNIT_BITS)) * (1 << 30)) for i in range(STEPS))
"""Powers of e below 1, in steps of an activation's last bit."""


def judge_position(s: AnyState, seat: int, which: int, scratch: Scratch, shares: Array) -> None:
    """Write every seat's expected share of the win by one of the nets, from one seat's perspective."""
    inputs, net = scratch.inputs, scratch.nets[which]
    if LISTS_INPUTS:
        n = rules.list_inputs(s, seat, inputs)
        for unit in range(len(net.first_bias)):
            scratch.units[0][unit] = net.first_bias[unit]
        add_listed(net, inputs, n, scratch.units[0])
    else:
        for i in range(len(inputs)):
            inputs[i] = 0
        rules.encode(s, seat, inputs)
        first_layer(net, inputs, scratch.units[0])
    shares_of_sums(net, s.seats, seat, scratch.units, shares)


def shares_of_sums(net: AnyState, seats: int, seat: int, units: Array, shares: Array) -> None:
    """Write every seat's share from one seat's perspective, from the sums of the first layer in units[0]."""
    first, second = units[0], units[1]
    later_layer(net, first, first, second)
    best = -(1 << 30)
    for step in range(seats):
        total = net.third_bias[step]
        weights = net.third[step]
        for i in range(len(net.second_bias)):
            total += second[i] * weights[i]
        first[step] = total >> LATER_BITS
        best = max(best, first[step])
    total = 0
    for step in range(seats):
        first[step] = POWERS[min(best - first[step], STEPS - 1)]
        total += first[step]
    for step in range(seats):
        shares[(seat + step) % seats] = first[step] / total


def first_layer(net: AnyState, inputs: Numbers, first: Numbers) -> None:
    """Compute the sums of the first layer from all inputs."""
    for unit in range(len(net.first_bias)):
        first[unit] = net.first_bias[unit]
    for i in range(len(inputs)):
        if inputs[i] != 0:
            add_input(net, i, inputs[i], first)


def add_input(net: AnyState, feature: int, value: int, first: Numbers) -> None:
    """Add one input to the sums of the first layer."""
    weights = net.first[feature]
    for unit in range(len(net.first_bias)):
        first[unit] += value * weights[unit]


def add_listed(net: AnyState, found: Numbers, n: int, sums: Numbers) -> None:
    """Add listed features to the sums of the first layer."""
    mask = (1 << rules.SIZE_BITS) - 1
    for i in range(n):
        add_input(net, found[i] & mask, found[i] >> rules.SIZE_BITS, sums)


def later_layer(net: AnyState, sums: Numbers, first: Numbers, second: Numbers) -> None:
    """Compute the activations of both layers from the sums of the first."""
    for unit in range(len(net.first_bias)):
        first[unit] = min(max(sums[unit] >> (FIRST_BITS - UNIT_BITS), 0), CEILING)
    for unit in range(len(net.second_bias)):
        total = net.second_bias[unit]
        weights = net.second[unit]
        for i in range(len(net.first_bias)):
            total += first[i] * weights[i]
        second[unit] = min(max(total >> LATER_BITS, 0), CEILING)


def judge_states(states: AnyState, scratch: Scratch, shares: Array) -> None:
    """Evaluate many positions by the first net, one row of shares each."""
    for i in range(len(states)):
        judge_position(states[i], rules.perspective(states[i]), 0, scratch, shares[i])
