"""The animals on tiles: the rules do not distinguish them, so a tile's place decides, for pictures and sentences."""

from __future__ import annotations

NAMES = ("tortoise", "fox", "hare", "owl", "snake", "beetle")
"""The animals that pieces.js draws."""

_STEP = 8


def animal_at(place: int) -> str:
    """Return the animal shown by an animal tile on this place."""
    return NAMES[(place // _STEP + place % _STEP) % len(NAMES)]
