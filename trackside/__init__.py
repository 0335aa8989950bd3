"""Trackside: a game table for games played along a track.

>>> from trackside import Match
>>> match = Match("traxx", seats=1, seed=7)
>>> while not match.over:
...     match.play(0, match.moves(0)[0])
>>> match.scores
[3]
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trackside.core.protocol import CHANCE, OVER, SPECTATOR
    from trackside.play.events import Event, Move, Outcome, View
    from trackside.play.match import Match
    from trackside.play.sampling import sample

__version__ = "0.1.0"
__all__ = ["CHANCE", "OVER", "SPECTATOR", "Event", "Match", "Move", "Outcome", "View", "__version__", "sample"]

_HOMES = {
    "trackside.core.protocol": ("CHANCE", "OVER", "SPECTATOR"),
    "trackside.play.events": ("Event", "Move", "Outcome", "View"),
    "trackside.play.match": ("Match",),
    "trackside.play.sampling": ("sample",),
}


def __getattr__(name: str) -> Any:
    """Import the public names on first use, so that the command line starts faster."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'trackside' has no attribute {name!r}")
