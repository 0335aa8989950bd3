"""A tiny form of each game, small enough for exact algorithms to finish in seconds, and its value.

The parameters are in `data/tiny.toml` of the game's folder. The values are those of `solve`, a linear program over
all strategies of both players.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from trackside.adapters.needed import need
from trackside.adapters.open_spiel import SpielGame, load
from trackside.core.errors import BadOption
from trackside.games import GAMES

FILE = Path("data", "tiny.toml")


def tiny_names() -> list[str]:
    """Return the names of the games that have a tiny form."""
    return [game.name for game in GAMES.values() if game.has(str(FILE))]


def load_tiny(name: str) -> SpielGame:
    """Return the tiny form of a game by Trackside's name for it."""
    return load(name, **_read(name)["parameters"])


def tiny_value(name: str) -> float:
    """Return the first player's share of the win when both play optimally."""
    return float(_read(name)["value"])


def _read(name: str) -> dict[str, Any]:
    if name not in tiny_names():
        raise BadOption(f"there is no tiny form of {name!r}: there is one of {', '.join(tiny_names())}")
    return tomllib.loads((GAMES[name].path / FILE).read_text(encoding="utf-8"))


@dataclass
class _Strategies:
    """One player's sequences of actions, each with the information state it was chosen in."""

    numbers: dict[tuple[str, int], int] = field(default_factory=dict)
    parents: dict[str, int] = field(default_factory=dict)
    """The sequence that leads to each information state."""

    def follow(self, known: str, action: int, before: int) -> int:
        """Return the sequence after an action."""
        self.parents[known] = before
        return self.numbers.setdefault((known, action), len(self.numbers) + 1)

    def constraints(self) -> tuple[Any, Any]:
        """Return the constraints that the weights of a state's actions sum to the state's, as matrix and vector."""
        rows = list(self.parents)
        matrix = np.zeros((len(rows) + 1, len(self.numbers) + 1))
        matrix[0, 0] = 1
        for row, known in enumerate(rows, 1):
            matrix[row, self.parents[known]] = -1
        place = {known: row for row, known in enumerate(rows, 1)}
        for (known, _), number in self.numbers.items():
            matrix[place[known], number] = 1
        return matrix, np.eye(len(rows) + 1)[0]


def solve(game: SpielGame) -> float:
    """Return the exact value of a small two-player game for the first player, by von Stengel's linear program."""
    players = (_Strategies(), _Strategies())
    paid: dict[tuple[int, int], float] = defaultdict(float)
    _walk(game.new_initial_state(), 1.0, (0, 0), players, paid)
    (mine, start), (theirs, _) = players[0].constraints(), players[1].constraints()
    pay = np.zeros((mine.shape[1], theirs.shape[1]))
    for (own, other), amount in paid.items():
        pay[own, other] = amount
    # maximise q[0] over the plan x and the prices q, with theirs.T q <= pay.T x, mine x = start, x >= 0
    plans, prices = mine.shape[1], theirs.shape[0]
    found = need("scipy.optimize", "open-spiel").linprog(
        np.concatenate([np.zeros(plans), -np.eye(prices)[0]]),
        A_ub=np.hstack([-pay.T, theirs.T]),
        b_ub=np.zeros(theirs.shape[1]),
        A_eq=np.hstack([mine, np.zeros((len(mine), prices))]),
        b_eq=start,
        bounds=[(0, None)] * plans + [(None, None)] * prices,
    )
    return float(-found.fun)


def _walk(
    state: Any,
    likely: float,
    done: tuple[int, int],
    players: tuple[_Strategies, _Strategies],
    paid: dict[tuple[int, int], float],
) -> None:
    """Record what every end of the game pays, by the sequences of both players that lead to it."""
    if state.is_terminal():
        paid[done] += likely * state.returns()[0]
    elif state.is_chance_node():
        for outcome, probability in state.chance_outcomes():
            _walk(state.child(outcome), likely * probability, done, players, paid)
    else:
        player = state.current_player()
        known = state.information_state_string()
        for action in state.legal_actions():
            after = players[player].follow(known, action, done[player])
            both = (after, done[1]) if player == 0 else (done[0], after)
            _walk(state.child(action), likely, both, players, paid)
