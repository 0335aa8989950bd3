"""Monte-Carlo tree search for any game: explicit chance, a value for every seat, hidden information sampled each time.

The tree is one preallocated array of nodes. A node is a move or outcome after its parent. Siblings are linked in
ascending order, and only visited moves have nodes, so legal moves may differ between guesses.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from trackside.core.protocol import CHANCE, OVER, UNBOUND, AnyState, Array, Numbers, Rules
from trackside.core.random import below, draw, seed_generator
from trackside.search.kernels.ahead import play_on
from trackside.search.kernels.net import judge_position
from trackside.search.kernels.playouts import play_out, play_turns

if TYPE_CHECKING:
    from trackside.search.scratch import Scratch

rules: Rules = UNBOUND

NEEDS = (
    *("trackside.search.kernels.playouts", "trackside.search.kernels.net"),
    *("trackside.search.kernels.solving", "trackside.search.kernels.listing", "trackside.search.kernels.ahead"),
)
ENTRIES = ("search", "reroot", "best_lines")

ASKS_NET, OWN_TURN = True, True
"""Settings of a game's card: evaluate with a net inside the tree, and search only the seat's own turn.

They are bound for each game, so that nothing is compiled that its search never runs.
"""

NO_NODE = -1
"""The null index."""

FIRST_LOOKS = 8
"""The first visits of a node, which the net evaluates immediately; from then on every other visit plays on first.

An immediate evaluation knows less, but hardly varies.
"""


class TreeMemory(NamedTuple):
    """The nodes of a tree, the number of them in use, and the path of a simulation."""

    nodes: AnyState
    used: Array
    path: Array


def search(
    root: AnyState,
    seat: int,
    simulations: int,
    tree: TreeMemory,
    players: Numbers,
    styles: Array,
    base_seed: int,
    scratch: Scratch,
) -> None:
    """Run simulations from a seat's view: guess, descend the tree, play on, and back up the result."""
    style, values = styles[0], scratch.values
    for _ in range(simulations):
        scratch.work[0] = root[0]
        s = scratch.work[0]
        if OWN_TURN and style.ahead > 0.0:
            depth = walk_own(s, seat, tree, style, base_seed, scratch)
        else:
            rules.guess(s, seat, scratch.rng)
            depth = walk(s, tree, style, scratch)
        if not ASKS_NET or style.cut < 0.0:
            play_out(s, players, scratch.buffer, scratch.rng)
        elif OWN_TURN:
            looks = tree.nodes[tree.path[depth]].visits
            turns = int(style.cut) if looks >= FIRST_LOOKS and looks % 2 == 1 else 0
            play_on(turns, scratch)
        else:
            play_turns(s, int(style.cut), players, scratch.buffer, scratch.rng)
        if not ASKS_NET or rules.to_move(s) == OVER:
            judge(s, values, style)
        else:
            perspective = seat if OWN_TURN else rules.perspective(s)
            judge_position(s, perspective, 0, scratch, values[0])
            for player in range(s.seats):
                values[2][player] = values[0][player]
        for level in range(depth + 1):
            node = tree.nodes[tree.path[level]]
            node.visits += 1
            for player in range(s.seats):
                node.value[player] += values[0][player]
                node.share[player] += values[2][player]


def walk(s: AnyState, tree: TreeMemory, style: Any, scratch: Scratch) -> int:
    """Descend to the first new node, or as far as the tree's memory and the path allow."""
    nodes, path, buffer = tree.nodes, tree.path, scratch.buffer
    depth = 0
    path[0] = 0
    node = path[0]  # not the literal 0: the compiler would specialise for it
    while depth < len(path) - 1:
        actor = rules.to_move(s)
        nodes[node].actor = actor
        if actor == OVER:
            break
        if actor == CHANCE:
            n = rules.chance_weights(s, buffer)
            buffer[0] = draw(scratch.rng, buffer, n)
            n = 1
            most = n
        else:
            n = rules.legal_moves(s, actor, buffer)
            most = n
            if style.widening > 0.0:
                most = 1 + int(style.widening * math.sqrt(nodes[node].visits))
                if nodes[node].child == NO_NODE:
                    buffer[0] = rules.quick_move(s, actor, buffer, n, scratch.rng)
                    n = 1
        child = choose(tree, node, actor, n, style.exploration, most, scratch)
        if child == NO_NODE:
            break
        rules.apply(s, actor, nodes[child].move)
        depth += 1
        path[depth] = child
        node = child
        if nodes[child].visits == 0:
            break
    return depth


def walk_own(s: AnyState, seat: int, tree: TreeMemory, style: Any, base_seed: int, scratch: Scratch) -> int:
    """Descend through the moves of the searching seat alone, then guess.

    The guess and all chance after it depend only on the number of visits of these moves: the n-th trial of every move
    meets the same cards, so that only the moves differ.
    """
    nodes, path = tree.nodes, tree.path
    depth = 0
    path[0] = 0
    node = path[0]
    while depth < len(path) - 1 and rules.to_move(s) == seat:
        n = rules.legal_moves(s, seat, scratch.buffer)
        child = choose(tree, node, seat, n, style.exploration, n, scratch)
        if child == NO_NODE:
            break
        rules.apply(s, seat, nodes[child].move)
        depth += 1
        path[depth] = child
        node = child
    seed_generator(scratch.rng, base_seed + nodes[node].visits)
    if rules.to_move(s) != OVER:
        rules.guess(s, seat, scratch.rng)
    return depth


