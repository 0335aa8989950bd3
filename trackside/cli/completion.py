"""The command `trackside completion`, and what a shell is offered when the Tab key is pressed."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable

HELP = "print the code that completes commands, options, games and players in a shell"

EXAMPLES = ("completion bash", "completion zsh", "completion fish")

SHELLS = ("bash", "zsh", "fish")

ASKED = "_ARGCOMPLETE"
"""The environment variable with which a shell asks for completions."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help=f"one of {', '.join(SHELLS)}")


def run(args: argparse.Namespace) -> int:
    """Print the code."""
    from argcomplete.shell_integration import shellcode

    print(shellcode(["trackside"], shell=args.shell))
    return 0


def complete() -> None:
    """Answer a shell that asks for completions, and end this process; otherwise do nothing."""
    if ASKED not in os.environ:
        return
    import argcomplete

    from trackside.cli.folders import take_folders
    from trackside.cli.parser import make_parser
    from trackside.core.errors import TracksideError

    try:
        take_folders(os.environ.get("COMP_LINE", "").split()[1:-1])
    except TracksideError:
        sys.exit(1)
    parser = make_parser()
    for command in parser.groups.choices.values() if parser.groups is not None else ():
        for action in command._actions:
            if action.dest in COMPLETERS:
                action.completer = COMPLETERS[action.dest]  # type: ignore[attr-defined]  # read by argcomplete
    argcomplete.autocomplete(parser)


def games(**context: object) -> Iterable[str]:
    """Return the names of the games."""
    from trackside.games import GAMES

    return list(GAMES)


def agents(prefix: str, parsed_args: argparse.Namespace, **context: object) -> Iterable[str]:
    """Return the players, continuing a list with commas."""
    from trackside.games.card import DEFAULT_LEVELS

    before = prefix[: prefix.rfind(",") + 1]
    return [f"{before}{name}" for name in (*DEFAULT_LEVELS, "greedy", "random")]


def seats(prefix: str, parsed_args: argparse.Namespace, **context: object) -> Iterable[str]:
    """Return the numbers of seats of the game named before, or for `play` the players."""
    from trackside.games import GAMES

    if parsed_args.command == "play":
        return [*agents(prefix, parsed_args), f"{prefix[: prefix.rfind(',') + 1]}you"]
    game = GAMES.get(parsed_args.game)
    return [] if game is None else map(str, game.card.seats)


def options(prefix: str, parsed_args: argparse.Namespace, **context: object) -> Iterable[str]:
    """Return the options of the game named before, with their values."""
    from trackside.games import GAMES

    game = GAMES.get(parsed_args.game or "")
    chosen = game.card.options if game is not None else ()
    return [f"{option.name}={choice.text}" for option in chosen for choice in option.choices]


COMPLETERS = {"game": games, "agents": agents, "seats": seats, "option": options}
"""The completers of arguments by name; the others are completed by their choices or by files."""
