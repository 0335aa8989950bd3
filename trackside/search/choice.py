"""A player's decision and its evaluation of every move, as shown by hints and analysis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

JudgedBy = Literal["", "net", "playouts", "exact"]
"""The basis of an evaluation: a net, playouts, exhaustive search, or none of these."""


@dataclass(frozen=True)
class Candidate:
    """A move as evaluated by a player."""

    move: int
    text: str
    visits: int = 0
    value: float | None = None
    """The expected share of the win after the move, from 0 to 1; None if the player does not look ahead."""


@dataclass(frozen=True)
class Choice:
    """The chosen move, all candidates (best first), and the expected continuation."""

    move: int
    candidates: tuple[Candidate, ...]
    line: tuple[str, ...] = ()
    simulations: int = 0
    judged_by: JudgedBy = ""


def add_up(choices: list[Choice]) -> Choice:
    """Combine several searches of one position: add up the visits and choose the most visited move."""
    if len(choices) == 1:
        return choices[0]
    by_move: dict[int, list[Candidate]] = {}
    for choice in choices:
        for candidate in choice.candidates:
            by_move.setdefault(candidate.move, []).append(candidate)
    together = []
    for move, opinions in by_move.items():
        visits = sum(one.visits for one in opinions)
        wins = sum(one.visits * (one.value or 0) for one in opinions)
        together.append(Candidate(move, opinions[0].text, visits, wins / visits if visits else None))
    together.sort(key=lambda candidate: (-candidate.visits, -(candidate.value or 0), candidate.move))
    best = together[0].move
    line = max((choice for choice in choices if choice.move == best), key=lambda choice: len(choice.line), default=None)
    return Choice(
        best,
        tuple(together),
        line.line if line else (together[0].text,),
        sum(choice.simulations for choice in choices),
        choices[0].judged_by,
    )
