"""Colours, and the styles that drawings name."""

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
"""Letter and ground of every seat's pieces, in the order of the seats."""

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
"""The styles that every drawing can name: `seat.0` a piece of the first seat, `ghost.0` one that would come."""


@cache
def parse_style(text: str) -> Style:
    """The style of a text such as `bold #ffffff on #3d7a37`; what it leaves open is as usual."""
    return Style.parse(f"{INK} on {PAPER}") + Style.parse(text)


def style_of(name: str, own: Mapping[str, str]) -> Style:
    """The style of a name, by a board's own styles or the shared ones; an unknown name looks as usual."""
    return parse_style(own.get(name) or SHARED.get(name, ""))


def seat_style(seat: int) -> Style:
    """How the pieces of a seat are drawn."""
    return parse_style(SHARED[f"seat.{seat}"])
