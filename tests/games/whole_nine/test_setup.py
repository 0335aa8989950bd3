"""WN-1 to WN-6: what is in the box and how the game begins."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.games.whole_nine.positions import GAME
from trackside.core.errors import BadOption
from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE
from trackside.games.whole_nine.rules import is_cactus, pawn_places
from trackside.games.whole_nine.state import ANIMAL, PAWNS, ROLL, START, State


def set_up(seats: int, options: dict[str, object], seed: int) -> State:
    """A random position before the first roll."""
    state: State = GAME.opening(seats, options)
    chooser = random.Random(seed)
    weights = [0] * 8
    while state.phase < ROLL:
        n = GAME.plain.chance_weights(state, weights)
        GAME.plain.apply(state, CHANCE, chooser.choices(range(n), weights[:n])[0])
    return state


@pytest.mark.parametrize("seats", [0, 1, 6, 60])
def test_wn1_two_to_five_players(seats: int) -> None:
    with pytest.raises(BadOption, match="The Whole Nine is for 2 to 5 players"):
        GAME.opening(seats)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_wn1_the_box_has_seven_of_each_number_one_cactus_of_each_and_six_animals(seats: int) -> None:
    opening = GAME.opening(seats)
    assert opening.pool == [0, 7, 7, 7, 7, 7, 7]
    assert opening.cactus_pool == [0, 1, 1, 1, 1, 1, 1]
    seen: Counter[int] = Counter()
    for seed in range(200):
        state = set_up(seats, {}, seed)
        tiles = Counter(state.tile[place] for place in range(1, 49) if not is_cactus(place))
        tiles.update(state.row[seat][0] for seat in range(seats))
        assert all(tiles[face] <= 7 for face in range(1, 7))
        assert tiles[ANIMAL] <= 6
        seen |= tiles
    assert seen == {1: 7, 2: 7, 3: 7, 4: 7, 5: 7, 6: 7, ANIMAL: 6}


def test_wn2_everyone_first_takes_one_number_tile_never_an_animal() -> None:
    state = GAME.opening(3, {"first": "red"})
    for seat, face in enumerate([4, 4, 1]):
        assert choices_for(GAME.plain, state, CHANCE) == [1, 2, 3, 4, 5, 6]
        GAME.plain.apply(state, CHANCE, face)
        assert state.row[seat] == [face, 0, 0]
    assert state.pool == [6, 6, 7, 7, 5, 7, 7]


@pytest.mark.parametrize(("seats", "segments", "left_over"), [(2, 6, 4), (5, 6, 1), (2, 5, 11), (3, 5, 10)])
def test_wn3_segments_of_seven_behind_a_cactus_and_the_rest_unseen(seats: int, segments: int, left_over: int) -> None:
    state = set_up(seats, {"segments": segments}, seed=1)
    laid = [place for place in range(1, len(state.tile)) if state.tile[place]]
    assert laid == list(range(1, 8 * segments + 1))
    cacti = [state.tile[place] for place in laid if is_cactus(place)]
    assert len(set(cacti)) == len(cacti) == segments
    assert 42 + 6 - seats - 7 * segments == left_over
    assert not any(state.pool)
    assert not any(state.cactus_pool)


def test_wn3_animals_are_shuffled_in_only_after_the_rows_are_dealt() -> None:
    state = set_up(2, {}, seed=3)
    opening = GAME.opening(2, {"first": "red"})
    GAME.plain.apply(opening, CHANCE, 3)
    assert opening.pool[0] == 0
    GAME.plain.apply(opening, CHANCE, 3)
    assert opening.pool[0] == 6
    assert any(state.tile[place] == ANIMAL for place in range(1, 49))


@pytest.mark.parametrize("seats", [2, 3])
def test_wn4_the_short_track_has_five_segments(seats: int) -> None:
    assert sum(map(bool, set_up(seats, {"segments": 5}, seed=1).tile)) == 40


@pytest.mark.parametrize("seats", [4, 5])
def test_wn4_the_short_track_is_refused_with_four_or_five(seats: int) -> None:
    with pytest.raises(BadOption, match=f"option segments=5 goes with 2 or 3 players, not with {seats}"):
        GAME.opening(seats, {"segments": 5})


@pytest.mark.parametrize(("seats", "pawns"), [(2, 4), (3, 3), (4, 2), (5, 2)])
def test_wn5_pawns_per_player_all_in_the_start_area(seats: int, pawns: int) -> None:
    state = GAME.opening(seats)
    assert PAWNS[seats] == pawns
    assert pawn_places(state) == 1 << START


def test_wn6_the_first_seat_is_named_or_left_to_chance() -> None:
    by_chance = GAME.opening(3)
    weights = [0] * 8
    assert GAME.plain.chance_weights(by_chance, weights) == 3
    assert weights[:3] == [1, 1, 1]
    assert set_up(3, {"first": "yellow"}, seed=1).seat == 2
    with pytest.raises(BadOption, match="first=blue goes with 4 or 5 players"):
        GAME.opening(3, {"first": "blue"})


def test_wn6_then_clockwise() -> None:
    state = set_up(3, {"first": "yellow"}, seed=1)
    order = []
    for _ in range(4):
        order.append(state.seat)
        GAME.plain.apply(state, CHANCE, 1)
        GAME.plain.apply(state, state.seat, choices_for(GAME.plain, state, state.seat)[0])
    assert order == [2, 0, 1, 2]
