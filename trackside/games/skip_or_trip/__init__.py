"""Skip or Trip (Schwupps oder Schubs) by Grant Sinclair, graphics by Harald Bögeholz."""

from trackside.games.skip_or_trip.state import State

__all__ = ["State"]
