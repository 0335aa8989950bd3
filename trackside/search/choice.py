"""What a player decided, and what it thinks of every move: hints and analysis show it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Candidate:
    """A move as a player judges it."""

    move: int
    text: str
    visits: int = 0
    value: float | None = None
    """The share of the win expected after it, from 0 to 1; None if the player does not look ahead."""


@dataclass(frozen=True)
class Choice:
    """The move chosen, all candidates, best first, and how play may go on."""

    move: int
    candidates: tuple[Candidate, ...]
    line: tuple[str, ...] = ()
    simulations: int = 0
