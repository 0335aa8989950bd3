"""Laws of encoders: integer features with unique names that never reveal a secret."""

from __future__ import annotations

from trackside.core.protocol import AnyState
from trackside.laws.tables import Table, guessed, hidden, random_game, seeds
from trackside.search.queries import Queries


def encoded(table: Table, state: AnyState, perspective: int) -> list[int]:
    """Return the features of a position from one seat's perspective."""
    out = [0] * len(table.game.plain.FEATURES)
    table.game.plain.encode(state, perspective, out)
    return out


def encodings_never_depend_on_secrets(table: Table) -> None:
    """Features are the same for a position, the seat's view of it and a guess from that view."""
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
    """Features are the same, compiled or not."""
    features = len(table.game.plain.FEATURES)
    queries = Queries(table.game)
    for seed in seeds(table, 5):
        for number, (state, _, _, _) in enumerate(random_game(table, 600 + seed)):
            if features:
                perspective = number % table.seats
                found = queries.features(state.to_record(), perspective).tolist()
                assert found == encoded(table, state, perspective)
