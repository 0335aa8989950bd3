"""The default scenes, for games without a scene.py and for functions missing from it: the fields by name."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from trackside.core.protocol import CHANCE, AnyState
from trackside.core.scene import Effect, Ending, Offer, Scene
from trackside.core.words import LANGUAGES, SEATS, Words, catalogue

if TYPE_CHECKING:
    from trackside.games.game import Game


class DefaultScenes:
    """Scenes, offers and endings derived from a game's fields and words."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def shown(self) -> list[str]:
        """The fields that have a name in the words, as `scene.<field>`; if none has, all of them."""
        fields = [name for name in self.game.plain.State.fields if name != "seats"]
        named = [name for name in fields if f"scene.{name}" in catalogue(self.game.package, LANGUAGES[0])]
        return named or fields

    def scene(self, s: AnyState, perspective: int) -> Scene:
        """Return the fields that are shown; fields with an entry for every seat are listed with the seats."""
        most, points = self.game.card.seats[-1], self._points(s)
        theirs = [name for name in self.shown if s.fields[name].shape[:1] == (most,)]
        seats = [
            {"colour": SEATS[seat], "points": points[seat], **{name: getattr(s, name)[seat] for name in theirs}}
            for seat in range(s.seats)
        ]
        return {**{name: getattr(s, name) for name in self.shown if name not in theirs}, "seats": seats}

    def offer(self, s: AnyState, seat: int, move: int, words: Words) -> Offer:
        """Return an offer whose label is a sentence."""
        brings = self.game.notation.describe(s, seat, move, words, seat)
        text = self.game.notation.move_text(s, seat, move)
        key = next((key for key in (f"offer.{text}", "offer.any") if words.has(key)), None)
        return {"label": words(key, text=text) if key else " ".join(brings), "brings": brings}

    def completes(self, s: AnyState, seat: int) -> bool:
        """Return False: every move is a decision."""
        return False

    def effects(self, s: AnyState, seat: int, move: int, perspective: int) -> list[Effect]:
        """Return one effect: the move or outcome by its name."""
        text, kind = self.game.notation.move_text(s, seat, move, perspective), "outcome" if seat == CHANCE else "move"
        return [{"kind": kind, "seat": max(getattr(s, "seat", 0), 0) if seat == CHANCE else seat, "text": text}]

    def roller(self, s: AnyState) -> int:
        """Return CHANCE: no one has a die of their own."""
        return CHANCE

    def ending(self, s: AnyState, words: Words) -> Ending:
        """Return every seat's points."""
        return {"columns": [words("default.points")], "rows": [[points] for points in self._points(s)], "notes": []}

    def end_reason(self, s: AnyState, words: Words) -> str:
        """Return an empty string: the reason cannot be derived from the fields."""
        return ""

    def sides(self, s: AnyState) -> list[int]:
        """Return every seat as its own side."""
        return list(range(s.seats))

    def _points(self, s: AnyState) -> list[int]:
        points = [0] * s.seats
        self.game.plain.scores(s, points)
        return points
