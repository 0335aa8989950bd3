"""The results of finished games, which are stored as JSON for the lists."""

from __future__ import annotations

import json

from trackside.core.protocol import AnyState
from trackside.games import Game


def summary(game: Game, s: AnyState, undone: int = 0) -> str:
    """Return a finished game's winners, scores, teams and number of free undos as JSON, for the lists."""
    points, shares = [0] * s.seats, [0.0] * s.seats
    game.plain.scores(s, points)
    game.plain.returns(s, shares)
    winners = [seat for seat, share in enumerate(shares) if share == max(shares)]
    found: dict[str, object] = {"winners": winners, "scores": points}
    if (sides := game.scenes.sides(s)) != list(range(s.seats)):
        found["sides"] = sides
    return json.dumps(found | ({"undone": undone} if undone else {}))


def sides_in(result: str | None, seats: int) -> list[int]:
    """Return the side of each seat of a finished game; without teams every seat is its own side."""
    sides: list[int] = json.loads(result).get("sides", []) if result else []
    return sides or list(range(seats))


def undone_in(result: str | None) -> int:
    """Return the number of free undos of a finished game; 0 if it is not over."""
    return int(json.loads(result).get("undone", 0)) if result else 0
