from __future__ import annotations

from struct import unpack
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trackside.core.sha256 import MASK, STATE
from trackside.games import GAMES
from trackside.play.dice import Dice, key_block
from trackside.search.kernels import referee as steps

PLAIN: Any = GAMES["whole-nine"].kernel("trackside.search.kernels.referee", compiled=False)


class Buffer(list[int]):
    """A buffer whose slices are parts of it, as those of an array are."""

    def __getitem__(self, key: Any) -> Any:
        return Part(self, key.indices(len(self))[0]) if isinstance(key, slice) else super().__getitem__(key)


class Part:
    """The buffer from one place on."""

    def __init__(self, buffer: list[int], first: int) -> None:
        self.buffer, self.first = buffer, first

    def __getitem__(self, index: int) -> int:
        return int(self.buffer[self.first + index])

    def __setitem__(self, index: int, value: int) -> None:
        self.buffer[self.first + index] = value


@given(
    st.text(min_size=1, max_size=80),
    st.integers(0, 63),
    st.integers(0, 10**6),
    st.lists(st.integers(0, 30), min_size=1, max_size=12).filter(any),
)
def test_the_dice_of_the_kernel_are_those_of_the_match(seed: str, stream: int, index: int, weights: list[int]) -> None:
    buffer = Buffer([0] * steps.LISTED + weights)
    PLAIN.set_key(unpack(">16I", key_block(seed)), buffer)
    assert PLAIN.roll(buffer, stream, index, len(weights)) == Dice(seed).outcome(stream, index, weights)


@pytest.mark.parametrize("first", [MASK, MASK - 1])
def test_what_may_have_to_be_drawn_again_is_left_to_the_dice_of_the_match(first: int) -> None:
    digest = [first, *[MASK] * (STATE - 1)]
    number = int.from_bytes(b"".join(word.to_bytes(4, "big") for word in digest), "big")
    assert PLAIN.decide(digest, [1] * 6, 6) == (-1 if first == MASK else number % 6)
