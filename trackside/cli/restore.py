"""The command `trackside restore`."""

from __future__ import annotations

import argparse
from pathlib import Path

from trackside.cli.common import add_json, add_language, print_json
from trackside.cli.operating import add_database, database_of, words_of

HELP = "replace the database of a stopped server with a backup; the previous database is kept"

EXAMPLES = ("restore copy.db",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a backup")
    add_database(parser)
    add_language(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Restore a backup."""
    from trackside.web.admin.backups import restore

    copy, kept = restore(database_of(args), args.file)
    if args.json:
        print_json(copy._asdict() | {"file": str(copy.file), "kept": None if kept is None else str(kept)})
        return 0
    words = words_of(args)
    print(words("restore.done", **copy._asdict()))
    if kept is not None:
        print(words("restore.kept", file=kept))
    return 0
