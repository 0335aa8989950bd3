"""The command `trackside forget`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from trackside.cli.common import add_json, add_language, print_json
from trackside.cli.operating import SHORT, add_database, add_yes, confirmed, find_player, opened, words_of
from trackside.core.words import Words

if TYPE_CHECKING:
    from trackside.web.admin.connection import Beside

HELP = "erase a player's games, name, training and token; games with other people are kept without the name"

EXAMPLES = ("forget Ana", "forget Ana --yes")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("player", metavar="PLAYER", help="a name, or the start of an id; see 'trackside admin players'")
    add_database(parser)
    add_yes(parser)
    add_language(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Erase a player."""
    with opened(args) as database:
        return forget(database, args, words_of(args))


def forget(database: Beside, args: argparse.Namespace, words: Words) -> int:
    """Erase the player named in the arguments."""
    from trackside.web.admin import personal

    player, name = find_player(database, args.player)
    called = f"{name} ({player[:SHORT]})" if name else player[:SHORT]
    if not confirmed(args, words("admin.confirm_player", player=called), words):
        return 1
    done = personal.forget(database, player)
    if args.json:
        print_json({"player": player, **done})
        return 0
    print(words("forget.done", player=called))
    for kind, tables in done.items():
        print(words(f"forget.{kind}", n=len(tables), tables=", ".join(tables)))
    return 0
