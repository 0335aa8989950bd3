"""What a terminal without colours or without Unicode gets instead."""

from __future__ import annotations

from rich.color import Color as RichColor
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from trackside.core.canvas import ascii_text

DEFAULT = Style.from_color(RichColor.parse("default"), RichColor.parse("default"))


class AsciiOnly(LineFilter):
    """Nothing but ASCII reaches the terminal."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same line in ASCII."""
        return [Segment(ascii_text(text), style, control) for text, style, control in segments]


class ColourFree(LineFilter):
    """No colour reaches the terminal; bold, underlined and reversed stay."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same line in the terminal's own two colours."""
        return [Segment(text, None if style is None else style + DEFAULT, control) for text, style, control in segments]
