"""A grid of styled characters to draw on, with named spots that can be found again."""

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
"""The ASCII substitute of each character; one for one, so that nothing moves."""


@cache
def ascii_sign(sign: str) -> str:
    """Return the ASCII character that looks most like another character."""
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
    """Return a string of the same length in ASCII.

    >>> ascii_text("Träxx ►4◄")
    'Traxx >4<'
    """
    return text if text.isascii() else "".join(map(ascii_sign, text))


class Canvas:
    """Characters with the names of their styles; anything outside the area is cut off.

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
        """Write a string and return the column after it; `spot` names its place, so that it can be found again."""
        for sign in text:
            if 0 <= x < self.width and 0 <= y < self.height:
                self.signs[y][x] = sign
                self.styles[y][x] = style
                if spot:
                    self.spots.setdefault(spot, []).append((x, y))
            x += 1
        return x

    def fill(self, x: int, y: int, width: int, height: int, style: str, spot: str = "") -> None:
        """Fill an area with spaces of a style."""
        for line in range(height):
            self.put(x, y + line, " " * width, style, spot)

    def spot_at(self, x: int, y: int) -> str | None:
        """Return the spot that was drawn last at a place, or None."""
        found = [name for name, places in self.spots.items() if (x, y) in places]
        return found[-1] if found else None

    def middle(self, spot: str) -> tuple[float, float] | None:
        """Return the middle of a spot, or None; a line counts as two columns, as it does to the eye."""
        places = self.spots.get(spot)
        if not places:
            return None
        return sum(x for x, _ in places) / len(places), sum(2 * y for _, y in places) / len(places)

    def runs(self, y: int) -> list[tuple[str, str]]:
        """Return a line as runs of text, each with its style."""
        found: list[tuple[str, str]] = []
        start = 0
        signs, styles = self.signs[y], self.styles[y]
        for x in range(1, self.width + 1):
            if x == self.width or styles[x] != styles[start]:
                found.append(("".join(signs[start:x]), styles[start]))
                start = x
        return found

    def text(self) -> str:
        """Return the drawing without styles."""
        text = "\n".join("".join(line).rstrip() for line in self.signs).rstrip()
        return ascii_text(text) if self.ascii_only else text
