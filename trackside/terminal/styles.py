"""The named styles of drawings, as Rich styles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rich.style import Style

from trackside.core.styles import BRIGHT, FAINT, INK, PAPER, SEAT_COLOURS, SHARED

__all__ = ["BRIGHT", "FAINT", "INK", "PAPER", "SEAT_COLOURS", "SHARED", "parse_style", "seat_style", "style_of"]


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
