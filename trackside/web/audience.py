"""An audience: everybody who sees a table with the same eyes in the same language, and what they are told."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from trackside.core.notation import choices_for
from trackside.core.protocol import OVER, SPECTATOR
from trackside.core.scene import seen_scene
from trackside.core.words import SEATS, Words
from trackside.play.match import Event
from trackside.web.chairs import BOT, OPEN

if TYPE_CHECKING:
    from trackside.web.table import LiveTable


SCENE, STATE = "scene", "state"
"""The forms of a view: data to draw and moves in words for a page, or the view's own bytes for a program that knows
the rules."""

GAME_PARTS = ("view", "result")
"""What a decision rests on, besides the log."""


class Audience:
    """What one pair of eyes is shown of a table; its number grows whenever the game has gone on for them."""

    def __init__(self, table: LiveTable, eyes: int, language: str, player: str | None, form: str, number: int) -> None:
        self.table, self.eyes, self.language, self.player, self.form = table, eyes, language, player, form
        self.number = number
        self.words = table.words(language)
        self.log: list[dict[str, Any]] = []
        self._options = [
            {"name": name, "value": value, "says": option_says(self.words, name, value)}
            for name, value in table.options.items()
        ]
        self._told = 0
        self._fresh: dict[str, Any] = {}
        """The parts that are different from what was told last."""
        self._made: dict[str, tuple[Any, Any]] = {}
        """Parts and what they were made of."""
        self._shown: dict[str, Any] = {}
        self._stop: Callable[[], None] | None = None
        self.refresh()

    def refresh(self) -> bool:
        """Look at the table again; say whether anything changed for these eyes."""
        match = self.table.match
        if self._stop is None:
            self.words = self.table.words(self.language)
            if match is not None:
                self.retell()
                self._stop = match.watch(self.eyes, self._hear)
        before, self._shown = self._shown, self._render()
        changed = {part: value for part, value in self._shown.items() if part not in before or before[part] != value}
        self._fresh |= changed
        moved = self._told != len(self.log) or any(part in changed for part in GAME_PARTS)
        self.number += moved
        return moved or bool(changed)

    def retell(self) -> None:
        """Something was taken back, or it all begins: the log is told anew from where it is another one."""
        assert self.table.match is not None
        before, self.log = self.log, [self._entry(event) for event in self.table.match.events(self.eyes)]
        same = next(
            (i for i, (old, new) in enumerate(zip(before, self.log, strict=False)) if old != new), len(self.log)
        )
        if len(before) != len(self.log) or same < len(self.log):
            self._told = min(same, len(before))
            self._shown = {}

    def close(self) -> None:
        """Nobody looks with these eyes any more."""
        if self._stop is not None:
            self._stop()

    def whole(self) -> dict[str, Any]:
        """The message for somebody who comes new."""
        self._told, self._fresh = len(self.log), {}
        return {"type": "table", "number": self.number, **self._shown, "log_from": 0, "log": self.log}

    def news(self) -> dict[str, Any]:
        """The message for those who know all that was told before: the parts that have changed."""
        start, self._told = self._told, len(self.log)
        fresh, self._fresh = self._fresh, {}
        return {"type": "table", "number": self.number, **fresh, "log_from": start, "log": self.log[start:]}

    def _hear(self, event: Event) -> None:
        self.log.append(self._entry(event))

    def _entry(self, event: Event) -> dict[str, Any]:
        return {"seat": event.seat, "text": event.text, "said": list(event.said(self.words))}

    def _render(self) -> dict[str, Any]:
        table = self.table
        return {
            "table": self._part("table", (table.status, table.deadline, table.ends, table.again), self._about),
            "seats": self._part("seats", (table.status, *table.chairs, *sorted(table.online)), self._seats),
            "eyes": None if self.eyes == SPECTATOR else self.eyes,
            "view": self._part("view", self._seen_of(), self._view),
            "result": self._part("result", table.status, lambda: table.result(self.words)),
        }

    def _seen_of(self) -> tuple[int, str]:
        """What a view is made of: another one when the game goes on."""
        return self.table.count, self.table.status

    def _part(self, name: str, source: Any, make: Callable[[], Any]) -> Any:
        """A part of the message; made anew only when something else goes into it."""
        if name not in self._made or self._made[name][0] != source:
            self._made[name] = (source, make())
        return self._made[name][1]

    def _about(self) -> dict[str, Any]:
        table = self.table
        return {
            "id": table.id,
            "game": table.game.name,
            "folder": table.game.folder,
            "title": table.game.card.title,
            "status": table.status,
            "options": self._options,
            "watch": table.watch,
            "clock": table.clock,
            "deadline": table.deadline,
            "minutes": table.minutes,
            "ends": table.ends if table.status == "playing" else None,
            "host": self.player is not None and self.player == table.host,
            "commitment": table.commitment,
            "origin": table.origin,
            "again": table.again,
        }

    def _seats(self) -> list[dict[str, Any]]:
        host = self.player is not None and self.player == self.table.host
        return [
            {
                "seat": chair.seat,
                "colour": SEATS[chair.seat],
                "kind": chair.kind,
                "name": chair.name,
                "level": chair.level,
                "mine": chair.belongs_to(self.player),
                "come_back": chair.kind == BOT and chair.player is not None and chair.player == self.player,
                "online": chair.seat in self.table.online,
                "invite": f"/join/{self.table.id}/{chair.invite}" if host and chair.kind == OPEN else None,
            }
            for chair in self.table.chairs
        ]

    def _view(self) -> dict[str, Any] | None:
        if self.table.match is None:
            return None
        game, words, eyes = self.table.game, self.words, self.eyes
        sight = self.table.sight(eyes)
        state, actor = sight.state, sight.actor
        moves = choices_for(game.plain, state, eyes) if eyes != SPECTATOR and self.table.status == "playing" else []
        if self.form == STATE:
            about = {"to_move": actor if actor >= 0 else None, "turn": state.turns}
            return {**about, "state": sight.packed(), "moves": moves}
        notation, scenes = game.notation, game.scenes
        offers = [
            {"move": code, "text": notation.move_text(state, eyes, code), **scenes.offer(state, eyes, code, words)}
            for code in moves
        ]
        scene, scores = sight.drawn()
        return {
            "to_move": actor if actor >= 0 else None,
            "turn": state.turns,
            "scene": seen_scene(scene, eyes),
            "prompt": notation.prompt(state, eyes, words) if offers else None,
            "offers": offers,
            "scores": scores,
            "undo": bool(self.log) and self.log[-1]["seat"] == eyes and actor != OVER,
        }


def option_says(words: Words, name: str, value: str) -> str:
    """What the value of an option means, in words."""
    label = words(f"option.{name}.short" if words.has(f"option.{name}.short") else f"option.{name}.name")
    key = f"option.{name}.{value}"
    return f"{label}: {words(key) if words.has(key) else value}"
