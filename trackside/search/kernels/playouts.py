"""Playouts: whole games from a position to the end, many in one call, shared by all games."""

from __future__ import annotations

from trackside.core.protocol import CHANCE, OVER, UNBOUND, AnyState, Array, Numbers, Rules
from trackside.core.random import below, draw

rules: Rules = UNBOUND

ENTRIES = ("play_games",)

RANDOM, GREEDY, MIXED = 0, 1, 2
"""Ways a seat plays on: at random, by the policy, or mostly by the policy with some random moves for the search."""

SURPRISE = 4
"""A mixed player makes one random move in SURPRISE."""


def play_out(s: AnyState, players: Numbers, buffer: Numbers, rng: Numbers) -> int:
    """Play on to the end, every seat as set in `players`, and return the number of moves and outcomes."""
    moves = 0
    seat = rules.to_move(s)
    while seat != OVER:
        play_move(s, seat, players, buffer, rng)
        moves += 1
        seat = rules.to_move(s)
    return moves


def play_turns(s: AnyState, turns: int, players: Numbers, buffer: Numbers, rng: Numbers) -> None:
    """Play `turns` more turns after this one, to a position that a net can evaluate, or to the end."""
    last = s.turns + turns
    seat = rules.to_move(s)
    while seat != OVER and not (s.turns >= last and rules.is_settled(s)):
        play_move(s, seat, players, buffer, rng)
        seat = rules.to_move(s)


def play_move(s: AnyState, seat: int, players: Numbers, buffer: Numbers, rng: Numbers) -> None:
    """Draw a chance outcome, or make a seat's move as set in `players`."""
    if seat == CHANCE:
        n = rules.chance_weights(s, buffer)
        move = draw(rng, buffer, n)
    else:
        n = rules.legal_moves(s, seat, buffer)
        player = players[seat]
        if player == RANDOM or (player == MIXED and below(rng, SURPRISE) == 0):
            move = buffer[below(rng, n)]
        else:
            move = rules.quick_move(s, seat, buffer, n, rng)
    rules.apply(s, seat, move)


def play_games(states: AnyState, players: Numbers, buffer: Numbers, rng: Numbers, results: Array) -> int:
    """Finish every game of `states`; a row of `results` is moves, turns, then scores, then returns of each seat."""
    total = 0
    for i in range(len(states)):
        s = states[i]
        moves = play_out(s, players, buffer, rng)
        total += moves
        results[i][0] = moves
        results[i][1] = s.turns
        rules.scores(s, results[i][2 : 2 + s.seats])
        rules.returns(s, results[i][2 + s.seats : 2 + 2 * s.seats])
    return total
