"""A sheet of characters to draw on: each has the name of a style, and places can be found again by name."""

from __future__ import annotations

import unicodedata
from functools import cache

ASCII_SIGNS = {
    "★": "*",
    "►": ">",
    "◄": "<",
    "›": ">",
    "‹": "<",
    "▸": ">",
    "◂": "<",
    "·": ".",
    "…": ".",
    "—": "-",
    "–": "-",
    "−": "-",
    "×": "x",
    "±": "~",
    "◎": "@",
    "━": "-",
    "╱": "/",
    "╲": "\\",
    "█": "#",
    "▓": "#",
    "░": ".",
    "←": "<",
    "→": ">",
    "↑": "^",
    "↓": "v",
    "▐": "[",
    "▌": "]",
    "ß": "s",
    "„": '"',
    "“": '"',
    "”": '"',
    "’": "'",
    "✓": "+",
}
"""What stands for a sign where there is only ASCII, one for one so that nothing moves."""


@cache
def ascii_sign(sign: str) -> str:
    """The one ASCII sign that looks most like another."""
    if sign.isascii():
        return sign
    if sign in ASCII_SIGNS:
        return ASCII_SIGNS[sign]
    name = unicodedata.name(sign, "")
    if name.startswith("BOX DRAWINGS"):
        words = set(name.split())
        if words & {"VERTICAL", "UP", "DOWN"}:
            return "+" if words & {"HORIZONTAL", "LEFT", "RIGHT"} else "|"
        return "-"
    if name.startswith(("BLOCK", "LEFT", "RIGHT", "UPPER", "LOWER", "FULL")):
        return "|" if "HALF" not in name else "#"
    base = unicodedata.normalize("NFKD", sign)[0]
    return base if base.isascii() else "?"


def ascii_text(text: str) -> str:
    """A text of the same length in ASCII.

    >>> ascii_text("Träxx ►4◄")
    'Traxx >4<'
    """
    return text if text.isascii() else "".join(map(ascii_sign, text))


class Canvas:
    """Characters with the names of their styles; whatever lies outside is cut off.

    >>> canvas = Canvas(12, 1)
    >>> canvas.put(1, 0, "cactus", "bold", spot="c1")
    7
    >>> canvas.text(), canvas.spot_at(2, 0)
    (' cactus', 'c1')
    """

    def __init__(self, width: int, height: int, *, ascii_only: bool = False) -> None:
        self.width, self.height, self.ascii_only = width, height, ascii_only
        self.signs = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]
        self.spots: dict[str, list[tuple[int, int]]] = {}

    def put(self, x: int, y: int, text: str, style: str = "", spot: str = "") -> int:
        """Write a text and return the column after it; `spot` is a name under which its place can be found."""
        for sign in text:
            if 0 <= x < self.width and 0 <= y < self.height:
                self.signs[y][x] = sign
                self.styles[y][x] = style
                if spot:
                    self.spots.setdefault(spot, []).append((x, y))
            x += 1
        return x

    def fill(self, x: int, y: int, width: int, height: int, style: str, spot: str = "") -> None:
        """Paint an area without signs."""
        for line in range(height):
            self.put(x, y + line, " " * width, style, spot)

    def spot_at(self, x: int, y: int) -> str | None:
        """The spot drawn last of those at a place."""
        found = [name for name, places in self.spots.items() if (x, y) in places]
        return found[-1] if found else None

    def middle(self, spot: str) -> tuple[float, float] | None:
        """The middle of a spot; a line counts twice as much as a column, as it looks."""
        places = self.spots.get(spot)
        if not places:
            return None
        return sum(x for x, _ in places) / len(places), sum(2 * y for _, y in places) / len(places)

    def runs(self, y: int) -> list[tuple[str, str]]:
        """A line as texts, each with the one style it has."""
        found: list[tuple[str, str]] = []
        start = 0
        signs, styles = self.signs[y], self.styles[y]
        for x in range(1, self.width + 1):
            if x == self.width or styles[x] != styles[start]:
                found.append(("".join(signs[start:x]), styles[start]))
                start = x
        return found

    def text(self) -> str:
        """The drawing without styles."""
        text = "\n".join("".join(line).rstrip() for line in self.signs).rstrip()
        return ascii_text(text) if self.ascii_only else text
