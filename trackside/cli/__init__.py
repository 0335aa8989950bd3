"""The command line."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from typing import NoReturn

from trackside import __version__
from trackside.cli.folders import take_folders
from trackside.core.errors import TracksideError
from trackside.games import GAMES

COMMANDS = (
    "serve",
    "games",
    "new",
    "play",
    "join",
    "simulate",
    "replay",
    "verify",
    "perft",
    "bench",
    "arena",
    "sheet",
    "hindsight",
)

EPILOG = "Without a command: trackside serve. Every command explains itself: trackside COMMAND --help"


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """One line on standard error, exit code 2."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def make_parser() -> Parser:
    """The parser with all commands."""
    parser = Parser(prog="trackside", description="A game table for games played along a track.", epilog=EPILOG)
    parser.add_argument("--games", metavar="PATH", help="a folder with games of your own, as often as needed")
    parser.add_argument("--version", action="version", version=f"trackside {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for name in COMMANDS:
        module = import_module(f"trackside.cli.{name}")
        command = commands.add_parser(name, help=module.HELP, description=module.HELP)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Run a command; errors of the user are one line and exit code 2."""
    try:
        given = sys.argv[1:] if arguments is None else arguments
        given = take_folders(given)
        args = make_parser().parse_args(given or ["serve"])
        status: int = args.run(args)
        sys.stdout.flush()
    except TracksideError as error:
        print(f"trackside: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\ntrackside: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        fault = GAMES.blame(error)
        if fault is None:
            raise
        print(f"trackside: {fault}", file=sys.stderr)
        return 1
    return status
