"""Laws of encoders: whole numbers with a name each, and nothing in them that the seat may not know."""

from __future__ import annotations

import numpy as np

from trackside.core.protocol import AnyState
from trackside.laws.tables import Table, guessed, hidden, random_game, seeds


def encoded(table: Table, state: AnyState, perspective: int) -> list[int]:
    """The features of a position as a seat sees it."""
    out = [0] * len(table.game.plain.FEATURES)
    table.game.plain.encode(state, perspective, out)
    return out


def encodings_never_depend_on_secrets(table: Table) -> None:
    """The truth, the seat's view of it and another truth that looks the same have the same features."""
    features = table.game.plain.FEATURES
    assert len(set(features)) == len(features)
    for seed in seeds(table, 10):
        for number, (state, _, _, _) in enumerate(random_game(table, 500 + seed)):
            if number % 5 != seed % 5 or not features:
                continue
            for perspective in range(table.seats):
                view = hidden(table, state, perspective)
                known = encoded(table, view, perspective)
                assert all(isinstance(value, int) and -0x8000 <= value < 0x8000 for value in known)
                assert encoded(table, state, perspective) == known
                assert encoded(table, guessed(table, view, perspective, number), perspective) == known


def compiled_and_plain_encodings_agree(table: Table) -> None:
    """The same features, compiled or not."""
    features = len(table.game.plain.FEATURES)
    kernel = table.game.kernel("trackside.laws.trace")
    for seed in seeds(table, 5):
        for number, (state, _, _, _) in enumerate(random_game(table, 600 + seed)):
            if features:
                perspective, out = number % table.seats, np.zeros(features, np.int64)
                kernel.encode_position(state.to_record(), perspective, out)
                assert out.tolist() == encoded(table, state, perspective)
