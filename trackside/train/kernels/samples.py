"""Whole games by a value net in which every turn is also played a few more times on other cards, to know what was luck.

For every seat, the value of a position is followed up by its value one turn later: T is the mean of this over the turn
that was played and over more, on cards and hidden hands that this seat must think as likely. The target is
G = T + trace * (next G - next value): what the turn that was played brought by luck counts only as one of several.

A seat evaluates every way to finish its turn. Cards drawn within a turn come from a guess of the seat; after the second
such draw the policy finishes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trackside.core.protocol import CHANCE, OVER, UNBOUND_VALUES, AnyState, Array, ValueRules
from trackside.core.random import below, draw, seed_generator
from trackside.search.kernels.ahead import finish_turn
from trackside.search.kernels.listing import Turns, list_turns
from trackside.search.kernels.value import value_end, value_view
from trackside.train.kernels.backups import FREE, RANDOM, BackupNotes
from trackside.train.kernels.positions import POLICY, turn_round

if TYPE_CHECKING:
    from trackside.search.scratch import ValueScratch

rules: ValueRules = UNBOUND_VALUES

NEEDS = (
    *("trackside.search.kernels.net", "trackside.search.kernels.value", "trackside.search.kernels.solving"),
    *("trackside.search.kernels.listing", "trackside.search.kernels.ahead", "trackside.train.kernels.positions"),
)
ENTRIES = ("play_and_sample", "play_duels")
CALLED = ("choose_move", "value_turns", "value_drawn")

SURPRISES = (0, 3, 10, 25)
"""The percentage of random moves, by game: the net sees positions that no one would play to."""

FOUND, BEST, BEST_DRAWN, LATER, ADDED = range(5)
"""Rows of `values`: of a position, of the best way to finish a turn, and of the best one after cards are drawn; of the
position one turn later, and what the later turns add to its value."""

ROWS = ADDED + 1


class SampleScratch(NamedTuple):
    """The memory to play with; only `rng` keeps its content between turns."""

    value: ValueScratch
    turns: Turns
    """The ways to finish a turn,"""
    drawn: Turns
    """and the ways to finish it after cards are drawn within it."""
    work: AnyState
    """The position played on, one to try a move in, and the position of the game while it is followed up."""
    buffer: Array
    """The legal moves of a position, or the weights of its outcomes."""
    inner: Array
    """The same while each of these moves is tried."""
    values: Array
    rng: Array


def play_and_sample(
    opening: AnyState,
    seed: int,
    games: int,
    player: int,
    samples: int,
    trace: float,
    scratch: SampleScratch,
    notes: BackupNotes,
) -> int:
    """Play and record games by a net or POLICY, each from a seed of its own; return the number of rows.

    At the end of every turn there is a row for each seat, in the order of the seats. Rows for which there is no room
    are left out.
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
                    scratch.work[2] = s
                    note_samples(scratch.work[2], rows, samples, scratch, notes)
                    scratch.work[0] = scratch.work[2]
                    s = scratch.work[0]
                    rows += s.seats
            if actor == CHANCE:
                move = draw(scratch.rng, scratch.buffer, rules.chance_weights(s, scratch.buffer))
            else:
                n = rules.legal_moves(s, actor, scratch.buffer)
                if n > 1 and below(scratch.rng, 100) < SURPRISES[game % len(SURPRISES)]:
                    move = scratch.buffer[below(scratch.rng, n)]
                    for row in range(max(begun, rows - s.seats), rows):
                        notes.kinds[row] = RANDOM
                else:
                    move = move_of(s, actor, n, player, scratch)
            rules.apply(s, actor, move)
            actor = rules.to_move(s)
        rules.returns(s, notes.results[game])
        for row in range(begun, rows):
            notes.left[row] = s.turns - notes.left[row]
        trace_back(s.seats, begun, rows, samples, trace, notes.results[game], scratch.values, notes)
    return rows


def has_room(rows: int, seats: int, notes: BackupNotes) -> bool:
    """Return True if a row for every seat can be recorded."""
    return rows + seats <= len(notes.left) and notes.starts[rows] + seats * rules.MAX_INPUTS <= len(notes.inputs)


def note_samples(s: AnyState, rows: int, samples: int, scratch: SampleScratch, notes: BackupNotes) -> None:
    """Record a position from every seat's view, with the sum of its values one turn later in the targets."""
    for seat in range(s.seats):
        row = rows + seat
        n = value_view(s, seat, 0, scratch.value, notes.judged[row])
        start = notes.starts[row]
        for i in range(n):
            notes.inputs[start + i] = scratch.value.inputs[i]
        notes.starts[row + 1] = start + n
        notes.seats[row] = seat
        notes.left[row] = s.turns
        notes.kinds[row] = FREE
        target, found = notes.targets[row], scratch.values[LATER]
        for player in range(s.seats):
            target[player] = 0.0
        for _ in range(samples):
            scratch.work[0] = s
            later = scratch.work[0]
            rules.hide(later, seat)
            rules.guess(later, seat, scratch.rng)
            play_turn(later, scratch)
            if rules.to_move(later) == OVER:
                rules.returns(later, found)
            else:
                value_view(later, seat, 0, scratch.value, found)
            for player in range(s.seats):
                target[player] += found[player]


