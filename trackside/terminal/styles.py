"""Colours, and the named styles of drawings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rich.style import Style

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


@cache
def parse_style(text: str) -> Style:
    """Return the style for a string such as `bold #ffffff on #3d7a37`, with defaults for what it leaves open."""
    return Style.parse(f"{INK} on {PAPER}") + Style.parse(text)


def style_of(name: str, own: Mapping[str, str]) -> Style:
    """Return the style of a name, from a board's own styles or the shared ones; an unknown name gets the default."""
    return parse_style(own.get(name) or SHARED.get(name, ""))


def seat_style(seat: int) -> Style:
    """Return the style of a seat's pieces."""
    return parse_style(SHARED[f"seat.{seat}"])
