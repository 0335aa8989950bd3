"""The compiled rules are the plain rules: the same games, byte for byte."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.laws.games import TABLES, Table, random_game, seeds
from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.core.random import WORDS

LONGEST = 4000


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_compiled_and_plain_rules_agree_byte_for_byte(table: Table) -> None:
    play_and_compare(table, games=len(seeds(table, 200)), seed=2026)


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_compiled_and_plain_rules_agree_byte_for_byte_in_many_games(table: Table) -> None:
    play_and_compare(table, games=5000, seed=2027)


def play_and_compare(table: Table, games: int, seed: int) -> None:
    rules, kernel = table.game.plain, table.game.kernel("tests.laws.trace")
    width = 3 + max(rules.MOVES, rules.OUTCOMES)
    opening = table.opening().to_record()
    states = np.zeros(LONGEST, opening.dtype)
    lists = np.zeros((LONGEST, width), np.int64)
    scores = np.zeros((LONGEST, table.seats))
    rng = np.zeros(WORDS, np.int64)
    kernel.seed_generator(rng, seed)
    for _ in range(games):
        states[0] = opening[0]
        steps = kernel.trace(states, lists, scores, rng)
        compare(table, states, lists, scores, steps)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_compiled_and_plain_guesses_and_quick_moves_agree(table: Table) -> None:
    think_and_compare(table, games=len(seeds(table, 5)))


def think_and_compare(table: Table, games: int) -> None:
    plain, compiled = (table.game.kernel("tests.laws.trace", compiled=kind) for kind in (False, True))
    buffer = [0] * table.game.plain.MOVES
    array = np.zeros(table.game.plain.MOVES, np.int64)
    for seed in range(400, 400 + games):
        for number, (state, _, _, _) in enumerate(random_game(table, seed)):
            eyes = number % table.seats
            rng, words = [0] * WORDS, np.zeros(WORDS, np.int64)
            plain.seed_generator(rng, number)
            compiled.seed_generator(words, number)
            record = state.to_record()
            assert plain.think([state], eyes, buffer, rng) == compiled.think(record, eyes, array, words)
            assert state.to_bytes() == record.tobytes()
            assert rng == words.tolist()


def compare(table: Table, states: Any, lists: Any, scores: Any, steps: int) -> None:
    rules, plain = table.game.plain, table.opening()
    buffer = [0] * max(rules.MOVES, rules.OUTCOMES)
    points: list[Any] = [0] * table.seats
    for step in range(steps):
        seat, move, n = (int(value) for value in lists[step][:3])
        assert rules.to_move(plain) == seat
        found = rules.chance_weights(plain, buffer) if seat == CHANCE else rules.legal_moves(plain, seat, buffer)
        assert buffer[:found] == lists[step][3 : 3 + n].tolist()
        assert same_scores(table, plain, scores[step], points)
        rules.apply(plain, seat, move)
        assert plain.to_bytes() == states[step + 1].tobytes()
    assert rules.to_move(plain) == OVER
    assert same_scores(table, plain, scores[steps], points)
    rules.returns(plain, points)
    assert points == scores[steps + 1].tolist()


def same_scores(table: Table, plain: AnyState, compiled: Any, points: list[Any]) -> bool:
    table.game.plain.scores(plain, points)
    return bool(points == compiled.tolist())
