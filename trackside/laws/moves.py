"""Laws of the rules: moves, outcomes and results."""

from __future__ import annotations

import math

from trackside.core.protocol import CHANCE, OVER, STREAMS
from trackside.laws.tables import Table, random_game, seeds


def moves_are_ascending_and_unique_and_never_missing(table: Table) -> None:
    """Every seat to move has moves, each once, in ascending order and below MOVES."""
    rules = table.game.plain
    for seed in seeds(table, 20):
        for _, seat, choices, _ in random_game(table, seed):
            assert seat == OVER or choices
            assert choices == sorted(set(choices))
            if seat >= 0:
                assert choices[0] >= 0
                assert choices[-1] < rules.MOVES


def weights_are_never_negative_and_never_all_zero(table: Table) -> None:
    """Every chance event has outcomes, at least one of them possible, and a random stream."""
    rules = table.game.plain
    weights = [0] * rules.OUTCOMES
    for seed in seeds(table, 20):
        for state, seat, _, _ in random_game(table, seed):
            if seat == CHANCE:
                n = rules.chance_weights(state, weights)
                assert 0 < n <= rules.OUTCOMES
                assert min(weights[:n]) >= 0
                assert sum(weights[:n]) > 0
                assert 0 <= rules.chance_stream(state) < STREAMS


def returns_sum_to_one_and_the_winner_is_no_worse_than_others(table: Table) -> None:
    """Shares of the win sum to 1, or are at most 1 for a single seat."""
    for seed in seeds(table, 50):
        *_, (state, _, _, _) = random_game(table, seed)
        shares: list[float] = [0.0] * table.seats
        table.game.plain.returns(state, shares)
        assert min(shares) >= 0
        if table.seats > 1:
            assert math.isclose(sum(shares), 1)
        else:
            assert shares[0] <= 1
