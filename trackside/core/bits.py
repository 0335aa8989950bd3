"""Sets of small numbers as the bits of one integer: n is in the set if bit n is 1.

Compiled code has 64-bit integers, so a set holds numbers up to 62 and is never negative.
"""

from __future__ import annotations


def lowest(numbers: int) -> int:
    """Return the smallest number of a non-empty set.

    >>> lowest(0b101000)
    3
    """
    return (numbers & -numbers).bit_length() - 1


def without_lowest(numbers: int) -> int:
    """Return the set without its smallest number.

    >>> bin(without_lowest(0b101000))
    '0b100000'
    """
    return numbers & numbers - 1


def above(numbers: int, n: int) -> int:
    """Return the numbers of a set that are larger than n.

    >>> bin(above(0b101010, 3))
    '0b100000'
    """
    return numbers & -2 << n


def count(numbers: int) -> int:
    """Return the size of a set.

    >>> count(0b101000)
    2
    """
    return numbers.bit_count()
