"""Moves as people type them: a number of the list, or the moves of a line one after the other."""

from __future__ import annotations

import re
from collections.abc import Callable

from trackside.core.errors import IllegalMove, TracksideError
from trackside.core.notation import find_first, find_move
from trackside.core.words import Words
from trackside.games import Game
from trackside.play.events import View


def play_line(line: str, game: Game, words: Words, look: Callable[[], View], play: Callable[[int], None]) -> None:
    """Make the moves that a line says; `look` is what the seat sees now, `play` makes a move by its code."""
    view = look()
    if line.isdecimal():
        if not 1 <= int(line) <= len(view.moves):
            raise TracksideError(words("play.no_number", number=line, n=len(view.moves)))
        play(view.moves[int(line) - 1].code)
        return
    texts = [text for text in re.split(r"[\s,;]+", line) if text]
    made = False
    while texts:
        view = look()
        try:
            code, used = find_first(game.plain, game.notation, view.state, view.seat, texts, words)
        except IllegalMove:
            if made:
                raise
            find_move(game.plain, game.notation, view.state, view.seat, line, words)
            raise
        play(code)
        made, texts = True, texts[used:]
