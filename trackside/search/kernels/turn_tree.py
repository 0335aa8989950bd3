"""Monte-Carlo tree search over whole turns: a net evaluates every turn before it is visited, and nothing is played out.

A node is a position: a turn start, which chance continues, a position after an outcome, or the end of the game. The
children of a turn start are outcomes, those of other positions whole turns, the best first. Where players have secrets,
the tree holds the searching seat's turn only, and what follows is guessed in every simulation.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from trackside.core.protocol import CHANCE, OVER, UNBOUND_VALUES, AnyState, Array, Numbers, ValueRules
from trackside.core.random import below, draw, seed_generator
from trackside.search.kernels.endings import forget, solve_ending
from trackside.search.kernels.listing import list_turns
from trackside.search.kernels.value import value_position

if TYPE_CHECKING:
    from trackside.search.scratch import TurnScratch

rules: ValueRules = UNBOUND_VALUES

NEEDS = (
    *("trackside.search.kernels.net", "trackside.search.kernels.value", "trackside.search.kernels.solving"),
    *("trackside.search.kernels.listing", "trackside.search.kernels.endings"),
)
ENTRIES = ("grow",)
CALLED = ("expand", "settle")
MERGED = ("plant", "solve_turns", "walk_down", "value_after", "draw_outcome")

HAS_SECRETS, SOLVES_ENDINGS = True, True
"""Properties of a game, bound for each: nothing is compiled that its search never runs."""

NO_NODE = -1
"""The null index."""

MAX_STARTS = 2000
"""The most turn starts that are visited to solve an ending at a leaf."""

ONWARD, BEST = range(2)
"""Rows of `values`: those of the position reached, and of the best turn."""

ROWS = BEST + 1


class TurnTreeMemory(NamedTuple):
    """The nodes of a tree with their positions, the number of them in use, and the path of a simulation."""

    nodes: AnyState
    states: AnyState
    used: Array
    path: Array
    lengths: Array
    """The number of moves of each turn at the root,"""
    moves: Array
    """and the moves."""


def grow(
    root: AnyState,
    seat: int,
    simulations: int,
    starts: int,
    tree: TurnTreeMemory,
    styles: Array,
    base_seed: int,
    scratch: TurnScratch,
) -> bool:
    """Begin a tree unless it has begun, try to solve at most `starts` turn starts, and run simulations.

    Return True if the position was solved; then no simulations are run. This is the only function that Python calls,
    because all compiled code is linked into each of them.
    """
    style = styles[0]
    if tree.used[0] == 0:
        plant(root[0], seat, tree, style, base_seed, scratch)
    if starts > 0 and solve_turns(starts, tree, scratch):
        return True
    for _ in range(simulations):
        if HAS_SECRETS:
            depth = walk_once(root[0], seat, tree, style, base_seed, scratch)
        else:
            depth = walk_down(tree, style, scratch)
        values = scratch.values[ONWARD]
        for level in range(depth + 1):
            node = tree.nodes[tree.path[level]]
            node.visits += 1
            for player in range(len(values)):
                node.total[player] += values[player]
    return False


def plant(root: AnyState, seat: int, tree: TurnTreeMemory, style: Any, base_seed: int, scratch: TurnScratch) -> None:
    """Begin a tree with the turns of a seat, evaluated by the net; their number is the move of the root."""
    turns = scratch.turns
    if SOLVES_ENDINGS and 4 * scratch.endings.met[0] > len(scratch.endings.solved.keys):
        forget(scratch.endings)
    new_node(tree, 0, seat)
    tree.states[0] = root
    if HAS_SECRETS:
        seed_generator(scratch.rng, base_seed)
        rules.guess(tree.states[0], seat, scratch.rng)
    n = expand(0, seat, len(tree.lengths), tree, scratch)
    tree.nodes[0].move = n
    for i in range(n):
        listed = tree.nodes[1 + i].move
        tree.lengths[i] = turns.lengths[listed]
        for k in range(turns.lengths[listed]):
            tree.moves[i][k] = turns.moves[listed][k]
    if HAS_SECRETS:
        for i in range(n):
            guess_prior(1 + i, root, seat, int(style.trust), tree, base_seed, scratch)
    seed_generator(scratch.rng, base_seed)


def solve_turns(most: int, tree: TurnTreeMemory, scratch: TurnScratch) -> bool:
    """Solve the position after every turn at the root; return False at the limit of turn starts.

    The values of turns that were solved before the limit are exact all the same.
    """
    if SOLVES_ENDINGS:
        nodes, met = tree.nodes, scratch.endings.met
        end = met[0] + most
        child = nodes[0].child
        while child != NO_NODE:
            if nodes[child].actor != OVER:
                values = scratch.values[ONWARD]
                if met[0] >= end or not solve_ending(tree.states[child], end - met[0], scratch.endings, values):
                    return False
                nodes[child].actor = OVER
                for player in range(len(values)):
                    nodes[child].prior[player] = values[player]
            child = nodes[child].sibling
        return True
    return False


def walk_down(tree: TurnTreeMemory, style: Any, scratch: TurnScratch) -> int:
    """Descend to a position whose turns are not listed yet, list them, and write the value; return the depth."""
    nodes, path, values = tree.nodes, tree.path, scratch.values
    depth = 0
    path[0] = 0
    node = path[0]
    found = node
    while depth < len(path) - 1 and nodes[node].actor != OVER:
        if nodes[node].actor == CHANCE:
            child = draw_outcome(node, tree, scratch)
        elif nodes[node].child != NO_NODE:
            child = select(node, tree, style)
        else:
            if expand(node, nodes[node].actor, int(style.breadth), tree, scratch) > 0:
                found = nodes[node].child
            break
        if child == NO_NODE:
            break
        depth += 1
        path[depth] = child
        node = child
        found = node
    for player in range(len(values[ONWARD])):
        values[ONWARD][player] = nodes[found].prior[player]
    return depth


def walk_once(view: AnyState, seat: int, tree: TurnTreeMemory, style: Any, base_seed: int, scratch: TurnScratch) -> int:
    """Make one of the turns at the root in a guessed position, then the best turns that follow; return the depth.

    The guess and all chance after it depend only on the visits of the turn: the n-th trial of every turn meets the same
    secrets, so that only the turns differ.
    """
    tree.path[0] = 0
    child = select(tree.path[0], tree, style)
    tree.path[1] = child
    guess_turn(child, view, seat, base_seed + 1 + tree.nodes[child].visits, tree, scratch)
    s = scratch.work[0]
    for _ in range(int(style.ahead)):
        to_decision(s, scratch)
        actor = rules.to_move(s)
        if actor == OVER:
            break
        n = list_turns(s, actor, scratch.turns)
        best = 0
        for i in range(n):
            value_after(scratch.turns.ends[i], scratch, scratch.values[ONWARD])
            if i == 0 or scratch.values[ONWARD][actor] > scratch.values[BEST][actor]:
                best = i
                copy_values(scratch.values[ONWARD], scratch.values[BEST])
        scratch.work[0] = scratch.turns.ends[best]
        s = scratch.work[0]
    value_after(s, scratch, scratch.values[ONWARD])
    return 1


def guess_prior(
    child: int, view: AnyState, seat: int, times: int, tree: TurnTreeMemory, base_seed: int, scratch: TurnScratch
) -> None:
    """Replace the value of a turn at the root by its mean over guesses."""
    known, values = tree.nodes[child], scratch.values
    for player in range(len(values[ONWARD])):
        known.prior[player] = 0.0
    for k in range(times):
        guess_turn(child, view, seat, base_seed + 1 + k, tree, scratch)
        value_after(scratch.work[0], scratch, values[ONWARD])
        for player in range(len(values[ONWARD])):
            known.prior[player] += values[ONWARD][player] / times


def guess_turn(child: int, view: AnyState, seat: int, seed: int, tree: TurnTreeMemory, scratch: TurnScratch) -> None:
    """Guess the secrets in a view and make a turn of the root, in work[0]."""
    seed_generator(scratch.rng, seed)
    scratch.work[0] = view
    s = scratch.work[0]
    rules.guess(s, seat, scratch.rng)
    for k in range(tree.lengths[child - 1]):
        rules.apply(s, seat, tree.moves[child - 1][k])


def draw_outcome(node: int, tree: TurnTreeMemory, scratch: TurnScratch) -> int:
    """Return the outcome that is most behind its share of the visits, of several a random one; NO_NODE without memory.

    Drawing without replacement keeps the luck of a node's first visits from deciding its value.
    """
    nodes, weights, behind = tree.nodes, scratch.weights, scratch.behind
    n = rules.chance_weights(tree.states[node], weights)
    every = 0
    for outcome in range(n):
        every += weights[outcome]
        behind[outcome] = weights[outcome] * (nodes[node].visits + 1)
    child: int = nodes[node].child
    while child != NO_NODE:
        behind[nodes[child].move] -= every * nodes[child].visits
        child = nodes[child].sibling
    best = NO_NODE
    equal = 0
    for outcome in range(n):
        if weights[outcome] == 0:
            continue
        if best == NO_NODE or behind[outcome] > behind[best]:
            best = outcome
            equal = 1
        elif behind[outcome] == behind[best]:
            equal += 1
            if below(scratch.rng, equal) == 0:
                best = outcome
    child = nodes[node].child
    while child != NO_NODE and nodes[child].move != best:
        child = nodes[child].sibling
    if child == NO_NODE and tree.used[0] < len(nodes):
        child = tree.used[0]
        tree.states[child] = tree.states[node]
        rules.apply(tree.states[child], CHANCE, best)
        new_node(tree, best, rules.to_move(tree.states[child]))
        nodes[child].sibling = nodes[node].child
        nodes[node].child = child
        if nodes[child].actor == OVER:
            rules.returns(tree.states[child], nodes[child].prior)
        else:
            for player in range(len(nodes[node].prior)):
                nodes[child].prior[player] = nodes[node].prior[player]
    return child


def select(node: int, tree: TurnTreeMemory, style: Any) -> int:
    """Return the most promising turn: its value, in which the net's counts as several visits, and a bonus for doubt."""
    nodes, actor = tree.nodes, tree.nodes[node].actor
    bonus = style.exploration * math.sqrt(math.log(nodes[node].visits + 1.0))
    best = NO_NODE
    promise = 0.0
    child = nodes[node].child
    while child != NO_NODE:
        known = nodes[child]
        visits = known.visits + style.trust
        here = (style.trust * known.prior[actor] + known.total[actor]) / visits + known.bias
        if known.actor == OVER:
            here = known.prior[actor] + known.bias
        here += bonus / math.sqrt(visits)
        if best == NO_NODE or here > promise:
            best = child
            promise = here
        child = known.sibling
    return best


