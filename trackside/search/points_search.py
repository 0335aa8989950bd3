"""Search over the whole turns of one position with a points net: ranked by the net, then compared card by card."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from trackside.core.notation import choices_for
from trackside.core.protocol import AnyState
from trackside.search.choice import Candidate, JudgedBy
from trackside.search.kernels.net import UNIT_BITS
from trackside.search.kernels.points import Ranked
from trackside.search.nets import Net
from trackside.search.scratch import PointScratch, make_point_scratch

NARROWEST, WIDEST = 32, 256
"""The least and the most turns that are ranked."""

LOOKS = 400
"""Cards examined in the lookahead; the rest of a budget goes into playing on."""

FINALISTS = 8
"""Turns that playing on starts from; every halving keeps half of them."""

HALVINGS = 3
ROUNDS = 4
"""Rounds to play on before the net evaluates the position."""

PRIOR = 40
"""The weight of the lookahead, as a number of samples from playing on."""


ERROR_SUMMANDS = 4
"""The errors of a player that misjudges turns are sums of this many uniform numbers."""


def misjudgements(blur: float, turns: int, seed: int) -> Any:
    """Return errors with this standard deviation in points, in 1/128, for a number of turns."""
    chooser = np.random.default_rng(seed)
    summands = chooser.uniform(-1, 1, (turns if blur else 0, ERROR_SUMMANDS)) * blur * (3 / ERROR_SUMMANDS) ** 0.5
    return np.rint(summands.sum(axis=1) * (1 << UNIT_BITS)).astype(np.int64) if blur else np.zeros(turns, np.int64)


class Lookahead:
    """The turns of a seat, best first; those not examined come last."""

    judged_by: JudgedBy = "net"

    def __init__(
        self,
        net: Net,
        view: AnyState,
        seat: int,
        seed: int,
        breadth: int,
        blur: float = 0.0,
        scratch: PointScratch | None = None,
    ) -> None:
        self.net, self.view, self.seat, self.seed = net, view, seat, seed
        self.game = net.game
        rules: Any = self.game.plain
        self.kernel = self.game.kernel("trackside.search.kernels.points")
        root = view.to_record()
        breadth = min(max(breadth, NARROWEST), WIDEST)
        self.ranked = Ranked(
            best=np.zeros((breadth, rules.LISTED_COLUMNS), np.int64),
            plans=np.zeros((breadth, 1 + rules.LONGEST_TURN), np.int64),
            sums=np.zeros((breadth, 3)),
            plays=np.zeros((breadth, 2)),
            answered=np.zeros(rules.OUTCOMES, np.int64),
            errors=misjudgements(blur, breadth, seed),
        )
        self.sums, self.plays = self.ranked.sums, self.ranked.plays
        self.scratch = scratch or make_point_scratch(rules, root, net.record)
        found = self.kernel.rank(root, seat, self.ranked, self.scratch)
        self.left = np.argsort(-self.sums[:found, 2], kind="stable")
        self.front = 0
        """The number of remaining turns that are still played on from."""

    @property
    def simulations(self) -> int:
        """The cards examined plus the times played on; with neither, the number of turns evaluated."""
        return int(self.sums[:, 0].sum() + self.plays[:, 0].sum()) or len(self.left)

    def look(self, first: int, breadth: int) -> None:
        """Examine every card after `breadth` of the ranked turns, starting at `first`."""
        chosen = self.left[first : first + max(0, breadth)]
        self.kernel.look_ahead(self.seat, chosen, self.ranked, self.scratch)

    def run(self, first: int, times: int) -> None:
        """Play on from the front turns `times` times, starting with sample number `first`."""
        chosen, seed = self.left[: self.front], self.seed + first
        self.kernel.play_on(self.seat, chosen, times, ROUNDS, seed, self.ranked, self.scratch)

    def spend(self, simulations: int) -> None:
        """Examine the cards after as many of the best turns as the budget allows, then play on from the best."""
        if simulations > 0:
            self.look(0, 1)
            cards = max(1, int(self.ranked.answered.sum()))
            self.look(1, min(simulations, LOOKS) // cards - 1)
            self.sort()
        self.front = min(FINALISTS, int((self.sums[:, 0] > 0).sum()))
        times = 0
        while self.front > 1 and simulations - LOOKS >= FINALISTS:
            more = (simulations - LOOKS) // HALVINGS // self.front
            self.run(times, more)
            times += more
            self.sort()
            self.front //= 2

    def spend_seconds(self, seconds: float) -> None:
        """Look ahead immediately, then play on until the time is up, halving at equal intervals."""
        begun = time.perf_counter()
        self.spend(LOOKS)
        times, halvings = 0, 0
        while time.perf_counter() < begun + seconds and self.front > 1:
            self.run(times, 1)
            times += 1
            if time.perf_counter() - begun > seconds * (halvings + 1) / HALVINGS:
                self.sort()
                self.front //= 2
                halvings += 1
        self.sort()

    def sort(self) -> None:
        """Sort the examined turns before the others, best first."""
        shares = self.shares()
        self.left = self.left[np.lexsort((-shares[self.left], self.sums[self.left, 0] == 0))]

    def shares(self) -> Any:
        """Return the expected share after every turn, from lookahead and playing on combined."""
        return (PRIOR * self.sums[:, 2] + self.plays[:, 1]) / (PRIOR + self.plays[:, 0])

    def moves(self, turn: int) -> list[int]:
        """Return the moves of a turn."""
        row: list[int] = self.ranked.plans[turn].tolist()
        return row[1 : 1 + row[0]]

    def candidates(self) -> tuple[Candidate, ...]:
        """Return every legal move, best first: the visits of all its turns, and the share of its best turn."""
        turns: dict[int, list[int]] = {}
        for turn, move in zip(self.left.tolist(), self.ranked.plans[self.left, 1].tolist(), strict=True):
            turns.setdefault(move, []).append(turn)
        found, shares, visits = [], self.shares(), self.sums[:, 0] + self.plays[:, 0]
        for move in choices_for(self.game.plain, self.view, self.seat):
            text = self.game.notation.move_text(self.view, self.seat, move)
            rows = turns.get(move, [])
            value = float(shares[rows[0]]) if rows else None
            found.append(Candidate(move, text, int(visits[rows].sum()), value))
        order = {move: place for place, move in enumerate(turns)}
        return tuple(sorted(found, key=lambda entry: order.get(entry.move, len(order))))
