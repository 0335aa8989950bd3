"""The command `trackside verify`."""

from __future__ import annotations

import argparse

from trackside.cli.common import add_json, print_json
from trackside.core.errors import TracksideError

HELP = "replay a record, check every move, and re-derive every outcome from the revealed seed or secret"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("file", metavar="FILE", help="a record")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Verify and say what was proved."""
    from trackside.play.files import read_text
    from trackside.play.record import read_record, verify_record

    try:
        said = verify_record(read_record(read_text(args.file)))
    except TracksideError as error:
        if not args.json:
            raise
        print_json({"file": args.file, "valid": False, "error": str(error)})
        return 2
    if args.json:
        print_json({"file": args.file, "valid": True, "checks": said})
    else:
        print("\n".join(said))
    return 0
