"""Losses of the levels per decision, as measured and as reviews use them."""

from __future__ import annotations

import tomllib
from itertools import pairwise

import pytest

from trackside.games import GAMES
from trackside.review.levels import FILE, level_like, level_losses
from trackside.search.agents import LEVELS

MEASURED = [
    (game, effort, int(seats))
    for game in GAMES
    if (path := GAMES[game].path / FILE).is_file()
    for effort, tables in tomllib.loads(path.read_text(encoding="utf-8")).items()
    for seats in tables
]


def test_every_game_was_measured() -> None:
    assert {game for game, effort, seats in MEASURED if (effort, seats) == ("normal", 2)} == set(GAMES)


@pytest.mark.parametrize(("game", "effort", "seats"), MEASURED)
def test_stronger_levels_do_not_lose_more(game: str, effort: str, seats: int) -> None:
    known = level_losses(game, effort, seats)
    order = [level for level in LEVELS if level in known]
    assert len(order) >= 3
    for weaker, stronger in pairwise(order):
        (more, one_error), (less, other_error) = known[weaker], known[stronger]
        assert less < more + 2 * (one_error + other_error)
    assert known[order[-1]][0] < known[order[0]][0]


@pytest.mark.parametrize(("game", "effort", "seats"), MEASURED)
def test_who_loses_as_much_as_a_level_resembles_it(game: str, effort: str, seats: int) -> None:
    known = level_losses(game, effort, seats)
    for level in known:
        assert known[level_like(game, effort, seats, known[level][0])][0] == known[level][0]


def test_what_was_not_measured_resembles_nobody() -> None:
    assert level_losses("whole-nine", "normal", 99) == {}
    assert level_like("whole-nine", "no effort", 2, 0.01) == ""
