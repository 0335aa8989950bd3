"""Träxx by Steffen Benndorf and Reinhard Staupe."""

from trackside.games.traxx.hidden import guess, hide
from trackside.games.traxx.policy import TURN_COLUMNS, quick_move, quick_turn, rank_turns
from trackside.games.traxx.rules import (
    apply,
    chance_stream,
    chance_weights,
    legal_moves,
    returns,
    scores,
    setup,
    to_move,
)
from trackside.games.traxx.state import MOVES, OUTCOMES, State

__all__ = [
    "MOVES",
    "OUTCOMES",
    "TURN_COLUMNS",
    "State",
    "apply",
    "chance_stream",
    "chance_weights",
    "guess",
    "hide",
    "legal_moves",
    "quick_move",
    "quick_turn",
    "rank_turns",
    "returns",
    "scores",
    "setup",
    "to_move",
]
