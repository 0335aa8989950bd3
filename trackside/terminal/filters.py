"""Filters for terminals without colours or without Unicode."""

from __future__ import annotations

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from trackside.core.canvas import ascii_text

DEFAULT = Style.from_color(RichColor.parse("default"), RichColor.parse("default"))


class AsciiOnly(LineFilter):
    """A filter that reduces output to ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line in ASCII."""
        return [Segment(ascii_text(text), style, control) for text, style, control in segments]


class ColourFree(LineFilter):
    """A filter that removes colours but keeps bold, underline and reverse."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the line in the terminal's default colours."""
        return [Segment(text, None if style is None else style + DEFAULT, control) for text, style, control in segments]
