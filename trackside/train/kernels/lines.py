"""Whole games in which every seat makes its most promising turn, recorded line by line: for nets of points."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trackside.core.protocol import CHANCE, OVER, UNBOUND_POINTS, AnyState, Array, Numbers, PointRules
from trackside.core.random import below, draw, seed_generator
from trackside.search.kernels.net import UNIT_BITS
from trackside.search.kernels.points import keep, make_turn, value_turns
from trackside.train.kernels.positions import POLICY

if TYPE_CHECKING:
    from trackside.search.scratch import PointScratch
    from trackside.train.kernels.positions import Settings

rules: PointRules = UNBOUND_POINTS

NEEDS = ("trackside.search.kernels.net", "trackside.search.kernels.points")
ENTRIES = ("play_and_note",)

CHOSEN, SURPRISE = range(2)
"""The origin of a turn: the best by the net, or random."""


class LineNotes(NamedTuple):
    """The record of games: a row for every seat's line before each card."""

    inputs: Array
    targets: Array
    """The points to learn: those gained, moved towards later evaluations."""
    judged: Array
    """The net's evaluation."""
    left: Array
    """The rounds still to come."""
    scored: Array
    """The score of the line."""
    promised: Array
    """The points that the net expected from the best next turn."""
    origins: Array
    """The origin of the next turn, CHOSEN or SURPRISE."""
    results: Array
    """The shares at the end of every game, a row for each."""


def play_and_note(
    opening: AnyState, seed: int, players: Array, settings: Settings, scratch: PointScratch, notes: LineNotes
) -> int:
    """Play a game for each row of `players`, which has every seat's net or POLICY; return the number of rows noted."""
    rows = 0
    for game in range(len(players)):
        seed_generator(scratch.rng, seed + game)
        scratch.work[0] = opening[0]
        s = scratch.work[0]
        begun = rows
        while rules.to_move(s) != OVER:
            if rules.to_move(s) == CHANCE:
                if rules.is_settled(s):
                    note_lines(s, players[game], rows, scratch, notes)
                    rows += s.seats
                n = rules.chance_weights(s, scratch.buffer)
                rules.apply(s, CHANCE, draw(scratch.rng, scratch.buffer, n))
                choose_turns(s, players[game], settings.surprise, rows - s.seats, scratch, notes)
            make_turns(s, players[game], scratch)
        rules.scores(s, scratch.scores)
        rules.returns(s, notes.results[game])
        for row in range(begun, rows):
            notes.left[row] = s.turns - notes.left[row]
        look_back(s.seats, begun, rows, scratch.scores, settings.trust, notes)
    return rows


def note_lines(s: AnyState, players: Numbers, rows: int, scratch: PointScratch, notes: LineNotes) -> None:
    """Record the line of every seat, in rows from `rows` on."""
    features = scratch.features
    mask = (1 << rules.SIZE_BITS) - 1
    rules.scores(s, scratch.scores)
    for seat in range(s.seats):
        row = rows + seat
        rules.look(s, seat, scratch.sight)
        rules.list_turns(s, seat, scratch.turns[:1])
        n = rules.standing_features(s, seat, features)
        n += rules.turn_features(s, scratch.sight, scratch.turns[0], features[n:])
        for i in range(n):
            notes.inputs[row][features[i] & mask] += features[i] >> rules.SIZE_BITS
        notes.scored[row] = scratch.scores[seat]
        value_turns(s, seat, scratch.nets[max(players[seat], 0)], scratch.turns[:1], scratch)
        notes.judged[row] = scratch.values[0] / (1 << UNIT_BITS)
        notes.promised[row] = 0.0
        notes.origins[row] = CHOSEN
        notes.left[row] = s.turns


def choose_turns(
    s: AnyState, players: Numbers, surprise: int, first: int, scratch: PointScratch, notes: LineNotes
) -> None:
    """Choose the turn of every seat that a net plays; the rows of their lines begin at `first`."""
    for seat in range(s.seats):
        if players[seat] != POLICY and rules.legal_moves(s, seat, scratch.buffer) > 0:
            n, best = value_turns(s, seat, scratch.nets[players[seat]], scratch.turns, scratch)
            notes.promised[first + seat] = scratch.values[best] / (1 << UNIT_BITS)
            if surprise > 0 and below(scratch.rng, surprise) == 0:
                notes.origins[first + seat] = SURPRISE
                best = below(scratch.rng, n)
            keep(scratch.turns[best], scratch.answers[0][seat])


def make_turns(s: AnyState, players: Numbers, scratch: PointScratch) -> None:
    """Make the turns chosen for the seats, or those of the policy."""
    buffer = scratch.buffer
    for seat in range(s.seats):
        if rules.legal_moves(s, seat, buffer) > 0:
            if players[seat] == POLICY:
                n = rules.quick_turn(s, seat, buffer, scratch.rng)
                for i in range(n):
                    rules.apply(s, seat, buffer[i])
            else:
                make_turn(s, seat, scratch.answers[0][seat], buffer)


def look_back(seats: int, begun: int, end: int, result: Array, trust: float, notes: LineNotes) -> None:
    """Fill the targets of a game from its end to its beginning: the points gained, moved towards later evaluations.

    The result of a random turn proves nothing about the line before it, so that line's target is the promise of the
    best turn.
    """
    for row in range(end - 1, begun - 1, -1):
        later = row + seats
        if notes.origins[row] == SURPRISE:
            notes.targets[row] = notes.promised[row]
        elif later < end:
            ahead = notes.targets[later] + trust * (notes.judged[later] - notes.targets[later])
            notes.targets[row] = notes.scored[later] - notes.scored[row] + ahead
        else:
            notes.targets[row] = result[(row - begun) % seats] - notes.scored[row]
