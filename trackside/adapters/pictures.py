"""Drawings of positions for `render`: as text, or as an image of that text in the board's colours."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from trackside.adapters.needed import need
from trackside.core.board import COLUMNS, draw_text, make_picture, offers_for
from trackside.core.canvas import Canvas
from trackside.core.errors import BadOption
from trackside.core.notation import view_state
from trackside.core.protocol import REFEREE, AnyState
from trackside.core.words import Words
from trackside.games import Game

MODES = ("ansi", "human", "rgb_array")
SIZE = 14
"""The font size, in pixels."""

INK, PAPER = (30, 30, 30), (250, 250, 245)
COLOUR = re.compile(r"(on )?#([0-9a-fA-F]{6})")

Colour = tuple[int, int, int]


def check_mode(mode: str | None) -> None:
    """Raise BadOption if a render mode does not exist."""
    if mode is not None and mode not in MODES:
        raise BadOption(f"render_mode={mode!r}: must be one of {', '.join(MODES)}, or None")


def render(game: Game, state: AnyState, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """Draw a position as the referee sees it: return text or pixels, or print the text."""
    if mode is None:
        raise BadOption(f"nothing can be drawn: make the environment with render_mode= one of {', '.join(MODES)}")
    if mode == "rgb_array":
        return pixels(game, state)
    text = draw_text(game, state, Words("en", game.package))
    if mode == "ansi":
        return text
    print(text)
    return None


def pixels(game: Game, state: AnyState) -> npt.NDArray[np.uint8]:
    """Return the drawing of a position as the referee sees it: rows, columns, red, green and blue."""
    words = Words("en", game.package)
    view = view_state(game.plain, state, REFEREE)
    picture = make_picture(game, view, REFEREE, words, offers=offers_for(game, view, REFEREE, words))
    canvas = Canvas(COLUMNS, game.board.lines(picture))
    game.board.paint(picture, canvas)
    images = need("PIL.Image", "pettingzoo")
    width, height = _letter()
    image = images.new("RGB", (width * canvas.width, height * canvas.height), PAPER)
    pen = need("PIL.ImageDraw", "pettingzoo").Draw(image)
    for y in range(canvas.height):
        for x in range(canvas.width):
            ink, paper = colours(game.board.STYLES.get(canvas.styles[y][x], ""))
            if paper != PAPER:
                pen.rectangle((x * width, y * height, (x + 1) * width - 1, (y + 1) * height - 1), fill=paper)
            if canvas.signs[y][x] != " ":
                pen.text((x * width, y * height), canvas.signs[y][x], fill=ink, font=_font())
    return np.asarray(image, np.uint8)


def colours(style: str) -> tuple[Colour, Colour]:
    """Return the foreground and background of a style such as `bold #ffffff on #3d7a37`.

    >>> colours("bold #ffffff on #000000")
    ((255, 255, 255), (0, 0, 0))
    """
    ink, paper = INK, PAPER
    for below, code in COLOUR.findall(style):
        colour = (int(code[:2], 16), int(code[2:4], 16), int(code[4:], 16))
        if below:
            paper = colour
        else:
            ink = colour
    return ink, paper


@cache
def _font() -> Any:
    """Return a font with every character of the drawings, which comes with Matplotlib."""
    folder = need("matplotlib", "pettingzoo").get_data_path()
    return need("PIL.ImageFont", "pettingzoo").truetype(f"{folder}/fonts/ttf/DejaVuSansMono.ttf", SIZE)


@cache
def _letter() -> tuple[int, int]:
    """Return the width and height of a character."""
    left, _, right, _ = _font().getbbox("M" * 10)
    return round((right - left) / 10), SIZE + 4
