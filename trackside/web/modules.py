"""The JavaScript modules of the page: their files, and what they import."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path

from trackside.games import GAMES

STATIC = Path(__file__).parent / "static"
IMPORT = re.compile(r"^(?P<before>(?:import|export)[^;]*? from ')(?P<path>[./][^']+)'", re.MULTILINE)


def file_of(address: str) -> Path:
    """Return the file of a module or stylesheet at an address of the page: `/static/...` or `/games/FOLDER/...`."""
    place, _, path = address.removeprefix("/").partition("/")
    if place == "static":
        return STATIC / path
    folder, _, name = path.partition("/")
    return next(game.path for game in GAMES.values() if game.folder == folder) / "page" / name


def resolved(path: str, module: str) -> str:
    """Return the address of a path that a module imports."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), path))


@cache
def imported_modules(module: str) -> frozenset[str]:
    """Return a module and all modules that it imports statically, directly or not, by address."""
    found: set[str] = set()
    wanted = [module]
    while wanted:
        if (one := wanted.pop()) not in found:
            found.add(one)
            wanted += (resolved(path, one) for _, path in IMPORT.findall(file_of(one).read_text(encoding="utf-8")))
    return frozenset(found)
