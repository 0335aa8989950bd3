"""Whole games by a net in which every turn is also played a few more times on other cards, to know what was luck.

For every seat, the value of a position is followed up by its value one turn later: T is the mean of this over the turn
that was played and over more, on cards and hidden hands that this seat must think as likely. The target is
G = T + trace * (next G - next value): what the turn that was played brought by luck counts only as one of several.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trackside.core.protocol import CHANCE, OVER, UNBOUND_VALUES, AnyState, Array, ValueRules
from trackside.core.random import below, draw, seed_generator
from trackside.search.kernels.ahead import best_move, play_on
from trackside.search.kernels.net import judge_position
from trackside.train.kernels.positions import POLICY, turn_round

if TYPE_CHECKING:
    from trackside.search.scratch import Scratch

rules: ValueRules = UNBOUND_VALUES

NEEDS = (
    *("trackside.search.kernels.net", "trackside.search.kernels.solving"),
    *("trackside.search.kernels.listing", "trackside.search.kernels.ahead", "trackside.train.kernels.positions"),
)
ENTRIES = ("play_and_sample", "play_duels")

SURPRISES = (0, 3, 10, 25)
"""The percentage of random moves, by game: the net sees positions that no one would play to."""


class SampleNotes(NamedTuple):
    """The record of games: at the end of every turn a row for each seat, in the order of the seats."""

    inputs: Array
    """The listed features of all rows, one after another."""
    starts: Array
    """The place at which the features of each row begin, and the end of the last."""
    targets: Array
    """The shares to learn, in turn order from the observing seat."""
    judged: Array
    """The net's evaluation, in the same order."""
    left: Array
    """The turns still to come."""
    surprised: Array
    """1 if the turn after this position had a random move."""
    results: Array


def play_and_sample(
    opening: AnyState,
    seed: int,
    games: int,
    player: int,
    samples: int,
    trace: float,
    hold: AnyState,
    scratch: Scratch,
    notes: SampleNotes,
) -> int:
    """Play and record games by a net or POLICY, each from a seed of its own; return the number of rows.

    Rows for which there is no room are left out.
    """
    rows = 0
    for game in range(games):
        seed_generator(scratch.rng, seed + game)
        scratch.work[0] = opening[0]
        s = scratch.work[0]
        begun, turn = rows, 0
        actor = rules.to_move(s)
        while actor != OVER:
            if s.turns > turn and rules.is_settled(s):
                turn = s.turns
                if has_room(rows, s.seats, notes):
                    hold[0] = s
                    note_samples(hold[0], rows, samples, scratch, notes)
                    scratch.work[0] = hold[0]
                    s = scratch.work[0]
                    rows += s.seats
            if actor == CHANCE:
                move = draw(scratch.rng, scratch.buffer, rules.chance_weights(s, scratch.buffer))
            else:
                n = rules.legal_moves(s, actor, scratch.buffer)
                if n > 1 and below(scratch.rng, 100) < SURPRISES[game % len(SURPRISES)]:
                    move = scratch.buffer[below(scratch.rng, n)]
                    for row in range(max(begun, rows - s.seats), rows):
                        notes.surprised[row] = 1
                else:
                    move = pick(s, actor, n, player, scratch)
            rules.apply(s, actor, move)
            actor = rules.to_move(s)
        rules.returns(s, notes.results[game])
        for row in range(begun, rows):
            notes.left[row] = s.turns - notes.left[row]
        trace_back(s.seats, begun, rows, samples, trace, notes.results[game], scratch.values, notes)
    return rows


def pick(s: AnyState, seat: int, n: int, player: int, scratch: Scratch) -> int:
    """Return the move of a seat that plays by one of the nets or by the policy."""
    if n == 1:
        return int(scratch.buffer[0])
    if player == POLICY:
        return rules.quick_move(s, seat, scratch.buffer, n, scratch.rng)
    return best_move(seat, n, player, scratch)


def has_room(rows: int, seats: int, notes: SampleNotes) -> bool:
    """Return True if a row for every seat can be recorded."""
    return rows + seats <= len(notes.left) and notes.starts[rows] + seats * rules.MAX_INPUTS <= len(notes.inputs)


def note_samples(s: AnyState, rows: int, samples: int, scratch: Scratch, notes: SampleNotes) -> None:
    """Record a position from every seat's view, with the sum of its values one turn later in the targets."""
    for seat in range(s.seats):
        row = rows + seat
        judge_position(s, seat, 0, scratch, notes.judged[row])
        start = notes.starts[row]
        n = rules.list_inputs(s, seat, scratch.inputs)
        for i in range(n):
            notes.inputs[start + i] = scratch.inputs[i]
        notes.starts[row + 1] = start + n
        notes.left[row] = s.turns
        notes.surprised[row] = 0
        target = notes.targets[row]
        for player in range(s.seats):
            target[player] = 0.0
        for _ in range(samples):
            scratch.work[0] = s
            later = scratch.work[0]
            rules.hide(later, seat)
            rules.guess(later, seat, scratch.rng)
            play_on(1, scratch)
            if rules.to_move(later) == OVER:
                rules.returns(later, scratch.values[1])
            else:
                judge_position(later, seat, 0, scratch, scratch.values[1])
            for player in range(s.seats):
                target[player] += scratch.values[1][player]


def trace_back(
    seats: int, begun: int, end: int, samples: int, trace: float, result: Array, values: Array, notes: SampleNotes
) -> None:
    """Turn the sums of later values into targets, from the end of a game to its beginning, for every seat's rows."""
    later, added = values[1], values[2]
    for view in range(seats):
        for seat in range(seats):
            later[seat] = result[seat]
            added[seat] = 0.0
        for row in range(end - seats + view, begun - 1, -seats):
            target, judged = notes.targets[row], notes.judged[row]
            cut = notes.surprised[row] == 1 and samples > 0
            total = 0.0
            for seat in range(seats):
                if cut:
                    target[seat] /= samples
                else:
                    target[seat] = (target[seat] + later[seat]) / (samples + 1) + trace * added[seat]
                target[seat] = min(max(target[seat], 0.0), 1.0)
                total += target[seat]
            for seat in range(seats):
                target[seat] /= total
                later[seat] = judged[seat]
                added[seat] = target[seat] - judged[seat]
            turn_round(target, view, seats)
            turn_round(judged, view, seats)


def play_duels(opening: AnyState, seed: int, players: Array, scratch: Scratch, out: Array) -> None:
    """Play a game for each row of players, every seat by one of the nets or, as POLICY, by the game's policy.

    Each goes to the end on its own seed, and its shares to a row of `out`.
    """
    for game in range(len(players)):
        seed_generator(scratch.rng, seed + game)
        scratch.work[0] = opening[0]
        s = scratch.work[0]
        actor = rules.to_move(s)
        while actor != OVER:
            if actor == CHANCE:
                move = draw(scratch.rng, scratch.buffer, rules.chance_weights(s, scratch.buffer))
            else:
                n = rules.legal_moves(s, actor, scratch.buffer)
                move = pick(s, actor, n, players[game][actor], scratch)
            rules.apply(s, actor, move)
            actor = rules.to_move(s)
        rules.returns(s, out[game])
