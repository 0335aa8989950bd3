"""Support in compiled code for two methods of int that Numba lacks: a single processor instruction each.

Importing this module registers them. They work for non-negative numbers only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import types
from numba.extending import intrinsic, overload_method

WIDTH = 64


def _ones(typing: Any, number: Any) -> tuple[Any, Callable[..., Any]]:
    """Return the number of 1 bits in a number."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


def _leading_zeros(typing: Any, number: Any) -> tuple[Any, Callable[..., Any]]:
    """Return the number of 0 bits before the first 1 of a number."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctlz(args[0], context.get_constant(types.boolean, 0))

    return types.int64(types.int64), generate


ones: Any = intrinsic(_ones)
leading_zeros: Any = intrinsic(_leading_zeros)


@overload_method(types.Integer, "bit_count")
def _bit_count(number: Any) -> Callable[[Any], Any]:
    def bit_count(number: Any) -> Any:
        return ones(number)

    return bit_count


@overload_method(types.Integer, "bit_length")
def _bit_length(number: Any) -> Callable[[Any], Any]:
    def bit_length(number: Any) -> Any:
        return WIDTH - leading_zeros(number)

    return bit_length
