"""The value of a position between two turns, by a net whose inputs a game lists (`list_inputs`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trackside.core.protocol import OVER, UNBOUND_VALUES, AnyState, Array, ValueRules
from trackside.search.kernels.net import add_listed, shares_of_sums

if TYPE_CHECKING:
    from trackside.search.scratch import ValueScratch

rules: ValueRules = UNBOUND_VALUES

NEEDS = ("trackside.search.kernels.net",)
ENTRIES = ("value_states",)
CALLED = ("value_view",)


def value_position(s: AnyState, which: int, scratch: ValueScratch, shares: Array) -> int:
    """Write every seat's expected share of the win by one of the nets; return the number of inputs listed."""
    return value_view(s, rules.perspective(s), which, scratch, shares)


def value_view(s: AnyState, seat: int, which: int, scratch: ValueScratch, shares: Array) -> int:
    """Write the same shares from one seat's view; return the number of inputs listed."""
    net, sums = scratch.nets[which], scratch.units[0]
    n = rules.list_inputs(s, seat, scratch.inputs)
    for unit in range(len(net.first_bias)):
        sums[unit] = net.first_bias[unit]
    add_listed(net, scratch.inputs, n, sums)
    shares_of_sums(net, s.seats, seat, scratch.units, shares)
    return n


def value_end(s: AnyState, which: int, scratch: ValueScratch, shares: Array) -> None:
    """Write every seat's share of the win where a turn ends: the result, or what a net expects."""
    if rules.to_move(s) == OVER:
        rules.returns(s, shares)
    else:
        value_position(s, which, scratch, shares)


def value_states(states: AnyState, scratch: ValueScratch, shares: Array) -> None:
    """Evaluate many positions by the first net, one row of shares each."""
    for i in range(len(states)):
        value_end(states[i], 0, scratch, shares[i])
