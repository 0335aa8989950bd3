"""Skip or Trip (Schwupps oder Schubs) by Grant Sinclair, graphics by Harald Bögeholz."""

from trackside.games.skip_or_trip.hidden import guess, hide
from trackside.games.skip_or_trip.policy import quick_move
from trackside.games.skip_or_trip.rules import (
    apply,
    chance_stream,
    chance_weights,
    legal_moves,
    returns,
    scores,
    setup,
    to_move,
)
from trackside.games.skip_or_trip.state import MOVES, OUTCOMES, State

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
