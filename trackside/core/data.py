"""Data files that come with the package."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any


@cache
def load(package: str, name: str) -> dict[str, Any]:
    """The contents of a TOML file in the data folder of a package."""
    return tomllib.loads((resources.files(package) / "data" / name).read_text(encoding="utf-8"))
