"""Text drawings as HTML in the board's colours, for notebooks."""

from __future__ import annotations

import io

from trackside.core.board import Drawable, draw_canvas
from trackside.core.protocol import REFEREE, AnyState
from trackside.core.styles import INK, PAPER, SHARED
from trackside.core.words import Words

FRAME = (
    f'<pre style="background: {PAPER}; color: {INK}; padding: 0.8em; line-height: 1.25; width: max-content; '
    "max-width: 100%; overflow-x: auto; font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\">"
)


def draw_html(game: Drawable, state: AnyState, words: Words, perspective: int = REFEREE, *, heading: str = "") -> str:
    """Draw a position and its legal moves from a perspective, below a heading, as one HTML element."""
    from rich.console import Console
    from rich.style import Style
    from rich.text import Text

    canvas = draw_canvas(game, state, words, perspective)
    console = Console(record=True, file=io.StringIO(), width=max(canvas.width, len(heading)), color_system="truecolor")
    paper = Style.parse(f"{INK} on {PAPER}")
    if heading:
        console.print(Text(heading, paper + Style(bold=True)), Text("\n"), sep="", highlight=False)
    for y in range(canvas.height):
        runs = [
            (text, paper + Style.parse(game.board.STYLES.get(name) or SHARED.get(name, "")))
            for text, name in canvas.runs(y)
        ]
        console.print(Text.assemble(*runs), no_wrap=True, highlight=False)
    return FRAME + console.export_html(inline_styles=True, code_format="{code}") + "</pre>"
