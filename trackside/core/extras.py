"""Optional libraries: the command that installs those of an extra, whichever way Trackside was installed."""

from __future__ import annotations

import re
from importlib import metadata

EXTRA = re.compile(r"(?P<library>[^;\s]+)\s*;.*\bextra == ['\"](?P<extra>[\w-]+)['\"]")


def how_to_install(extra: str) -> str:
    """Return the command that installs the libraries of an extra.

    >>> how_to_install("signing")
    "pip install 'cryptography>=44'"
    """
    try:
        needed = [EXTRA.match(line) for line in metadata.requires("trackside") or ()]
    except metadata.PackageNotFoundError:
        needed = []
    wanted = extra.replace("_", "-")
    libraries = [found["library"] for found in needed if found and found["extra"].replace("_", "-") == wanted]
    return f"pip install {' '.join(repr(library) for library in libraries) or repr(f'trackside[{extra}]')}"
