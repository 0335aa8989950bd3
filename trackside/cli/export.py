"""The command `trackside export`."""

from __future__ import annotations

import argparse
import json

from trackside.cli.common import STANDARD, write_output
from trackside.cli.operating import add_database, find_player, opened, with_times

HELP = "write all stored data of a player as JSON"

EXAMPLES = ("export Ana -o ana.json", "export Ana > ana.json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("player", metavar="PLAYER", help="a name, or the start of an id; see 'trackside admin players'")
    parser.add_argument(
        "-o", "--out", metavar="FILE", default=STANDARD, help="the file to write (default: standard output)"
    )
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    """Export a player's data."""
    from trackside.web.admin.personal import export

    with opened(args) as database:
        player, _ = find_player(database, args.player)
        found = export(database, player)
    found["player"] = with_times(found["player"], "since", "last")
    found["tables"] = [with_times(table, "began", "changed") for table in found["tables"]]
    found["training"] = [with_times(card, "tried", "due") for card in found["training"]]
    found["reviews"] = [with_times(review, "asked") for review in found["reviews"]]
    text = json.dumps(found, indent=2, ensure_ascii=False) + "\n"
    write_output(args.out, text)
    return 0
