from __future__ import annotations

import pytest

from tests.play.test_story import played
from trackside.games import GAMES
from trackside.play.curve import decided_by, series, turning_points


@pytest.mark.parametrize("game", GAMES)
def test_the_curve_begins_at_the_start_and_ends_with_the_result(game: str) -> None:
    match = played(game, 10_000)
    points = series(match)
    assert len(points) == match.turn + 1
    assert points[-1] == match.scores
    start = [0] * match.seats
    match.game.plain.scores(match.start, start)
    assert points[0] == start


def test_the_turning_points_are_the_largest_changes_for_and_against_me_and_the_last_change_of_leader() -> None:
    points = [[0, 0], [5, 0], [5, 20], [6, 20], [30, 20], [30, 29], [30, 31], [40, 31]]
    assert turning_points(points, 0) == [2, 4, 7]
    assert turning_points(points, 1) == [2, 4, 7]
    assert turning_points([[0, 0], [0, 0]], 0) == []
    assert turning_points([[0]], 0) == []
    assert turning_points([[0, 0], [9, 0]], None) == [1]


def test_a_turn_is_decided_by_whoever_gained_or_lost_most_beside_the_others() -> None:
    assert decided_by([[0, 0, 0], [5, 5, 20]], 1)[0] == 2
    assert decided_by([[9, 9, 9], [9, 2, 9]], 1)[0] == 1
