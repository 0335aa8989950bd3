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
    from trackside import arena, review
    from trackside.arena.arena import Arena
    from trackside.arena.simulation import simulate
    from trackside.core import errors
    from trackside.core.errors import BadOption, IllegalMove, ParseError, TracksideError
    from trackside.core.protocol import CHANCE, OVER, SPECTATOR
    from trackside.games import GAMES, Game, find_game
    from trackside.play.bots import Bot
    from trackside.play.events import Event, Move, Outcome, View
    from trackside.play.match import Match
    from trackside.play.sampling import sample

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "GAMES",
    "OVER",
    "SPECTATOR",
    "Arena",
    "BadOption",
    "Bot",
    "Event",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "Outcome",
    "ParseError",
    "TracksideError",
    "View",
    "__version__",
    "arena",
    "errors",
    "find_game",
    "review",
    "sample",
    "simulate",
]

_HOMES = {
    "trackside.arena.arena": ("Arena",),
    "trackside.arena.simulation": ("simulate",),
    "trackside.core.errors": ("BadOption", "IllegalMove", "ParseError", "TracksideError"),
    "trackside.core.protocol": ("CHANCE", "OVER", "SPECTATOR"),
    "trackside.games": ("GAMES", "Game", "find_game"),
    "trackside.play.bots": ("Bot",),
    "trackside.play.events": ("Event", "Move", "Outcome", "View"),
    "trackside.play.match": ("Match",),
    "trackside.play.sampling": ("sample",),
}
_MODULES = {"arena": "trackside.arena", "errors": "trackside.core.errors", "review": "trackside.review"}


def __getattr__(name: str) -> Any:
    """Import the public names on first use, so that the command line starts faster."""
    if name in _MODULES:
        return import_module(_MODULES[name])
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'trackside' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
