"""Files with a sheet, a deck or both: TOML with the fields and the cards as they lie on the table."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from trackside.core.errors import BadOption, ParseError
from trackside.games.traxx.fields import ROW_LENGTHS
from trackside.games.traxx.material import Deck, Line, Sheet, read_deck, read_sheet

HOUSE = "house"
LONGEST_FILE = 100_000
PARTS = {"sheet": "fields", "deck": "cards"}
"""The tables a file may have, and the entry of each."""


@cache
def house_text() -> str:
    """Return the file of the house sheet and deck."""
    return (resources.files(__package__) / "data" / "house.toml").read_text(encoding="utf-8")


@cache
def house_sheet() -> Sheet:
    """Return the sheet that comes with the game (TX-3)."""
    return read_sheet(part_lines(house_text(), "sheet"))


@cache
def house_deck() -> Deck:
    """Return the deck that comes with the game (TX-2)."""
    return read_deck(part_lines(house_text(), "deck"))


def read_text(path: str) -> str:
    """Return the contents of a file; BadOption if it cannot be read."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not a text"
        raise BadOption(f"{path!r} cannot be read: {reason}") from error
    if len(text) > LONGEST_FILE:
        raise BadOption(f"{path!r} is too long for a sheet or a deck")
    return text


def parts(text: str) -> dict[str, Any]:
    """Return the tables of a file; ParseError names the line of a fault."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        problem = str(error).split(" (at ")[0]
        raise ParseError(f"not TOML: {problem}", *(map(int, place.groups()) if place else ())) from error
    for name in tables:
        if name not in PARTS:
            raise ParseError(
                f"[{name}]: a file has a [sheet], a [deck] or both", _line_of(text, rf"\[?\s*{re.escape(name)}\b")
            )
    return tables


def part_lines(text: str, part: str) -> list[Line]:
    """Return the rows or cards of one part of a file, each with its line number."""
    table = parts(text).get(part)
    key = PARTS[part]
    if table is None:
        raise ParseError(f"the file has no [{part}]")
    entry = table.get(key) if isinstance(table, dict) else None
    if not isinstance(entry, str):
        raise ParseError(
            f'[{part}] needs {key} = """ and the lines of the {part}', _line_of(text, rf"\[\s*{part}\s*\]")
        )
    first = _line_of(text, rf"{key}\s*=") or 1
    if re.search(rf'^\s*{key}\s*=\s*("""|\'\'\')\s*$', text, re.MULTILINE):
        first += 1
    return [(number, line) for number, line in enumerate(entry.splitlines(), first) if line.strip()]


def _line_of(text: str, pattern: str) -> int | None:
    match = re.search(rf"^\s*{pattern}", text, re.MULTILINE)
    return text.count("\n", 0, match.end()) + 1 if match else None


def write_file(sheet: Sheet, deck: Deck, note: str) -> str:
    """Return a file with a sheet and a deck, which reads back as the same."""
    width = 4
    lines = [f"# {note}", "", "[sheet]", 'fields = """']
    for row, length in zip(sheet.rows(), ROW_LENGTHS, strict=True):
        lines.append(" " * (width // 2 * (max(ROW_LENGTHS) - length)) + "".join(c.ljust(width) for c in row).rstrip())
    lines += ['"""', "", "[deck]", 'cards = """', *deck.texts(), '"""']
    return "\n".join(lines) + "\n"
