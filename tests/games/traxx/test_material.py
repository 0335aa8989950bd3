"""Sheets and decks: files, one-line forms, faults with their lines, warnings."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trackside.core.errors import BadOption, ParseError
from trackside.games.traxx import files
from trackside.games.traxx.fields import CENTRE, NAMES, neighbours
from trackside.games.traxx.making import make_deck, make_sheet
from trackside.games.traxx.material import (
    Deck,
    Sheet,
    deck_warnings,
    pack,
    read_deck,
    read_sheet,
    sheet_warnings,
)
from trackside.games.traxx.options import deck_in_line, literal, sheet_in_line
from trackside.games.traxx.state import MAX_CARDS

HOUSE = files.house_text()
LINES = HOUSE.splitlines()
FIRST_ROW = LINES.index('fields = """') + 2
"""The number of the line with row a."""

FIRST_CARD = LINES.index('cards = """') + 2


def sheet_from(text: str) -> Sheet:
    return read_sheet(files.part_lines(text, "sheet"))


def deck_from(text: str) -> Deck:
    return read_deck(files.part_lines(text, "deck"))


def test_the_house_has_no_faults_and_no_warnings() -> None:
    assert list(sheet_warnings(sheet_from(HOUSE))) == []
    assert list(deck_warnings(deck_from(HOUSE))) == []


@pytest.mark.parametrize(
    ("old", "new", "row", "fault"),
    [
        ("k   y   p   b7  g\n", "", "i", "a sheet has 9 rows of fields, not 8"),
        ("b   y   k   p*2", "y   k   p*2", "e", "row e has 8 fields, not 9"),
        ("b   y   k   p*2", "b b y   k   p*2", "e", "row e has 10 fields, not 9"),
        ("g   b8", "w   b8", "a", "'w' is not a field"),
        ("g   b8", "g7b b8", "a", "row a has 6 fields, not 5"),
        ("b8", "b-8", "a", "'-8' is not a field"),
        ("b8", "b1", "a", "a2 carries 1: numbers are 2 to 10"),
        ("b8", "b11", "a", "a2 carries 11: numbers are 2 to 10"),
        ("b8", "b7", "i", "7 is on a2 and on i4: once each"),
        ("b8", "b", None, "the sheet lacks the number 8"),
        ("r*1 y", "r y", None, "the sheet lacks start 1"),
        ("r*1 y", "r*5 y", "d", "d4 is start 5: starts are 1 to 4"),
        ("r*1 y", "r*2 y", "e", "start 2 is on d4 and on e4"),
        ("r*1 y", "r2*1 y", "d", r"'\*1.*' is not a field"),
    ],
)
def test_every_fault_of_a_sheet_names_its_line(old: str, new: str, row: str | None, fault: str) -> None:
    assert old in HOUSE
    with pytest.raises(ParseError, match=fault) as error:
        sheet_from(HOUSE.replace(old, new, 1))
    if fault.startswith("a sheet has 9 rows"):
        assert error.value.line == FIRST_ROW + 7
    else:
        assert error.value.line == (FIRST_ROW + "abcdefghi".index(row) if row else None)


@pytest.mark.parametrize(
    ("cards", "line", "fault"),
    [
        ("", None, "a deck has at least one card"),
        ("ybgk\nybgw\n", 2, "'ybgw' is not a card"),
        ("ybgk\n\nybgkrpy\n", 3, "'ybgkrpy' has 7 patches, at most 6"),
        ("yyyy\n", 1, "'yyyy' shows a colour more than 3 times"),
        ("ybgk\n" * (MAX_CARDS + 1), MAX_CARDS + 1, "at most 30 cards, not 31"),
    ],
)
def test_every_fault_of_a_deck_names_its_line(cards: str, line: int | None, fault: str) -> None:
    with pytest.raises(ParseError, match=fault) as error:
        deck_from(f'[deck]\ncards = """\n{cards}"""\n')
    assert error.value.line == (line + 2 if line else None)


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ('[sheet]\nfields = "\n', 2, "not TOML"),
        ("[sheet]\n[shirt]\n", 2, r"\[shirt\]: a file has a \[sheet\], a \[deck\] or both"),
        ("[sheet]\nfields = 7\n", 1, 'needs fields = """'),
        ("sheet = 7\n", None, 'needs fields = """'),
        ("[sheet]\n", 1, 'needs fields = """'),
        ("[deck]\n", None, r"the file has no \[sheet\]"),
    ],
)
def test_every_fault_of_a_file_names_its_line(text: str, line: int | None, fault: str) -> None:
    with pytest.raises(ParseError, match=fault) as error:
        sheet_from(text)
    assert error.value.line == line


def test_a_file_that_cannot_be_read_is_an_error_in_words(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="cannot be read: No such file"):
        literal("sheet", str(tmp_path / "none.toml"))
    (tmp_path / "noise").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadOption, match="cannot be read: it is not a text"):
        literal("deck", str(tmp_path / "noise"))
    (tmp_path / "long").write_text("#" * 200_000)
    with pytest.raises(BadOption, match="too long"):
        literal("deck", str(tmp_path / "long"))
    (tmp_path / "bad.toml").write_text(HOUSE.replace("b8", "b7"))
    with pytest.raises(BadOption, match=rf"option sheet=.*bad.toml: line {FIRST_ROW + 8}: 7 is on a2 and on i4"):
        literal("sheet", str(tmp_path / "bad.toml"))


