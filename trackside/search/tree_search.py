"""The search tree of one position: the kernel's arrays, time slices and results."""

from __future__ import annotations

from typing import Any

import numpy as np

from trackside.core.notation import choices_for
from trackside.core.protocol import OVER, AnyState
from trackside.games import Game
from trackside.search.choice import Candidate, Choice, JudgedBy
from trackside.search.kernels.playouts import GREEDY, MIXED, RANDOM
from trackside.search.kernels.tree import NO_NODE, TreeMemory
from trackside.search.nets import Net, find_net, no_net
from trackside.search.scratch import make_scratch
from trackside.search.style import style_record

PLAYOUTS = {"random": RANDOM, "greedy": GREEDY, "mixed": MIXED}

MEMORY = 1 << 18
"""The default capacity of a tree, in nodes; a full tree stops growing but still updates its counts."""

DEEPEST = 512
PAIR = 2


class Tree:
    """A search tree from a seat's view, grown in slices; the same seed and simulations give the same tree."""

    def __init__(
        self,
        game: Game,
        view: AnyState,
        seat: int,
        seed: int,
        *,
        playouts: str | None = None,
        memory: int = MEMORY,
        net: Net | None = None,
    ) -> None:
        self.game, self.view, self.seat = game, view, seat
        asked = playouts is None and view.seats <= game.card.judged.most_seats
        self.net = net or (find_net(game, view) if asked else None)
        """The evaluation net; None if there is none or playouts are requested: games are then played to their end."""
        self.kernel = game.kernel("trackside.search.kernels.tree")
        seats: int = view.seats
        self.root = view.to_record()
        self.nodes = np.zeros(memory, node_type(game, seats))
        self.used = np.ones(1, np.int64)
        self.memory = TreeMemory(self.nodes, self.used, np.zeros(DEEPEST, np.int64))
        self.clear()
        style = game.card.search if self.net is None else game.card.judged
        self.players = np.full(seats, PLAYOUTS[playouts or style.playouts], np.int64)
        self.styles = style_record(style)
        self.scratch = make_scratch(game.plain, self.root, no_net(game) if self.net is None else self.net.record)
        self.seed = seed
        self.kernel.seed_generator(self.scratch.rng, seed)

    def restart(self, view: AnyState, seat: int, seed: int) -> None:
        """Start over with another position of the same table."""
        self.view, self.seat, self.root, self.seed = view, seat, view.to_record(), seed
        self.clear()
        self.kernel.seed_generator(self.scratch.rng, seed)

    @property
    def shares(self) -> tuple[float, ...]:
        """Every seat's expected share of the win, over all simulations."""
        return tuple(float(share) / self.simulations for share in self.nodes[0]["share"][: self.view.seats])

    def sees_the_end(self) -> bool:
        """Return True if any simulation ended the game within the tree."""
        return bool(np.any(self.nodes["actor"][: int(self.used[0])] == OVER))

    def best_lines(self) -> tuple[float, ...]:
        """Return every seat's expected share if all continue with the moves visited most."""
        found = np.zeros((int(self.used[0]), self.view.seats))
        self.kernel.best_lines(self.nodes, len(found), self.view.seats, found)
        return tuple(map(float, found[0]))

    def clear(self) -> None:
        """Discard all simulations."""
        self._wipe(0, int(self.used[0]))
        self.nodes[0]["child"] = NO_NODE
        self.used[0] = 1

    def _wipe(self, first: int, end: int) -> None:
        self.nodes[first:end] = np.zeros(1, self.nodes.dtype)[0]

    def follow(self, move: int, view: AnyState) -> bool:
        """Continue below the seat's own move if nothing else happened before this view; return False if it cannot."""
        expected = self.view.duplicate()
        self.game.plain.apply(expected, self.seat, move)
        self.game.plain.hide(expected, self.seat)
        below = [child for child in self.children() if int(self.nodes[child]["move"]) == move]
        if expected != view or not below:
            return False
        end = int(self.used[0])
        self.kernel.reroot(self.memory, below[0], np.zeros(end, np.int64))
        self._wipe(int(self.used[0]), end)
        self.view, self.root = view, view.to_record()
        return True

    @property
    def simulations(self) -> int:
        """The number of simulations."""
        return int(self.nodes[0]["visits"])

    def run(self, simulations: int) -> None:
        """Run more simulations."""
        self.kernel.search(
            *(self.root, self.seat, simulations, self.memory, self.players, self.styles, self.seed, self.scratch)
        )

    def children(self, node: int = 0) -> list[Any]:
        """Return the visited children of a node."""
        found = []
        child = int(self.nodes[node]["child"])
        while child != NO_NODE:
            found.append(child)
            child = int(self.nodes[child]["sibling"])
        return found

    def choice(self) -> Choice:
        """Return the most visited move and the evaluation of all of them."""
        tried = {int(self.nodes[child]["move"]): child for child in self.children()}
        candidates = []
        for move in choices_for(self.game.plain, self.view, self.seat):
            text = self.game.notation.move_text(self.view, self.seat, move)
            visits = int(self.nodes[tried[move]]["visits"]) if move in tried else 0
            value = float(self.nodes[tried[move]]["share"][self.seat]) / visits if visits else None
            candidates.append(Candidate(move, text, visits, value))
        candidates.sort(key=lambda candidate: (-candidate.visits, -(candidate.value or 0)))
        judged_by: JudgedBy = "playouts" if self.net is None else "net"
        return Choice(candidates[0].move, tuple(candidates), self.line(), self.simulations, judged_by)

    def line(self) -> tuple[str, ...]:
        """Return the sequence of most visited moves, up to the next chance event."""
        rules, state = self.game.plain, self.view.duplicate()
        node, texts = 0, []
        while (children := self.children(node)) and (actor := rules.to_move(state)) >= 0:
            legal = set(choices_for(rules, state, actor))
            likely = [child for child in children if int(self.nodes[child]["move"]) in legal]
            if not likely:
                break
            node = max(likely, key=lambda child: int(self.nodes[child]["visits"]))
            move = int(self.nodes[node]["move"])
            texts.append(self.game.notation.move_text(state, actor, move))
            rules.apply(state, actor, move)
        return tuple(texts)


def node_type(game: Game, seats: int) -> np.dtype[np.void]:
    """Return the node type: move, actor, first child, next sibling, visits, and per-seat sums of value and share.

    All tables of three or more seats share one type, so that their search is compiled once. Two seats have a smaller
    type, because they are searched most.
    """
    room = PAIR if seats <= PAIR else max(game.card.seats)
    return np.dtype(
        [
            ("move", np.int16),
            ("actor", np.int16),
            ("child", np.int32),
            ("sibling", np.int32),
            ("visits", np.int32),
            ("value", np.float64, (room,)),
            ("share", np.float64, (room,)),
        ]
    )
