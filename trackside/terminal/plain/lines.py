"""Lines printed to a person and read from them, on a terminal or through a pipe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from trackside.core.board import draw_text
from trackside.core.errors import TracksideError
from trackside.core.protocol import AnyState
from trackside.core.rulebook import find_rule, numbered_rules, rulebook
from trackside.core.words import Words
from trackside.games import Game
from trackside.play.events import Move


class PlainLines:
    """A game in plain lines: what tables and lessons have in common."""

    def __init__(self, game: Game, words: Words, source: TextIO, out: TextIO, ascii_only: bool) -> None:
        self.game, self.words, self.source, self.out, self.ascii_only = game, words, source, out, ascii_only

    def say(self, text: str) -> None:
        """Print a line and flush it."""
        print(text, file=self.out, flush=True)

    def tell(self, text: str) -> None:
        """Print a text."""
        self.say(text)

    def read(self, prompt: str) -> str | None:
        """Return a line of input; None at the end of input or when the person leaves."""
        print(prompt, end="", file=self.out, flush=True)
        line = self.source.readline()
        if not line:
            self.say("")
        return None if not line or line.strip() in ("quit", "q", "exit") else line.strip()

    def draw(self, view: AnyState, seat: int, words: Words) -> None:
        """Print a position as a seat sees it."""
        self.say("\n" + draw_text(self.game, view, words, seat, ascii_only=self.ascii_only) + "\n")

    def number_moves(self, moves: Sequence[Move], says: Sequence[str]) -> None:
        """List moves, numbered, each with what it does."""
        width = max(12, *(len(move.text) for move in moves))
        for number, (move, said) in enumerate(zip(moves, says, strict=True), 1):
            self.say(f"{number:4}  {move.text:{width}} {said}")

    def rules(self, wanted: str) -> None:
        """Print one rule by its number, or all of them."""
        package, language = self.game.package, self.words.language
        if not wanted:
            self.say(rulebook(package, language))
            return
        rule = find_rule(package, language, wanted)
        if rule is None:
            known = ", ".join(numbered_rules(package, language))
            raise TracksideError(self.words("play.no_rule", number=wanted, known=known))
        self.tell(f"{rule[0]}: {rule[1]}")
