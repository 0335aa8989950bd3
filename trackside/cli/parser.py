"""The parser of the command line: commands in groups, examples in every help, and errors in one line."""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Iterable
from importlib import import_module
from typing import Any, NoReturn

from trackside import __version__
from trackside.core.errors import did_you_mean

GROUPS = {
    "play and learn": ("serve", "play", "join", "learn", "replay", "review", "verify", "hindsight"),
    "study games": ("simulate", "arena", "train", "dataset", "perft", "bench"),
    "make games": ("games", "new", "sheet"),
    "operate a server": ("admin", "backup", "restore", "tidy", "export", "forget"),
    "set up": ("warm-up", "completion"),
}
"""The commands by purpose, as the help lists them."""

COMMANDS = tuple(name for names in GROUPS.values() for name in names)

ABOUT = ("-h", "--help", "--version")
"""The options of `trackside` itself."""

DESCRIPTION = "A game table for games played along a track."
EPILOG = "Without a command, trackside runs 'serve'. See 'trackside COMMAND --help' for the options of a command."


class HelpFormatter(argparse.HelpFormatter):
    """A formatter that wraps paragraphs, but leaves indented lines as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = text.splitlines()
        return "\n".join(line if line.startswith(" ") else textwrap.fill(line, width) for line in lines)


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line."""

    groups: argparse._SubParsersAction[Parser] | None = None
    """The commands, which the help lists in groups."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=HelpFormatter, **options)

    def error(self, message: str) -> NoReturn:
        """Print one line to standard error and exit with code 2."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def format_help(self) -> str:
        """Return the help, with the commands in groups if there are any."""
        if self.groups is None:
            return super().format_help()
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, [])
        formatter.add_text(self.description)
        listed = {action.dest: action for action in self.groups._choices_actions}
        for title, names in GROUPS.items():
            formatter.start_section(title)
            formatter.add_arguments([listed[name] for name in names])
            formatter.end_section()
        formatter.start_section("options")
        formatter.add_arguments(action for action in self._actions if action.option_strings)
        formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()


def make_parser() -> Parser:
    """Return the parser with all commands."""
    parser = Parser(prog="trackside", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--games", metavar="PATH", help="a folder with your own games; may be repeated")
    parser.add_argument("--version", action="version", version=f"trackside {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", dest="command", required=True)
    for name in COMMANDS:
        module = import_module(f"trackside.cli.{name.replace('-', '_')}")
        examples = "\n".join(f"  trackside {line}" for line in module.EXAMPLES)
        command = commands.add_parser(name, help=module.HELP, description=module.HELP, epilog=f"examples:\n{examples}")
        module.add_arguments(command)
        command.set_defaults(run=module.run, parser=command)
    parser.groups = commands
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
