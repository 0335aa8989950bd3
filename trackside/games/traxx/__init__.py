"""Träxx by Steffen Benndorf and Reinhard Staupe."""

from trackside.games.traxx.state import State

__all__ = ["State"]
