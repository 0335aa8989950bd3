"""Colours, and what a terminal without colours or without Unicode gets instead."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

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

DEFAULT = Style.from_color(RichColor.parse("default"), RichColor.parse("default"))

SIGNS = {
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
    "×": "x",
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
    """One ASCII sign that reads most like another."""
    if sign.isascii():
        return sign
    if sign in SIGNS:
        return SIGNS[sign]
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


class AsciiOnly(LineFilter):
    """Nothing but ASCII reaches the terminal."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same line in ASCII."""
        return [
            Segment(text if text.isascii() else "".join(map(ascii_sign, text)), style, control)
            for text, style, control in segments
        ]


class ColourFree(LineFilter):
    """No colour reaches the terminal; bold, underlined and reversed stay."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same line in the terminal's own two colours."""
        return [Segment(text, None if style is None else style + DEFAULT, control) for text, style, control in segments]


def speaks_unicode(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the terminal can show more than ASCII, by the locale it was given."""
    for variable in ("LC_ALL", "LC_CTYPE", "LANG"):
        if value := environment.get(variable):
            return "utf" in value.lower()
    return "utf" in (getattr(sys.__stdout__, "encoding", None) or "").lower()


def can_be_full_screen(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether somebody sits at a terminal that can do more than print lines."""
    streams: Sequence[object] = (sys.stdin, sys.stdout, sys.__stderr__)
    seen = all(getattr(stream, "isatty", lambda: False)() for stream in streams)
    return seen and environment.get("TERM", "") not in ("", "dumb")


@cache
def ink(colour: str = INK, ground: str = PAPER, *, bold: bool = False, reverse: bool = False) -> Style:
    """A style of the drawings."""
    return Style(color=colour, bgcolor=ground, bold=bold or None, reverse=reverse or None)


@cache
def seat_style(seat: int, *, reverse: bool = False) -> Style:
    """How the pieces of a seat are drawn."""
    letter, ground = SEAT_COLOURS[seat]
    return Style(color=letter, bgcolor=ground, bold=True, reverse=reverse or None)
