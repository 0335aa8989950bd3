"""A bot process: reads one JSON line per question from standard input, writes one per answer to standard output.

It exits when its input is closed, even in the middle of a job, so it never outlives the server, not even a killed one.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from queue import SimpleQueue
from typing import Any

from trackside.core.errors import TracksideError
from trackside.games import GAMES, find_game
from trackside.play.bots import Players, Question, warm_up_levels
from trackside.play.match import Match
from trackside.review import Reviewer
from trackside.review.puzzles import is_found, puzzle_from
from trackside.review.questions import Question as Decision
from trackside.review.questions import weigh
from trackside.review.report import Review
from trackside.web.reviews.parts import join, part_after, read_so_far
from trackside.web.workers.protocol import FIND, READ, WARM_UP, WEIGH, option_from

KEPT = 8
"""Reviews whose state is kept between their parts; an evicted one is rebuilt from its stored parts."""


class Readers:
    """Makes reviews part by part; another process may make the next part."""

    def __init__(self) -> None:
        self._begun: OrderedDict[tuple[str, int], Iterator[Review]] = OrderedDict()

    def read(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the next steps of a review, at most `asked["most"]`, after those that are known."""
        known = join(asked["known"])
        before = 0 if known is None else len(known.steps)
        growing = self._begun.pop((asked["key"], before), None)
        if growing is None:
            match = Match.from_record(asked["record"])
            growing = Reviewer(match, asked["effort"], known=known).run()
        *_, grown = islice(growing, asked["most"])
        if not grown.complete:
            self._cache((asked["key"], len(grown.steps)), growing)
        return {
            "part": part_after(grown, before),
            "steps": len(grown.steps) - before,
            "read": read_so_far(grown),
            "complete": grown.complete,
        }

    def _cache(self, key: tuple[str, int], growing: Iterator[Review]) -> None:
        self._begun[key] = growing
        if len(self._begun) > KEPT:
            self._begun.popitem(last=False)


def answer(players: Players, readers: Readers, asked: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a question of any kind."""
    game = find_game(asked["game"])
    if asked["ask"] == WARM_UP:
        warm_up_levels(game)
        return {}
    if asked["ask"] == READ:
        return readers.read(asked)
    if asked["ask"] == FIND:
        return {"found": is_found(puzzle_from(asked["puzzle"]).question(), asked["level"], asked["seed"])}
    import numpy as np

    state: Any = game.plain.State
    view = state.from_record(np.frombuffer(bytes.fromhex(asked["view"]), state.dtype()))
    if asked["ask"] == WEIGH:
        best = option_from(asked["best"])
        decision = Decision(game, view, asked["seat"], (best,), None, asked["unit"])
        return {"option": asdict(weigh(decision, tuple(asked["moves"])))}
    return asdict(players.choose(Question(game, asked["player"], asked["key"], view, asked["seat"], asked["seed"])))


def listen(asked: SimpleQueue[str]) -> None:
    """Queue questions; exit the process when the input ends, since no one waits for an answer any more."""
    for line in sys.stdin:
        asked.put(line)
    os._exit(0)


def main() -> None:
    """Answer questions until the input ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a game may print, which must not be taken for an answer
    asked: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=listen, args=(asked,), daemon=True).start()
    players, readers = Players(), Readers()
    while True:
        question = json.loads(asked.get())
        try:
            said = answer(players, readers, question)
        except Exception as error:  # keep one broken game from stopping the others
            known = isinstance(error, TracksideError)
            said = {"error": str(error) if known else GAMES.blame(error) or f"{type(error).__name__}: {error}"}
        print(json.dumps({"id": question["id"], **said}), file=answers, flush=True)


if __name__ == "__main__":
    main()
