"""Decisions as their seats could see them: all moves weighed, and what the one that was made gave away."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from trackside.core.notation import choices_for
from trackside.core.protocol import AnyState
from trackside.games import Game
from trackside.review.candidates import likely_turns
from trackside.review.looks import Looks, error_of
from trackside.review.reading import after, texts_of
from trackside.review.report import Option
from trackside.review.sums import CLEAR

SMALL = {"share": 0.005, "points": 0.25}
"""Differences too small to matter."""

Turn = tuple[int, ...]
"""A move, or all moves of a whole turn."""


@dataclass(frozen=True)
class Decision:
    """A decision as the seat could see it."""

    loss: float
    error: float
    made: Turn
    best: Turn
    options: tuple[Option, ...]
    times: int
    """The number of times the two were measured; 0 if the option made was the best at the first look."""
    looks: list[Any]
    """The looks at the option made and at the best: every seat's chances."""


def possible_turns(game: Game, view: AnyState, seat: int, made: Turn, seed: int, *, whole: bool) -> list[Turn]:
    """Return the seat's possible moves, or likely whole turns, the one that was made first."""
    found = likely_turns(game, view, seat, seed) if whole else [(move,) for move in choices_for(game.plain, view, seat)]
    there = after(game, view, seat, made)
    return [made, *(moves for moves in found if after(game, view, seat, moves) != there)]


def weigh(looks: Looks, index: int, game: Game, view: AnyState, seat: int, ways: Sequence[Turn], seen: Any) -> Decision:
    """Return a decision from its seat's perspective; `ways` has the option made first, `seen` the positions after them.

    The best rival is chosen by a first look at all options, then measured against the one made by separate looks; fixed
    values are compared as they are, and none exceeds that of the position, which follows all promising turns. The
    error of an option is then its part of the error of a difference.
    """
    first = looks.at(seen, looks.budget.look, index, "look")
    if looks.doubts is not None:
        before = looks.at([view], looks.budget.look, index, "look")[0]
        first = np.where(first[:, :, [seat]] > before[:, [seat]], before, first)
    chances, errors = first[:, :, seat].mean(axis=1), looks.errors(first[:, :, seat], index)
    top, times, loss, error = int(np.argmax(chances)), 0, 0.0, 0.0
    pair = [first[0], first[top]]
    if looks.doubts is not None:
        loss = float(chances[0] - chances[top])
        error = looks.doubts.of_difference(looks.turns[index], float(chances[top]))
        errors = np.full(len(ways), error / math.sqrt(2))
    elif top != 0:
        times, pair = _measured(looks, index, [seen[0], seen[top]], seat)
        own = [rows[:, seat] for rows in pair]
        loss, error = float((own[0] - own[1]).mean()), error_of(own[0] - own[1], looks.doubt(index))
        chances[[0, top]], errors[[0, top]] = [rows.mean() for rows in own], looks.errors(own, index)
        if loss >= 0.0:
            loss, top, pair = 0.0, 0, [pair[0], pair[0]]
    order = sorted(range(len(ways)), key=lambda way: (way != top, -chances[way]))
    options = tuple(
        Option(ways[way], texts_of(game, view, seat, ways[way]), float(chances[way]), float(errors[way]))
        for way in order
    )
    return Decision(loss, error, ways[0], ways[top], options, times, pair)


def _measured(looks: Looks, index: int, states: Sequence[AnyState], seat: int) -> tuple[int, list[Any]]:
    """Measure two positions until their difference is clear or negligible; return the repetitions and the looks."""
    found = []
    for time in range(looks.budget.times):
        found.append(looks.measure(states, index, time))
        difference = np.concatenate([pair[0] - pair[1] for pair in found])[:, seat]
        size, error = abs(difference.mean()), error_of(difference)
        if size > CLEAR * error or size + 2 * error < SMALL[looks.scale.unit]:
            break
    return len(found), [np.concatenate([pair[i] for pair in found]) for i in range(2)]
