"""Puzzles: positions where one move is clearly the best. Some come with every game, in its `data/puzzles.json`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from trackside.core.notation import view_state
from trackside.games import Game, find_game
from trackside.play.match import Match
from trackside.review.questions import Question, is_puzzle, question_of, verdict
from trackside.review.report import Option, Review, Unit
from trackside.search.agents import make_agent

FILE = Path("data", "puzzles.json")

GRADERS = ("novice", "club", "expert")
"""The levels that measure the difficulty of a puzzle."""

TRIES = 10
"""The number of attempts of each level."""

MIN_FOUND = 3
"""The fewest times the strongest level must find the answer: one it never finds may be the judge's own error."""


@dataclass(frozen=True)
class Puzzle:
    """A position from its seat's perspective, the moves that were weighed, and how often each level finds the best."""

    game: str
    position: str
    """The seat's view, in notation."""
    seat: int
    unit: Unit
    options: tuple[Option, ...]
    """The moves that were weighed, best first."""
    found: Mapping[str, int] = field(default_factory=dict)
    """The number of attempts, out of ten, in which each level finds it."""

    def question(self) -> Question:
        """Return the puzzle as a question."""
        game = find_game(self.game)
        view = game.notation.parse_position(self.position)
        return Question(game, view, self.seat, self.options, None, self.unit)

    def to_json(self) -> str:
        """Return the puzzle as JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)


def puzzle_from(data: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle in parsed JSON."""
    options = tuple(
        Option(tuple(one["moves"]), tuple(one["line"]), one["chance"], one["error"], one["open"])
        for one in data["options"]
    )
    return Puzzle(data["game"], data["position"], data["seat"], data["unit"], options, dict(data["found"]))


def puzzles_in(match: Match, review: Review) -> Iterator[tuple[int, Puzzle]]:
    """Yield the steps of a game that are puzzles; none from a quick review, which is not reliable enough."""
    for step in range(len(review.steps)) if review.effort != "quick" else ():
        question = question_of(match, review, step)
        if question is not None and is_puzzle(question):
            text = match.game.notation.position_text(question.view)
            if match.game.notation.parse_position(text) == question.view:
                yield step, Puzzle(match.game.name, text, question.seat, question.unit, question.options)


def is_found(question: Question, level: str, seed: int) -> bool:
    """Return True if a player of a level gives the right answer with this seed."""
    agent, moves = make_agent(level, question.game, seed), list[int]()
    while question.choices(moves):
        view = view_state(question.game.plain, question.after(moves), question.seat)
        moves.append(agent.choose(view, question.seat).move)
    answer = question.find(moves)
    return answer is not None and verdict(question, answer) == "right"


def is_worth_asking(found: Mapping[str, int]) -> bool:
    """Return True if some level misses the answer, and the strongest finds it often enough."""
    return min(found.values()) < TRIES and found[GRADERS[-1]] >= MIN_FOUND


@cache
def shipped(game: Game) -> tuple[Puzzle, ...]:
    """Return the puzzles that come with a game."""
    path = game.path / FILE
    if not path.is_file():
        return ()
    return tuple(puzzle_from(one) for one in json.loads(path.read_text(encoding="utf-8")))
