"""Whole games in which seats look one turn ahead with a net, recorded position by position: shared by all games."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trackside.core.protocol import CHANCE, OVER, UNBOUND, AnyState, Array, Numbers, Rules
from trackside.core.random import below, draw, seed_generator
from trackside.search.kernels.ahead import best_move
from trackside.search.kernels.net import judge_position

if TYPE_CHECKING:
    from trackside.search.scratch import Scratch

rules: Rules = UNBOUND

NEEDS = (
    *("trackside.search.kernels.net", "trackside.search.kernels.solving"),
    *("trackside.search.kernels.listing", "trackside.search.kernels.ahead"),
)
ENTRIES = ("play_and_note",)

POLICY = -1
"""A seat that plays by the game's policy instead of a net."""


class Settings(NamedTuple):
    """Parameters of the games and of their record."""

    surprise: int
    """One move in `surprise` is random; none if it is 0."""
    trust: float
    """The weight of each later evaluation in a target, against the result."""
    views: int
    """The seats from whose perspective each position is recorded, 1 or 2."""


class Notes(NamedTuple):
    """The record of games: a row for every position at the start of a turn; values are in turn order from its seat."""

    inputs: Array
    targets: Array
    """The values to learn: the result, moved towards each later evaluation."""
    judged: Array
    """The net's evaluation."""
    left: Array
    """The turns still to come."""
    seats: Array
    """The seat from whose perspective the position is recorded."""
    results: Array
    """The shares at the end of every game, a row for each."""


def play_and_note(
    opening: AnyState, seed: int, players: Array, settings: Settings, scratch: Scratch, notes: Notes
) -> int:
    """Play a game for each row of `players`, which has every seat's net or POLICY; return the number of rows noted."""
    rows = 0
    for game in range(len(players)):
        seed_generator(scratch.rng, seed + game)
        scratch.work[0] = opening[0]
        s = scratch.work[0]
        turn = 0
        begun = rows
        actor = rules.to_move(s)
        while actor != OVER:
            if s.turns > turn and rules.is_settled(s) and rows + settings.views <= len(notes.inputs):
                turn = s.turns
                rows = note_position(s, players[game], settings.views, rows, scratch, notes)
            if actor == CHANCE:
                n = rules.chance_weights(s, scratch.buffer)
                move = draw(scratch.rng, scratch.buffer, n)
            else:
                move = pick_move(s, actor, players[game][actor], settings.surprise, scratch)
            rules.apply(s, actor, move)
            actor = rules.to_move(s)
        rules.returns(s, notes.results[game])
        for row in range(begun, rows):
            notes.left[row] = s.turns - notes.left[row]
        look_back(s.seats, begun, rows, notes.results[game], settings.trust, scratch.values[1], notes)
    return rows


def note_position(s: AnyState, players: Numbers, views: int, rows: int, scratch: Scratch, notes: Notes) -> int:
    """Record a position from the seat to move, and with two views from another; return the new number of rows."""
    perspective = rules.perspective(s)
    other = (perspective + 1 + s.turns % max(1, s.seats - 1)) % s.seats
    for _ in range(views):
        judge_position(s, perspective, max(players[perspective], 0), scratch, notes.judged[rows])
        for i in range(len(scratch.inputs)):
            notes.inputs[rows][i] = scratch.inputs[i]
        notes.seats[rows] = perspective
        notes.left[rows] = s.turns
        rows += 1
        perspective = other
    return rows


def pick_move(s: AnyState, seat: int, player: int, surprise: int, scratch: Scratch) -> int:
    """Return a seat's move: its only one, sometimes a random one, else that of the policy or of its net."""
    n = rules.legal_moves(s, seat, scratch.buffer)
    if n == 1:
        return int(scratch.buffer[0])
    if surprise > 0 and below(scratch.rng, surprise) == 0:
        return int(scratch.buffer[below(scratch.rng, n)])
    if player == POLICY:
        return rules.quick_move(s, seat, scratch.buffer, n, scratch.rng)
    return best_move(seat, n, player, scratch)


def look_back(seats: int, begun: int, end: int, result: Array, trust: float, later: Array, notes: Notes) -> None:
    """Fill the targets of a game from its end to its beginning."""
    for seat in range(seats):
        later[seat] = result[seat]
    for row in range(end - 1, begun - 1, -1):
        judged = notes.judged[row]
        for step in range(seats):
            notes.targets[row][step] = later[(notes.seats[row] + step) % seats]
        for seat in range(seats):
            later[seat] += trust * (judged[seat] - later[seat])
        turn_round(judged, notes.seats[row], seats)


def turn_round(shares: Array, perspective: int, seats: int) -> None:
    """Rotate shares into turn order from the observing seat."""
    for _ in range(perspective):
        first = shares[0]
        for seat in range(seats - 1):
            shares[seat] = shares[seat + 1]
        shares[seats - 1] = first
