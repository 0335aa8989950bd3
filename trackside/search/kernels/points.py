"""A points net, which estimates each seat's points to come, and a search over whole turns built on it.

It is for games in which every seat builds independently. The shares of the win follow from the expected scores.
Points are integers in units of 1/128, so nothing depends on the order of a sum.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trackside.core.protocol import CHANCE, OVER, UNBOUND_POINTS, AnyState, Array, Numbers, PointRules
from trackside.core.random import draw, seed_generator
from trackside.search.kernels.net import LATER_BITS, POWERS, STEPS, UNIT_BITS, add_listed, later_layer

if TYPE_CHECKING:
    from trackside.search.scratch import PointScratch

rules: PointRules = UNBOUND_POINTS

NEEDS = ("trackside.search.kernels.net",)
ENTRIES = ("judge_states", "rank", "look_ahead", "play_on", "sample")
CALLED = ("value_turns", "value_standing", "make_turn", "points_to_come")

SCALE_BITS = 4
"""The net's output is in units of 2 ** SCALE_BITS points."""

SHARPNESS_BITS = 10
"""Fractional bits of a game's `sharpness`."""

TAKEN = -(1 << 60)
"""Replaces the value of a turn that has been picked."""

SUMS, BASE, FIRST, SECOND = range(4)
"""Rows of `units`: first-layer sums, the part of them that all turns share, and the activations of both layers."""


class Ranked(NamedTuple):
    """The most promising turns of a seat, best first by the net, and what a search found out about them."""

    best: Array
    plans: Array
    """For each turn, the number of its moves, then the moves."""
    sums: Array
    """For each turn, the cards examined, the expected points and the expected share of the win."""
    plays: Array
    """For each turn, the times it was played on from and the sum of their shares."""
    answered: Array
    """For each card, 1 if the others' answers to it are known."""
    errors: Array
    """For each turn, the points by which the player misjudges it, in 1/128; zero for a player without errors."""


def points_to_come(net: AnyState, units: Array) -> int:
    """Return the net's output for the sums of its first layer, in 1/128 points."""
    later_layer(net, units[SUMS], units[FIRST], units[SECOND])
    total = net.third_bias[0]
    weights, second = net.third[0], units[SECOND]
    for i in range(len(net.second_bias)):
        total += second[i] * weights[i]
    return int(total >> (LATER_BITS - SCALE_BITS))


def stand(s: AnyState, seat: int, net: AnyState, scratch: PointScratch) -> None:
    """Compute the first-layer sums that all turns of a seat share."""
    rules.look(s, seat, scratch.sight)
    base = scratch.units[BASE]
    for unit in range(len(net.first_bias)):
        base[unit] = net.first_bias[unit]
    add_listed(net, scratch.features, rules.standing_features(s, seat, scratch.features), base)


def value_turns(s: AnyState, seat: int, net: AnyState, turns: Array, scratch: PointScratch) -> tuple[int, int]:
    """List a seat's turns with their points now and to come; return their number and the index of the best.

    The turns go to `turns`, which may be shorter than those of the scratch memory, and their points to `values`.
    """
    values, units, features = scratch.values, scratch.units, scratch.features
    n = rules.list_turns(s, seat, turns)
    last = rules.rounds_to_come(s) == 0
    best = 0
    scratch.listing[0] += 1
    if not last:
        stand(s, seat, net, scratch)
    for i in range(n):
        values[i] = turns[i][0] << UNIT_BITS
        if not last:
            same = line_met(turns, i, scratch)
            if same < i:
                values[i] += values[same] - (turns[same][0] << UNIT_BITS)
            else:
                sums, base = units[SUMS], units[BASE]
                for unit in range(len(net.first_bias)):
                    sums[unit] = base[unit]
                add_listed(net, features, rules.turn_features(s, scratch.sight, turns[i], features), sums)
                values[i] += points_to_come(net, units)
        if values[i] > values[best]:
            best = i
    return n, best


def line_met(turns: Array, turn: int, scratch: PointScratch) -> int:
    """Return the first turn of this listing that leaves the same line."""
    keys, marks, listing = scratch.keys, scratch.marks, scratch.listing[0]
    place = rules.line_key(turns[turn]) & (len(keys) - 1)
    while marks[place] == listing:
        if rules.is_same_line(turns[keys[place]], turns[turn]):
            return int(keys[place])
        place = (place + 1) & (len(keys) - 1)
    keys[place] = turn
    marks[place] = listing
    return turn


def best_turn(s: AnyState, seat: int, net: AnyState, scratch: PointScratch, turn: Numbers) -> int:
    """Write a seat's most promising turn; return its points now and to come."""
    _, best = value_turns(s, seat, net, scratch.turns, scratch)
    keep(scratch.turns[best], turn)
    return int(scratch.values[best])


