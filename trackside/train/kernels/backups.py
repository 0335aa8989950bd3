"""Whole games by a value net, in which every turn start is backed up over all outcomes and all whole turns.

T is the mean over the outcomes of the value after the best turn, which is exact near the end of the game. The target is
T plus a part of what the later turns add to their own values, G = T + trace * (next G - next value); a random turn and
an exact value cut that trace.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trackside.core.protocol import CHANCE, OVER, UNBOUND_VALUES, AnyState, Array, ValueRules
from trackside.core.random import below, draw, seed_generator
from trackside.search.kernels.endings import Endings, forget, solve_ending
from trackside.search.kernels.listing import Turns, list_turns
from trackside.search.kernels.value import value_position
from trackside.train.kernels.positions import POLICY, turn_round

if TYPE_CHECKING:
    from trackside.search.scratch import ValueScratch

rules: ValueRules = UNBOUND_VALUES

NEEDS = (
    *("trackside.search.kernels.net", "trackside.search.kernels.value"),
    *("trackside.search.kernels.solving", "trackside.search.kernels.listing", "trackside.search.kernels.endings"),
    "trackside.train.kernels.positions",
)
ENTRIES = ("play_and_back_up", "play_duels")
CALLED = ("best_turn", "value_turn")

SURPRISES = (0, 3, 10, 30)
"""The percentage of random turns, by game: the net sees positions that neither side would play to."""


MAX_STARTS = 2000
"""The most turn starts that are visited to solve an ending."""

FREE, RANDOM, SOLVED = range(3)
"""The kinds of rows: a turn by the net, a random turn, and a turn start whose value is exact."""


class BackupNotes(NamedTuple):
    """The record of games: a row for every turn start."""

    inputs: Array
    """The listed features of all rows, one after another."""
    starts: Array
    """The place at which the features of each row begin, and the end of the last."""
    targets: Array
    """The shares to learn, in turn order from the seat to move; until the end of the game, T by seat."""
    judged: Array
    """The net's evaluation, in the same order."""
    seats: Array
    left: Array
    """The turns still to come."""
    kinds: Array
    results: Array


class BackupScratch(NamedTuple):
    """The memory to play with; only `rng` keeps its content between turns."""

    value: ValueScratch
    turns: Turns
    endings: Endings
    """The endings solved in this game."""
    work: AnyState
    """The game, the position after an outcome, and the position after the turn that is made."""
    weights: Array
    buffer: Array
    """The legal moves of a position."""
    values: Array
    """Three rows with a value for every seat: of a turn, of the best turn, and of later positions."""
    rng: Array


def play_and_back_up(
    opening: AnyState, seed: int, games: int, trace: float, scratch: BackupScratch, notes: BackupNotes
) -> int:
    """Play and record games, each from a seed of its own; return the number of rows. Later rows are left out."""
    rows = 0
    for game in range(games):
        seed_generator(scratch.rng, seed + game)
        forget(scratch.endings)
        scratch.work[0] = opening[0]
        s = scratch.work[0]
        begun = rows
        while rules.to_move(s) != OVER:
            if not rules.is_settled(s):
                rules.apply(s, CHANCE, draw(scratch.rng, scratch.weights, rules.chance_weights(s, scratch.weights)))
                continue
            has_room = rows < len(notes.seats) and notes.starts[rows] + rules.MAX_INPUTS <= len(notes.inputs)
            row = rows if has_room else len(notes.seats)
            play_turn(s, SURPRISES[game % len(SURPRISES)], row, scratch, notes)
            rows += has_room
            s = scratch.work[0]
        rules.returns(s, notes.results[game])
        for row in range(begun, rows):
            notes.left[row] = s.turns - notes.left[row]
        trace_back(s.seats, begun, rows, trace, scratch.values, notes)
    return rows


