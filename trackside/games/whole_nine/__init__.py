"""The Whole Nine (Alle Neune) by Wolfgang Kramer, Bernhard Lach and Uwe Rapp."""

from trackside.games.whole_nine.state import State

__all__ = ["State"]
