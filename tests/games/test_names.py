"""The names of games."""

from __future__ import annotations

import pytest

from trackside.core.errors import BadOption
from trackside.games import GAMES, find_game


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("whole-nine", "whole-nine"),
        ("whole_nine", "whole-nine"),
        ("The Whole Nine", "whole-nine"),
        ("alle neune", "whole-nine"),
        ("Träxx", "traxx"),
        ("TRAXX", "traxx"),
        ("Schwupps oder Schubs", "skip-or-trip"),
    ],
)
def test_a_game_is_found_by_its_name_its_folder_and_its_titles_however_they_are_written(text: str, name: str) -> None:
    assert find_game(text) is GAMES[name]


def test_a_misspelt_name_gets_a_suggestion() -> None:
    with pytest.raises(
        BadOption, match=r"there is no game 'whole-nien': did you mean whole-nine\? the games are whole-nine"
    ):
        find_game("whole-nien")


def test_a_misspelt_option_or_value_gets_a_suggestion() -> None:
    card = GAMES["skip-or-trip"].card
    with pytest.raises(BadOption, match=r"has no option 'mersy': did you mean mercy\?"):
        card.choose(2, {"mersy": "on"})
    with pytest.raises(BadOption, match=r"option mode=advansed: did you mean advanced\?"):
        card.choose(2, {"mode": "advansed"})
