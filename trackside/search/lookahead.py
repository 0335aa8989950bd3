"""The whole turns of one position as a judge of points sees them: ranked by its net, then looked at card by card."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from trackside.core.notation import choices_for
from trackside.core.protocol import AnyState
from trackside.search.choice import Candidate, JudgedBy
from trackside.search.judge import Net
from trackside.search.points import UNIT_ROWS

NARROWEST, WIDEST = 32, 256
"""Turns that are ranked: at least and at most so many."""

SLICE = 4
"""Turns that are looked at between two glances at the clock."""


class Lookahead:
    """The turns of a seat, best first; what was not looked at stands behind what was."""

    judged_by: JudgedBy = "net"

    def __init__(self, net: Net, view: AnyState, seat: int, breadth: int) -> None:
        self.net, self.view, self.seat = net, view, seat
        self.game = net.game
        rules: Any = self.game.plain
        self.kernel = self.game.kernel("trackside.search.points")
        seats, columns = view.seats, rules.LISTED_COLUMNS
        root = view.to_record()
        self.work = np.repeat(root, 3)
        breadth = min(max(breadth, NARROWEST), WIDEST)
        self.best = np.zeros((breadth, columns), np.int64)
        self.plans = np.zeros((breadth, 1 + rules.LONGEST_TURN), np.int64)
        """Of every turn: how many moves it has, and the moves."""
        self.sums = np.zeros((breadth, 3))
        """Of every turn: cards looked at, points and share of the win expected."""
        self.answered = np.zeros(rules.OUTCOMES, np.int64)
        self.turns = np.zeros((rules.MOST_TURNS, columns), np.int64)
        self.answers = np.zeros((rules.OUTCOMES, seats, columns), np.int64)
        self.values = np.zeros(rules.MOST_TURNS, np.int64)
        self.scratch = (
            np.zeros(rules.SIGHT, np.int64),
            np.zeros(rules.MOST_FEATURES, np.int64),
            np.zeros((UNIT_ROWS, net.weights.dtype["first_bias"].shape[0]), np.int32),
            np.zeros(seats, np.int64),
            np.zeros(seats),
            np.zeros(max(rules.MOVES, rules.OUTCOMES), np.int64),
        )
        found = self.kernel.rank(
            root,
            seat,
            self.work,
            net.weights,
            self.turns,
            self.answers,
            self.values,
            self.best,
            self.plans,
            self.sums,
            *self.scratch,
        )
        self.left = np.argsort(-self.sums[:found, 2], kind="stable")

    @property
    def simulations(self) -> int:
        """How many cards were looked at, after all turns together; without any, how many turns were judged."""
        return int(self.sums[:, 0].sum()) or len(self.left)

    def look(self, first: int, breadth: int) -> None:
        """Look ahead from some of the turns."""
        self.kernel.look_ahead(
            self.seat,
            self.work,
            self.net.weights,
            self.left[first : first + max(0, breadth)],
            self.turns,
            self.answers,
            self.answered,
            self.values,
            self.best,
            self.sums,
            *self.scratch,
        )

    def spend(self, cards: int) -> None:
        """Look at about so many cards, after as many of the best turns as that is enough for; at none if it is 0."""
        if cards > 0:
            self.look(0, 1)
            self.look(1, cards // max(1, int(self.answered.sum())) - 1)
            self.sort()

    def spend_seconds(self, seconds: float) -> None:
        """Look at one turn after the other until the time is up."""
        end = time.perf_counter() + seconds
        first = 0
        while first < len(self.left) and (first == 0 or time.perf_counter() < end):
            self.look(first, SLICE)
            first += SLICE
        self.sort()

    def sort(self) -> None:
        """Put the turns that were looked at first, and of those the best."""
        looked = self.sums[self.left, 0] > 0
        self.left = self.left[np.lexsort((-self.sums[self.left, 2], ~looked))]

    def moves(self, turn: int) -> list[int]:
        """The moves of a turn."""
        row: list[int] = self.plans[turn].tolist()
        return row[1 : 1 + row[0]]

    def candidates(self) -> tuple[Candidate, ...]:
        """Every legal move, the best first: all cards looked at after it, and the share of its best turn."""
        turns: dict[int, list[int]] = {}
        for turn, move in zip(self.left.tolist(), self.plans[self.left, 1].tolist(), strict=True):
            turns.setdefault(move, []).append(turn)
        found = []
        for move in choices_for(self.game.plain, self.view, self.seat):
            text = self.game.notation.move_text(self.view, self.seat, move)
            rows = turns.get(move, [])
            value = float(self.sums[rows[0], 2]) if rows else None
            found.append(Candidate(move, text, int(self.sums[rows, 0].sum()), value))
        order = {move: place for place, move in enumerate(turns)}
        return tuple(sorted(found, key=lambda entry: order.get(entry.move, len(order))))