def value_line(s: AnyState, seat: int, net: AnyState, scratch: PointScratch) -> int:
    """Return the points that a seat's line will still bring, from a position between two turns."""
    if rules.to_move(s) == OVER:
        return 0
    stand(s, seat, net, scratch)
    units, features = scratch.units, scratch.features
    for unit in range(len(net.first_bias)):
        units[SUMS][unit] = units[BASE][unit]
    add_listed(net, features, rules.line_features(s, seat, scratch.sight, features), units[SUMS])
    return points_to_come(net, units)


def value_standing(s: AnyState, net: AnyState, scratch: PointScratch) -> None:
    """Write the expected final score of every seat to `points`, from a position between two turns."""
    rules.scores(s, scratch.scores)
    for seat in range(s.seats):
        scratch.points[seat] = (int(scratch.scores[seat]) << UNIT_BITS) + value_line(s, seat, net, scratch)


def share_points(s: AnyState, points: Numbers, shares: Array) -> None:
    """Write the shares that follow from expected scores; with one seat, the score on the scale of `returns`."""
    if s.seats == 1:
        shares[0] = (points[0] - (rules.MIN_POINTS << UNIT_BITS)) / ((rules.MAX_POINTS - rules.MIN_POINTS) << UNIT_BITS)
        shares[0] = min(max(shares[0], 0.0), 1.0)
        return
    sharpness = rules.sharpness(s)
    best = points[0]
    for seat in range(1, s.seats):
        best = max(best, points[seat])
    total = 0
    for seat in range(s.seats):
        power = POWERS[min((best - points[seat]) * sharpness >> SHARPNESS_BITS, STEPS - 1)]
        shares[seat] = power
        total += power
    for seat in range(s.seats):
        shares[seat] /= total


def make_turn(s: AnyState, seat: int, turn: Numbers, buffer: Numbers) -> None:
    """Make all moves of a listed turn."""
    n = rules.turn_moves(s, seat, turn, buffer)
    for i in range(n):
        rules.apply(s, seat, buffer[i])


def keep(turn: Numbers, kept: Numbers) -> None:
    """Copy a listed turn."""
    for column in range(rules.LISTED_COLUMNS):
        kept[column] = turn[column]


def judge_states(states: AnyState, scratch: PointScratch, shares: Array) -> None:
    """Evaluate many positions, one row of shares each; within a round, every seat makes its most promising turn."""
    for i in range(len(states)):
        s = states[i]
        rules.scores(s, scratch.scores)
        for seat in range(s.seats):
            _, best = value_turns(s, seat, scratch.nets[0], scratch.turns, scratch)
            scratch.points[seat] = (int(scratch.scores[seat]) << UNIT_BITS) + scratch.values[best]
        share_end(s, scratch.points, shares[i])


def rank(root: AnyState, seat: int, ranked: Ranked, scratch: PointScratch) -> int:
    """Find the most promising turns of a seat, at most len(ranked.best); return their number.

    The other seats are assumed to make their most promising turns; work[0] is the root after those.
    """
    net, work, answers = scratch.nets[0], scratch.work, scratch.answers[0]
    for other in range(root[0].seats):
        if other != seat:
            best_turn(root[0], other, net, scratch, answers[other])
    work[0] = root[0]
    for other in range(root[0].seats):
        if other != seat and rules.legal_moves(work[0], other, scratch.buffer) > 0:
            make_turn(work[0], other, answers[other], scratch.buffer)
    n, _ = value_turns(work[0], seat, net, scratch.turns, scratch)
    n = pick(scratch.turns, scratch.values, n, ranked.best)
    for i in range(n):
        work[1] = work[0]
        plan = ranked.plans[i]
        plan[0] = rules.turn_moves(work[1], seat, ranked.best[i], plan[1:])
        for move in range(plan[0]):
            rules.apply(work[1], seat, plan[1 + move])
        value_standing(work[1], net, scratch)
        scratch.points[seat] += ranked.errors[i]
        share_end(work[1], scratch.points, scratch.scores)
        ranked.sums[i][0] = 0
        ranked.sums[i][1] = scratch.points[seat]
        ranked.sums[i][2] = scratch.scores[seat]
    return n


