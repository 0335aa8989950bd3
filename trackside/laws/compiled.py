"""Laws of compiled rules: they are the plain rules, byte for byte."""

from __future__ import annotations

from typing import Any

import numpy as np

from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.core.random import WORDS
from trackside.laws.tables import Table, random_game, seeds

LONGEST = 4000
"""So many moves and outcomes of a game are compared."""


def compiled_and_plain_rules_agree_byte_for_byte(table: Table) -> None:
    """The same games, played by compiled and by plain rules."""
    play_and_compare(table, games=len(seeds(table, 200)), seed=2026)


def play_and_compare(table: Table, games: int, seed: int) -> None:
    """Play at random in compiled code, then the same with plain rules."""
    rules, kernel = table.game.plain, table.game.kernel("trackside.laws.trace")
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


def compiled_and_plain_guesses_and_quick_moves_agree(table: Table) -> None:
    """Hiding, guessing and the quick player do the same, compiled or not."""
    plain, compiled = (table.game.kernel("trackside.laws.trace", compiled=kind) for kind in (False, True))
    buffer = [0] * table.game.plain.MOVES
    array = np.zeros(table.game.plain.MOVES, np.int64)
    for seed in seeds(table, 5):
        for number, (state, _, _, _) in enumerate(random_game(table, 400 + seed)):
            eyes = number % table.seats
            rng, words = [0] * WORDS, np.zeros(WORDS, np.int64)
            plain.seed_generator(rng, number)
            compiled.seed_generator(words, number)
            record = state.to_record()
            assert plain.think([state], eyes, buffer, rng) == compiled.think(record, eyes, array, words)
            assert state.to_bytes() == record.tobytes()
            assert rng == words.tolist()


def compare(table: Table, states: Any, lists: Any, scores: Any, steps: int) -> None:
    """Every list of choices, every position and all scores are the same."""
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
    assert same_scores(table, plain, scores[steps], points)
    if steps == LONGEST - 2:
        return
    assert rules.to_move(plain) == OVER
    rules.returns(plain, points)
    assert points == scores[steps + 1].tolist()


def same_scores(table: Table, plain: AnyState, compiled: Any, points: list[Any]) -> bool:
    """Whether the plain rules count the same points."""
    table.game.plain.scores(plain, points)
    return bool(points == compiled.tolist())
