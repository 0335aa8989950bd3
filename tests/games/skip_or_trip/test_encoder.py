"""A seat's knowledge as numbers: named, the same plain and compiled, and never anything secret."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.games.skip_or_trip.table import GAME, position
from tests.laws.games import TRIED, Table, random_game
from tests.regenerate import DATA
from tests.search.endings import read_endings
from trackside.core.notation import view_state
from trackside.core.protocol import AnyState
from trackside.core.random import WORDS, seed_generator
from trackside.games.skip_or_trip.encoder import NETS, ONE
from trackside.games.skip_or_trip.rules import can_complete
from trackside.games.skip_or_trip.state import ACT, DRAW, State

MINE = [table for table in TRIED if table.game is GAME and "first" not in table.options]
FEATURES = GAME.plain.FEATURES


def encoded(s: State, perspective: int) -> list[int]:
    found = [0] * len(FEATURES)
    GAME.plain.encode(s, perspective, found)
    return found


def named(s: State, perspective: int) -> dict[str, int]:
    return dict(zip(FEATURES, encoded(s, perspective), strict=True))


def twin(s: AnyState, perspective: int, seed: int) -> AnyState:
    """Another truth that this seat cannot tell from the first."""
    rng: list[int] = [0] * WORDS
    found: State = view_state(GAME.plain, s, perspective)
    seed_generator(rng, seed)
    GAME.plain.guess(found, perspective, rng)
    return found


def some_positions(table: Table, n: int) -> Iterator[State]:
    found = [
        s for seed in (1, 2) for s, seat, _, _ in random_game(table, 700 + seed, "greedy") if seat != -2 and s.turns
    ]
    return iter(random.Random(5).sample(found, min(n, len(found))))


@pytest.mark.parametrize(
    ("seats", "options", "net"),
    [
        (2, {}, "2 seats"),
        (6, {"mercy": "on"}, "6 seats"),
        (2, {"mode": "advanced"}, "2 seats advanced"),
        (3, {"mode": "advanced"}, "3 seats advanced"),
        (4, {"mode": "teams"}, "teams"),
    ],
)
def test_every_kind_of_table_has_its_net(seats: int, options: dict[str, str], net: str) -> None:
    assert NETS[GAME.plain.net_for(GAME.opening(seats, options))] == net


def test_the_last_cards_are_played_out() -> None:
    """Exhaustive search found the net wrong there and play-outs right."""
    for ending in read_endings(GAME.name, (DATA / "endings" / f"{GAME.name}.txt").read_text(encoding="utf-8")):
        assert GAME.plain.net_for(ending.state) == -1


def test_a_turn_is_judged_once_by_the_one_who_made_it() -> None:
    """Before the two cards are drawn; once the deck is empty before the next seat acts (ST-10)."""
    for table in MINE:
        for s in some_positions(table, 60):
            if GAME.plain.is_settled(s):
                assert s.steps == 0
                assert (s.phase, GAME.plain.perspective(s)) in {(DRAW, s.seat), (ACT, (s.seat - 1) % s.seats)}


def test_i_know_whom_i_can_trip_and_how_likely_others_can_trip_me() -> None:
    """The estimate is compared with how often it is so in guesses."""
    s = position(
        "turn 9: red to act / deck: top 1 / shown: 7[7] / red: on 35; hand 4[2.2] 3[3] / "
        "purple: on 12; hand 1[2] 2[3] 5[5] 7[5] 8[7] 9[7]"
    )
    found = named(s, 0)
    assert found["seat 1: danger to the rearmost meeple"] == ONE  # 12 is 2.2 and 3
    guesses = [twin(s, 0, seed) for seed in range(4000)]
    often = sum(can_complete(guess, 1, 35, -1) for guess in guesses) / len(guesses)
    assert found["seat 0: danger to the rearmost meeple"] / ONE == pytest.approx(often, abs=0.1)


def test_a_card_that_ends_the_race_is_named() -> None:
    s = position("turn 9: red to act / deck: top 1 / red: on 93; hand 7[2] 1[3] / purple: on 80; hand 9[2] 9[3] 2[2]")
    found = named(s, 0)
    assert found["seat 0: finishes with 1 cards"] == 1
    assert found["seat 1: finishes with 1 cards"] == 0
    assert found["seat 1: finishes with 3 cards"] == 1
