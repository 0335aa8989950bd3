"""The Whole Nine (Alle Neune) by Wolfgang Kramer, Bernhard Lach and Uwe Rapp."""

from trackside.games.whole_nine.hidden import guess, hide
from trackside.games.whole_nine.policy import quick_move
from trackside.games.whole_nine.rules import (
    apply,
    chance_stream,
    chance_weights,
    legal_moves,
    returns,
    scores,
    setup,
    to_move,
)
from trackside.games.whole_nine.state import MOVES, OUTCOMES, State

__all__ = [
    "MOVES",
    "OUTCOMES",
    "State",
    "apply",
    "chance_stream",
    "chance_weights",
    "guess",
    "hide",
    "legal_moves",
    "quick_move",
    "returns",
    "scores",
    "setup",
    "to_move",
]
