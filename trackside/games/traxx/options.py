"""What the texts of the options mean: starts, sheets and decks by name, by file, or in one line."""

from __future__ import annotations

import re

from trackside.core.errors import BadOption, ParseError
from trackside.games.traxx.files import HOUSE, house_deck, house_sheet, part_lines, read_text
from trackside.games.traxx.material import LETTERS, Deck, Sheet, read_deck, read_sheet
from trackside.games.traxx.state import MAX_SEATS, STARTS

PRINTED, BY_CHANCE = "printed", "chance"
SHEET_LINE = re.compile(rf"[{LETTERS}0-9*]+(-[{LETTERS}0-9*]+)+")
DECK_LINE = re.compile(rf"[{LETTERS}]+(-[{LETTERS}]+)*")


def read(option: str, text: str, seats: int) -> tuple[str, tuple[int, ...]]:
    """The text that says the same by itself, and the numbers `setup` is given for it."""
    if option == "starts":
        return read_starts(text, seats)
    if option == "sheet":
        sheet = sheet_of(text)
        return sheet_name(sheet), sheet.numbers()
    deck = deck_of(text)
    return deck_name(deck), deck.numbers()


def read_starts(text: str, seats: int) -> tuple[str, tuple[int, ...]]:
    """A start for each seat: in the order they are printed, by chance, or as digits say."""
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


def sheet_of(text: str) -> Sheet:
    """The sheet a text or the file of that name means; BadOption with the fault otherwise."""
    try:
        if text.lower() == HOUSE or SHEET_LINE.fullmatch(text):
            return sheet_in_line(text)
        return read_sheet(part_lines(read_text(text), "sheet"))
    except ParseError as error:
        raise BadOption(f"option sheet={text}: {error}") from error


def deck_of(text: str) -> Deck:
    """The deck a text or the file of that name means; BadOption with the fault otherwise."""
    try:
        if text.lower() == HOUSE or DECK_LINE.fullmatch(text):
            return deck_in_line(text)
        return read_deck(part_lines(read_text(text), "deck"))
    except ParseError as error:
        raise BadOption(f"option deck={text}: {error}") from error


def sheet_in_line(text: str) -> Sheet:
    """The house sheet or one in one line: never a file."""
    if text.lower() == HOUSE:
        return house_sheet()
    if not SHEET_LINE.fullmatch(text):
        raise ParseError(f"{text!r} is not a sheet: say {HOUSE}, or its rows joined by hyphens")
    return read_sheet([(None, row) for row in text.split("-")])


def deck_in_line(text: str) -> Deck:
    """The house deck or one in one line: never a file."""
    if text.lower() == HOUSE:
        return house_deck()
    if not DECK_LINE.fullmatch(text):
        raise ParseError(f"{text!r} is not a deck: say {HOUSE}, or its cards joined by hyphens")
    return read_deck([(None, card) for card in text.split("-")])


def sheet_name(sheet: Sheet) -> str:
    """`house`, or the sheet in one line: no file is needed to read it again."""
    return HOUSE if sheet == house_sheet() else sheet.literal()


def deck_name(deck: Deck) -> str:
    """`house`, or the deck in one line."""
    return HOUSE if deck == house_deck() else deck.literal()
