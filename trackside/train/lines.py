"""Whole games in which every seat makes the turn that promises most points: compiled, for nets that say points."""

from __future__ import annotations

from trackside.core.protocol import CHANCE, OVER, UNBOUND_POINTS, AnyState, Array, Numbers, PointRules
from trackside.core.random import below, draw, seed_generator
from trackside.search.net import UNIT_BITS
from trackside.search.points import answer_all, keep, value_turns

rules: PointRules = UNBOUND_POINTS

NEEDS = ("trackside.search.net", "trackside.search.points")
ENTRIES = ("play_and_note",)

CHOSEN, SURPRISE, FORCED = range(3)
"""How a turn came about."""


def play_and_note(
    opening: AnyState,
    work: AnyState,
    games: int,
    seed: int,
    nets: AnyState,
    players: Numbers,
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
    promised: Array,
    how: Numbers,
    targets: Array,
    results: Array,
    rng: Numbers,
) -> int:
    """Play games from a seed and note every line before each card; says how many were noted.

    `players` has the net of every seat. One turn in so many is a surprise (none if it is 0). `scored` has the score of
    every line noted, `promised` what the next turn promised it, `targets` the points to learn. `results` has the
    scores at the end of every game.
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
                        promised[rows] = 0.0
                        how[rows] = FORCED
                        rows += 1
                n = rules.chance_weights(s, buffer)
                rules.apply(s, CHANCE, draw(rng, buffer, n))
                for seat in range(s.seats):
                    if rules.legal_moves(s, seat, buffer) > 0:
                        row = rows - s.seats + seat
                        n, best = value_turns(s, seat, nets[players[seat]], turns, values, sight, found, units)
                        promised[row] = values[best] / (1 << UNIT_BITS)
                        how[row] = CHOSEN
                        if surprise > 0 and below(rng, surprise) == 0:
                            how[row] = SURPRISE
                            best = below(rng, n)
                        keep(turns[best], answers[seat])
            answer_all(s, answers, buffer)
        rules.scores(s, results[game])
        look_back(s.seats, begun, rows, results[game], trust, scored, promised, how, targets)
    return rows


def look_back(
    seats: int,
    begun: int,
    end: int,
    result: Array,
    trust: float,
    scored: Array,
    promised: Array,
    how: Numbers,
    targets: Array,
) -> None:
    """Fill the targets of a game from its end to its beginning: what came of it, with some trust in what was promised.

    What came of a surprise says nothing, so there the promise of the best turn stands.
    """
    for row in range(end - 1, begun - 1, -1):
        came = result[(row - begun) % seats] - scored[row]
        if row + seats < end:
            came = scored[row + seats] - scored[row] + targets[row + seats]
        if how[row] == SURPRISE:
            came = promised[row]
        elif how[row] == CHOSEN:
            came += trust * (promised[row] - came)
        targets[row] = came
