"""Laws of compiled rules: they match the plain rules byte for byte."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.core.random import WORDS
from trackside.laws.tables import Table, random_game, seeds
from trackside.play.match import Match

LONGEST = 4000
"""The most moves and outcomes of a game that are compared."""


def compiled_and_plain_rules_agree_byte_for_byte(table: Table) -> None:
    """Compiled and plain rules play the same games."""
    play_and_compare(table, games=len(seeds(table, 200)), seed=2026)


def play_and_compare(table: Table, games: int, seed: int) -> None:
    """Play at random in compiled code, then repeat the games with plain rules."""
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
            perspective = number % table.seats
            rng, words = [0] * WORDS, np.zeros(WORDS, np.int64)
            plain.seed_generator(rng, number)
            compiled.seed_generator(words, number)
            record = state.to_record()
            assert plain.think([state], perspective, buffer, rng) == compiled.think(record, perspective, array, words)
            assert state.to_bytes() == record.tobytes()
            assert rng == words.tolist()


def matches_by_compiled_and_by_plain_rules_are_the_same(table: Table) -> None:
    """Equal seeds and moves give the same log, dice included, and the same answers at every move."""
    for seed in seeds(table, 16):
        one, other = (
            Match(table.game.name, table.seats, table.options, seed=seed, compiled=kind) for kind in (False, True)
        )
        chooser, moves = random.Random(seed), 0
        while not one.over and moves < LONGEST:
            compare_matches(one, other, everything=moves % 7 == 0)
            move = chooser.choice(one.moves(one.to_move))
            one.play(one.to_move, move)
            other.play(other.to_move, move.code)
            moves += 1
        compare_matches(one, other, everything=True)
        assert one.winners == other.winners
        assert one.record() == other.record()


def compare_matches(one: Match, other: Match, everything: bool) -> None:
    """Check that two matches are at the same point; with `everything`, that they also show every seat the same."""
    assert one.log == other.log
    assert one.to_move == other.to_move
    assert one.turn == other.turn
    for seat in range(one.seats) if everything else ():
        assert one.scores == other.scores
        assert one.state == other.state
        assert one.view(seat) == other.view(seat)
        assert one.legal_mask(seat).tolist() == other.legal_mask(seat).tolist()
        if one.feature_names:
            assert one.observation(seat).tolist() == other.observation(seat).tolist()


def compare(table: Table, states: Any, lists: Any, scores: Any, steps: int) -> None:
    """Check that every list of choices, every position and all scores are the same."""
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
    """Return True if the plain rules count the same points."""
    table.game.plain.scores(plain, points)
    return bool(points == compiled.tolist())
