"""A sheet of characters to draw on, which remembers where its spots are."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from trackside.terminal.look import INK, ink

PLAIN = ink(INK)


class Canvas:
    """Characters with styles; whatever lies outside is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.signs = [[" "] * width for _ in range(height)]
        self.styles = [[PLAIN] * width for _ in range(height)]
        self.spots: dict[str, list[tuple[int, int]]] = {}

    def put(self, x: int, y: int, text: str, style: Style = PLAIN, spot: str = "") -> int:
        """Write a text and say where it ends; a spot is a name under which its place can be found."""
        for sign in text:
            if 0 <= x < self.width and 0 <= y < self.height:
                self.signs[y][x] = sign
                self.styles[y][x] = style
                if spot:
                    self.spots.setdefault(spot, []).append((x, y))
            x += 1
        return x

    def fill(self, x: int, y: int, width: int, height: int, style: Style, spot: str = "") -> None:
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

    def strip(self, y: int) -> Strip:
        """A line for the screen."""
        segments: list[Segment] = []
        start = 0
        signs, styles = self.signs[y], self.styles[y]
        for x in range(1, self.width + 1):
            if x == self.width or styles[x] is not styles[start]:
                segments.append(Segment("".join(signs[start:x]), styles[start]))
                start = x
        return Strip(segments, self.width)

    def text(self) -> str:
        """The drawing without styles."""
        return "\n".join("".join(line).rstrip() for line in self.signs).rstrip()
