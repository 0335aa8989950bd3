"""The values of the options: starts, sheets and decks by name or in one line; files are converted to such lines."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from trackside.core.errors import BadOption, ParseError
from trackside.games.traxx.files import HOUSE, house_deck, house_sheet, part_lines, read_text
from trackside.games.traxx.material import LETTERS, Deck, Sheet, read_deck, read_sheet
from trackside.games.traxx.state import MAX_SEATS, STARTS

Material = TypeVar("Material", Sheet, Deck)

PRINTED, BY_CHANCE = "printed", "chance"
SHEET_LINE = re.compile(rf"[{LETTERS}0-9*]+(-[{LETTERS}0-9*]+)+")
DECK_LINE = re.compile(rf"[{LETTERS}]+(-[{LETTERS}]+)*")


def read(option: str, text: str, seats: int) -> tuple[str, tuple[int, ...]]:
    """Return the self-contained form of a text, and the numbers that `setup` receives for it."""
    if option == "starts":
        return read_starts(text, seats)
    if option == "sheet":
        sheet = _checked(option, text, sheet_in_line)
        return sheet_name(sheet), sheet.numbers()
    deck = _checked(option, text, deck_in_line)
    return deck_name(deck), deck.numbers()


def literal(option: str, text: str) -> str:
    """Return a text that needs no file: the contents of the file of that name, or the text itself if it names none."""
    if option == "sheet" and text.lower() != HOUSE and not SHEET_LINE.fullmatch(text):
        return sheet_name(_checked(option, text, sheet_in_file))
    if option == "deck" and text.lower() != HOUSE and not DECK_LINE.fullmatch(text):
        return deck_name(_checked(option, text, deck_in_file))
    return text


def _checked(option: str, text: str, reading: Callable[[str], Material]) -> Material:
    """Parse a text; BadOption with the fault if that fails."""
    try:
        return reading(text)
    except ParseError as error:
        raise BadOption(f"option {option}={text}: {error}") from error


def read_starts(text: str, seats: int) -> tuple[str, tuple[int, ...]]:
    """Return a start for each seat: in the printed order, by chance, or as given by digits."""
    name = text.lower()
    if name == BY_CHANCE:
        return name, (0,) * MAX_SEATS
    digits = "".join(str(start) for start in range(1, seats + 1)) if name == PRINTED else name
    if not re.fullmatch(rf"[1-{STARTS}]{{{seats}}}", digits) or len(set(digits)) < seats:
        raise BadOption(
            f"option starts={text}: use {PRINTED}, {BY_CHANCE}, or a different start 1 to {STARTS} "
            f"for each of {seats} seats, such as {'3142'[:seats]}"
        )
    return name, tuple(map(int, digits)) + (0,) * (MAX_SEATS - seats)


def sheet_in_file(path: str) -> Sheet:
    """Return the sheet in a file."""
    return read_sheet(part_lines(read_text(path), "sheet"))


def deck_in_file(path: str) -> Deck:
    """Return the deck in a file."""
    return read_deck(part_lines(read_text(path), "deck"))


def sheet_in_line(text: str) -> Sheet:
    """Return the house sheet or one given in one line; never read a file."""
    if text.lower() == HOUSE:
        return house_sheet()
    if not SHEET_LINE.fullmatch(text):
        raise ParseError(f"{text!r} is not a sheet: say {HOUSE}, or its rows joined by hyphens")
    return read_sheet([(None, row) for row in text.split("-")])


def deck_in_line(text: str) -> Deck:
    """Return the house deck or one given in one line; never read a file."""
    if text.lower() == HOUSE:
        return house_deck()
    if not DECK_LINE.fullmatch(text):
        raise ParseError(f"{text!r} is not a deck: say {HOUSE}, or its cards joined by hyphens")
    return read_deck([(None, card) for card in text.split("-")])


def sheet_name(sheet: Sheet) -> str:
    """Return `house`, or the sheet in one line: no file is needed to read it again."""
    return HOUSE if sheet == house_sheet() else sheet.literal()


def deck_name(deck: Deck) -> str:
    """Return `house`, or the deck in one line."""
    return HOUSE if deck == house_deck() else deck.literal()