def expand(node: int, seat: int, most: int, tree: TurnTreeMemory, scratch: TurnScratch) -> int:
    """Add the best turns of a seat to a node, at most `most`; return their number, 0 if memory is short.

    Below the root, of turns that the net values equally for all seats only the first is added: mostly they differ in
    nothing of note.
    """
    turns, found, kinds, nodes = scratch.turns, scratch.found, scratch.kinds, tree.nodes
    n = list_turns(tree.states[node], seat, turns)
    if n == 0 or tree.used[0] + min(n, most) > len(nodes):
        return 0
    for i in range(n):
        kinds[i] = value_after(turns.ends[i], scratch, found[i])
    first = tree.used[0]
    added = 0
    for _ in range(n):
        best = NO_NODE
        for i in range(n):
            if kinds[i] >= 0 and (best == NO_NODE or found[i][seat] > found[best][seat]):
                best = i
        is_exact = kinds[best] == 1
        kinds[best] = NO_NODE
        if node > 0 and added > 0 and is_known(found[best], first, first + added, tree):
            continue
        child = tree.used[0]
        tree.states[child] = turns.ends[best]
        new_node(tree, best, OVER if is_exact else rules.to_move(turns.ends[best]))
        for player in range(len(found[best])):
            nodes[child].prior[player] = found[best][player]
        if added == 0:
            nodes[node].child = child
        else:
            nodes[child - 1].sibling = child
        added += 1
        if added == most:
            break
    return added


