"""Whole games by a net that predicts points, in which every line is backed up over all outcomes and whole turns.

T is the mean over the outcomes of the points that a line brings and is expected to bring after the best turn of every
seat. Early in a training a few of the outcomes, drawn at random, stand for all. The target is T plus a part of what the
later rounds add to their own values, as in `backups`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trackside.core.protocol import CHANCE, OVER, UNBOUND_POINTS, AnyState, Array, Numbers, PointRules
from trackside.core.random import below, draw, seed_generator
from trackside.search.kernels.net import UNIT_BITS
from trackside.search.kernels.points import answer_all, best_turn, keep, make_turn, value_line, value_standing
from trackside.train.kernels.backups import FREE, RANDOM, SURPRISES
from trackside.train.kernels.positions import POLICY

if TYPE_CHECKING:
    from trackside.search.scratch import PointScratch
    from trackside.train.kernels.backups import BackupNotes

rules: PointRules = UNBOUND_POINTS

NEEDS = ("trackside.search.kernels.net", "trackside.search.kernels.points")
ENTRIES = ("play_and_back_up", "play_duels")
CALLED = ("back_up", "note_line")

BY_POLICY = 0
"""Instead of a number of outcomes: the policy plays, and the drawn outcome alone is backed up."""


def play_and_back_up(
    opening: AnyState, seed: int, games: int, most: int, trace: float, scratch: PointScratch, notes: BackupNotes
) -> int:
    """Play and record games, each from a seed of its own; return the number of rows. Later rounds are left out.

    Every round has a row for each seat, one after another. At most `most` outcomes are backed up, see BY_POLICY.
    """
    rows = 0
    for game in range(games):
        seed_generator(scratch.rng, seed + game)
        scratch.work[0] = opening[0]
        s = scratch.work[0]
        begun = rows
        while rules.to_move(s) != OVER:
            settled = rules.is_settled(s)
            outcome = draw(scratch.rng, scratch.buffer, rules.chance_weights(s, scratch.buffer))
            has_room = settled and rows + s.seats <= len(notes.seats)
            has_room = has_room and notes.starts[rows] + s.seats * rules.MAX_INPUTS <= len(notes.inputs)
            if has_room:
                for seat in range(s.seats):
                    note_line(s, seat, rows + seat, scratch, notes)
                if most == BY_POLICY:
                    follow_policy(s, outcome, rows, scratch, notes)
                else:
                    back_up(s, outcome, most, rows, scratch, notes)
                    rules.apply(s, CHANCE, outcome)
                    make_turns(s, SURPRISES[game % len(SURPRISES)], outcome, rows, scratch, notes)
                rows += s.seats
                continue
            rules.apply(s, CHANCE, outcome)
            if settled:
                for seat in range(s.seats):
                    best_turn(s, seat, scratch.nets[0], scratch, scratch.answers[0][seat])
                answer_all(s, scratch.answers[0], scratch.buffer)
        rules.returns(s, notes.results[game])
        for row in range(begun, rows):
            notes.left[row] = s.turns - notes.left[row]
        trace_back(s.seats, begun, rows, trace, notes)
    return rows


def note_line(s: AnyState, seat: int, row: int, scratch: PointScratch, notes: BackupNotes) -> None:
    """Record a line and the net's evaluation of it."""
    start, features = notes.starts[row], scratch.features
    notes.judged[row][0] = value_line(s, seat, scratch.nets[0], scratch) / (1 << UNIT_BITS)
    n = rules.line_features(s, seat, scratch.sight, features)
    for i in range(n):
        notes.inputs[start + i] = features[i]
    standing = rules.standing_features(s, seat, features)
    for i in range(standing):
        notes.inputs[start + n + i] = features[i]
    notes.starts[row + 1] = start + n + standing
    notes.seats[row] = seat
    notes.left[row] = s.turns
    notes.kinds[row] = FREE


def follow_policy(s: AnyState, outcome: int, rows: int, scratch: PointScratch, notes: BackupNotes) -> None:
    """Apply an outcome, let every seat play by the policy, and write T for every line from a row on."""
    rules.scores(s, scratch.scores)
    for seat in range(s.seats):
        notes.targets[rows + seat][0] = -scratch.scores[seat]
    rules.apply(s, CHANCE, outcome)
    for seat in range(s.seats):
        if rules.legal_moves(s, seat, scratch.buffer) > 0:
            n = rules.quick_turn(s, seat, scratch.buffer, scratch.rng)
            for i in range(n):
                rules.apply(s, seat, scratch.buffer[i])
    value_standing(s, scratch.nets[0], scratch)
    for seat in range(s.seats):
        notes.targets[rows + seat][0] += scratch.points[seat] / (1 << UNIT_BITS)


