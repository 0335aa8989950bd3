from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import numba
import pytest

import trackside.core.bit_methods  # noqa: F401 - so that Numba knows the methods
from trackside.core.bits import above, count, lowest, without_lowest

HIGHEST = 62


def as_it_is(function: Callable[..., int]) -> Callable[..., int]:
    return function


@pytest.fixture(params=[as_it_is, numba.njit], ids=["plain", "compiled"])
def form(request: pytest.FixtureRequest) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Makes a function plain or compiled."""
    made: Callable[[Callable[..., int]], Callable[..., int]] = request.param
    return made


def sets() -> Iterator[list[int]]:
    chooser = random.Random(HIGHEST)
    yield from ([0], [HIGHEST], list(range(HIGHEST + 1)))
    for _ in range(200):
        yield sorted(chooser.sample(range(HIGHEST + 1), chooser.randint(1, HIGHEST)))


def packed(numbers: list[int]) -> int:
    return sum(1 << number for number in numbers)


def test_a_set_knows_its_size_and_its_lowest_number(form: Callable[..., Callable[..., int]]) -> None:
    size, first, rest = form(count), form(lowest), form(without_lowest)
    for numbers in sets():
        assert size(packed(numbers)) == len(numbers)
        assert first(packed(numbers)) == numbers[0]
        assert rest(packed(numbers)) == packed(numbers[1:])
    assert size(0) == 0


def test_the_numbers_above_another(form: Callable[..., Callable[..., int]]) -> None:
    beyond = form(above)
    for numbers in sets():
        for n in range(HIGHEST + 1):
            assert beyond(packed(numbers), n) == packed([number for number in numbers if number > n])
