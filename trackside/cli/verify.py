"""The command `trackside verify`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from trackside.cli.common import add_json, print_json, read_input
from trackside.core.errors import BadOption, TracksideError

if TYPE_CHECKING:
    from trackside.play.record import Record

HELP = "replay a record, check every move and its signature, and re-derive every outcome from the seed or secret"

EXAMPLES = ("verify game.txt", "verify game.txt --json", "verify - < game.txt")

VALID, UNCHECKED = "valid", "unchecked"
"""The state of a signature that is not false; it is unchecked if the library is missing."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", metavar="FILE", help="a record; - reads it from standard input")
    parser.add_argument(
        "--lenient",
        action="store_true",
        help="exit with 0 even if the dice are not proved or a signature is not checked",
    )
    parser.add_argument(
        "--signed-by", metavar="KEY", help="exit with 2 unless the server with this public key signed the record"
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Verify a record; return 0 if its dice are proved, 1 if something is not proved, 2 if something is false."""
    from trackside.play.record import read_record
    from trackside.play.signature import is_key
    from trackside.play.verification import missing_proof, verify_record

    wanted = None if args.signed_by is None else args.signed_by.lower()
    if wanted is not None and not is_key(wanted):
        raise BadOption(f"--signed-by {args.signed_by}: a public key has 64 hexadecimal digits")
    try:
        text = read_input(args.file)
        record = read_record(text)
        said, missing = verify_record(record), missing_proof(record)
        signature, about = check_signer(text, record, wanted)
    except TracksideError as error:
        if not args.json:
            raise
        print_json({"file": args.file, "valid": False, "error": str(error)})
        return 2
    said += about
    if args.json:
        answer = {"file": args.file, "valid": True, "proved": not missing, "missing": missing, "checks": said}
        print_json(answer | {"signature": signature, "signed_by": record.signed_by})
    else:
        print("\n".join([*said, *([f"the dice are not proved: {'; '.join(missing)}"] if missing else [])]))
    return 1 if (missing or signature == UNCHECKED) and not args.lenient else 0


def check_signer(text: str, record: Record, wanted: str | None) -> tuple[str | None, list[str]]:
    """Return VALID, UNCHECKED, or None for an unsigned record, with sentences that explain it.

    Raise TracksideError if the signature is false, or not shown to be that of the wanted key.
    """
    from trackside.play.signature import NotInstalled, check_signature

    key = record.signed_by
    if wanted not in (None, key):
        found = "it is not signed" if key is None else f"it names {key}"
        raise TracksideError(f"the record is not signed by {wanted}: {found}")
    if key is None:
        return None, []
    try:
        check_signature(text, key)
    except NotInstalled as error:
        if wanted is not None:
            raise
        return UNCHECKED, [f"the signature is not checked: {error}"]
    facts = "".join(
        f", {name.lower()} {value!r}" for name, value in record.facts.items()
    )  # anyone may have signed these facts
    return VALID, [f"signed by {key}{facts}: not changed since"]
