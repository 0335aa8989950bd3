"""The quick player plays like a casual one."""

from __future__ import annotations

from tests.games.whole_nine.positions import FULL, GAME, play
from trackside.core.notation import choices_for
from trackside.core.random import WORDS, seed_generator
from trackside.games.whole_nine.state import State


def greedy(state: State) -> set[str]:
    """The moves greedy makes in a position, whatever its luck."""
    found = set()
    for seed in range(20):
        rng = [0] * WORDS
        seed_generator(rng, seed)
        moves = choices_for(GAME.plain, state, state.seat)
        move = GAME.plain.quick_move(state, state.seat, moves, len(moves), rng)
        found.add(GAME.notation.move_text(state, state.seat, move))
    return found


def crossing(row: int) -> str:
    """Red may cross the second cactus with one number in its row, which is missing at the far end."""
    track = FULL[: FULL.rindex("[")] + FULL[FULL.rindex("[") :].replace(f"{row}", ".", 1)
    if row == 6:
        track = FULL[: FULL.rindex("6*")] + ".*"
    return f"turn 9: red rolled 2 / {track} / red: pawns start start start 1g; row {row} / purple: plus 2"


def test_it_crosses_where_there_is_something_to_take() -> None:
    assert greedy(play(crossing(1))) == {"1g-2a"}


def test_it_takes_the_number_that_makes_nine() -> None:
    assert greedy(play(crossing(3), "1g-2a")) == {"x1f"}
    assert greedy(play(crossing(5), "1g-2a")) == {"x1d"}


def test_it_takes_the_animal_when_no_nine_is_to_be_had() -> None:
    assert greedy(play(crossing(1), "1g-2a")) == {"x1g"}


def test_it_makes_nine_rather_than_keeping_the_pair() -> None:
    assert greedy(play(crossing(3), "1g-2a", "x1f")) == {"nine"}
