"""The command `trackside join`."""

from __future__ import annotations

import argparse
import sys

from trackside.cli.common import add_language, add_screen, full_screen, screen_of, wants_ascii
from trackside.core.words import Words

HELP = "join a table on a running server from this terminal"

EXAMPLES = ("join http://localhost:8009/table/5361cbd209", "join http://192.168.1.7:8009/join/5361cbd209/Yk3v")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("url", metavar="URL", help="the link to a table, or an invitation link")
    add_screen(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Take the seat and play."""
    from trackside.terminal.app import run as run_app
    from trackside.terminal.remote import RemoteTable, read_link

    read_link(args.url)
    table = RemoteTable(args.url, args.language)
    if not table.has_begun(0):
        print(Words(args.language, "trackside.terminal")("table.wait_for_people"), flush=True)
        while not table.has_begun(1):
            pass
    if not full_screen(args):
        from trackside.terminal.plain.join import PlainRemoteTable

        return PlainRemoteTable(table, sys.stdin, sys.stdout, args.language, ascii_only=wants_ascii(args)).run()
    return run_app(screen_of(args, table))
