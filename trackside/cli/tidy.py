"""The command `trackside tidy`."""

from __future__ import annotations

import argparse
import signal
import sys
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

from trackside.cli.common import add_json, add_language, print_json
from trackside.cli.operating import add_database, opened, read_duration, words_of

if TYPE_CHECKING:
    from trackside.web.admin.retention_queries import Tidied

HELP = "delete old finished tables, tables no one joined and unused players; works while the server runs"

EXAMPLES = ("tidy --older 90d --dry-run", "tidy --older 90d")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "--older", metavar="TIME", required=True, help="delete finished tables older than this, for example 90d"
    )
    parser.add_argument(
        "--waiting",
        metavar="TIME",
        default="7d",
        help="delete tables that have waited for players longer than this (default: 7d)",
    )
    parser.add_argument("--dry-run", action="store_true", help="show what would be deleted, without deleting it")
    add_database(parser)
    add_language(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Delete old data; if interrupted, report what was deleted so far and return 130."""
    from trackside.web.admin import retention

    limits = retention.Limits.ago(
        read_duration("--older", args.older, "1d"), read_duration("--waiting", args.waiting, "1h")
    )
    words, done, stopped = words_of(args), retention.Tidied(), False
    with opened(args) as database:
        if args.dry_run:
            done = database.read(partial(retention.foresee, limits=limits))
        else:
            before = signal.signal(signal.SIGTERM, _interrupt)
            expected = database.read(partial(retention.foresee, limits=limits)) if sys.stderr.isatty() else None

            def progress(sums: Tidied) -> None:
                nonlocal done
                done = retention.Tidied(**asdict(sums))
                if expected is not None:
                    deleted, n = sums.finished + sums.waiting, expected.finished + expected.waiting
                    print(f"\r{words('tidy.progress', done=deleted, n=n)}", end="", file=sys.stderr, flush=True)

            try:
                retention.tidy(database, limits, progress)
            except KeyboardInterrupt:  # the deletion in progress is rolled back
                stopped = True
            finally:
                signal.signal(signal.SIGTERM, before)
                if expected is not None:
                    print("\r\033[K", end="", file=sys.stderr, flush=True)
    if args.json:
        print_json(asdict(done) | {"dry_run": args.dry_run, "interrupted": stopped})
    else:
        print(words("tidy.would" if args.dry_run else "tidy.done", **asdict(done)))
    if stopped:
        print("trackside: interrupted", file=sys.stderr)
    return 130 if stopped else 0


def _interrupt(*_: Any) -> None:
    raise KeyboardInterrupt
