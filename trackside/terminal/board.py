"""The widget that draws a board and finds offers by mouse position or direction."""

from __future__ import annotations

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from trackside.core.board import Picture, TextBoard
from trackside.core.canvas import Canvas
from trackside.terminal.styles import style_of

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class BoardView(Widget):
    """A picture drawn as large as space allows."""

    DEFAULT_CSS = "BoardView { width: 1fr; height: 1fr; }"

    class Clicked(Message):
        """A click on a spot."""

        def __init__(self, spot: str) -> None:
            super().__init__()
            self.spot = spot

    def __init__(self, board: TextBoard, *, ascii_only: bool = False) -> None:
        super().__init__()
        self.board, self.ascii_only = board, ascii_only
        self.picture: Picture | None = None
        self.canvas = Canvas(0, 0)

    def show(self, picture: Picture) -> None:
        """Draw this picture from now on."""
        self.picture = picture
        self.redraw()

    def redraw(self) -> None:
        """Redraw at the current size."""
        self.canvas = Canvas(self.size.width, self.size.height, ascii_only=self.ascii_only)
        if self.picture is not None:
            self.board.paint(self.picture, self.canvas)
        self.refresh()

    def on_resize(self) -> None:
        """Redraw at the new size."""
        self.redraw()

    def render_line(self, y: int) -> Strip:
        """Return one line of the drawing."""
        if y >= self.canvas.height:
            return Strip.blank(self.size.width)
        runs = self.canvas.runs(y)
        return Strip([Segment(text, style_of(name, self.board.STYLES)) for text, name in runs], self.canvas.width)

    def on_click(self, event: events.Click) -> None:
        """Post the spot that was clicked."""
        spot = self.canvas.spot_at(event.x, event.y)
        if spot is not None:
            self.post_message(self.Clicked(spot))

    @property
    def has_places(self) -> bool:
        """True if any offer has a spot on the board."""
        return self.picture is not None and any(map(self.board.spots, self.picture.offers))

    def offers_at(self, spot: str) -> list[int]:
        """Return the numbers of the offers at a spot, those that lead to it first."""
        places = [self.board.spots(offer) for offer in self.picture.offers] if self.picture is not None else []
        leading = [number for number, spots in enumerate(places) if spots[:1] == [spot]]
        return leading + [number for number, spots in enumerate(places) if spot in spots[1:]]

    def offer_beside(self, direction: str) -> int | None:
        """Return the number of the nearest offer in a direction from the selected one."""
        if self.picture is None or self.picture.selected is None:
            return None
        places = [self.middle_of(number) for number in range(len(self.picture.offers))]
        here = places[self.picture.selected] or (0.0, 0.0)
        dx, dy = DIRECTIONS[direction]
        best: tuple[float, int] | None = None
        for number, there in enumerate(places):
            if there is None:
                continue
            x, y = there[0] - here[0], there[1] - here[1]
            ahead, aside = x * dx + y * dy, abs(x * dy) + abs(y * dx)
            distance = ahead + 2 * aside
            if ahead > 0.5 and (best is None or distance < best[0]):
                best = distance, number
        return best[1] if best else None

    def middle_of(self, number: int) -> tuple[float, float] | None:
        """Return the centre of an offer's spot, or None if it has no spot."""
        spots = self.board.spots(self.picture.offers[number]) if self.picture is not None else []
        return self.canvas.middle(spots[0]) if spots else None
