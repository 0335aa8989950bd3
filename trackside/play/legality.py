"""A check of logs against the rules."""

from __future__ import annotations

from collections.abc import Sequence

from trackside.core.notation import choices_for
from trackside.core.protocol import CHANCE, OVER, REFEREE, AnyState
from trackside.games import Game
from trackside.play.events import Entry


def first_illegal(game: Game, start: AnyState, log: Sequence[Entry]) -> int | None:
    """Return the index of the first entry that the rules do not allow, or None if the whole log is legal.

    >>> from trackside import Match
    >>> match = Match("traxx", seed=1)
    >>> match.play(0, match.moves(0)[0])
    >>> first_illegal(match.game, match.start, match.log) is None
    True
    >>> first_illegal(match.game, match.start, match.log[1:])
    0
    """
    rules, state = game.plain, start.duplicate()
    for index, (seat, move) in enumerate(log):
        actor = rules.to_move(state)
        if actor == OVER or ((seat == CHANCE) != (actor == CHANCE) and seat != REFEREE):
            return index
        if seat != REFEREE and (not CHANCE <= seat < state.seats or move not in choices_for(rules, state, seat)):
            return index
        rules.apply(state, seat, move)
    return None
