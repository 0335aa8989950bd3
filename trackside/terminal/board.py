"""The widget that shows a board: draws the scene, knows what lies under the mouse and in which direction."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from trackside.play.match import Move
from trackside.terminal.boards import Board, Scene
from trackside.terminal.canvas import Canvas

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class BoardView(Widget):
    """A scene drawn as large as there is room."""

    DEFAULT_CSS = "BoardView { width: 1fr; height: 1fr; }"

    class Clicked(Message):
        """Somebody clicked on a spot."""

        def __init__(self, spot: str) -> None:
            super().__init__()
            self.spot = spot

    def __init__(self, board: Board) -> None:
        super().__init__()
        self.board = board
        self.scene: Scene | None = None
        self.canvas = Canvas(0, 0)

    def show(self, scene: Scene) -> None:
        """Draw this from now on."""
        self.scene = scene
        self.redraw()

    def redraw(self) -> None:
        """Draw anew at the size there is."""
        self.canvas = Canvas(self.size.width, self.size.height)
        if self.scene is not None:
            self.board.paint(self.scene, self.canvas)
        self.refresh()

    def on_resize(self) -> None:
        """The window has another size."""
        self.redraw()

    def render_line(self, y: int) -> Strip:
        """A line of the drawing."""
        if y < self.canvas.height:
            return self.canvas.strip(y)
        return Strip.blank(self.size.width)

    def on_click(self, event: events.Click) -> None:
        """Say which spot was meant."""
        spot = self.canvas.spot_at(event.x, event.y)
        if spot is not None:
            self.post_message(self.Clicked(spot))

    def at(self, spot: str) -> list[Move]:
        """The moves that are about a spot; those that lead to it come first."""
        moves = self.scene.moves if self.scene is not None else ()
        about = [(self.board.spots(move.text), move) for move in moves]
        return [move for spots, move in about if spots[0] == spot] + [
            move for spots, move in about if spot in spots[1:]
        ]

    def beside(self, direction: str) -> Move | None:
        """The move whose spot is the next one in a direction from that of the selected move."""
        if self.scene is None or self.scene.selected is None:
            return None
        here = self.canvas.middle(self.board.spots(self.scene.selected.text)[0]) or (0.0, 0.0)
        dx, dy = DIRECTIONS[direction]
        best: tuple[float, Move] | None = None
        for move in self.scene.moves:
            there = self.canvas.middle(self.board.spots(move.text)[0])
            if there is None:
                continue
            x, y = there[0] - here[0], there[1] - here[1]
            ahead, aside = x * dx + y * dy, abs(x * dy) + abs(y * dx)
            distance = ahead + 2 * aside
            if ahead > 0.5 and (best is None or distance < best[0]):
                best = distance, move
        return best[1] if best else None
