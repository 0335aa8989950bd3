"""The command `trackside backup`."""

from __future__ import annotations

import argparse
from pathlib import Path

from trackside.cli.common import add_json, add_language, print_json
from trackside.cli.operating import add_database, database_of, words_of

HELP = "copy the database to a file and verify the copy; works while the server runs"

EXAMPLES = ("backup copy.db",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the file to create; it must not exist yet")
    add_database(parser)
    add_language(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Make a backup."""
    from trackside.web.admin.backups import backup

    made = backup(database_of(args), args.file)
    if args.json:
        print_json(made._asdict() | {"file": str(made.file)})
    else:
        print(words_of(args)("backup.done", **made._asdict()))
    return 0
