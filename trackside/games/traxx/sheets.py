"""Custom sheets and decks: files that are checked, drawn and generated at random."""

from __future__ import annotations

from trackside.core.capabilities import SheetReport
from trackside.core.errors import ParseError, TracksideError
from trackside.games.traxx import files
from trackside.games.traxx.board import draw_sheet
from trackside.games.traxx.fields import FIELDS
from trackside.games.traxx.making import make_deck, make_sheet
from trackside.games.traxx.material import Deck, Sheet, deck_warnings, read_deck, read_sheet, sheet_warnings
from trackside.games.traxx.scene import sheet_scene


def check(file: str) -> SheetReport:
    """Check a file and summarise it, with warnings where it departs from TX-2 and TX-3."""
    sheet, deck = read(file)
    holds = [f"a sheet of {FIELDS} fields"] if sheet else []
    cards = sum(deck.counts) if deck else 0
    holds += [f"a deck of {cards} card{'s' if cards > 1 else ''}"] if deck else []
    warnings = [*(sheet_warnings(sheet) if sheet else ()), *(deck_warnings(deck) if deck else ())]
    return SheetReport(" and ".join(holds), tuple(warnings))


def draw(file: str) -> str:
    """Draw the blank sheet, then the cards."""
    sheet, deck = read(file)
    parts = [draw_sheet(sheet_scene(sheet))] if sheet else []
    return "\n\n".join([*parts, " ".join(deck.texts())] if deck else parts)


def make(seed: int) -> str:
    """Return a file with a random sheet and deck; the same seed gives the same ones."""
    note = f"Made by chance: trackside sheet make --seed {seed}"
    return files.write_file(make_sheet(seed), make_deck(seed), note)


def read(file: str) -> tuple[Sheet | None, Deck | None]:
    """Return the sheet and the deck of a file, each None if missing."""
    text = files.house_text() if file == files.HOUSE else files.read_text(file)
    try:
        found = files.parts(text)
        if not found:
            raise ParseError("the file has neither a [sheet] nor a [deck]")
        sheet = read_sheet(files.part_lines(text, "sheet")) if "sheet" in found else None
        deck = read_deck(files.part_lines(text, "deck")) if "deck" in found else None
    except ParseError as error:
        raise TracksideError(f"{file}: {error}") from error
    return sheet, deck
