"""Sheets and decks of Träxx: their contents, their text in one line, and their faults (TX-2, TX-3).

A field is a colour letter, then its number, or `*` and the number of its start: `g`, `g10`, `y*1`.
A card is the letters of its patches: `ybbgp`. In one line, rows or cards are joined by hyphens.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from trackside.core.errors import ParseError
from trackside.games.traxx.fields import CENTRE, FIELDS, NAMES, ROW_LENGTHS, ROWS, is_rim, neighbours
from trackside.games.traxx.state import (
    COLOURS,
    HIGHEST,
    LOWEST,
    MAX_CARDS,
    MAX_PATCHES,
    PATCH_BITS,
    PATCH_MASK,
    STARTS,
)

COLOUR_NAMES = ("yellow", "blue", "green", "red", "grey", "purple")
LETTERS = "ybgrkp"
FIELD = re.compile(r"([a-z])(?:(\d+)|\*(\d+))?")

FIRST_ON_RIM = 5
"""The smallest number that lies on the rim; lower ones lie inside (TX-3)."""

COLOURS_ON_CARD = 4
NEVER_DOUBLED = "ybgk"
"""The card of the worked example, which shows none of its colours twice (TX-2)."""

Line = tuple[int | None, str]
"""A line of text with its number in the file, if it comes from one."""


@dataclass(frozen=True)
class Sheet:
    """The colours and numbers of the 61 fields, and the fields of the four starts."""

    colours: tuple[int, ...]
    values: tuple[int, ...]
    starts: tuple[int, ...]

    def numbers(self) -> tuple[int, ...]:
        """Return the numbers for `setup`."""
        return self.colours + self.values + self.starts

    def rows(self) -> list[list[str]]:
        """Return the fields as they are written, row by row."""
        cells = [LETTERS[colour] for colour in self.colours]
        for field, value in enumerate(self.values):
            cells[field] += str(value) if value else ""
        for start, field in enumerate(self.starts, 1):
            cells[field] += f"*{start}"
        ends = [sum(ROW_LENGTHS[: i + 1]) for i in range(len(ROW_LENGTHS))]
        return [cells[end - length : end] for end, length in zip(ends, ROW_LENGTHS, strict=True)]

    def literal(self) -> str:
        """Return the sheet in one line."""
        return "-".join("".join(row) for row in self.rows())


@dataclass(frozen=True)
class Deck:
    """The different cards by their packed patches, and the number of each."""

    cards: tuple[int, ...]
    counts: tuple[int, ...]

    def numbers(self) -> tuple[int, ...]:
        """Return the numbers for `setup`."""
        rest = (0,) * (MAX_CARDS - len(self.cards))
        return self.cards + rest + self.counts + rest

    def texts(self) -> list[str]:
        """Return the cards as they are written, identical ones together."""
        return [card_text(card) for card, n in zip(self.cards, self.counts, strict=True) for _ in range(n)]

    def literal(self) -> str:
        """Return the deck in one line."""
        return "-".join(self.texts())


def card_text(patches: int) -> str:
    """Return a card as the letters of its patches."""
    return "".join(letter * (patches >> PATCH_BITS * i & PATCH_MASK) for i, letter in enumerate(LETTERS))


def pack(colours: Sequence[int]) -> int:
    """Return patches of these colours, packed into one integer."""
    return sum(1 << PATCH_BITS * colour for colour in colours)


# Reading


def read_sheet(lines: Sequence[Line]) -> Sheet:
    """Parse a sheet from nine lines of fields; ParseError names the line and the fault."""
    if len(lines) != len(ROW_LENGTHS):
        where = lines[-1][0] if lines else None
        raise ParseError(f"a sheet has {len(ROW_LENGTHS)} rows of fields, not {len(lines)} (TX-1)", where)
    cells: list[tuple[int | None, str]] = []
    for (number, text), length, row in zip(lines, ROW_LENGTHS, ROWS, strict=True):
        found = _cells(number, text)
        if len(found) != length:
            raise ParseError(f"row {row} has {len(found)} fields, not {length} (TX-1)", number)
        cells += [(number, cell) for cell in found]
    return _sheet(cells)


def _cells(number: int | None, text: str) -> list[str]:
    found = []
    for word in text.split():
        offset = 0
        while offset < len(word):
            match = FIELD.match(word, offset)
            if match is None or match[1] not in LETTERS:
                raise ParseError(
                    f"{word[offset:]!r} is not a field: a field is one of the letters {LETTERS} for its colour, "
                    "then its number or * and its start",
                    number,
                )
            found.append(match[0])
            offset = match.end()
    return found


def _sheet(cells: list[tuple[int | None, str]]) -> Sheet:
    colours, values = [0] * FIELDS, [0] * FIELDS
    starts: dict[int, int] = {}
    seen: dict[int, int] = {}
    for field, (number, cell) in enumerate(cells):
        match = FIELD.fullmatch(cell)
        assert match is not None
        colours[field] = LETTERS.index(match[1])
        if match[2]:
            value = int(match[2])
            if not LOWEST <= value <= HIGHEST:
                raise ParseError(f"{NAMES[field]} carries {value}: numbers are {LOWEST} to {HIGHEST} (TX-1)", number)
            if value in seen:
                raise ParseError(f"{value} is on {NAMES[seen[value]]} and on {NAMES[field]}: once each (TX-1)", number)
            values[field], seen[value] = value, field
        elif match[3]:
            start = int(match[3])
            if not 1 <= start <= STARTS:
                raise ParseError(f"{NAMES[field]} is start {start}: starts are 1 to {STARTS} (TX-3)", number)
            if start in starts:
                raise ParseError(f"start {start} is on {NAMES[starts[start]]} and on {NAMES[field]} (TX-3)", number)
            starts[start] = field
    _check_complete(seen, starts)
    return Sheet(tuple(colours), tuple(values), tuple(starts[start] for start in range(1, STARTS + 1)))


def _check_complete(values: dict[int, int], starts: dict[int, int]) -> None:
    missing = [str(value) for value in range(LOWEST, HIGHEST + 1) if value not in values]
    if missing:
        raise ParseError(f"the sheet lacks the number {', '.join(missing)}: it has {LOWEST} to {HIGHEST} (TX-1)")
    missing = [str(start) for start in range(1, STARTS + 1) if start not in starts]
    if missing:
        raise ParseError(f"the sheet lacks start {', '.join(missing)}: it has {STARTS} (TX-3)")


def read_deck(lines: Sequence[Line]) -> Deck:
    """Parse a deck with one card per line; ParseError names the line and the fault."""
    if not lines:
        raise ParseError("a deck has at least one card (TX-2)")
    if len(lines) > MAX_CARDS:
        raise ParseError(f"a deck has at most {MAX_CARDS} cards, not {len(lines)}", lines[MAX_CARDS][0])
    counts: dict[int, int] = {}
    for number, text in lines:
        card = read_card(text, number)
        counts[card] = counts.get(card, 0) + 1
    return Deck(tuple(counts), tuple(counts.values()))


def read_card(text: str, number: int | None = None) -> int:
    """Parse a card into its packed patches."""
    letters = "".join(text.split())
    unknown = [letter for letter in letters if letter not in LETTERS]
    if unknown or not letters:
        raise ParseError(f"{text.strip()!r} is not a card: a card is letters of {LETTERS}, one for each patch", number)
    if len(letters) > MAX_PATCHES:
        raise ParseError(f"{text.strip()!r} has {len(letters)} patches, at most {MAX_PATCHES} fit on a card", number)
    if max(letters.count(letter) for letter in letters) > PATCH_MASK:
        raise ParseError(f"{text.strip()!r} shows a colour more than {PATCH_MASK} times", number)
    return pack([LETTERS.index(letter) for letter in letters])


# Allowed, but not as intended by TX-2 and TX-3


def sheet_warnings(sheet: Sheet) -> Iterator[str]:
    """Yield the ways in which a sheet is worse than the rules intend."""
    for field in range(FIELDS):
        for beside in neighbours(field):
            if field < beside and sheet.colours[field] == sheet.colours[beside]:
                name = COLOUR_NAMES[sheet.colours[field]]
                yield f"{NAMES[field]} and {NAMES[beside]} are neighbours and both {name}"
    each = FIELDS // COLOURS
    around = sheet.colours[:CENTRE] + sheet.colours[CENTRE + 1 :]
    for colour, name in enumerate(COLOUR_NAMES):
        n = around.count(colour)
        if n != each:
            yield f"{n} fields apart from the centre are {name}, not {each}"
    for field, value in enumerate(sheet.values):
        if value and is_rim(field) != (value >= FIRST_ON_RIM):
            yield f"{value} is on {NAMES[field]}: 2 to 4 belong inside, 5 to 10 on the rim"
    for start, field in enumerate(sheet.starts, 1):
        if field not in neighbours(CENTRE):
            yield f"start {start} is on {NAMES[field]}, not next to the centre"


def deck_warnings(deck: Deck) -> Iterator[str]:
    """Yield the ways in which a deck is worse than the rules intend."""
    texts = deck.texts()
    sets = Counter[str]()
    for text in texts:
        colours = "".join(dict.fromkeys(text))
        sets[colours] += 1
        if len(colours) != COLOURS_ON_CARD or len(text) > COLOURS_ON_CARD + 1:
            yield f"{text} does not show four different colours, one of them perhaps twice"
        elif colours == NEVER_DOUBLED != text:
            yield f"{text} shows a colour twice: the card {NEVER_DOUBLED} never does"
    for colours, n in sets.items():
        if n > 1:
            yield f"{n} cards show {colours}: each set of colours comes once"
    everything = "".join(texts)
    counts = {name: everything.count(letter) for letter, name in zip(LETTERS, COLOUR_NAMES, strict=True)}
    if len(set(counts.values())) > 1:
        yield "the colours have different numbers of patches: " + ", ".join(f"{k} {v}" for k, v in counts.items())
