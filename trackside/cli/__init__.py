"""The command-line interface."""

from __future__ import annotations

import argparse
import os
import sys

from trackside.cli.completion import complete
from trackside.cli.folders import take_folders
from trackside.cli.parser import COMMANDS, make_parser, read_arguments
from trackside.core.errors import TracksideError
from trackside.core.words import LANGUAGES, Words
from trackside.games import GAMES

__all__ = ["COMMANDS", "main", "make_parser"]


def main(arguments: list[str] | None = None) -> int:
    """Run a command; a user error prints one line and returns exit code 2."""
    if arguments is None:
        complete()
    open_streams()
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


def open_streams() -> None:
    """Open a standard stream that was closed when the program started, such as by `>&-`, on the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open as long as the process


def discard_output() -> None:
    """Discard pending output, so that Python does not try to write it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
