"""The messages between the pool and its bot processes, as JSON objects."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, NamedTuple

from trackside.play.bots import Question
from trackside.review.puzzles import Puzzle
from trackside.review.questions import Question as Decision
from trackside.review.report import Effort, Option
from trackside.search.choice import Candidate, Choice

Message = dict[str, Any]

CHOOSE, WARM_UP, READ, WEIGH, FIND = "choose", "warm up", "read", "weigh", "find"
"""The kinds of questions: choose a move, compile a game, continue a review, evaluate an answer, try a puzzle."""


class Part(NamedTuple):
    """A part of a review: some of its steps, serialised as a review of their own."""

    text: str
    steps: int
    read: int
    """The number of log entries read so far, including those of earlier parts."""
    complete: bool


def ask_choice(question: Question) -> Message:
    """Return the question for a move, from the view of its seat."""
    return {
        "ask": CHOOSE,
        "game": question.game.name,
        "player": question.player,
        "key": question.key,
        "view": question.view.to_bytes().hex(),
        "seat": question.seat,
        "seed": question.seed,
    }


def choice_from(said: Message) -> Choice:
    """Return the choice in an answer."""
    candidates = tuple(Candidate(**candidate) for candidate in said["candidates"])
    return Choice(said["move"], candidates, tuple(said["line"]), said["simulations"], said["judged_by"])


def ask_part(game: str, record: str, effort: Effort, known: list[str], most: int, key: str) -> Message:
    """Return the question for the next part of a review, at most `most` steps after the `known` parts."""
    asked = {"ask": READ, "game": game, "record": record, "effort": effort, "known": known, "most": most}
    return asked | {"key": key}


def part_from(said: Message) -> Part:
    """Return the part of a review in an answer."""
    return Part(said["part"], said["steps"], said["read"], said["complete"])


def ask_weight(question: Decision, moves: tuple[int, ...], key: str) -> Message:
    """Return the question for the value of an answer that no review has evaluated."""
    return {
        "ask": WEIGH,
        "game": question.game.name,
        "key": key,
        "view": question.view.to_bytes().hex(),
        "seat": question.seat,
        "unit": question.unit,
        "best": asdict(question.options[0]),
        "moves": moves,
    }


def option_from(data: dict[str, Any]) -> Option:
    """Return an option parsed from JSON."""
    return Option(tuple(data["moves"]), tuple(data["line"]), data["chance"], data["error"], data["open"])


def ask_find(puzzle: Puzzle, level: str, seed: int) -> Message:
    """Return the question whether a bot of a level finds the answer to a puzzle."""
    return {"ask": FIND, "game": puzzle.game, "key": level, "puzzle": asdict(puzzle), "level": level, "seed": seed}


def ask_warm_up(game: str) -> Message:
    """Return the request to load or compile the search of a game."""
    return {"ask": WARM_UP, "game": game}
