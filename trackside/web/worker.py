"""A process that thinks for the bots: one JSON line per question on standard input, one per answer on standard output.

It ends when its input does, so it never outlives the server, not even a killed one.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Any

from trackside.core.errors import TracksideError
from trackside.games import GAMES, find_game
from trackside.play.bots import Players, Question, warm_up

MOVE, WARM_UP = "move", "warm up"
"""What it can be asked."""


def answer(players: Players, asked: dict[str, Any]) -> dict[str, Any]:
    """A move with what is thought of the others, or that a game is ready."""
    game = find_game(asked["game"])
    if asked["ask"] == WARM_UP:
        warm_up(game)
        return {}
    import numpy as np

    state: Any = game.plain.State
    view = state.from_record(np.frombuffer(bytes.fromhex(asked["view"]), state.dtype()))
    return asdict(players.choose(Question(game, asked["player"], asked["key"], view, asked["seat"], asked["seed"])))


def main() -> None:
    """Answer until nobody asks any more."""
    players = Players()
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            said = answer(players, asked)
        except Exception as error:  # whatever is wrong with one game, the others go on
            known = isinstance(error, TracksideError)
            said = {"error": str(error) if known else GAMES.blame(error) or f"{type(error).__name__}: {error}"}
        print(json.dumps({"id": asked["id"], **said}), flush=True)


if __name__ == "__main__":
    main()
