"""Whole games in which every seat makes its most promising turn: compiled, for points nets."""

from __future__ import annotations

from trackside.core.protocol import CHANCE, OVER, UNBOUND_POINTS, AnyState, Array, Numbers, PointRules
from trackside.core.random import below, draw, seed_generator
from trackside.search.kernels.net import UNIT_BITS
from trackside.search.kernels.points import keep, make_turn, value_turns
from trackside.train.selfplay import POLICY

rules: PointRules = UNBOUND_POINTS

NEEDS = ("trackside.search.kernels.net", "trackside.search.kernels.points")
ENTRIES = ("play_and_note",)

CHOSEN, SURPRISE = range(2)
"""The origin of a turn: the best by the net, or random."""


def play_and_note(
    opening: AnyState,
    work: AnyState,
    games: int,
    seed: int,
    nets: AnyState,
    players: Array,
    surprise: int,
    trust: float,
    turns: Array,
    answers: Array,
    values: Numbers,
    sight: Numbers,
    found: Numbers,
    units: Array,
    scores: Array,
    buffer: Numbers,
    noted: Array,
    scored: Array,
    judged: Array,
    promised: Array,
    how: Numbers,
    targets: Array,
    left: Numbers,
    results: Array,
    rng: Numbers,
) -> int:
    """Play games from a seed and record every line before each card; return the number of rows.

    `players` has every seat's net, or POLICY, for every game. One turn in `surprise` is random (none if it is 0). For
    every line recorded, `scored` gets its score, `judged` the net's evaluation, `promised` the points the net expected
    from the best next turn, `targets` the points to learn and `left` the rounds to come. `results` gets the shares
    at the end of every game.
    """
    rows = 0
    mask = (1 << rules.SIZE_BITS) - 1
    for game in range(games):
        seed_generator(rng, seed + game)
        work[0] = opening[0]
        s = work[0]
        begun = rows
        while rules.to_move(s) != OVER:
            if rules.to_move(s) == CHANCE:
                if rules.is_settled(s):
                    rules.scores(s, scores)
                    for seat in range(s.seats):
                        rules.look(s, seat, sight)
                        rules.list_turns(s, seat, turns[:1])
                        n = rules.standing_features(s, seat, found)
                        n += rules.turn_features(s, sight, turns[0], found[n:])
                        for i in range(n):
                            noted[rows][found[i] & mask] += found[i] >> rules.SIZE_BITS
                        scored[rows] = scores[seat]
                        value_turns(s, seat, nets[max(players[game][seat], 0)], turns[:1], values, sight, found, units)
                        judged[rows] = values[0] / (1 << UNIT_BITS)
                        promised[rows] = 0.0
                        how[rows] = CHOSEN
                        left[rows] = s.turns
                        rows += 1
                n = rules.chance_weights(s, buffer)
                rules.apply(s, CHANCE, draw(rng, buffer, n))
                for seat in range(s.seats):
                    if players[game][seat] != POLICY and rules.legal_moves(s, seat, buffer) > 0:
                        row = rows - s.seats + seat
                        n, best = value_turns(s, seat, nets[players[game][seat]], turns, values, sight, found, units)
                        promised[row] = values[best] / (1 << UNIT_BITS)
                        if surprise > 0 and below(rng, surprise) == 0:
                            how[row] = SURPRISE
                            best = below(rng, n)
                        keep(turns[best], answers[seat])
            make_turns(s, players[game], answers, buffer, rng)
        rules.scores(s, scores)
        rules.returns(s, results[game])
        for row in range(begun, rows):
            left[row] = s.turns - left[row]
        look_back(s.seats, begun, rows, scores, trust, scored, judged, promised, how, targets)
    return rows


def make_turns(s: AnyState, players: Numbers, answers: Array, buffer: Numbers, rng: Numbers) -> None:
    """Make the turns chosen for the seats, or those of the policy."""
    for seat in range(s.seats):
        if rules.legal_moves(s, seat, buffer) > 0:
            if players[seat] == POLICY:
                n = rules.quick_turn(s, seat, buffer, rng)
                for i in range(n):
                    rules.apply(s, seat, buffer[i])
            else:
                make_turn(s, seat, answers[seat], buffer)


def look_back(
    seats: int,
    begun: int,
    end: int,
    result: Array,
    trust: float,
    scored: Array,
    judged: Array,
    promised: Array,
    how: Numbers,
    targets: Array,
) -> None:
    """Fill the targets of a game from its end to its beginning: the points gained, moved towards later evaluations.

    The result of a random turn proves nothing about the line before it, so that line's target is the promise of the
    best turn.
    """
    for row in range(end - 1, begun - 1, -1):
        later = row + seats
        if how[row] == SURPRISE:
            targets[row] = promised[row]
        elif later < end:
            ahead = targets[later] + trust * (judged[later] - targets[later])
            targets[row] = scored[later] - scored[row] + ahead
        else:
            targets[row] = result[(row - begun) % seats] - scored[row]
