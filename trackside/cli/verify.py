"""The command `trackside verify`."""

from __future__ import annotations

import argparse

from trackside.cli.common import add_json, print_json
from trackside.core.errors import TracksideError

HELP = "replay a record, check every move, and re-derive every outcome from the revealed seed or secret"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command."""
    parser.add_argument("file", metavar="FILE", help="a record")
    parser.add_argument("--lenient", action="store_true", help="exit with 0 also if the dice are not proved")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Verify a record: return 0 if its dice are proved, 1 if they are not, 2 if something is false."""
    from trackside.play.files import read_text
    from trackside.play.record import missing_proof, read_record, verify_record

    try:
        record = read_record(read_text(args.file))
        said, missing = verify_record(record), missing_proof(record)
    except TracksideError as error:
        if not args.json:
            raise
        print_json({"file": args.file, "valid": False, "error": str(error)})
        return 2
    if args.json:
        print_json({"file": args.file, "valid": True, "proved": not missing, "missing": missing, "checks": said})
    else:
        print("\n".join([*said, *([f"the dice are not proved: {'; '.join(missing)}"] if missing else [])]))
    return 1 if missing and not args.lenient else 0
