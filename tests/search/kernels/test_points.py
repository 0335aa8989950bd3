"""The judge of points to come: the same plain, compiled and by numpy, and what a search makes of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.games.traxx.table import PRACTICE
from trackside import Match
from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE, AnyState
from trackside.games import GAMES
from trackside.search.agents import make_agent
from trackside.search.kernels.net import FIRST_BITS, LATER_BITS, UNIT_BITS
from trackside.search.kernels.points import SCALE_BITS
from trackside.search.nets import Net, find_net
from trackside.search.points_search import LOOKS, Lookahead, misjudgements
from trackside.search.scratch import PointScratch, make_point_scratch
from trackside.search.turn_search import Halving, TurnAgent

GAME = GAMES["traxx"]
RULES: Any = GAME.plain


def net_of(seats: int) -> Net:
    net = find_net(GAME, GAME.opening(seats))
    assert net is not None
    return net


def after_rounds(seats: int, rounds: int) -> Match:
    """A game of the policy before its next card is used."""
    match, agent = Match("traxx", seats=seats, seed=4), make_agent("greedy", GAME)
    while match.state.turns <= rounds:
        match.play(match.to_move, agent.choose(match.view(match.to_move).state, match.to_move).move)
    return match


def settled(seats: int, rounds: int) -> AnyState:
    """The same before the card is turned up."""
    s = before = GAME.opening(seats)
    for seat, move in after_rounds(seats, rounds).log:
        if seat == CHANCE:
            before = s.duplicate()
        RULES.apply(s, seat, move)
    return before


def plain_scratch(net: Net, s: AnyState) -> PointScratch:
    """The memory of plain code: lists, with the net as plain lists too."""
    made = make_point_scratch(RULES, s.to_record(), net.record)
    lists = [array.tolist() for array in made[2:]]
    return PointScratch([Record(net)], [s], *lists)


def by_numpy(net: Net, s: AnyState, seat: int) -> int:
    """Points to come in 1/128, straight from the features."""
    sight, out = [0] * RULES.SIGHT, [0] * RULES.MAX_INPUTS
    RULES.look(s, seat, sight)
    entries = out[: RULES.standing_features(s, seat, out)]
    entries += out[: RULES.line_features(s, seat, sight, out)]
    layers = {name: net.record[0][name].astype(np.int64) for name in net.weights.dtype.names}
    inputs = np.zeros(len(layers["first"]), np.int64)
    for entry in entries:
        inputs[entry & (1 << RULES.SIZE_BITS) - 1] += entry >> RULES.SIZE_BITS
    ceiling = 8 << UNIT_BITS
    first = np.clip(inputs @ layers["first"] + layers["first_bias"] >> FIRST_BITS - UNIT_BITS, 0, ceiling)
    second = np.clip(layers["second"] @ first + layers["second_bias"] >> LATER_BITS, 0, ceiling)
    return int((layers["third"] @ second + layers["third_bias"])[0] >> LATER_BITS - SCALE_BITS)


class Record:
    """A net as plain lists."""

    def __init__(self, net: Net) -> None:
        for name in net.weights.dtype.names:
            setattr(self, name, net.record[0][name].tolist())


@pytest.mark.parametrize(("seats", "rounds"), [(1, 0), (1, 9), (2, 5), (4, 12)])
def test_plain_compiled_and_numpy_agree_bit_for_bit(seats: int, rounds: int) -> None:
    s, net = settled(seats, rounds), net_of(seats)
    kernel = GAME.kernel("trackside.search.kernels.points", compiled=False)
    scratch = plain_scratch(net, s)
    kernel.value_standing(s, scratch.nets[0], scratch)
    points, reached = scratch.points, [0] * seats
    RULES.scores(s, reached)
    assert points == [(reached[seat] << UNIT_BITS) + by_numpy(net, s, seat) for seat in range(seats)]
    shares = [0.0] * seats
    kernel.share_end(s, points, shares)
    assert net.shares(s) == tuple(shares)
    assert seats == 1 or sum(shares) == pytest.approx(1)


def test_more_points_are_a_larger_share_and_the_end_is_certain() -> None:
    match = after_rounds(2, 14)
    agent = make_agent("greedy", GAME)
    while not match.over:
        match.play(match.to_move, agent.choose(match.view(match.to_move).state, match.to_move).move)
    assert net_of(2).shares(match.state) == tuple(match.returns)
    kernel = GAME.kernel("trackside.search.kernels.points", compiled=False)
    shares = [0.0, 0.0]
    kernel.share_points(settled(2, 5), [40 << UNIT_BITS, 38 << UNIT_BITS], shares)
    assert shares[0] > 0.6


@pytest.mark.parametrize(("player", "seats"), [("judge", 1), ("mcts:100", 1), ("mcts:100", 3), ("mcts:460", 2)])
def test_every_move_is_a_candidate_and_the_best_comes_first(player: str, seats: int) -> None:
    match = after_rounds(seats, 3)
    view = match.view(match.to_move).state
    choice = make_agent(player, GAME, seed=1).choose(view, match.to_move)
    assert choice.candidates[0].move == choice.move
    assert {entry.move for entry in choice.candidates} == set(choices_for(RULES, view, match.to_move))
    assert all(entry.value is None or 0 <= entry.value <= 1 for entry in choice.candidates)
    assert choice == make_agent(player, GAME, seed=1).choose(view, match.to_move)


def test_the_budget_is_cards_first_and_playing_on_with_the_rest() -> None:
    view = after_rounds(2, 3).view(0).state
    looked = Lookahead(net_of(2), view, 0, 1, 32)
    looked.spend(60)
    assert 12 <= looked.simulations <= 60
    assert looked.plays.sum() == 0
    played = Lookahead(net_of(2), view, 0, 1, 32)
    played.spend(LOOKS + 96)
    assert 0 < played.plays[:, 0].sum() <= 96


def test_another_sheet_is_played_out() -> None:
    match = Match("traxx", seats=2, options={"sheet": PRACTICE}, seed=3)
    agent = make_agent("mcts:30", GAME, seed=4)
    assert isinstance(agent, TurnAgent)
    assert isinstance(agent.think(match.view(0).state, 0), Halving)
    choices = [make_agent(player, GAME, seed=4).choose(match.view(0).state, 0) for player in ("mcts:30", "playout:30")]
    assert choices[0] == choices[1]


def test_playing_out_is_still_to_be_had_by_name() -> None:
    agent = make_agent("playout:30", GAME, seed=4)
    assert isinstance(agent, TurnAgent)
    assert isinstance(agent.think(Match("traxx", seats=2, seed=3).view(0).state, 0), Halving)


def test_errors_have_the_spread_that_the_name_of_the_player_says() -> None:
    errors = misjudgements(2.0, 4000, 1) / (1 << UNIT_BITS)
    assert errors.std() == pytest.approx(2, rel=0.05)
    assert abs(errors.mean()) < 0.15
    assert misjudgements(2.0, 40, 1).tolist() == misjudgements(2.0, 40, 1).tolist()
    assert not misjudgements(0.0, 40, 1).any()


def test_a_player_that_misjudges_turns_chooses_others() -> None:
    view = after_rounds(1, 3).view(0).state
    best = make_agent("turns:0", GAME).choose(view, 0)
    assert best == make_agent("judge", GAME).choose(view, 0)
    others = [make_agent("turns:0~3", GAME, seed=seed).choose(view, 0) for seed in range(20)]
    assert others[3] == make_agent("turns:0~3", GAME, seed=3).choose(view, 0)
    assert len({choice.line for choice in others}) > 3
