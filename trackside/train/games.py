"""Self-play in compiled code on all cores: the same seed gives the same games on any number of threads."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from trackside.core.protocol import AnyState
from trackside.core.random import WORDS
from trackside.games import Game
from trackside.search.nets import inputs_of

CHUNK = 125
"""Games in a thread's unit of work."""


@dataclass(frozen=True)
class Played:
    """The record of self-play: a row for every position that a net evaluates, and every game's shares of the win."""

    inputs: Any
    targets: Any
    judged: Any
    """The net's evaluations, in the order of the targets."""
    left: Any
    """The turns still to come."""
    shares: list[Any]
    """For every game, a share for each seat."""


class Kind(Protocol):
    """A way to play and record games for one kind of net."""

    outputs: int
    """The number of outputs of the net."""

    def chunk(
        self, opening: Any, seats: int, nets: Any, players: Any, games: int, seed: int, surprise: int, trust: float
    ) -> Played:
        """Play some games of one table, one after another."""


class SelfPlay:
    """Self-play at one kind of table, using its openings in turn."""

    def __init__(self, game: Game, openings: Sequence[AnyState], kind: Kind) -> None:
        self.game, self.kind = game, kind
        self.openings = [(opening.to_record(), int(opening.seats)) for opening in openings]
        self.inputs, self.outputs = inputs_of(game), kind.outputs

    def play(
        self, nets: Any, player: int, games: int, seed: int, surprise: int, trust: float, one: int | None = None
    ) -> Played:
        """Play games between copies of a net or the policy, in which net `one` takes each seat in rotation."""
        rows = [(first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]

        def play_chunk(row: tuple[int, int]) -> Played:
            first, n = row
            opening, seats = self.openings[first // CHUNK % len(self.openings)]
            players = np.full((n, seats), player, np.int64)
            if one is not None:
                players[np.arange(n), np.arange(n) % seats] = one
            return self.kind.chunk(opening, seats, nets, players, n, seed + first, surprise, trust)

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            parts = list(pool.map(play_chunk, rows))
        return Played(
            np.concatenate([part.inputs for part in parts]),
            np.concatenate([part.targets for part in parts]),
            np.concatenate([part.judged for part in parts]),
            np.concatenate([part.left for part in parts]),
            [shares for part in parts for shares in part.shares],
        )

    def duel(self, nets: Any, one: int, other: int, games: int, seed: int) -> list[float]:
        """Return the share of every game that `one` wins among copies of `other`; solo games are compared in pairs."""
        played = self.play(nets, other, games, seed, 0, 0.0, one)
        if len(played.shares[0]) > 1:
            return [float(shares[game % CHUNK % len(shares)]) for game, shares in enumerate(played.shares)]
        others = self.play(nets, other, games, seed, 0, 0.0)
        pairs = zip(played.shares, others.shares, strict=True)
        return [float(mine[0] > theirs[0]) + 0.5 * float(mine[0] == theirs[0]) for mine, theirs in pairs]


class SharesKind:
    """Positions between turns, evaluated by every seat's share of the win."""

    def __init__(self, game: Game, seats: int, turns: int) -> None:
        self.game, self.turns, self.outputs = game, turns, seats
        self.kernel = game.kernel("trackside.train.selfplay")

    def chunk(
        self, opening: Any, seats: int, nets: Any, players: Any, games: int, seed: int, surprise: int, trust: float
    ) -> Played:
        """Play some games of one table, one after another."""
        features, most = inputs_of(self.game), games * self.turns
        inputs = np.zeros((most, features), np.int16)
        judged, targets, left = np.zeros((most, seats)), np.zeros((most, seats)), np.zeros(most, np.int64)
        results = np.zeros((games, seats))
        rows = self.kernel.play_and_note(
            opening,
            np.repeat(opening, 2),
            games,
            seed,
            nets,
            players,
            surprise,
            2 if self.game.card.secrets else 1,
            np.zeros(2 * max(self.game.plain.MOVES, self.game.plain.OUTCOMES), np.int64),
            np.zeros(features, np.int64),
            np.zeros((2, nets.dtype["first_bias"].shape[0]), np.int32),
            np.zeros((2, seats)),
            inputs,
            np.zeros(most, np.int64),
            judged,
            targets,
            left,
            results,
            trust,
            np.zeros(WORDS, np.int64),
        )
        return Played(
            inputs[:rows].copy(), targets[:rows].copy(), judged[:rows].copy(), left[:rows].copy(), list(results)
        )


def self_play(game: Game, openings: Sequence[AnyState], turns: int) -> SelfPlay:
    """Return self-play for the kind of net that a game has."""
    if game.plain.JUDGED == "points":
        from trackside.train.points import PointsKind

        return SelfPlay(game, openings, PointsKind(game, turns))
    return SelfPlay(game, openings, SharesKind(game, openings[0].seats, turns))
