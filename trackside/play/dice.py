"""The dice of a match: every outcome follows from a seed that anybody can check afterwards.

Outcome `index` of a stream is drawn from HMAC-SHA256(seed, "stream:index:attempt"), read as a big
integer. Streams are kept per purpose and per seat, so a player's k-th roll is the same whatever the
others do. Numbers that would favour some outcome are thrown away and the next attempt is taken.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence

RANGE = 1 << 256


class Dice:
    """Draws the outcomes of one match."""

    def __init__(self, seed: str | int | None = None) -> None:
        self.seed = secrets.token_hex(16) if seed is None else str(seed)

    @property
    def commitment(self) -> str:
        """What is published at the start: the SHA-256 of the seed."""
        return commitment(self.seed)

    def outcome(self, stream: int, index: int, weights: Sequence[int]) -> int:
        """An outcome, each as likely as its weight says."""
        total = sum(weights)
        attempt = 0
        while True:
            message = f"{stream}:{index}:{attempt}".encode()
            value = int.from_bytes(hmac.digest(self.seed.encode(), message, "sha256"), "big")
            if value < RANGE - RANGE % total:
                break
            attempt += 1
        rest = value % total
        for outcome, weight in enumerate(weights):
            rest -= weight
            if rest < 0:
                return outcome
        raise AssertionError("weights do not add up to their sum")


def commitment(seed: str) -> str:
    """The SHA-256 of a seed, in hexadecimal."""
    return hashlib.sha256(seed.encode()).hexdigest()