def play_turn(s: AnyState, surprise: int, row: int, scratch: BackupScratch, notes: BackupNotes) -> None:
    """Back up a turn start in a row and make the turn; the last row of the targets takes what has no room."""
    seat, work, values = rules.perspective(s), scratch.work, scratch.values
    if row < len(notes.seats):
        n = value_position(s, 0, scratch.value, notes.judged[row])
        start = notes.starts[row]
        for i in range(n):
            notes.inputs[start + i] = scratch.value.inputs[i]
        notes.starts[row + 1] = start + n
        notes.seats[row] = seat
        notes.left[row] = s.turns
    target = notes.targets[row]
    for player in range(s.seats):
        target[player] = 0.0
    outcomes = rules.chance_weights(s, scratch.weights)
    drawn = draw(scratch.rng, scratch.weights, outcomes)
    is_random = below(scratch.rng, 100) < surprise
    notes.kinds[row] = RANDOM if is_random else FREE
    every = 0
    for outcome in range(outcomes):
        weight = scratch.weights[outcome]
        if weight == 0:
            continue
        work[1] = s
        rules.apply(work[1], CHANCE, outcome)
        n = whole_turns(work[1], seat, scratch.turns)
        best = best_turn(n, seat, 0, scratch)
        for player in range(s.seats):
            target[player] += weight * values[1][player]
        every += weight
        if outcome == drawn:
            work[2] = scratch.turns.ends[below(scratch.rng, n) if is_random else best]
    for player in range(s.seats):
        target[player] /= every
    if rules.is_ending(s) and solve_ending(s, MAX_STARTS, scratch.endings, target):
        notes.kinds[row] = SOLVED
    work[0] = work[2]


def whole_turns(s: AnyState, seat: int, turns: Turns) -> int:
    """List the whole turns of a seat, at least the empty one; return their number."""
    n = list_turns(s, seat, turns)
    if n == 0:
        turns.ends[0] = s
        n = 1
    return n


def best_turn(n: int, seat: int, which: int, scratch: BackupScratch) -> int:
    """Return the first listed turn with the largest share for a seat, and write its value to values[1]."""
    values, best, worth = scratch.values, 0, -1.0
    for i in range(n):
        value_turn(scratch.turns.ends[i], which, scratch, values[0])
        if values[0][seat] > worth:
            best, worth = i, values[0][seat]
            for player in range(len(values[1])):
                values[1][player] = values[0][player]
    return best


def value_turn(s: AnyState, which: int, scratch: BackupScratch, shares: Array) -> None:
    """Write every seat's share of the win where a turn ends: the result, the exact value, or what a net expects."""
    if rules.to_move(s) == OVER:
        rules.returns(s, shares)
    elif not rules.is_ending(s) or not solve_ending(s, MAX_STARTS, scratch.endings, shares):
        value_position(s, which, scratch.value, shares)


def trace_back(seats: int, begun: int, end: int, trace: float, values: Array, notes: BackupNotes) -> None:
    """Turn T into targets, from the end of a game to its beginning, all in turn order from the seat to move."""
    later = values[2]
    for seat in range(seats):
        later[seat] = 0.0
    for row in range(end - 1, begun - 1, -1):
        target, judged = notes.targets[row], notes.judged[row]
        kept = trace if notes.kinds[row] == FREE else 0.0
        total = 0.0
        for seat in range(seats):
            target[seat] = min(max(target[seat] + kept * later[seat], 0.0), 1.0)
            total += target[seat]
        for seat in range(seats):
            target[seat] /= total
            later[seat] = 0.0 if notes.kinds[row] == SOLVED else target[seat] - judged[seat]
        turn_round(target, notes.seats[row], seats)
        turn_round(judged, notes.seats[row], seats)


def play_duels(opening: AnyState, seed: int, players: Array, scratch: BackupScratch, out: Array) -> None:
    """Play a game for each row of players, every seat by one of the nets or, as POLICY, by the game's policy.

    Each goes to the end on its own seed, and its shares to a row of `out`.
    """
    for game in range(len(players)):
        seed_generator(scratch.rng, seed + game)
        forget(scratch.endings)
        scratch.work[0] = opening[0]
        s = scratch.work[0]
        actor = rules.to_move(s)
        while actor != OVER:
            if actor == CHANCE:
                n = rules.chance_weights(s, scratch.weights)
                rules.apply(s, CHANCE, draw(scratch.rng, scratch.weights, n))
            elif players[game][actor] == POLICY:
                n = rules.legal_moves(s, actor, scratch.buffer)
                rules.apply(s, actor, rules.quick_move(s, actor, scratch.buffer, n, scratch.rng))
            else:
                n = whole_turns(s, actor, scratch.turns)
                scratch.work[2] = scratch.turns.ends[best_turn(n, actor, players[game][actor], scratch)]
                scratch.work[0] = scratch.work[2]
                s = scratch.work[0]
            actor = rules.to_move(s)
        rules.returns(s, out[game])
