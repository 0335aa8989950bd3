"""The inputs of Skip or Trip's nets: each block has its place, and nothing depends on what the seat may not know."""

from __future__ import annotations

from typing import Any

import pytest

from tests.laws.games import Table, random_game
from trackside.core.notation import view_state
from trackside.core.protocol import AnyState
from trackside.core.random import WORDS, seed_generator
from trackside.games import GAMES
from trackside.games.skip_or_trip import value
from trackside.games.skip_or_trip.state import KINDS, PRODUCT

GAME = GAMES["skip-or-trip"]
RULES: Any = GAME.plain
TABLES = [(2, {}), (6, {"mercy": "on"}), (2, {"mode": "advanced"}), (3, {"mode": "advanced"}), (4, {"mode": "teams"})]


def inputs(state: AnyState, seat: int) -> dict[int, int]:
    """Return the size of every listed feature."""
    out = [0] * value.MAX_INPUTS
    listed = out[: value.list_inputs(state, seat, out)]
    found = {entry & (1 << value.SIZE_BITS) - 1: entry >> value.SIZE_BITS for entry in out[: len(listed)]}
    assert len(found) == len(listed) <= value.SYMBOLS_AT
    return found


def settled(seats: int, options: dict[str, str]) -> list[AnyState]:
    """Return positions of random games in which a turn is over."""
    played = random_game(Table(GAME, seats, options), 3)
    return [state for state, _, _, _ in played if RULES.is_settled(state)][::7]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_inputs_have_a_place_and_never_depend_on_hidden_cards(seats: int, options: dict[str, str]) -> None:
    rng = [0] * WORDS
    seed_generator(rng, 1)
    changed = 0
    for state in settled(seats, options):
        for seat in range(seats):
            known = inputs(state, seat)
            assert all(0 <= feature < value.INPUTS[seats] for feature in known)
            assert all(size > 0 for size in known.values())
            view = view_state(RULES, state, seat)
            assert inputs(view, seat) == known
            RULES.guess(view, seat, rng)
            changed += view != state
            assert inputs(view, seat) == known
    assert changed > 0


def test_a_seat_knows_its_own_cards_and_where_it_may_be_tripped() -> None:
    state = GAME.notation.parse_position(
        """turn 7: red to act
        rules: basic
        deck: top 1
        red: on 20; hand 3[5] 3[5] 1[2.2]
        purple: on 12; hand 5[5] 4[2.2]"""
    )
    mine = inputs(state, 0)
    kinds = {
        kind: mine[value.OWN + value.KIND + kind] for kind in range(KINDS) if value.OWN + value.KIND + kind in mine
    }
    assert sorted((PRODUCT[kind], count) for kind, count in kinds.items()) == [(4, 1), (5, 2)]
    assert value.OWN + value.SQUARE + 20 in mine
    dangers = [at - value.OWN - value.DANGER for at in mine if 0 <= at - value.OWN - value.DANGER < value.CLASSES]
    assert len(dangers) == 1
    assert dangers[0] > 0
    other = value.OWN + value.PER_OWN
    assert other + value.TRIPPED not in mine  # 12 needs a 3
    theirs = inputs(state, 1)
    assert other + value.TRIPPED in theirs  # 20 is 2 x 2 x 5
