"""Arguments and output shared by several commands."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from trackside.core.errors import BadOption
from trackside.core.words import LANGUAGES, preferred_language
from trackside.games import GAMES, Game, find_game
from trackside.games.card import DEFAULT_LEVELS

if TYPE_CHECKING:
    from trackside.play.match import Match
    from trackside.terminal.app import TracksideApp
    from trackside.terminal.table import GameTable

PLAYERS = (
    f"{', '.join(DEFAULT_LEVELS)}, greedy, random, mcts:800 (simulations per move), mcts:2s (seconds per move), "
    "playout:800 (plays every simulation to the end instead of using the evaluation network)"
)
"""The bots named in the help of commands."""


STANDARD = "-"
"""The path that means standard input or standard output."""

SECONDS = {"playouts": 10, "perft": 5, "search": 25}
"""The time to compile a kernel on a usual machine."""


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the game and its options."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the option for game options, which may be repeated."""
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a game option, as listed by 'trackside games'; may be repeated",
    )


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add the option for the language."""
    parser.add_argument("--language", choices=LANGUAGES, default=preferred_language(), help="language of the output")


def add_screen(parser: argparse.ArgumentParser) -> None:
    """Add the options for terminal output."""
    parser.add_argument(
        "--plain",
        action="store_true",
        help="use plain lines instead of the full screen, for example with a screen reader",
    )
    parser.add_argument("--ascii", action="store_true", help="draw in ASCII only, regardless of the locale")


def wants_ascii(args: argparse.Namespace) -> bool:
    """Return whether to draw in ASCII: on request, or if the output encoding allows nothing else."""
    return bool(args.ascii) or "utf" not in (sys.stdout.encoding or "utf-8").lower()


def full_screen(args: argparse.Namespace) -> bool:
    """Return whether to use the full-screen interface."""
    from trackside.terminal.environment import can_be_full_screen

    return not args.plain and can_be_full_screen()


def screen_of(args: argparse.Namespace, first: GameTable | Match | None) -> TracksideApp:
    """Return the full-screen application, starting with a table or a record."""
    from trackside.terminal.app import TracksideApp
    from trackside.terminal.environment import supports_unicode

    app = TracksideApp(args.language, unicode=supports_unicode() and not args.ascii)
    app.first = first
    return app


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the option for JSON output."""
    parser.add_argument("--json", action="store_true", help="print JSON for programs")


def add_many_games(parser: argparse.ArgumentParser, jobs: str) -> None:
    """Add the options of commands that play many games; `jobs` says what the processes are for."""
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="J", help=f"{jobs} (default: one per core)"
    )
    parser.add_argument(
        "--even-luck",
        action="store_true",
        help="also measure the luck in every game (about a second each) and print luck-adjusted results",
    )
    add_json(parser)


def check_jobs(args: argparse.Namespace) -> None:
    """Raise BadOption unless the number of processes is sensible."""
    if not 1 <= args.jobs <= 1024:
        raise BadOption(f"--jobs {args.jobs}: use 1 to 1024")


def chosen_game(args: argparse.Namespace) -> Game:
    """Return the game named in the arguments."""
    return find_game(args.game)


def chosen_options(args: argparse.Namespace) -> dict[str, str]:
    """Return the game options by name, with the files they name read in."""
    options = {}
    for entry in args.option:
        name, equals, value = entry.partition("=")
        if not equals:
            raise BadOption(f"--option {entry}: write it as NAME=VALUE")
        options[name] = value
    return chosen_game(args).card.without_files(options)


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def read_input(path: str) -> str:
    """Return the text of a file, or of standard input if the path is `-`."""
    from trackside.play.files import read_text

    return sys.stdin.read() if path == STANDARD else read_text(path)


def write_output(path: str, text: str) -> None:
    """Replace a file, or write to standard output if the path is `-`."""
    from trackside.play.files import write_text

    if path == STANDARD:
        sys.stdout.write(text)
    else:
        write_text(path, text)


@contextmanager
def compiling(game: Game, kernel: str | None = None) -> Iterator[None]:
    """Print a notice on a terminal while a kernel is compiled for the first time on this machine; default: the search.

    The kernel is the one that takes longest of what the block compiles.
    """
    from trackside.core.compile import is_on_disk
    from trackside.play.bots import must_compile

    missing = must_compile(game) if kernel is None else not is_on_disk(game.path, f"{game.folder}.{kernel}")
    first = sys.stderr.isatty() and missing
    if first:
        seconds = SECONDS.get(kernel or "", SECONDS["search"])
        about = f"once on this machine, about {seconds} s"
        print(f"compiling {game.card.title}, {about} ...", end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        if first:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


@contextmanager
def progress(title: Callable[[], str], total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on standard error if it is a terminal; yield a function that takes the number done."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title(), total=total)
        yield lambda done: bar.update(task, completed=done, description=title())