def is_known(values: Array, first: int, end: int, tree: TurnTreeMemory) -> bool:
    """Return True if one of these nodes has exactly these values."""
    for node in range(first, end):
        equal = 0
        for player in range(len(values)):
            equal += values[player] == tree.nodes[node].prior[player]
        if equal == len(values):
            return True
    return False


def value_after(s: AnyState, scratch: TurnScratch, shares: Array) -> int:
    """Write every seat's share of the win after a turn; return 1 if it is exact, 0 if a net expects it.

    Where something of the turn is still to happen, it is drawn and played by the policy first.
    """
    if rules.to_move(s) == OVER:
        rules.returns(s, shares)
        return 1
    if not rules.is_settled(s):
        scratch.work[1] = s
        later = scratch.work[1]
        settle(later, scratch)
        if rules.to_move(later) == OVER:
            rules.returns(later, shares)
        else:
            value_position(later, 0, scratch.value, shares)
        return 0
    if SOLVES_ENDINGS and rules.is_ending(s) and solve_ending(s, MAX_STARTS, scratch.endings, shares):
        return 1
    value_position(s, 0, scratch.value, shares)
    return 0


def settle(s: AnyState, scratch: TurnScratch) -> None:
    """Draw chance and let the policy move until a net can evaluate the position."""
    actor = rules.to_move(s)
    while actor != OVER and not rules.is_settled(s):
        if actor == CHANCE:
            n = rules.chance_weights(s, scratch.weights)
            rules.apply(s, CHANCE, draw(scratch.rng, scratch.weights, n))
        else:
            n = rules.legal_moves(s, actor, scratch.choices)
            rules.apply(s, actor, rules.quick_move(s, actor, scratch.choices, n, scratch.rng))
        actor = rules.to_move(s)


def to_decision(s: AnyState, scratch: TurnScratch) -> None:
    """Draw chance until a seat is to move."""
    while rules.to_move(s) == CHANCE:
        n = rules.chance_weights(s, scratch.weights)
        rules.apply(s, CHANCE, draw(scratch.rng, scratch.weights, n))


def new_node(tree: TurnTreeMemory, move: int, actor: int) -> None:
    """Add an empty node; its memory was cleared."""
    new = tree.used[0]
    tree.used[0] = new + 1
    node = tree.nodes[new]
    node.move = move
    node.actor = actor
    node.child = node.sibling = NO_NODE
    node.visits = 0
    node.bias = 0.0
    for player in range(len(node.total)):
        node.total[player] = 0.0


def copy_values(values: Array, to: Numbers) -> None:
    """Copy a value for every seat."""
    for player in range(len(to)):
        to[player] = values[player]
