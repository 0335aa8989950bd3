"""The tree of whole turns: the same plain and compiled, its statistics, and secrets guessed in every simulation."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.laws.games import Table, random_game
from tests.search.kernels.test_endings import plain_endings
from tests.search.kernels.test_net import plain
from trackside.core.compile import bind_modules
from trackside.core.notation import view_state
from trackside.core.protocol import CHANCE, OVER, AnyState
from trackside.core.random import WORDS, seed_generator
from trackside.games import GAMES, Game
from trackside.laws.listing import Positions, plain_turns
from trackside.search.kernels import listing, net, solving, turn_tree, value
from trackside.search.kernels.turn_tree import NO_NODE, ROWS, TurnTreeMemory
from trackside.search.scratch import TurnScratch, ValueScratch
from trackside.search.turn_tree_search import TurnTree
from trackside.search.values import ValueNet, find_value, value_type
from trackside.search.weights import LAYERS, net_type

GAME = GAMES["whole-nine"]
RULES: Any = GAME.plain


def decisions(seats: int, seed: int, players: str = "random") -> list[AnyState]:
    """Return positions with a choice of pawns from a random game."""
    steps = random_game(Table(GAME, seats, {}), seed, players)
    return [state for state, seat, choices, _ in steps if seat >= 0 and len(choices) > 1 and state.roll > 0]


def tree_of(state: AnyState, seed: int = 1, memory: int = 20_000) -> TurnTree:
    """Return the tree of a position with the shipped net, or a random one where none is shipped."""
    found = find_value(GAME, state) or ValueNet(GAME, "random", some_weights(state.seats))
    return TurnTree(found, state, RULES.to_move(state), seed, memory)


def some_weights(seats: int) -> Any:
    """Return the weights of a random net."""
    chooser, weights = np.random.default_rng(2), np.zeros(1, value_type(GAME, seats, (64, 32)))
    for layer in LAYERS:
        weights[layer] = chooser.integers(-300, 300, weights[layer].shape)
    return weights


def plain_memory(rules: Any, room: int) -> TurnTreeMemory:
    """Return memory for a plain tree."""
    return TurnTreeMemory(
        nodes=[SimpleNamespace(prior=[0.0] * 6, total=[0.0] * 6) for _ in range(room)],
        states=Positions([rules.State()] * room),
        used=[0],
        path=[0] * 64,
        lengths=[0] * 200,
        moves=[[0] * 64 for _ in range(200)],
    )


def plain_scratch(rules: Any, seats: int, record: Any) -> TurnScratch:
    """Return scratch memory for a plain tree, with room for the endings of The Whole Nine."""
    turns = plain_turns(rules)
    return TurnScratch(
        value=ValueScratch(plain(record), [0] * 600, [[0] * 64, [0] * 64]),
        turns=turns,
        endings=plain_endings(seats),  # of The Whole Nine, and unused in games without `is_ending`
        work=Positions([rules.State()] * 2),
        weights=[0] * rules.OUTCOMES,
        behind=[0] * rules.OUTCOMES,
        choices=[0] * rules.MOVES,
        found=[[0.0] * seats for _ in turns.lengths],
        kinds=[0] * len(turns.lengths),
        values=[[0.0] * seats for _ in range(ROWS)],
        rng=[0] * WORDS,
    )


@pytest.mark.parametrize(("seats", "which"), [(2, 5), (4, 20), (2, -8)])
def test_plain_and_compiled_trees_are_the_same(seats: int, which: int) -> None:
    state = decisions(seats, 4)[which]
    found, seat = tree_of(state), RULES.to_move(state)
    found.run(12)
    kernel = GAME.kernel("trackside.search.kernels.turn_tree", compiled=False)
    memory, scratch = plain_memory(RULES, 800), plain_scratch(RULES, seats, found.net.record)
    style = [GAME.card.turns]
    assert not kernel.grow([state], seat, 12, 0, memory, style, 1, scratch)
    assert memory.nodes[0].move == found.turns
    assert memory.used[0] == found.memory.used[0] > 40
    for i in range(memory.used[0]):
        node, other = memory.nodes[i], found.memory.nodes[i]
        for name in ("move", "actor", "child", "sibling", "visits"):
            assert getattr(node, name) == other[name]
        assert node.prior[:seats] == other["prior"][:seats].tolist()
        assert node.total[:seats] == other["total"][:seats].tolist()
        assert memory.states[i].to_bytes() == found.memory.states[i].tobytes()


def children(tree: TurnTree, node: int) -> list[int]:
    """Return the children of a node."""
    found, child = [], int(tree.memory.nodes[node]["child"])
    while child != NO_NODE:
        found.append(child)
        child = int(tree.memory.nodes[child]["sibling"])
    return found


def test_every_turn_is_evaluated_before_it_is_visited_and_that_counts_as_several_visits() -> None:
    tree, trust = tree_of(decisions(2, 6)[12]), GAME.card.turns.trust
    priors = [float(node["prior"][tree.seat]) for node in tree.nodes]
    assert tree.turns > 1
    assert priors == sorted(priors, reverse=True)
    assert [tree.value(turn) for turn in range(tree.turns)] == pytest.approx(priors)
    tree.run(1)
    assert tree.nodes["visits"].tolist() == [1] + [0] * (tree.turns - 1)
    (outcome,) = children(tree, 1)
    best = tree.memory.nodes[children(tree, outcome)[0]]["prior"]
    assert tree.nodes[0]["total"].tolist() == best.tolist()
    assert tree.value(0) == pytest.approx((trust * priors[0] + best[tree.seat]) / (trust + 1))


def test_the_statistics_of_the_tree_are_consistent() -> None:
    tree = tree_of(decisions(2, 6)[12])
    tree.run(1500)
    nodes, breadth, drawn = tree.memory.nodes, GAME.card.turns.breadth, 0
    for node in range(int(tree.memory.used[0])):
        below, actor = children(tree, node), int(nodes[node]["actor"])
        if int(nodes[node]["visits"]):
            assert nodes[node]["total"].sum() == pytest.approx(int(nodes[node]["visits"]))
        if below and node:
            assert sum(int(nodes[child]["visits"]) for child in below) <= nodes[node]["visits"]
        if actor == CHANCE and len(below) == RULES.OUTCOMES - 1:
            visits = [int(nodes[child]["visits"]) for child in below]
            assert max(visits) - min(visits) <= 1
            drawn += 1
        elif actor >= 0 and node and below:
            values = [nodes[child]["prior"].tolist() for child in below]
            assert len(below) <= breadth
            assert all(values.count(value) == 1 for value in values)
            assert values == sorted(values, key=lambda value: -value[actor])
    assert drawn > 10
    assert tree.nodes["visits"].sum() == tree.simulations == 1500


def test_a_full_tree_stops_growing_and_goes_on_counting() -> None:
    tree = tree_of(decisions(2, 6)[12], memory=1)
    tree.run(4000)
    assert int(tree.memory.used[0]) <= len(tree.memory.nodes)
    assert tree.simulations == 4000


def secret_kernel(game: Game, is_secret: bool) -> tuple[Any, Any, Any]:
    """Bind the tree to a game whose features serve as inputs, with a small random net; return the rules and the net."""

    def list_inputs(s: AnyState, seat: int, out: list[int]) -> int:
        features = [0] * len(game.plain.FEATURES)
        game.plain.encode(s, seat, features)
        listed = [i + (size << 13) for i, size in enumerate(features) if size]
        out[: len(listed)] = listed
        return len(listed)

    rules = SimpleNamespace(**vars(game.plain) | {"list_inputs": list_inputs, "SIZE_BITS": 13})
    modules = [net, value, solving, listing, turn_tree]
    style = {"HAS_SECRETS": is_secret, "SOLVES_ENDINGS": False, "LISTS_TURNS": False}
    record, chooser = np.zeros(1, net_type(len(game.plain.FEATURES), 4, 3, 2)), np.random.default_rng(3)
    for layer in LAYERS:
        record[layer] = chooser.integers(-900, 900, record[layer].shape)
    return bind_modules("secret_tree", modules, rules=rules, **style), rules, record


def test_secrets_are_guessed_and_only_the_own_turn_is_held() -> None:
    game, grown = GAMES["skip-or-trip"], []
    kernel, rules, record = secret_kernel(game, True)
    steps = random_game(Table(game, 2, {}), 3)
    state = next(state for state, seat, choices, _ in steps if seat == 1 and len(choices) > 3)
    truths = [state]
    for seed in (1, 2):
        other, rng = view_state(game.plain, state, 1), [0] * WORDS
        seed_generator(rng, seed)
        game.plain.guess(other, 1, rng)
        truths.append(other)
    assert truths[0] != truths[1]
    for truth in truths:
        view, memory = view_state(game.plain, truth, 1), plain_memory(rules, 300)
        scratch = plain_scratch(rules, 2, record)
        kernel.grow([view], 1, 40, 0, memory, [game.card.turns], 7, scratch)
        turns = memory.nodes[0].move
        assert memory.used[0] == 1 + turns
        assert sum(node.visits for node in memory.nodes[1 : 1 + turns]) == 40
        grown.append([(node.move, node.visits, node.total, node.prior) for node in memory.nodes[1 : 1 + turns]])
    assert grown[0] == grown[1] == grown[2]
    assert len({tuple(total) for _, _, total, _ in grown[0]}) > 1


def test_a_game_that_is_over_below_the_root_counts_with_its_result() -> None:
    state = decisions(2, 3, "greedy")[-1]
    tree = tree_of(state)
    tree.run(200)
    ended = [node for node in tree.memory.nodes[: int(tree.memory.used[0])] if node["actor"] == OVER]
    assert ended
    assert all(node["prior"].sum() == pytest.approx(1) for node in ended)
