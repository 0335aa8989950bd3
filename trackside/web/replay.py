"""A finished game, position by position."""

from __future__ import annotations

from typing import Any

from trackside.core.notation import view_state
from trackside.core.protocol import REFEREE, SPECTATOR
from trackside.core.scene import seen_scene
from trackside.core.words import SEATS, Words
from trackside.web.table import LiveTable


def replay(table: LiveTable, eyes: int, words: Words, player: str | None) -> dict[str, Any]:
    """Every position of a game as these eyes saw it, each with the entry of the log that led to it."""
    match, game = table.match, table.game
    assert match is not None
    positions = match.positions()
    frames = []
    for index, state in enumerate(positions):
        view = view_state(game.plain, state, eyes)
        scores = [0] * match.seats
        game.plain.scores(view, scores)
        actor = game.plain.to_move(view)
        frame: dict[str, Any] = {
            "scene": seen_scene(game.scenes.scene(view, eyes), eyes),
            "scores": scores,
            "turn": view.turns,
            "to_move": actor if actor >= 0 else None,
            "seat": None,
            "text": "",
            "said": [],
        }
        if index > 0:
            seat, move = match.log[index - 1]
            before = positions[index - 1]
            frame["seat"] = seat
            frame["text"] = game.notation.move_text(before, seat, move, eyes)
            frame["said"] = game.notation.describe(before, seat, move, words, eyes)
        frames.append(frame)
    return {
        "table": {"id": table.id, "game": game.name, "folder": game.folder, "title": game.card.title},
        "seats": [
            {
                "seat": chair.seat,
                "colour": SEATS[chair.seat],
                "kind": chair.kind,
                "name": chair.name,
                "level": chair.level,
                "mine": chair.belongs_to(player),
            }
            for chair in table.chairs
        ],
        "eyes": {REFEREE: "all", SPECTATOR: "spectator"}.get(eyes, eyes),
        "frames": frames,
        "result": table.result(words),
    }
