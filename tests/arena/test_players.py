"""Functions and programs as players of an arena."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from trackside.arena.arena import Arena
from trackside.arena.players import check_program, name_of
from trackside.core.errors import BadOption


def first(view: dict[str, Any]) -> str:
    """Make the first legal move."""
    return str(view["moves"][0])


def test_functions_play_beside_bots() -> None:
    arena = Arena("whole-nine", [first, "greedy"], games=4)
    assert arena.agents == ["tests.arena.test_players:first", "greedy"]
    assert arena.run()
    assert len(arena.results) == 4
    assert arena.forfeits() == []
    assert str(arena).count("tests.arena.test_players:first") == 2


def test_a_player_named_twice_shows_what_the_seats_are_worth() -> None:
    arena = Arena("whole-nine", ["greedy", "greedy"], games=40)
    arena.run()
    red, purple = arena.by_seat()
    assert red.games == purple.games == 40
    assert red.win_share + purple.win_share == pytest.approx(1)
    assert red.win_interval[0] < red.win_share < red.win_interval[1]
    assert arena.order() == "greedy"
    assert "| red | 40 |" in str(arena)
    mixed = Arena("whole-nine", ["greedy", "greedy", "random"], games=4)
    mixed.run()
    assert [standing.games for standing in mixed_standings(mixed)] == [4, 4]


def mixed_standings(arena: Arena) -> list[Any]:
    from trackside.arena.standings import standings

    return standings(arena.results, arena.agents)


def test_a_function_inside_another_has_no_name_to_play_by() -> None:
    with pytest.raises(BadOption, match="only a function at the top level of a module"):
        name_of(lambda view: "")


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        ("program:/nonexistent --fast", "there is no program '/nonexistent' that can be run"),
        ("program:", "there is no program ''"),
        ("program:'open", "No closing quotation"),
    ],
)
def test_a_program_is_looked_for_before_the_games(player: str, reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        Arena("whole-nine", ["greedy", player])
    check_program(f"program:{sys.executable} -c pass")
