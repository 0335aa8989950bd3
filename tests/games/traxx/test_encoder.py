"""A seat's knowledge as numbers: the same plain and compiled, named, and independent of secrets."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from tests.games.traxx.table import PRACTICE, TRAXX, opening, play
from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.games.traxx import encoder, state

RULES: Any = TRAXX.plain


def encoded(s: AnyState, seat: int) -> list[int]:
    out = [0] * len(encoder.FEATURES)
    encoder.encode(s, seat, out)
    return out


def named(s: AnyState, seat: int = 0) -> dict[str, int]:
    return {name: n for name, n in zip(encoder.FEATURES, encoded(s, seat), strict=True) if n}


def positions(seats: int, seed: int) -> list[AnyState]:
    """All positions of a game in which moves and cards are random, most seats going on as long as they can."""
    chooser = random.Random(seed)
    s, found = TRAXX.opening(seats, {"starts": "chance"}), []
    while RULES.to_move(s) != OVER:
        found.append(s.duplicate())
        actor = RULES.to_move(s)
        moves = choices_for(RULES, s, actor)
        RULES.apply(s, actor, chooser.choice(moves[:-1] if len(moves) > 1 and actor != CHANCE else moves))
    return [*found, s]


def test_names_are_unique_and_as_many_as_there_are_numbers() -> None:
    assert len(set(encoder.FEATURES)) == len(encoder.FEATURES)
    assert len(encoder.FEATURES) == encoder.DRAWS + 3
    assert encoder.FEATURES[encoder.POINTS] == "seat 0: points"
    assert encoder.FEATURES[encoder.SHARED + encoder.EACH] == "seat 1: field 1 covered"
    assert encoder.FEATURES[encoder.USELESS_BOTH] == "seat 0: cards left of no use to both ends"


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_plain_and_compiled_encode_alike(seats: int) -> None:
    states = positions(seats, seed=seats)
    kernel = TRAXX.kernel("tests.games.traxx.encoding")
    records = states[0].to_records(states)
    for seat in range(seats):
        out = np.zeros((len(states), len(encoder.FEATURES)), np.int64)
        kernel.encode_states(records, seat, out)
        assert out.tolist() == [encoded(s, seat) for s in states]


@pytest.mark.parametrize("seats", [2, 3])
def test_what_others_do_in_the_round_is_not_encoded(seats: int) -> None:
    for s in positions(seats, seed=10 + seats):
        for seat in range(seats):
            view = s.duplicate()
            RULES.hide(view, seat)
            assert encoded(s, seat) == encoded(view, seat)


def test_features_are_what_a_player_would_say() -> None:
    s = play(opening(2, starts="12"), "ybgk:")
    told = named(s)
    assert told["2 seats"] == 1
    assert told["14 rounds to come"] == 1
    assert told["seat 0: points"] == told["seat 1: points"] == -60
    assert [told.get(f"patches of colour {colour}", 0) for colour in range(1, 7)].count(1) == 4
    assert sum(n for name, n in told.items() if "seat 0" in name and "covered" in name) == 1
    assert sum(n for name, n in told.items() if "seat 0: ends on" in name) == 2
    assert sum(n for name, n in told.items() if "seat 0: number" in name and "full" in name) == 9


def test_seats_are_counted_from_the_one_that_looks() -> None:
    s = next(s for s in positions(3, seed=5) if s.phase == state.TURN and s.turns == 6)
    mine, theirs = encoded(s, 0), encoded(s, 1)
    block = slice(encoder.SHARED, encoder.SHARED + encoder.EACH)
    assert theirs[block] == mine[encoder.SHARED + encoder.EACH : encoder.SHARED + 2 * encoder.EACH]
    assert theirs[encoder.POINTS] == mine[encoder.POINTS + 1]


def test_only_the_house_sheet_and_deck_have_a_net() -> None:
    assert [encoder.NETS[encoder.net_for(TRAXX.opening(seats))] for seats in (1, 2, 4)] == ["solo", "table", "table"]
    assert encoder.net_for(TRAXX.opening(2, {"sheet": PRACTICE})) == -1
    assert encoder.net_for(TRAXX.opening(1, {"deck": "ybgk-ybgr-ybgp"})) == -1
