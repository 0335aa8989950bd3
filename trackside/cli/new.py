"""The command `trackside new`."""

from __future__ import annotations

import argparse
import keyword
import re
import shlex
import tempfile
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from trackside.core.errors import BadOption, SaveFailed
from trackside.games import GAMES
from trackside.games.catalogue import plain_name

HELP = "create a small, complete game as a starting point for your own"

EXAMPLES = ("new roll-or-hold", "new roll-or-hold --to games/roll-or-hold")

TEMPLATE = ("roll-or-hold", "roll_or_hold", "Roll or hold", "RH-")
"""The template's name, package, title and rule prefix."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("name", metavar="NAME", help="the name of the game, for example roll-or-hold")
    parser.add_argument("--to", metavar="FOLDER", help="the folder to create (default: NAME in the current folder)")


def run(args: argparse.Namespace) -> int:
    """Write the game and print the next commands."""
    name = checked_name(args.name)
    target = Path(args.to or name)
    write_game(name, target)
    place = shlex.quote(str(target))
    print(f"{title_of(name)} is in {target}: change it as you like.")
    print(f"Check it:  trackside --games {place} games check {name}")
    print(f"Play it:   trackside --games {place} serve")
    print(f"Test it:   cd {place} && pip install --editable . && pytest")
    return 0


def checked_name(text: str) -> str:
    """Return the name with hyphens; raise BadOption if it does not suit a game and a Python package."""
    name = text.replace("_", "-")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise BadOption(f"{text!r} cannot be the name of a game: use small letters, digits and hyphens, a letter first")
    package = package_of(name)
    if name in {plain_name(known) for game in GAMES.values() for known in game.card.names}:
        raise BadOption(f"there is a game {name} already: give yours another name")
    if keyword.iskeyword(package) or find_spec(package) is not None:
        raise BadOption(f"{package!r} means something to Python already: give the game another name")
    return name


def package_of(name: str) -> str:
    """Return the name of the game's package."""
    return name.replace("-", "_")


def title_of(name: str) -> str:
    """Return the title that players read."""
    return name.replace("-", " ").capitalize()


def prefix_of(name: str) -> str:
    """Return the prefix of the rule numbers.

    >>> prefix_of("roll-or-hold"), prefix_of("pig")
    ('ROH-', 'PI-')
    """
    words = [word for word in name.split("-") if word[0].isalpha()]
    letters = "".join(word[0] for word in words) if len(words) > 1 else re.sub(r"\d", "", name)[:2]
    return f"{letters.upper()}-"


def write_game(name: str, target: Path) -> None:
    """Write the template under another name into a new folder, completely or not at all."""
    names = dict(zip(TEMPLATE, (name, package_of(name), title_of(name), prefix_of(name)), strict=True))
    try:
        if target.exists():
            raise BadOption(f"{target} exists already: name another folder with --to")
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{name}-") as unfinished:
            folder = Path(unfinished) / name
            copy(resources.files("trackside") / "template", folder, names)
            folder.rename(target)
    except OSError as error:
        raise SaveFailed(f"{target} cannot be written: {error.strerror or error}") from error


def copy(source: Traversable, target: Path, names: dict[str, str]) -> None:
    """Copy a file or a folder recursively, with the names replaced."""
    if source.is_file():
        target.write_text(renamed(source.read_text(encoding="utf-8"), names), encoding="utf-8")
        return
    target.mkdir()
    for entry in source.iterdir():
        if entry.name != "__pycache__":
            copy(entry, target / renamed(entry.name, names), names)


def renamed(text: str, names: dict[str, str]) -> str:
    """Return a text with the template's names replaced."""
    for old, new in names.items():
        text = text.replace(old, new)
    return text
