"""The tree of the own turn, after which all play on by the net: consistent, repeatable, blind to what is secret."""

from __future__ import annotations

import numpy as np
import pytest

from trackside import Match
from trackside.core.notation import choices_for, view_state
from trackside.core.protocol import AnyState
from trackside.core.random import WORDS, seed_generator
from trackside.games import GAMES
from trackside.search.nets import Net, find_net
from trackside.search.tree_search import Tree

GAME = GAMES["skip-or-trip"]


def some_net(view: AnyState) -> Net:
    """A net like that of the table which has learned nothing."""
    chooser, learned = np.random.default_rng(1), find_net(GAME, view)
    assert learned is not None
    weights = np.zeros_like(learned.weights)
    for layer in ("first", "second", "third"):
        weights[layer] = chooser.integers(-200, 200, weights[layer].shape)
    return Net(GAME, learned.table, weights)


def in_the_middle(seats: int, options: dict[str, str]) -> Match:
    match = Match("skip-or-trip", seats=seats, options=options, seed=2)
    for _ in range(14 * seats):
        match.play(match.to_move, match.moves(match.to_move)[-2 if len(match.moves(match.to_move)) > 1 else 0])
    return match


def searched(view: AnyState, seat: int, simulations: int = 200) -> Tree:
    made = Tree(GAME, view, seat, seed=4, memory=500, net=some_net(view))
    made.run(simulations)
    return made


@pytest.mark.parametrize(
    ("seats", "mode"),
    [
        (2, "basic"),
        pytest.param(3, "advanced", marks=pytest.mark.long),  # three seats and more are compiled for themselves
        pytest.param(4, "teams", marks=pytest.mark.long),
    ],
)
def test_the_tree_has_only_own_moves_and_adds_up(seats: int, mode: str) -> None:
    match = in_the_middle(seats, {"mode": mode})
    seat = match.to_move
    made = searched(match.view(seat).state, seat)
    moves = [int(made.nodes[child]["move"]) for child in made.children()]
    assert moves == choices_for(GAME.plain, match.state, seat)
    assert sum(int(made.nodes[child]["visits"]) for child in made.children()) == made.simulations == 200
    for node in range(int(made.used[0])):
        assert made.nodes[node]["share"].sum() == pytest.approx(made.nodes[node]["visits"])


def test_what_others_hold_never_changes_a_search() -> None:
    match = in_the_middle(2, {})
    seat = match.to_move
    made = searched(match.view(seat).state, seat)
    for seed in range(3):
        rng, other = [0] * WORDS, match.view(seat).state
        seed_generator(rng, seed)
        GAME.plain.guess(other, seat, rng)
        assert other != match.state
        again = searched(view_state(GAME.plain, other, seat), seat)
        assert again.nodes.tobytes() == made.nodes.tobytes()
