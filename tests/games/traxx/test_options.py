"""Options of Träxx: starts, sheets and decks by name, file or line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.traxx.table import TRAXX, opening
from trackside.core.errors import BadOption
from trackside.games.traxx.files import write_file
from trackside.games.traxx.making import make_deck, make_sheet
from trackside.games.traxx.options import sheet_in_line
from trackside.play.match import Match


def test_starts_are_printed_by_default_or_named() -> None:
    assert opening(3).start == [1, 2, 3, 0]
    assert opening(3, starts="PRINTED").start == [1, 2, 3, 0]
    assert opening(2, starts="42").start == [4, 2, 0, 0]


@pytest.mark.parametrize("text", ["3", "33", "345", "15", "12x", ""])
def test_wrong_starts_are_an_error_that_says_what_is_allowed(text: str) -> None:
    with pytest.raises(
        BadOption, match=r"option starts=.*use printed, chance, or a different start 1 to 4 .* such as 31"
    ):
        opening(2, starts=text)


def test_a_sheet_and_a_deck_can_come_from_a_file_and_the_record_needs_it_no_more(tmp_path: Path) -> None:
    sheet, deck = make_sheet(11), make_deck(12)
    path = tmp_path / "mine.toml"
    path.write_text(write_file(sheet, deck, "mine"))
    options = TRAXX.card.without_files({"sheet": str(path), "deck": str(path)})
    match = Match("traxx", 2, options, seed=1)
    assert match.options["sheet"] == sheet.literal()
    assert tuple(match.state.colour) == sheet.colours
    while not match.over:
        match.play(match.to_move, match.moves(match.to_move)[0])
    path.unlink()
    again = Match.from_record(match.record())
    assert again.state == match.state
    assert again.record() == match.record()
    assert TRAXX.notation.parse_position(match.position()) == match.state


def test_a_file_like_the_house_is_the_house(tmp_path: Path) -> None:
    path = tmp_path / "copy.toml"
    path.write_text(write_file(sheet_in_line("house"), make_deck(1), "a copy"))
    assert TRAXX.card.without_files({"sheet": str(path)}) == {"sheet": "house"}


def test_no_game_and_no_record_reads_a_file_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(write_file(make_sheet(11), make_deck(12), "mine"))
    with pytest.raises(BadOption, match="is not a sheet: say house, or its rows joined by hyphens"):
        Match("traxx", 2, {"sheet": str(path)})
    with pytest.raises(BadOption, match="is not a deck: say house, or its cards joined by hyphens"):
        Match.from_record(f'[Game "traxx"]\n[Seats "1"]\n[Option "deck={path}"]\n')


def test_a_deck_of_one_card_makes_a_game_of_one_round() -> None:
    match = Match("traxx", options={"deck": "yyy", "starts": "3"}, seed=2)
    assert match.options["deck"] == "yyy"
    assert match.over
    assert Match.from_record(match.record()).state == match.state


def test_unknown_options_are_named() -> None:
    with pytest.raises(BadOption, match="no option 'pace': it has starts, sheet, deck"):
        opening(1, pace="slow")
