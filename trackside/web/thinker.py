"""A process that thinks for the bots: one JSON line per question on standard input, one per answer on standard output.

It ends when its input does, so it never outlives the server, not even a killed one.
"""

from __future__ import annotations

import json
import sys
from collections import OrderedDict
from typing import Any

from trackside.core.errors import TracksideError
from trackside.games import Game, find_game
from trackside.search.agents import Agent, make_agent
from trackside.search.choice import Choice

REMEMBERED = 200
"""Players kept between their moves, so that they can go on thinking where they were."""


class Thinker:
    """Answers questions; players keep their thoughts from move to move."""

    def __init__(self) -> None:
        self.agents: OrderedDict[tuple[str, str, str], Agent] = OrderedDict()

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """A move with what is thought of the others, or that a game is ready."""
        game = find_game(question["game"])
        if question["ask"] == "warm":
            warm_up(game)
            return {"id": question["id"]}
        import numpy as np

        state: Any = game.plain.State
        view = state.from_record(np.frombuffer(bytes.fromhex(question["view"]), state.dtype()))
        choice = self.agent(game, question).choose(view, question["seat"])
        return {"id": question["id"], **as_dict(choice)}

    def agent(self, game: Game, question: dict[str, Any]) -> Agent:
        """The player of this table and seat."""
        key = (game.name, question["agent"], question["who"])
        if key not in self.agents:
            self.agents[key] = make_agent(question["agent"], game, question["seed"])
            while len(self.agents) > REMEMBERED:
                self.agents.popitem(last=False)
        self.agents.move_to_end(key)
        return self.agents[key]


def warm_up(game: Game) -> None:
    """Compile the search of a game, or fetch it from the disk: by looking one move ahead."""
    from trackside.play.match import Match

    match = Match(game.name, seed=1)
    while not match.over and len(match.moves(match.to_move)) < 2:
        match.play(match.to_move, match.moves(match.to_move)[0])
    if not match.over:
        make_agent("master", game).choose(match.view(match.to_move).state, match.to_move)


def as_dict(choice: Choice) -> dict[str, Any]:
    """A choice for JSON."""
    candidates = [
        {"move": candidate.move, "text": candidate.text, "visits": candidate.visits, "value": candidate.value}
        for candidate in choice.candidates
    ]
    return {"move": choice.move, "candidates": candidates, "line": list(choice.line)}


def main() -> None:
    """Answer until nobody asks any more."""
    thinker = Thinker()
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = thinker.answer(question)
        except TracksideError as error:
            answer = {"id": question["id"], "error": str(error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
