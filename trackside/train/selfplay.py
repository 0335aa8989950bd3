"""Whole games in which seats look one turn ahead with a net: compiled, shared by all games."""

from __future__ import annotations

from trackside.core.protocol import CHANCE, OVER, UNBOUND, AnyState, Array, Numbers, Rules
from trackside.core.random import below, draw, seed_generator
from trackside.search.kernels.ahead import best_move
from trackside.search.kernels.net import judge_position

rules: Rules = UNBOUND

NEEDS = ("trackside.search.kernels.net", "trackside.search.kernels.ahead")
ENTRIES = ("play_and_note",)

POLICY = -1
"""A seat that plays by the game's policy instead of a net."""


def play_and_note(
    opening: AnyState,
    work: AnyState,
    games: int,
    seed: int,
    nets: AnyState,
    players: Array,
    surprise: int,
    views: int,
    buffer: Numbers,
    inputs: Numbers,
    units: Array,
    shares: Array,
    noted: Array,
    looking: Array,
    judged: Array,
    targets: Array,
    left: Numbers,
    results: Array,
    trust: float,
    rng: Numbers,
) -> int:
    """Play games from a seed and record the features at the start of every turn; return the number of rows.

    `players` has the net of every seat for every game. One move in `surprise` is random (none if it is 0). Each row has
    its perspective in `looking`; with two `views` each turn is recorded from another seat too. `judged` gets the net's
    evaluation, and `targets` the values to learn instead: the result, moved by `trust` towards each later evaluation.
    Both are in turn order from the row's perspective. `left` gets the turns still to come, and `results` the shares at
    the end of every game.
    """
    rows = 0
    for game in range(games):
        seed_generator(rng, seed + game)
        work[0] = opening[0]
        s = work[0]
        turn = 0
        begun = rows
        actor = rules.to_move(s)
        while actor != OVER:
            if s.turns > turn and rules.is_settled(s) and rows + views <= len(noted):
                turn = s.turns
                perspective = rules.perspective(s)
                other = (perspective + 1 + turn % max(1, s.seats - 1)) % s.seats
                for _ in range(views):
                    judge_position(
                        s, perspective, nets, max(players[game][perspective], 0), inputs, units, judged[rows]
                    )
                    for i in range(len(inputs)):
                        noted[rows][i] = inputs[i]
                    looking[rows] = perspective
                    left[rows] = turn
                    rows += 1
                    perspective = other
            if actor == CHANCE:
                n = rules.chance_weights(s, buffer)
                move = draw(rng, buffer, n)
            else:
                n = rules.legal_moves(s, actor, buffer)
                if n == 1:
                    move = buffer[0]
                elif surprise > 0 and below(rng, surprise) == 0:
                    move = buffer[below(rng, n)]
                elif players[game][actor] == POLICY:
                    move = rules.quick_move(s, actor, buffer, n, rng)
                else:
                    move = best_move(work, actor, n, nets, players[game][actor], buffer, inputs, units, shares, rng)
            rules.apply(s, actor, move)
            actor = rules.to_move(s)
        rules.returns(s, results[game])
        for row in range(begun, rows):
            left[row] = s.turns - left[row]
        look_back(s.seats, begun, rows, looking, judged, targets, results[game], trust, shares[1])
    return rows


def look_back(
    seats: int,
    begun: int,
    end: int,
    looking: Numbers,
    judged: Array,
    targets: Array,
    result: Array,
    trust: float,
    later: Array,
) -> None:
    """Fill the targets of a game from its end to its beginning."""
    for seat in range(seats):
        later[seat] = result[seat]
    for row in range(end - 1, begun - 1, -1):
        for step in range(seats):
            targets[row][step] = later[(looking[row] + step) % seats]
        for seat in range(seats):
            later[seat] += trust * (judged[row][seat] - later[seat])
        turn_round(judged[row], looking[row], seats)


def turn_round(shares: Array, perspective: int, seats: int) -> None:
    """Rotate shares into turn order from the observing seat."""
    for _ in range(perspective):
        first = shares[0]
        for seat in range(seats - 1):
            shares[seat] = shares[seat + 1]
        shares[seats - 1] = first
