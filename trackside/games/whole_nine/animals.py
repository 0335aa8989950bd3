"""Which animal a tile shows: the rules tell no animal from another, so its place decides, for picture and sentence."""

from __future__ import annotations

NAMES = ("tortoise", "fox", "hare", "owl", "snake", "beetle")
"""Those that pieces.js draws."""

_STEP = 8


def animal_at(place: int) -> str:
    """The animal that an animal tile on this place shows."""
    return NAMES[(place // _STEP + place % _STEP) % len(NAMES)]