def back_up(s: AnyState, drawn: int, most: int, rows: int, scratch: PointScratch, notes: BackupNotes) -> None:
    """Write T for every line from a row on, and leave the best turns of all seats after the drawn outcome.

    The drawn outcome is one of those that are backed up.
    """
    buffer = scratch.buffer
    outcomes, every, others = rules.chance_weights(s, buffer), 0, 0
    for outcome in range(outcomes):
        others += buffer[outcome] > 0 and outcome != drawn
    wanted = min(others, most - 1)
    for seat in range(s.seats):
        notes.targets[rows + seat][0] = 0.0
    for outcome in range(outcomes):
        rules.chance_weights(s, buffer)
        weight = buffer[outcome]
        if weight == 0:
            continue
        if outcome != drawn:
            others -= 1
            if others + 1 > wanted and below(scratch.rng, others + 1) >= wanted:
                continue
            wanted -= 1
        scratch.work[1] = s
        then = scratch.work[1]
        rules.apply(then, CHANCE, outcome)
        for seat in range(s.seats):
            best_turn(then, seat, scratch.nets[0], scratch, scratch.answers[outcome][seat])
        answer_all(then, scratch.answers[outcome], buffer)
        value_standing(then, scratch.nets[0], scratch)
        every += weight
        for seat in range(s.seats):
            notes.targets[rows + seat][0] += weight * scratch.points[seat]
    rules.scores(s, scratch.scores)
    for seat in range(s.seats):
        target = notes.targets[rows + seat]
        target[0] = target[0] / (every << UNIT_BITS) - scratch.scores[seat]


def make_turns(s: AnyState, surprise: int, outcome: int, rows: int, scratch: PointScratch, notes: BackupNotes) -> None:
    """Make the best turn of every seat after an outcome, or sometimes a random one."""
    answers, buffer = scratch.answers[outcome], scratch.buffer
    for seat in range(s.seats):
        if below(scratch.rng, 100) < surprise:
            n = rules.list_turns(s, seat, scratch.turns)
            keep(scratch.turns[below(scratch.rng, n)], answers[seat])
            notes.kinds[rows + seat] = RANDOM
    answer_all(s, answers, buffer)


def trace_back(seats: int, begun: int, end: int, trace: float, notes: BackupNotes) -> None:
    """Turn T into targets, from the end of a game to its beginning."""
    for row in range(end - seats - 1, begun - 1, -1):
        if notes.kinds[row] == FREE:
            later = row + seats
            notes.targets[row][0] += trace * (notes.targets[later][0] - notes.judged[later][0])


def play_duels(opening: AnyState, seed: int, players: Array, scratch: PointScratch, out: Array) -> None:
    """Play a game for each row of players, every seat by one of the nets or, as POLICY, by the game's policy.

    Each goes to the end on its own seed, and its shares to a row of `out`.
    """
    buffer = scratch.buffer
    for game in range(len(players)):
        seed_generator(scratch.rng, seed + game)
        scratch.work[0] = opening[0]
        s = scratch.work[0]
        while rules.to_move(s) != OVER:
            if rules.to_move(s) == CHANCE:
                n = rules.chance_weights(s, buffer)
                rules.apply(s, CHANCE, draw(scratch.rng, buffer, n))
            if rules.to_move(s) not in (CHANCE, OVER):
                play_turns(s, players[game], scratch)
        rules.returns(s, out[game])


def play_turns(s: AnyState, players: Numbers, scratch: PointScratch) -> None:
    """Make the turns of all seats that can move."""
    answers, buffer = scratch.answers[0], scratch.buffer
    for seat in range(s.seats):
        if players[seat] != POLICY:
            best_turn(s, seat, scratch.nets[players[seat]], scratch, answers[seat])
    for seat in range(s.seats):
        if rules.legal_moves(s, seat, buffer) > 0:
            if players[seat] == POLICY:
                n = rules.quick_turn(s, seat, buffer, scratch.rng)
                for i in range(n):
                    rules.apply(s, seat, buffer[i])
            else:
                make_turn(s, seat, answers[seat], buffer)
