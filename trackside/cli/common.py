"""Arguments and output that several commands share."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
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
    f"{', '.join(DEFAULT_LEVELS)}, greedy, random, mcts:800 (simulations a move), mcts:2s (seconds a move), "
    "playout:800 (plays every look to the end instead of asking the judge)"
)
"""The bots that are named in the help of commands."""


def add_game(parser: argparse.ArgumentParser) -> None:
    """The game, its seats and options."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    add_options(parser)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of the game; the argument may be repeated."""
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game; may be repeated; 'trackside games' lists them",
    )


def add_language(parser: argparse.ArgumentParser) -> None:
    """The language of words."""
    parser.add_argument("--language", choices=LANGUAGES, default=preferred_language(), help="language of all words")


def add_screen(parser: argparse.ArgumentParser) -> None:
    """How the terminal is used."""
    parser.add_argument("--plain", action="store_true", help="plain lines, as without a terminal: for screen readers")
    parser.add_argument("--ascii", action="store_true", help="draw with ASCII only, whatever the locale says")


def wants_ascii(args: argparse.Namespace) -> bool:
    """Whether plain drawings keep to ASCII: when asked to, or where nothing else can be printed."""
    return bool(args.ascii) or "utf" not in (sys.stdout.encoding or "utf-8").lower()


def full_screen(args: argparse.Namespace) -> bool:
    """Whether to use the whole screen."""
    from trackside.terminal.environment import can_be_full_screen

    return not args.plain and can_be_full_screen()


def screen_of(args: argparse.Namespace, first: GameTable | Match | None) -> TracksideApp:
    """The program on the whole screen, beginning with a table or a record."""
    from trackside.terminal.app import TracksideApp
    from trackside.terminal.environment import supports_unicode

    app = TracksideApp(args.language, unicode=supports_unicode() and not args.ascii)
    app.first = first
    return app


def add_json(parser: argparse.ArgumentParser) -> None:
    """Output for programs."""
    parser.add_argument("--json", action="store_true", help="print JSON for programs")


def chosen_game(args: argparse.Namespace) -> Game:
    """The game that was named."""
    return find_game(args.game)


def chosen_options(args: argparse.Namespace) -> dict[str, str]:
    """The options that were given, by name; files that they name are read."""
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


@contextmanager
def compiling(game: Game) -> Iterator[None]:
    """Say so on a terminal while the rules are being compiled for the first time on this machine."""
    from trackside.core.compile import cache_folder

    first = sys.stderr.isatty() and not any(cache_folder(game.path).glob("*/*.nbi"))
    if first:
        print(f"compiling {game.card.title}, once on this machine ...", end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        if first:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