def look_ahead(seat: int, chosen: Numbers, ranked: Ranked, scratch: PointScratch) -> None:
    """Examine every card that may follow each chosen turn, with the best answer of every seat to it.

    The others' answers are computed once for each card.
    """
    net, work, buffer = scratch.nets[0], scratch.work, scratch.buffer
    for i in chosen:
        work[1] = work[0]
        make_turn(work[1], seat, ranked.best[i], buffer)
        if rules.to_move(work[1]) == OVER:
            ranked.sums[i][0] += 1
            continue
        outcomes = rules.chance_weights(work[1], buffer)
        every, all_points, all_shares = 0, 0, 0.0
        for outcome in range(outcomes):
            rules.chance_weights(work[1], buffer)
            weight = buffer[outcome]
            if weight == 0:
                continue
            work[2] = work[1]
            s = work[2]
            rules.apply(s, CHANCE, outcome)
            answers = scratch.answers[outcome]
            if ranked.answered[outcome] == 0:
                ranked.answered[outcome] = 1
                for other in range(s.seats):
                    if other != seat:
                        best_turn(s, other, net, scratch, answers[other])
            best_turn(s, seat, net, scratch, answers[seat])
            answer_all(s, answers, buffer)
            value_standing(s, net, scratch)
            scratch.points[seat] += ranked.errors[i]
            share_end(s, scratch.points, scratch.scores)
            ranked.sums[i][0] += 1
            every += weight
            all_points += weight * scratch.points[seat]
            all_shares += weight * scratch.scores[seat]
        ranked.sums[i][1] = all_points / every
        ranked.sums[i][2] = all_shares / every


def play_on(
    seat: int, chosen: Numbers, times: int, rounds: int, seed: int, ranked: Ranked, scratch: PointScratch
) -> None:
    """Play on from each chosen turn, `times` times for `rounds` rounds, every seat making its most promising turn.

    The k-th time has the same seed for each turn.
    """
    net = scratch.nets[0]
    for k in range(times):
        for i in chosen:
            seed_generator(scratch.rng, seed + k)
            scratch.work[1] = scratch.work[0]
            s = scratch.work[1]
            make_turn(s, seat, ranked.best[i], scratch.buffer)
            for _ in range(rounds):
                if rules.to_move(s) != CHANCE:
                    break
                play_round(s, net, scratch)
            value_standing(s, net, scratch)
            share_end(s, scratch.points, scratch.scores)
            ranked.plays[i][0] += 1
            ranked.plays[i][1] += scratch.scores[seat]


def play_round(s: AnyState, net: AnyState, scratch: PointScratch) -> None:
    """Draw a card if one is due, and let every seat make its most promising turn."""
    if rules.to_move(s) == CHANCE:
        n = rules.chance_weights(s, scratch.buffer)
        rules.apply(s, CHANCE, draw(scratch.rng, scratch.buffer, n))
    answers = scratch.answers[0]
    for seat in range(s.seats):
        best_turn(s, seat, net, scratch, answers[seat])
    answer_all(s, answers, scratch.buffer)


def share_end(s: AnyState, points: Numbers, shares: Array) -> None:
    """Write the shares of the win: the actual result if the game is over, else from the expected scores."""
    if rules.to_move(s) == OVER:
        rules.returns(s, shares)
    else:
        share_points(s, points, shares)


def answer_all(s: AnyState, answers: Array, buffer: Numbers) -> None:
    """Make the listed turns of all seats; a seat that cannot move has already passed."""
    for seat in range(s.seats):
        if rules.legal_moves(s, seat, buffer) > 0:
            make_turn(s, seat, answers[seat], buffer)


def pick(turns: Array, values: Numbers, n: int, best: Array) -> int:
    """Copy the best turns that lead to different lines, best first; return their number."""
    found = 0
    while found < len(best):
        top = -1
        for i in range(n):
            if values[i] != TAKEN and (top < 0 or values[i] > values[top]):
                top = i
        if top < 0:
            break
        keep(turns[top], best[found])
        found += 1
        for i in range(n):
            if rules.is_same_line(turns[i], turns[top]):
                values[i] = TAKEN
    return found


def sample(states: AnyState, rounds: int, seed: int, scratch: PointScratch, found: Array) -> None:
    """Play on from every position for `rounds` rounds after this one, once for each row of `found`.

    Every seat makes its most promising turn. The k-th time has the same seed for every position.
    """
    net = scratch.nets[0]
    for i in range(len(states)):
        for k in range(len(found[i])):
            seed_generator(scratch.rng, seed + k)
            scratch.work[0] = states[i]
            s = scratch.work[0]
            left = rounds
            while rules.to_move(s) != OVER and (left > 0 or rules.to_move(s) != CHANCE):
                if rules.to_move(s) == CHANCE:
                    left -= 1
                play_round(s, net, scratch)
            value_standing(s, net, scratch)
            share_end(s, scratch.points, found[i][k])