def test_what_is_allowed_but_not_wanted_is_a_warning() -> None:
    alike = list(sheet_warnings(sheet_from(HOUSE.replace("g   b8  p", "b   b8  p"))))
    assert alike == [
        "a1 and a2 are neighbours and both blue",
        "11 fields apart from the centre are blue, not 10",
        "9 fields apart from the centre are green, not 10",
    ]
    inside = list(sheet_warnings(sheet_from(HOUSE.replace("g2  p", "g10 p").replace("g10 r", "g2  r"))))
    assert inside == [
        "10 is on c5: 2 to 4 belong inside, 5 to 10 on the rim",
        "2 is on h1: 2 to 4 belong inside, 5 to 10 on the rim",
    ]
    lopsided = list(sheet_warnings(sheet_from(HOUSE.replace("g   b8  p", "k   b8  k"))))
    assert lopsided == [
        "9 fields apart from the centre are green, not 10",
        "12 fields apart from the centre are grey, not 10",
        "9 fields apart from the centre are purple, not 10",
    ]
    outside = list(sheet_warnings(sheet_from(HOUSE.replace("k   b   k   y", "k*1 b   k   y").replace("r*1", "r"))))
    assert outside == ["start 1 is on g4, not next to the centre"]
    assert list(deck_warnings(deck_in_line("ybgk-rp"))) == [
        "rp does not show four different colours, one of them perhaps twice"
    ]
    assert list(deck_warnings(deck_in_line("ybgk"))) == [
        "the colours have different numbers of patches: yellow 1, blue 1, green 1, red 0, grey 1, purple 0"
    ]


def test_tx2_a_deck_that_doubles_the_card_of_the_example_is_a_warning() -> None:
    deck = HOUSE.replace("\nybgk\n", "\nybbgk\n").replace("\nybbgp\n", "\nybgp\n")
    assert list(deck_warnings(deck_from(deck))) == ["ybbgk shows a colour twice: the card ybgk never does"]


def test_tx2_a_set_of_colours_that_comes_twice_is_a_warning() -> None:
    deck = HOUSE.replace("\nybgr\n", "\nybrp\n").replace("\nygrp\n", "\nygrg\n")
    assert "2 cards show ybrp: each set of colours comes once" in list(deck_warnings(deck_from(deck)))


def test_tx3_every_colour_has_ten_fields_whatever_colour_the_centre_has() -> None:
    centre = HOUSE.replace("g3  p*4", "b3  p*4")
    assert list(sheet_warnings(sheet_from(centre))) == []
    other = HOUSE.replace("g   b8  p", "r   b8  p").replace("r   p   y   b   r   g9", "k   p   y   b   r   g9")
    assert "11 fields apart from the centre are grey, not 10" in list(sheet_warnings(sheet_from(other)))


def test_the_first_300_made_sheets_and_decks_have_no_warnings() -> None:
    for seed in range(300):
        assert [*sheet_warnings(make_sheet(seed)), *deck_warnings(make_deck(seed))] == [], seed


@given(st.integers(0, 2**40))
def test_made_sheets_and_decks_are_as_the_rules_want_them(seed: int) -> None:
    sheet, deck = make_sheet(seed), make_deck(seed)
    assert list(sheet_warnings(sheet)) == []
    assert list(deck_warnings(deck)) == []
    assert set(sheet.starts) <= set(neighbours(CENTRE))
    assert len(deck.cards) == len(set(deck.cards)) == 15
    assert sum(map(len, deck.texts())) == 66
    assert all(not sheet.values[start] for start in sheet.starts)


@given(st.integers(0, 2**40))
def test_sheets_and_decks_read_back_from_a_file_and_from_one_line(seed: int) -> None:
    sheet, deck = make_sheet(seed), make_deck(seed)
    text = files.write_file(sheet, deck, "a note")
    assert sheet_from(text) == sheet_in_line(sheet.literal()) == sheet
    assert deck_from(text) == deck_in_line(deck.literal()) == deck


def test_a_sheet_in_one_line() -> None:
    assert files.house_sheet().literal() == (
        "gb8pyk-rpybrg9-ykbkg2pr-k6rgr*1ybgp-bykp*2g3p*4kyb-pgby*3rg4rk5-rpgkbky-g10rbypr-kypb7g"
    )
    assert files.house_deck().literal().startswith("ybgr-ybgk-ybbgp-")


def test_patches_are_packed_two_bits_a_colour() -> None:
    assert pack([0, 0, 5]) == 2 | 1 << 10
    assert NAMES[files.house_sheet().starts[2]] == "f4"


@given(st.text(alphabet='[]sheetdckfilars ="\n*0123456789ybgrkp#', max_size=200))
def test_any_file_is_a_sheet_or_gets_a_sentence(text: str) -> None:
    for read in (sheet_from, deck_from):
        for candidate in (text, f'[sheet]\nfields = """\n{text}"""', f'[deck]\ncards = """{text}"""'):
            try:
                read(candidate)
            except ParseError:
                continue