def play_turn(s: AnyState, scratch: SampleScratch) -> None:
    """Let the first net play at all seats to the end of the next turn."""
    last = s.turns + 1
    actor = rules.to_move(s)
    while actor != OVER and not (s.turns >= last and rules.is_settled(s)):
        if actor == CHANCE:
            move = draw(scratch.rng, scratch.buffer, rules.chance_weights(s, scratch.buffer))
        else:
            move = move_of(s, actor, rules.legal_moves(s, actor, scratch.buffer), 0, scratch)
        rules.apply(s, actor, move)
        actor = rules.to_move(s)


def trace_back(
    seats: int, begun: int, end: int, samples: int, trace: float, result: Array, values: Array, notes: BackupNotes
) -> None:
    """Turn the sums of later values into targets, from the end of a game to its beginning, for every seat's rows."""
    later, added = values[LATER], values[ADDED]
    for view in range(seats):
        for seat in range(seats):
            later[seat] = result[seat]
            added[seat] = 0.0
        for row in range(end - seats + view, begun - 1, -seats):
            target, judged = notes.targets[row], notes.judged[row]
            cut = notes.kinds[row] == RANDOM and samples > 0
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


def move_of(s: AnyState, seat: int, n: int, player: int, scratch: SampleScratch) -> int:
    """Return the move of a seat that plays by one of the nets or by the policy, of those listed in `buffer`."""
    if n == 1:
        return int(scratch.buffer[0])
    if player == POLICY:
        return rules.quick_move(s, seat, scratch.buffer, n, scratch.rng)
    return choose_move(s, seat, n, player, scratch)


def choose_move(s: AnyState, seat: int, n: int, which: int, scratch: SampleScratch) -> int:
    """Return the listed move with the largest share for a seat by a net, after the best way to finish the turn."""
    best, chosen = -1.0, scratch.buffer[0]
    for i in range(n):
        scratch.work[1] = s
        rules.apply(scratch.work[1], seat, scratch.buffer[i])
        value_turns(scratch.work[1], seat, which, scratch)
        if scratch.values[FOUND][seat] > best:
            best = scratch.values[FOUND][seat]
            chosen = scratch.buffer[i]
    return int(chosen)


def value_turns(s: AnyState, seat: int, which: int, scratch: SampleScratch) -> None:
    """Write to values[FOUND] the evaluation of the best way to finish a turn."""
    values, worth = scratch.values, -1.0
    if ends_turn(s):
        value_end(s, which, scratch.value, values[FOUND])
    elif rules.to_move(s) == CHANCE:
        value_drawn(s, seat, which, scratch)
    else:
        for i in range(list_turns(s, seat, scratch.turns)):
            value_drawn(scratch.turns.ends[i], seat, which, scratch)
            if values[FOUND][seat] > worth:
                worth = values[FOUND][seat]
                copy_shares(values[FOUND], values[BEST])
        copy_shares(values[BEST], values[FOUND])


def value_drawn(s: AnyState, seat: int, which: int, scratch: SampleScratch) -> None:
    """Draw the cards that are due within a turn, and write to values[FOUND] the evaluation of the best way on."""
    values, worth = scratch.values, -1.0
    if not ends_turn(s):
        rules.hide(s, seat)
        rules.guess(s, seat, scratch.rng)
    while not ends_turn(s) and rules.to_move(s) == CHANCE:
        rules.apply(s, CHANCE, draw(scratch.rng, scratch.inner, rules.chance_weights(s, scratch.inner)))
    if ends_turn(s):
        value_end(s, which, scratch.value, values[FOUND])
        return
    for i in range(list_turns(s, seat, scratch.drawn)):
        end = scratch.drawn.ends[i]
        finish_turn(end, seat, scratch.inner, scratch.rng)
        value_end(end, which, scratch.value, values[FOUND])
        if values[FOUND][seat] > worth:
            worth = values[FOUND][seat]
            copy_shares(values[FOUND], values[BEST_DRAWN])
    copy_shares(values[BEST_DRAWN], values[FOUND])


def ends_turn(s: AnyState) -> bool:
    """Return True if a turn is over, or the game."""
    return rules.to_move(s) == OVER or rules.is_settled(s)


def copy_shares(shares: Array, to: Array) -> None:
    """Copy a share for every seat."""
    for seat in range(len(to)):
        to[seat] = shares[seat]


def play_duels(opening: AnyState, seed: int, players: Array, scratch: SampleScratch, out: Array) -> None:
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
                move = move_of(s, actor, n, players[game][actor], scratch)
            rules.apply(s, actor, move)
            actor = rules.to_move(s)
        rules.returns(s, out[game])
