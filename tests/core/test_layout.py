from __future__ import annotations

import sys

import numpy as np
import pytest

from trackside.core.layout import Layout, bits, grid, number, numbers
from trackside.games import GAMES


class Sample(Layout):
    single: int = number()
    several: list[int] = numbers(3)
    table: list[list[int]] = grid(2, 2)
    places: int = bits()


def sample() -> Sample:
    made = Sample()
    made.single = -7
    made.several[2] = 5
    made.table[1][0] = 300
    made.places = 1 << 62 | 1
    return made


def test_fields_start_at_zero() -> None:
    assert Sample().table == [[0, 0], [0, 0]]


def test_record_and_plain_form_convert_both_ways() -> None:
    assert Sample.from_record(sample().to_record()) == sample()
    assert sample().to_record()["table"][0].tolist() == [[0, 0], [300, 0]]
    assert sample().to_bytes() == sample().to_record().tobytes()
    assert Sample.to_records([Sample(), sample()])[1:] == sample().to_record()
    assert Sample.from_bytes(sample().to_bytes()) == Sample.from_bytes(bytearray(sample().to_bytes())) == sample()


def test_sets_have_64_bits_and_come_first_in_the_record() -> None:
    assert Sample.dtype().itemsize == 8 + 2 * (1 + 3 + 4)
    assert sample().to_bytes()[:8] == (1 << 62 | 1).to_bytes(8, sys.byteorder)
    assert sample().to_record()["places"][0] == 1 << 62 | 1
    assert isinstance(Sample.from_record(sample().to_record()).places, int)


def test_a_duplicate_shares_nothing() -> None:
    first = sample()
    second = first.duplicate()
    assert first == second
    second.table[1][0] = 1
    second.several[0] = 1
    assert first == sample()
    assert first != second


def test_a_misspelt_field_is_an_error_that_names_it() -> None:
    with pytest.raises(AttributeError, match="'Sample' object has no attribute 'singel'"):
        sample().singel = 3  # type: ignore[attr-defined]  # that is the test


def test_a_value_too_large_for_a_field_is_an_error() -> None:
    made = sample()
    made.single = 40000
    with pytest.raises(OverflowError):
        made.to_bytes()
    made.single, made.places = 0, 1 << 63
    with pytest.raises(OverflowError):
        made.to_bytes()


def test_a_field_named_like_something_of_numpy_is_refused() -> None:
    class Bad(Layout):
        round: int = number()

    with pytest.raises(TypeError, match=r"Bad\.round: numpy has an attribute of that name"):
        Bad.dtype()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_record_type_and_the_fields_all_share(name: str) -> None:
    state = GAMES[name].plain.State()
    assert isinstance(state, Layout)
    assert isinstance(state.dtype(), np.dtype)
    assert {"seats", "turns"} <= set(state.fields)


@pytest.mark.parametrize("name", GAMES)
def test_what_type_checkers_are_told_of_a_state_is_what_its_table_says(name: str) -> None:
    state = GAMES[name].plain.State
    kinds = {0: "int", 1: "list[int]", 2: "list[list[int]]"}
    assert state.__annotations__ == {field: kinds[len(shape.shape)] for field, shape in state.fields.items()}
