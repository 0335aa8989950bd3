"""The one-ply player: sensible, the same plain and compiled, and far better than chance."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.games.traxx.table import TRAXX, moves, opening, play
from trackside.core.notation import options_now
from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.core.random import WORDS
from trackside.games.traxx.policy import CODES, SOLO, best_extension, next_extension
from trackside.games.traxx.state import MOVES, OUTCOMES
from trackside.search.playouts import GREEDY, RANDOM

QUICK = TRAXX.plain.quick_move


def mean_scores(seats: int, player: int, games: int) -> list[float]:
    kernel = TRAXX.kernel("trackside.search.playouts")
    states = np.repeat(opening(seats).to_record(), games)
    results, rng = np.zeros((games, 2 + 2 * seats)), np.zeros(WORDS, np.int64)
    kernel.seed_generator(rng, 11)
    buffer = np.zeros(max(MOVES, OUTCOMES), np.int64)
    kernel.play_games(states, np.full(seats, player, np.int64), buffer, rng, results)
    return [float(mean) for mean in results[:, 2 : 2 + seats].mean(0)]


def chosen(s: AnyState, seat: int = 0) -> int:
    codes = options_now(TRAXX.plain, s, seat)
    move = QUICK(s, seat, codes, len(codes), [0] * WORDS)
    assert move in codes
    return move


def test_it_averages_far_more_than_chance() -> None:
    assert mean_scores(1, RANDOM, 300)[0] < -15
    assert mean_scores(1, GREEDY, 300)[0] > 26
    assert min(mean_scores(4, GREEDY, 100)) > 22


def test_in_the_last_round_it_takes_the_most_points() -> None:
    s = play(opening(starts="2", deck="bgkp"), "bgkp:")
    while TRAXX.plain.to_move(s) != OVER:
        TRAXX.plain.apply(s, 0, chosen(s))
    assert (s.noted[0][4], s.noted[0][7], s.length[0]) == (4, 7, [4, 0])


def test_it_keeps_to_the_extension_it_has_begun() -> None:
    """Asked again in the middle, it finds an extension that is just as good."""
    for seed in range(5):
        chooser, s = random.Random(seed), opening(2)
        while TRAXX.plain.to_move(s) != OVER:
            seat = TRAXX.plain.to_move(s)
            if seat == CHANCE:
                TRAXX.plain.apply(s, CHANCE, chooser.choice(options_now(TRAXX.plain, s, CHANCE)))
                continue
            before = s.turns
            while s.turns == before and moves(s, seat):
                TRAXX.plain.apply(s, seat, chosen(s, seat))
        assert s.length[0][0] + s.length[0][1] > 30


def test_every_extension_is_looked_at_once() -> None:
    """Against all sequences of legal moves."""
    s = play(opening(2, starts="23"), "ggrkp:", "red A: e5 d4 stop", "purple pass", "bgrpp:")
    for end in (0, 1):
        found = set()
        path, sides, spare, points, tops, drawn = s.tip[0][end], 0, s.spare[0], 0, 0, 0
        visited = sum(1 << field for field, mark in enumerate(s.mark[0]) if mark)
        while True:
            path, sides, visited, spare, points, tops, drawn = next_extension(
                s, path, sides, visited, spare, points, tops, drawn
            )
            if not drawn:
                break
            fields = tuple(path >> 6 * i & 63 for i in reversed(range(drawn)))
            assert fields not in found
            found.add(fields)
        assert found == set(sequences(s, end))
        assert visited == sum(1 << field for field, mark in enumerate(s.mark[0]) if mark)
        assert (spare, points, tops) == (s.spare[0], 0, 0)


def sequences(s: AnyState, end: int) -> list[tuple[int, ...]]:
    found = []
    for code in options_now(TRAXX.plain, s, 0):
        if code // 61 == end:
            after = s.duplicate()
            TRAXX.plain.apply(after, 0, code)
            rest = sequences(after, end) if after.turns == s.turns and not after.done[0] else []
            found += [(code % 61,), *((code % 61, *fields) for fields in rest)]
    return found


@pytest.mark.parametrize("seats", [1, 3])
def test_plain_and_compiled_play_the_same_games(seats: int) -> None:
    kernel = TRAXX.kernel("trackside.search.playouts")
    plain = TRAXX.kernel("trackside.search.playouts", compiled=False)
    state = opening(seats)
    record, results = state.to_record(), np.zeros((1, 2 + 2 * seats))
    rng, buffer = np.zeros(WORDS, np.int64), np.zeros(MOVES, np.int64)
    kernel.seed_generator(rng, 5)
    kernel.play_games(record, np.full(seats, GREEDY, np.int64), buffer, rng, results)
    plain_rng = [0] * WORDS
    plain.seed_generator(plain_rng, 5)
    plain.play_out(state, [GREEDY] * seats, [0] * MOVES, plain_rng)
    assert state.to_bytes() == record.tobytes()


def test_a_worth_and_a_move_share_a_number() -> None:
    assert MOVES <= CODES
    s = play(opening(starts="2"), "bgkp:")
    visited = 1 << s.tip[0][0]
    assert best_extension(s, 0, SOLO, 0, visited, 0) % CODES in options_now(TRAXX.plain, s, 0)
