"""The command `trackside sheet`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from trackside.core.errors import ParseError, SaveFailed, TracksideError

if TYPE_CHECKING:
    from trackside.games.traxx.material import Deck, Sheet

HELP = "check, draw or make sheets and decks of Träxx"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be done with sheets."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    check = actions.add_parser("check", help="say what is wrong with a file, and what could be better")
    draw = actions.add_parser("draw", help="print the sheet and the cards of a file")
    for action in (check, draw):
        action.add_argument("file", help="a TOML file with a [sheet], a [deck] or both, or the word house")
    make = actions.add_parser("make", help="make a new sheet and deck by chance")
    make.add_argument("--seed", type=int, required=True, help="the same number makes the same sheet")
    make.add_argument("-o", "--output", metavar="FILE", help="a new file to write to; otherwise it is printed")


def run(args: argparse.Namespace) -> int:
    """Do what the arguments say."""
    if args.action == "make":
        return make_file(args.seed, args.output)
    sheet, deck = read_file(args.file)
    if args.action == "draw":
        print_file(sheet, deck)
    else:
        print_check(args.file, sheet, deck)
    return 0


def read_file(path: str) -> tuple[Sheet | None, Deck | None]:
    """The sheet and the deck of a file, whichever it has; TracksideError names the file, the line and the fault."""
    from trackside.games.traxx import files
    from trackside.games.traxx.material import read_deck, read_sheet

    text = files.house_text() if path == files.HOUSE else files.read_text(path)
    try:
        found = files.parts(text)
        if not found:
            raise ParseError("the file has neither a [sheet] nor a [deck]")
        sheet = read_sheet(files.part_lines(text, "sheet")) if "sheet" in found else None
        deck = read_deck(files.part_lines(text, "deck")) if "deck" in found else None
    except ParseError as error:
        raise TracksideError(f"{path}: {error}") from error
    return sheet, deck


def print_check(path: str, sheet: Sheet | None, deck: Deck | None) -> None:
    """Say what a valid file holds, then every warning."""
    from trackside.games.traxx.fields import FIELDS
    from trackside.games.traxx.material import deck_warnings, sheet_warnings

    holds = [f"a sheet of {FIELDS} fields"] if sheet else []
    cards = sum(deck.counts) if deck else 0
    holds += [f"a deck of {cards} card{'s' if cards > 1 else ''}"] if deck else []
    print(f"{path}: {' and '.join(holds)}, valid")
    warnings = [*(sheet_warnings(sheet) if sheet else ()), *(deck_warnings(deck) if deck else ())]
    for warning in warnings:
        print(f"warning: {warning}")


def print_file(sheet: Sheet | None, deck: Deck | None) -> None:
    """Draw the sheet, list the cards."""
    from trackside.games.traxx.board import draw_sheet
    from trackside.games.traxx.scene import sheet_scene

    if sheet:
        print(draw_sheet(sheet_scene(sheet)))
    if sheet and deck:
        print()
    if deck:
        print(" ".join(deck.texts()))


def make_file(seed: int, output: str | None) -> int:
    """Make a sheet and a deck, and write or print them."""
    from trackside.games.traxx.files import write_file
    from trackside.games.traxx.making import make_deck, make_sheet

    text = write_file(make_sheet(seed), make_deck(seed), f"Made by chance: trackside sheet make --seed {seed}")
    if output is None:
        print(text, end="")
        return 0
    try:
        with Path(output).open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise SaveFailed(f"{output} exists already: name a new file") from error
    except OSError as error:
        raise SaveFailed(f"{output} cannot be written: {error.strerror}") from error
    return 0
