"""A process that thinks for the bots: one JSON line per question on standard input, one per answer on standard output.

It ends when its input does, whatever it is doing, so it never outlives the server, not even a killed one.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from dataclasses import asdict
from queue import SimpleQueue
from typing import Any

from trackside.core.errors import TracksideError
from trackside.games import GAMES, find_game
from trackside.play.bots import Players, Question, warm_up

CHOOSE, WARM_UP = "choose", "warm up"
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


def listen(asked: SimpleQueue[str]) -> None:
    """Take questions; end the process with the last one, since nobody waits for its answer any more."""
    for line in sys.stdin:
        asked.put(line)
    os._exit(0)


def main() -> None:
    """Answer until nobody asks any more."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a game prints is no answer
    asked: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=listen, args=(asked,), daemon=True).start()
    players = Players()
    while True:
        question = json.loads(asked.get())
        try:
            said = answer(players, question)
        except Exception as error:  # whatever is wrong with one game, the others go on
            known = isinstance(error, TracksideError)
            said = {"error": str(error) if known else GAMES.blame(error) or f"{type(error).__name__}: {error}"}
        print(json.dumps({"id": question["id"], **said}), file=answers, flush=True)


if __name__ == "__main__":
    main()
