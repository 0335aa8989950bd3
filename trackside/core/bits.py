"""Sets of small numbers as the bits of one whole number: n is in the set if bit n is 1.

Compiled code has 64 bits, so a set holds numbers up to 62. It is never negative.
"""

from __future__ import annotations


def lowest(numbers: int) -> int:
    """The smallest number of a set that is not empty.

    >>> lowest(0b101000)
    3
    """
    return (numbers & -numbers).bit_length() - 1


def without_lowest(numbers: int) -> int:
    """A set without its smallest number.

    >>> bin(without_lowest(0b101000))
    '0b100000'
    """
    return numbers & numbers - 1


def above(numbers: int, n: int) -> int:
    """The numbers of a set that are larger than n.

    >>> bin(above(0b101010, 3))
    '0b100000'
    """
    return numbers & -2 << n


def count(numbers: int) -> int:
    """How many numbers a set has.

    >>> count(0b101000)
    2
    """
    return numbers.bit_count()
