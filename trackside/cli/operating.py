"""Arguments and output shared by the commands for operators."""

from __future__ import annotations

import argparse
import datetime
import re
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from trackside.cli.serve import default_database
from trackside.core.errors import BadOption
from trackside.core.words import Words

if TYPE_CHECKING:
    from trackside.web.admin.connection import Beside

SHORT = 12
"""The number of characters shown of a player's id."""

UNITS = {"h": 3600, "d": 86_400, "w": 7 * 86_400, "y": 365 * 86_400}
"""The length of every unit of time, in seconds."""


def words_of(args: argparse.Namespace) -> Words:
    """Return the catalogue of these commands."""
    return Words(args.language, "trackside.cli")


def add_database(parser: argparse.ArgumentParser) -> None:
    """Add the option for the database."""
    parser.add_argument(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://USER@HOST/NAME (default: the same as for 'trackside serve')",
    )


def add_yes(parser: argparse.ArgumentParser) -> None:
    """Add the option that skips the confirmation of a deletion."""
    parser.add_argument("--yes", action="store_true", help="do not ask for confirmation")


def database_of(args: argparse.Namespace) -> str:
    """Return the URL of the database."""
    return str(args.database or default_database())


def opened(args: argparse.Namespace) -> Beside:
    """Open the database, which a running server may be using too."""
    from trackside.web.admin.connection import Beside

    return Beside(database_of(args))


def find_player(database: Beside, text: str) -> tuple[str, str]:
    """Return the id and name of the one player that matches a name or the start of an id; raise BadOption otherwise."""
    from trackside.web.admin import player_queries

    found = database.read(partial(player_queries.find_players, text=text))
    if not found:
        raise BadOption(f"there is no player {text!r}: 'trackside admin players' lists them by name and id")
    if len(found) > 1:
        several = ", ".join(f"{player[:SHORT]} {name}".rstrip() for player, name in found[:10])
        more = f" and {len(found) - 10} more" if len(found) > 10 else ""
        raise BadOption(f"{len(found)} players match {text!r}: give the id of one of {several}{more}")
    return found[0]


def confirmed(args: argparse.Namespace, question: str, words: Words) -> bool:
    """Ask for confirmation of a deletion; raise BadOption without a terminal."""
    if args.yes:
        return True
    if not sys.stdin.isatty():
        raise BadOption("this deletes data: confirm with --yes")
    print(f"{question} {words('admin.choice')} ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower().startswith(words("admin.agree")):
        return True
    print(words("admin.cancelled"), file=sys.stderr)
    return False


def read_duration(option: str, text: str, least: str) -> int:
    """Return a duration such as 90d in milliseconds; raise BadOption if it is invalid or shorter than `least`."""
    if re.fullmatch(rf"\d{{1,6}}[{''.join(UNITS)}]", text) is None:
        raise BadOption(f"{option} {text}: use a number and a unit, {', '.join(UNITS)}, as in 90d")
    milliseconds, minimum = (1000 * int(one[:-1]) * UNITS[one[-1]] for one in (text, least))
    if milliseconds < minimum:
        raise BadOption(f"{option} {text}: use {least} or more")
    return milliseconds


def iso_time(milliseconds: int | None) -> str | None:
    """Return a time in ISO 8601 format, in UTC."""
    if milliseconds is None:
        return None
    return datetime.datetime.fromtimestamp(milliseconds / 1000, datetime.UTC).isoformat(timespec="seconds")


def local_time(milliseconds: int | None) -> str:
    """Return a time in the local time zone, for display."""
    if milliseconds is None:
        return "-"
    return datetime.datetime.fromtimestamp(milliseconds / 1000).astimezone().strftime("%Y-%m-%d %H:%M")


def with_times(row: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Return a row with the named columns as ISO times."""
    return {name: iso_time(value) if name in names else value for name, value in row.items()}


def in_columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return rows below their headings, as aligned lines."""
    lines = [heads, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    return "\n".join(
        "  ".join(f"{cell:{width}}" for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )
