"""Typed moves: a number from the list, or moves in notation one after the other."""

from __future__ import annotations

import re
from collections.abc import Callable

from trackside.core.errors import IllegalMove, TracksideError
from trackside.core.notation import find_first, find_move
from trackside.core.words import Words
from trackside.games import Game
from trackside.play.events import View


class Caution:
    """A guard that asks once before a move the game's scene warns of; repeating the move makes it."""

    def __init__(self) -> None:
        self._asked: tuple[bytes, int] | None = None

    def check(self, game: Game, view: View, code: int, words: Words) -> None:
        """Raise TracksideError with the warning the first time this move is requested here."""
        warning = game.scenes.offer(view.state, view.seat, code, words).get("warning")
        asked = view.state.to_bytes(), code
        if warning and self._asked != asked:
            self._asked = asked
            raise TracksideError(f"{warning} {words('play.again')}")


def play_line(line: str, game: Game, words: Words, look: Callable[[], View], play: Callable[[int], None]) -> None:
    """Make the moves of a line; `look` returns the seat's current view, `play` makes a move by its code."""
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
