"""The command-line interface."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import NoReturn

from trackside import __version__
from trackside.cli.folders import take_folders
from trackside.core.errors import TracksideError, did_you_mean
from trackside.core.words import LANGUAGES, Words
from trackside.games import GAMES

COMMANDS = (
    "serve",
    "admin",
    "backup",
    "restore",
    "tidy",
    "export",
    "forget",
    "games",
    "new",
    "learn",
    "play",
    "join",
    "simulate",
    "replay",
    "review",
    "verify",
    "perft",
    "bench",
    "arena",
    "train",
    "dataset",
    "sheet",
    "hindsight",
)

ABOUT = ("-h", "--help", "--version")
"""The options of `trackside` itself."""

EPILOG = "Without a command, trackside runs 'serve'. See 'trackside COMMAND --help' for the options of a command."


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        """Print one line to standard error and exit with code 2."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def make_parser() -> Parser:
    """Return the parser with all commands."""
    parser = Parser(prog="trackside", description="A game table for games played along a track.", epilog=EPILOG)
    parser.add_argument("--games", metavar="PATH", help="a folder with your own games; may be repeated")
    parser.add_argument("--version", action="version", version=f"trackside {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for name in COMMANDS:
        module = import_module(f"trackside.cli.{name}")
        command = commands.add_parser(name, help=module.HELP, description=module.HELP)
        module.add_arguments(command)
        command.set_defaults(run=module.run, parser=command)
    return parser


def read_arguments(given: list[str]) -> argparse.Namespace:
    """Parse the arguments of `trackside`; options without a command are those of `serve`."""
    if not given or (given[0].startswith("-") and given[0] not in ABOUT and not set(given) & set(COMMANDS)):
        given = ["serve", *given]
    parser = make_parser()
    if not given[0].startswith("-") and given[0] not in COMMANDS:
        parser.error(f"there is no command {given[0]!r}{suggestion(given[0], COMMANDS)}")
    args, left = parser.parse_known_args(given)
    if left:
        args.parser.error(complaint(left[0], re.findall(r"--?[a-z][a-z-]*", args.parser.format_usage())))
    return args


def complaint(word: str, options: list[str]) -> str:
    """Return the error message for an argument that a command with these options does not accept."""
    name = word.partition("=")[0]
    if not name.startswith("-"):
        return f"{word!r} is one word too many"
    if name in options:
        return f"{name} goes after the command"
    return f"there is no option {name}{suggestion(name, options)}"


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return the known name closest to a word, as a question, or an empty string if none is close."""
    hint = did_you_mean(word, known)
    return f": {hint.rstrip()}" if hint else ""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; a user error prints one line and returns exit code 2."""
    args = argparse.Namespace()
    try:
        try:
            args = read_arguments(take_folders(sys.argv[1:] if arguments is None else arguments))
            status: int = args.run(args)
        finally:
            sys.stdout.flush()
    except TracksideError as error:
        said = error.say(Words(getattr(args, "language", LANGUAGES[0])))
        print(f"trackside: {said}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\ntrackside: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        discard_output()
        return 0
    except OSError as error:
        discard_output()
        place = f"{error.filename}: " if error.filename else ""
        print(f"trackside: {place}{error.strerror or error}", file=sys.stderr)
        return 2
    except Exception as error:
        fault = GAMES.blame(error)
        if fault is None:
            raise
        print(f"trackside: {fault}", file=sys.stderr)
        return 1
    return status


def discard_output() -> None:
    """Discard pending output, so that Python does not try to write it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
