"""Colours, and the named styles that every text drawing can use."""

from __future__ import annotations

SEAT_COLOURS = (
    ("#ffffff", "#c8202f"),
    ("#ffffff", "#8637a8"),
    ("#000000", "#f0c419"),
    ("#ffffff", "#1f6fc4"),
    ("#ffffff", "#22803c"),
    ("#000000", "#f2f2f2"),
)
"""The letter and background colours of every seat's pieces, in seat order."""

INK, PAPER = "#e6e6e6", "#12161c"
FAINT = "#7d8794"
BRIGHT = "#ffd75f"

SHARED = {
    "": "",
    "faint": FAINT,
    "bold": "bold",
    "chosen": f"bold #000000 on {BRIGHT}",
    "offered": f"bold {BRIGHT}",
    **{f"seat.{seat}": f"bold {ink} on {ground}" for seat, (ink, ground) in enumerate(SEAT_COLOURS)},
    **{f"ghost.{seat}": f"bold reverse {ink} on {ground}" for seat, (ink, ground) in enumerate(SEAT_COLOURS)},
}
"""The styles available to every drawing: `seat.0` is a piece of the first seat, `ghost.0` one a move would place."""
