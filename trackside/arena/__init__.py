"""Tournaments between bots: pairings, games on the same dice, and statistics of the results."""

from trackside.arena.arena import Arena

__all__ = ["Arena"]
