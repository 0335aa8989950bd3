"""The command `trackside sheet`."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, cast

from trackside.cli.common import STANDARD
from trackside.core.errors import BadOption, SaveFailed
from trackside.games import GAMES, find_game

if TYPE_CHECKING:
    from trackside.core.capabilities import Sheets

HELP = "check, draw or generate sheets and decks for games with custom ones"

EXAMPLES = ("sheet check house", "sheet make --seed 7 -o mine.toml", "sheet draw mine.toml")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    check = actions.add_parser("check", help="report errors and possible improvements in a file")
    draw = actions.add_parser("draw", help="print the sheet and the cards of a file")
    for action in (check, draw):
        action.add_argument("file", help="a TOML file with a [sheet], a [deck] or both, or the word house")
    make = actions.add_parser("make", help="generate a random sheet and deck")
    make.add_argument("--seed", type=int, required=True, help="seed of the random sheet and deck")
    make.add_argument(
        "-o", "--output", metavar="FILE", default=STANDARD, help="the file to create (default: standard output)"
    )
    for action in (check, draw, make):
        action.add_argument("--game", metavar="GAME", help="the game, if several have sheets")


def run(args: argparse.Namespace) -> int:
    """Run the chosen action."""
    sheets = chosen_sheets(args.game)
    if args.action == "make":
        write(sheets.make(args.seed), args.output)
    elif args.action == "draw":
        print(sheets.draw(args.file))
    else:
        report = sheets.check(args.file)
        print(f"{args.file}: {report.holds}, valid")
        for warning in report.warnings:
            print(f"warning: {warning}")
    return 0


def chosen_sheets(name: str | None) -> Sheets:
    """Return the sheets part of a game: the named one, or the only one that has sheets."""
    able = [game for game in GAMES.values() if "sheets" in game.card.capabilities]
    chosen = [find_game(name)] if name else able
    if len(chosen) != 1 or chosen[0] not in able:
        raise BadOption(f"--game {name or ''}: name one of {', '.join(game.name for game in able)}")
    return cast("Sheets", chosen[0].part("sheets"))


def write(text: str, output: str) -> None:
    """Write to a new file, or to standard output."""
    if output == STANDARD:
        print(text, end="")
        return
    try:
        with Path(output).open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise SaveFailed(f"{output} exists already: name a new file") from error
    except OSError as error:
        raise SaveFailed(f"{output} cannot be written: {error.strerror}") from error
