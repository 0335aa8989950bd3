from __future__ import annotations

from trackside.play.names import bot_names, seating, with_names
from trackside.search.agents import LEVELS


def test_every_level_has_names_and_no_name_belongs_to_two() -> None:
    assert tuple(bot_names()) == LEVELS
    names = [name for names in bot_names().values() for name in names]
    assert len(names) == len(set(names))


def test_a_second_bot_of_a_level_takes_the_next_name() -> None:
    assert with_names([""] * 4, ["expert", "club", "expert", "expert"]) == ["Juniper", "Mesa", "Sage", "Yarrow"]


def test_nobody_takes_a_name_that_somebody_at_the_table_has() -> None:
    assert with_names(["", "Mesa"], ["club", None]) == ["Dune", "Mesa"]
    assert with_names(["", "Robby", ""], ["club", "club", "club"]) == ["Mesa", "Robby", "Dune"]


def test_a_table_full_of_one_level_has_a_name_for_each() -> None:
    names = with_names([""] * 6, ["novice"] * 6)
    assert names[-1] == "Pip 2"
    assert len(set(names)) == 6


def test_players_without_a_family_are_called_what_they_are() -> None:
    assert seating(["mcts:80", "you", "random"]) == (["mcts:80", "", "random"], ["mcts:80", "", "random"])
