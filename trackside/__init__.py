"""Trackside: a game table for games played along a track."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trackside.play.events import Move, View
    from trackside.play.match import Match

__version__ = "0.1.0"
__all__ = ["Match", "Move", "View", "__version__"]


def __getattr__(name: str) -> Any:
    """Load the public names when they are first used: the command line starts faster."""
    if name in ("Match", "Move", "View"):
        from trackside.play import match

        return getattr(match, name)
    raise AttributeError(f"module 'trackside' has no attribute {name!r}")
