"""Data files that ship with the package: facts as TOML, checked when read."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

from trackside.core.errors import ParseError


class Data:
    """The contents of a TOML file in the data folder of a package."""

    def __init__(self, package: str, name: str) -> None:
        self.name = f"{package.rpartition('.')[2]}/data/{name}"
        text = (resources.files(package) / "data" / name).read_text(encoding="utf-8")
        try:
            self.table: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ParseError(f"{self.name}: {error}") from error

    def value(self, key: str) -> Any:
        """Return the value at a dotted key."""
        found: Any = self.table
        for part in key.split("."):
            if not isinstance(found, dict) or part not in found:
                raise ParseError(f"{self.name}: {key} is missing")
            found = found[part]
        return found

    def integer(self, key: str, least: int, most: int) -> int:
        """Return the integer at a key; ParseError unless it is within bounds."""
        found = self.value(key)
        if type(found) is not int or not least <= found <= most:
            raise ParseError(f"{self.name}: {key} is {found!r}, not an integer from {least} to {most}")
        return found

    def integers(self, key: str, length: int, least: int, most: int) -> tuple[int, ...]:
        """Return the list of `length` integers at a key; ParseError unless all are within bounds."""
        found = self.value(key)
        good = isinstance(found, list) and all(type(item) is int and least <= item <= most for item in found)
        if not good or len(found) != length:
            raise ParseError(f"{self.name}: {key} is {found!r}, not {length} integers from {least} to {most}")
        return tuple(found)