def choose(tree: TreeMemory, node: int, actor: int, n: int, exploration: float, most: int, scratch: Scratch) -> int:
    """Return an untried move if there is one and fewer than `most` were tried, else the most promising one."""
    nodes, moves = tree.nodes, scratch.buffer
    untried = 0
    tried = 0
    move = moves[0]
    after = NO_NODE  # the sibling after which the untried move is inserted
    best = NO_NODE
    promise = -1.0
    bonus = exploration * exploration * math.log(nodes[node].visits + 1.0)
    previous = NO_NODE
    child = nodes[node].child
    for i in range(n):
        while child != NO_NODE and nodes[child].move < moves[i]:
            previous = child
            child = nodes[child].sibling
        if child == NO_NODE or nodes[child].move != moves[i]:
            untried += 1
            if untried == 1 or below(scratch.rng, untried) == 0:
                move = moves[i]
                after = previous
        else:
            tried += 1
            known = nodes[child]
            here = math.sqrt(bonus / known.visits)
            if actor != CHANCE:
                here += known.value[actor] / known.visits
            if here > promise:
                promise = here
                best = child
    if untried == 0 or tried >= most:
        return best
    return add(tree, node, after, move)


def add(tree: TreeMemory, parent: int, after: int, move: int) -> int:
    """Insert a new node after its sibling; return NO_NODE if the memory is full."""
    nodes, used = tree.nodes, tree.used
    if used[0] == len(nodes):
        return NO_NODE
    new: int = used[0]
    used[0] = new + 1
    nodes[new].move = move
    nodes[new].child = NO_NODE
    if after == NO_NODE:
        nodes[new].sibling = nodes[parent].child
        nodes[parent].child = new
    else:
        nodes[new].sibling = nodes[after].sibling
        nodes[after].sibling = new
    return new


def judge(s: AnyState, values: Array, style: Any) -> None:
    """Write the value of an ended game for every seat, from share and margin; values[2] keeps the share alone."""
    rules.returns(s, values[0])
    rules.scores(s, values[1])
    for seat in range(s.seats):
        values[2][seat] = values[0][seat]
        best = -1.0e9
        for other in range(s.seats):
            if other != seat:
                best = max(best, values[1][other])
        margin = values[1][seat] - best if s.seats > 1 else 0.0
        if values[0][seat] < 1.0:
            values[0][seat] *= 1.0 - style.contempt
        safety = 1.0 / (1.0 + math.exp(-margin / style.margin_scale))
        values[0][seat] = (1.0 - style.margin_weight) * values[0][seat] + style.margin_weight * safety


def reroot(tree: TreeMemory, root: int, places: Numbers) -> None:
    """Make one node the root and discard the nodes outside its subtree; `places` has room for the new indices."""
    nodes, used = tree.nodes, tree.used
    size = used[0]
    for node in range(size):
        places[node] = NO_NODE
    places[root] = 0
    kept = 0
    for node in range(root, size):  # nodes come after their parents, so the mark is set before it is read
        if places[node] == NO_NODE:
            continue
        child = nodes[node].child
        while child != NO_NODE:
            places[child] = 0
            child = nodes[child].sibling
        places[node] = kept
        kept += 1
    for node in range(root, size):
        place = places[node]
        if place == NO_NODE:
            continue
        child = nodes[node].child
        sibling = nodes[node].sibling
        nodes[place] = nodes[node]
        nodes[place].child = NO_NODE if child == NO_NODE else places[child]
        nodes[place].sibling = NO_NODE if node == root or sibling == NO_NODE else places[sibling]
    used[0] = kept


def best_lines(nodes: AnyState, size: int, seats: int, found: Array) -> None:
    """Write every seat's expected share if all continue with the moves visited most, a row of `found` for every node.

    A move is weighted by the square of its visits, so that exploratory moves hardly count. Chance outcomes are weighted
    by their visits.
    """
    for node in range(size - 1, -1, -1):  # nodes come after their parents
        here = nodes[node]
        at_once = float(here.visits)  # simulations that ended at this node
        for seat in range(seats):
            found[node][seat] = here.share[seat]
        child = here.child
        while child != NO_NODE:
            at_once -= nodes[child].visits
            for seat in range(seats):
                found[node][seat] -= nodes[child].share[seat]
            child = nodes[child].sibling
        total = at_once
        child = here.child
        while child != NO_NODE:
            visits = float(nodes[child].visits)
            weight = visits if here.actor == CHANCE else visits * visits
            total += weight
            for seat in range(seats):
                found[node][seat] += weight * found[child][seat]
            child = nodes[child].sibling
        for seat in range(seats):
            found[node][seat] /= total
