"""The whole turns worth weighing where a decision is a turn."""

from __future__ import annotations

from trackside.core.notation import choices_for
from trackside.core.protocol import AnyState
from trackside.games import Game
from trackside.search.nets import find_net
from trackside.search.points_search import Lookahead
from trackside.search.turn_search import Halving

MAX_TURNS = 10
"""The most turns weighed besides the one that was made."""


def likely_turns(game: Game, view: AnyState, seat: int, seed: int) -> list[tuple[int, ...]]:
    """Return the turns that look best to the net or, without one, to the policy; before the first turn, all moves."""
    if view.turns == 0:
        return [(move,) for move in choices_for(game.plain, view, seat)]
    net = find_net(game, view)
    if net is None:
        found: Halving | Lookahead = Halving(game, view, seat, seed, MAX_TURNS)
    else:
        found = Lookahead(net, view, seat, seed, MAX_TURNS)
    return [tuple(found.moves(int(turn))) for turn in found.left[:MAX_TURNS]]
