"""What the drawings of several games need: pieces, seats, lists that fit."""

from __future__ import annotations

from collections.abc import Sequence

from trackside.core.words import SEATS
from trackside.terminal.boards import Scene
from trackside.terminal.canvas import PLAIN, Canvas
from trackside.terminal.look import FAINT, ink, seat_style

FADED = ink(FAINT)
BOLD = ink(bold=True)
CHOSEN = ink("#000000", "#ffd75f", bold=True)
"""Where the selected move leads."""

OFFERED = ink("#ffd75f", bold=True)
"""Where other moves lead."""

NAME = 9
"""Columns for the name of a seat."""


def letter(seat: int) -> str:
    """The sign of a seat's pieces."""
    return SEATS[seat][0].upper()


def put_pieces(
    canvas: Canvas, x: int, y: int, width: int, pieces: Sequence[int], ghosts: Sequence[int] = (), spot: str = ""
) -> int:
    """Pieces by the letters of their seats, `R4` for many of one, small if they would come, `+` for the rest."""
    parts: list[tuple[str, int, bool]] = [(letter(seat), seat, False) for seat in sorted(pieces)]
    parts += [(letter(seat).lower(), seat, True) for seat in sorted(ghosts)]
    if len(parts) > width:
        parts = []
        for seat in sorted(set(pieces)):
            n = pieces.count(seat)
            parts.append((letter(seat) + (str(n) if n > 1 else ""), seat, False))
        parts += [(letter(seat).lower(), seat, True) for seat in sorted(ghosts)]
    if 3 * len(parts) <= width:
        parts = [(f" {text} ", seat, ghost) for text, seat, ghost in parts]
    end = x + width
    for number, (text, seat, ghost) in enumerate(parts):
        rest = len(parts) - number - 1
        if x + len(text) + (1 if rest else 0) > end:
            return canvas.put(x, y, "+", BOLD, spot)
        x = canvas.put(x, y, text, seat_style(seat, reverse=ghost), spot)
    return x


def put_seat(canvas: Canvas, x: int, y: int, scene: Scene, seat: int, colour: int | None = None) -> int:
    """Who sits there: a pointer if it is their turn, letter, colour and name."""
    pointer = "►" if scene.to_move == seat else " "
    x = canvas.put(x, y, pointer, OFFERED)
    x = canvas.put(x, y, f" {letter(seat)} ", seat_style(seat if colour is None else colour))
    style = BOLD if seat == scene.eyes else PLAIN
    canvas.put(x + 1, y, fitted(scene.words.who(seat), NAME), style)
    canvas.put(x + 1 + NAME + 1, y, fitted(scene.names[seat], NAME), FADED)
    return x + 1 + 2 * (NAME + 1)


def fitted(text: str, width: int) -> str:
    """A text cut to a width, with a sign that it was."""
    return text if len(text) <= width else text[: width - 1] + "…"
