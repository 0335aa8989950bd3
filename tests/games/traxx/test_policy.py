"""The one-ply player: sensible, the same plain and compiled, and far better than chance."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.games.traxx.table import TRAXX, moves, opening, play
from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.core.random import WORDS
from trackside.games.traxx.fields import BITS
from trackside.games.traxx.policy import LENGTH, MOVE, TURN_COLUMNS, WORTH, next_extension, quick_turn, rank_turns
from trackside.games.traxx.state import MOVES, OUTCOMES
from trackside.games.traxx.worth import brings_half, line_sets
from trackside.search.kernels.playouts import GREEDY, RANDOM

QUICK = TRAXX.plain.quick_move


def mean_scores(seats: int, player: int, games: int) -> list[float]:
    kernel = TRAXX.kernel("trackside.search.kernels.playouts")
    states = np.repeat(opening(seats).to_record(), games)
    results, rng = np.zeros((games, 2 + 2 * seats)), np.zeros(WORDS, np.int64)
    kernel.seed_generator(rng, 11)
    buffer = np.zeros(max(MOVES, OUTCOMES), np.int64)
    kernel.play_games(states, np.full(seats, player, np.int64), buffer, rng, results)
    return [float(mean) for mean in results[:, 2 : 2 + seats].mean(0)]


def chosen(s: AnyState, seat: int = 0) -> int:
    codes = choices_for(TRAXX.plain, s, seat)
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
                TRAXX.plain.apply(s, CHANCE, chooser.choice(choices_for(TRAXX.plain, s, CHANCE)))
                continue
            before = s.turns
            while s.turns == before and moves(s, seat):
                TRAXX.plain.apply(s, seat, chosen(s, seat))
        assert s.length[0][0] + s.length[0][1] > 30


def test_every_extension_is_looked_at_once() -> None:
    """Against all sequences of legal moves."""
    s = play(opening(2, starts="23"), "ggrkp:", "red A: e5 d4 stop", "purple pass", "bgrpp:")
    line, on_line = line_sets(s, 0)
    assert line == sum(BITS[field] for field, mark in enumerate(s.mark[0]) if mark)
    for end in (0, 1):
        found = set()
        path, sides, visited, spare, points, numbers, drawn = s.tip[0][end], 0, line, s.spare[0], 0, on_line, 0
        while True:
            path, sides, visited, spare, points, numbers, drawn = next_extension(
                s, brings_half(s), path, sides, visited, spare, points, numbers, drawn
            )
            if not drawn:
                break
            fields = tuple(path >> 6 * i & 63 for i in reversed(range(drawn)))
            assert fields not in found
            found.add(fields)
        assert found == set(sequences(s, end))
        assert (visited, spare, points, numbers) == (line, s.spare[0], 0, on_line)


def sequences(s: AnyState, end: int) -> list[tuple[int, ...]]:
    found = []
    for code in choices_for(TRAXX.plain, s, 0):
        if code // 61 == end:
            after = s.duplicate()
            TRAXX.plain.apply(after, 0, code)
            rest = sequences(after, end) if after.turns == s.turns and not after.done[0] else []
            found += [(code % 61,), *((code % 61, *fields) for fields in rest)]
    return found


@pytest.mark.parametrize("seats", [1, 3])
def test_plain_and_compiled_play_the_same_games(seats: int) -> None:
    kernel = TRAXX.kernel("trackside.search.kernels.playouts")
    plain = TRAXX.kernel("trackside.search.kernels.playouts", compiled=False)
    state = opening(seats)
    record, results = state.to_record(), np.zeros((1, 2 + 2 * seats))
    rng, buffer = np.zeros(WORDS, np.int64), np.zeros(MOVES, np.int64)
    kernel.seed_generator(rng, 5)
    kernel.play_games(record, np.full(seats, GREEDY, np.int64), buffer, rng, results)
    plain_rng = [0] * WORDS
    plain.seed_generator(plain_rng, 5)
    plain.play_out(state, [GREEDY] * seats, [0] * MOVES, plain_rng)
    assert state.to_bytes() == record.tobytes()


def middle_game(seats: int, seed: int) -> AnyState:
    """A position in which a card is up and the first seat is to move, after a few rounds of quick play."""
    s, chooser = opening(seats), random.Random(seed)
    while s.turns < 2 + seed or TRAXX.plain.to_move(s) != 0:
        seat = TRAXX.plain.to_move(s)
        chance = [outcome for outcome in choices_for(TRAXX.plain, s, seat) if seat == CHANCE]
        TRAXX.plain.apply(s, seat, chooser.choice(chance) if chance else chosen(s, seat))
    return s


@pytest.mark.parametrize("seats", [1, 3])
def test_a_quick_turn_is_the_quick_moves_up_to_its_end(seats: int) -> None:
    for seed in range(8):
        s, out = middle_game(seats, seed), [0] * MOVES
        expected = s.duplicate()
        expected_moves = []
        while expected.turns == s.turns and expected.phase == s.phase and not expected.done[0]:
            expected_moves.append(chosen(expected))
            TRAXX.plain.apply(expected, 0, expected_moves[-1])
        assert out[: quick_turn(s, 0, out, [0] * WORDS)] == expected_moves


@pytest.mark.parametrize("seats", [1, 2])
def test_ranked_turns_are_all_different_lines_best_first(seats: int) -> None:
    for seed in range(0, 8, 3):
        s = middle_game(seats, seed)
        out = [[0] * TURN_COLUMNS for _ in range(2000)]
        rows = out[: rank_turns(s, 0, out)]
        turns = {tuple(row[MOVE : MOVE + row[LENGTH]]) for row in rows}
        assert len(turns) == len(rows)
        assert [row[WORTH] for row in rows] == sorted((row[WORTH] for row in rows), reverse=True)
        lines = {line_after(s, turn) for turn in turns}
        assert len(lines) == len(rows)
        assert lines == {line_after(s, turn) for turn in whole_turns(s)}
        assert rows[0][MOVE] in (chosen(s), rows[1][MOVE] if rows[1][WORTH] == rows[0][WORTH] else -1)
        few = [[0] * TURN_COLUMNS for _ in range(3)]
        assert rank_turns(s, 0, few) == min(3, len(rows))
        assert [row[WORTH] for row in few[: len(rows)]] == [row[WORTH] for row in rows[:3]]


def whole_turns(s: AnyState) -> list[tuple[int, ...]]:
    """All sequences of moves up to the end of the turn of the first seat."""
    found: list[tuple[int, ...]] = []
    for code in choices_for(TRAXX.plain, s, 0):
        after = s.duplicate()
        TRAXX.plain.apply(after, 0, code)
        ended = after.turns != s.turns or after.phase != s.phase or after.done[0]
        found += [(code,)] if ended else [(code, *rest) for rest in whole_turns(after)]
    return found


def line_after(s: AnyState, turn: tuple[int, ...]) -> tuple[object, ...]:
    after = s.duplicate()
    for code in turn:
        TRAXX.plain.apply(after, 0, code)
    return tuple(mark != 0 for mark in after.mark[0]), *after.tip[0]
