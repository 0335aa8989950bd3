"""The quick player wins, trips or moves, in this order."""

from __future__ import annotations

import pytest

from tests.games.skip_or_trip.table import GAME, position
from trackside.core.random import WORDS, seed_generator


def quick(text: str) -> str:
    s = position(text)
    seat = GAME.plain.to_move(s)
    moves, rng = [0] * GAME.plain.MOVES, [0] * WORDS
    seed_generator(rng, 1)
    n = GAME.plain.legal_moves(s, seat, moves)
    return GAME.notation.move_text(s, seat, GAME.plain.quick_move(s, seat, moves, n, rng))


@pytest.mark.parametrize(
    ("red", "others", "expected"),
    [
        ("on 92; hand 8[83] 9[2]", "on 12; hand 1[2]", "black 8[83] +8"),  # wins
        ("on 92; hand 8[2] 3[3]", "on 6; hand 1[2]", "black 8[2] +8"),  # rather than tripping
        ("on 9; hand 8[2] 3[3]", "on 6; hand 1[2]", "trip 6:"),
        ("on 9; hand 8[83] 9[97]", "on 6; hand 1[2]", "black 8[83] +8"),  # 17 is safer than 18
        ("on 6; hand 8[83] 9[97]", "on 6; hand 1[2]", "black 9[97] +9"),  # as far as it can: 14 and 15 are alike
        ("on 9; hand 8[83] 8[2]", "on 5; hand 1[2]", "black 8[83] +8"),  # keeps the card that fits more squares
        ("on 97; hand 8[83] 9[97]", "on 6; hand 1[2]", "pass"),  # rather than wasting a card
        ("on 97; hand 8[83] 2[2]", "on 6; hand 1[2]", "black 2[2] +2"),  # rather than passing
    ],
)
def test_the_quick_player_wins_trips_or_moves(red: str, others: str, expected: str) -> None:
    assert quick(f"turn 5: red to act / deck: top 1 / red: {red} / purple: {others}") == expected


def test_the_quick_player_trips_whoever_is_furthest_and_moves_the_rearmost_meeple() -> None:
    start = "turn 5: red to act / rules: advanced / deck: top 1 / red: on 20 30 92; hand 3[3] 4[2] / purple: on 2 6 9"
    assert quick(start) == "trip 6:"
    start = "turn 5: red to move a meeple, 8 steps / rules: advanced / deck: top 1 / red: on 20 30 92 / purple: on {}"
    assert quick(start.format("2 6 9")) == "92+8"
    assert quick(start.format("28 66 90")) == "20+8"


@pytest.mark.parametrize(
    ("red", "purple", "passes", "expected"),
    [(20, 19, 1, "pass"), (20, 20, 1, "black 8[83] +8"), (20, 21, 1, "black 8[83] +8"), (20, 19, 0, "black 8[83] +8")],
)
def test_the_quick_player_passes_where_that_ends_the_game_with_a_win(
    red: int, purple: int, passes: int, expected: str
) -> None:
    turn = "turn 5: red to act" + (", 1 pass" if passes else "")
    assert quick(f"{turn} / deck: top 1 / red: on {red}; hand 8[83] / purple: on {purple}; hand 1[2]") == expected
