"""Consequences of the rules: segments never hold more than will be taken, and the whole track is collected."""

from __future__ import annotations

import pytest

from tests.laws.games import TABLES, Table, random_game, seeds
from trackside.games.whole_nine.rules import first_tile, goal
from trackside.games.whole_nine.state import NO_TILE, PAWNS, ROLL, SPAN, TILES

WHOLE_NINE = [table for table in TABLES if table.game.name == "whole-nine"]


@pytest.mark.parametrize("table", WHOLE_NINE, ids=str)
def test_wn15_the_whole_track_has_been_collected_at_the_end(table: Table) -> None:
    for seed in seeds(table, 40):
        *_, (state, _, _, _) = random_game(table, seed)
        assert not any(state.tile)
        collected = sum(state.plus) + sum(map(sum, state.minus))
        assert collected == 8 * state.segments + state.seats
        assert sum(state.cacti) == state.segments


@pytest.mark.parametrize("table", WHOLE_NINE, ids=str)
def test_wn15_spaces_are_the_places_with_a_tile_and_the_goal_area(table: Table) -> None:
    for seed in range(5):
        for state, _, _, _ in random_game(table, seed):
            tiles = [place for place, face in enumerate(state.tile) if face != NO_TILE]
            home = range(goal(state), goal(state) + 6)
            assert state.spaces == sum(1 << place for place in (*tiles, *home))


@pytest.mark.parametrize("table", WHOLE_NINE, ids=str)
def test_wn12_between_turns_a_segment_has_at_most_a_tile_for_every_pawn_yet_to_leave_it(table: Table) -> None:
    for seed in seeds(table, 20):
        for state, _, _, _ in random_game(table, seed):
            if state.phase != ROLL:
                continue
            pawns = [place for seat in range(state.seats) for place in state.pawn[seat][: PAWNS[state.seats]]]
            for segment in range(1, state.segments + 1):
                first = first_tile(segment)
                tiles = sum(tile != NO_TILE for tile in state.tile[first : first + TILES])
                assert tiles <= sum(place < first + SPAN for place in pawns)
