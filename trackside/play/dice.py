"""The dice of a match: every outcome follows from a seed that anybody can check afterwards.

Outcome `index` of a stream is drawn from HMAC-SHA256(seed, "stream:index:attempt"), read as a big
integer. Streams are kept per purpose and per seat, so a player's k-th roll is the same whatever the
others do. Numbers that would favour some outcome are thrown away and the next attempt is taken.

Where several people play, the seed is made of a secret and a salt from each of them: whoever holds the secret
has committed to it before the salts are known, and nobody else can know what the salts lead to.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence

RANGE = 1 << 256

SHORTEST, LONGEST = 16, 64
"""Characters of a salt; a seed that has fewer than the least can be guessed, so there is no commitment to it."""


class Dice:
    """Draws the outcomes of one match, from a seed alone or from one that all who play have a part in."""

    def __init__(self, seed: str | int | None = None) -> None:
        self.seed = new_seed() if seed is None else str(seed)
        self.secret: str | None = None
        self.salts: dict[int, str] = {}

    @classmethod
    def shared(cls, secret: str, salts: Mapping[int, str]) -> Dice:
        """Dice whose seed is made of a secret and of salts by their seats."""
        dice = cls(shared_seed(secret, salts))
        dice.secret, dice.salts = secret, dict(sorted(salts.items()))
        return dice

    @property
    def source(self) -> str:
        """What is committed to at the start and revealed at the end: the secret, or the seed where there is none."""
        return self.seed if self.secret is None else self.secret

    @property
    def commitment(self) -> str | None:
        """What is published at the start."""
        return commitment(self.source)

    def outcome(self, stream: int, index: int, weights: Sequence[int]) -> int:
        """An outcome, each as likely as its weight says."""
        total = sum(weights)
        attempt = 0
        while True:
            message = f"{stream}:{index}:{attempt}".encode()
            value = int.from_bytes(hmac.new(self.seed.encode(), message, hashlib.sha256).digest(), "big")
            if value < RANGE - RANGE % total:
                break
            attempt += 1
        rest = value % total
        for outcome, weight in enumerate(weights):
            rest -= weight
            if rest < 0:
                return outcome
        raise AssertionError("weights do not add up to their sum")


def commitment(seed: str) -> str | None:
    """What commits to a seed: its SHA-256 in hexadecimal; None for a short seed, which could be found by trying."""
    return _sha256(seed) if len(seed) >= SHORTEST else None


def is_kept(committed: str, seed: str) -> bool:
    """Whether a seed is the one committed to; earlier versions committed to short seeds too."""
    return _sha256(seed) == committed


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def shared_seed(secret: str, salts: Mapping[int, str]) -> str:
    """The seed that a secret and salts make: HMAC-SHA256 of `seat:bytes:salt` for every salt, in the order of seats.

    The count of bytes before each salt says where it ends, so no two sets of salts are the same message.
    """
    encoded = [(seat, salt.encode()) for seat, salt in sorted(salts.items())]
    message = b"".join(b"%d:%d:%b" % (seat, len(salt), salt) for seat, salt in encoded)
    return hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()


def new_seed() -> str:
    """A seed, a secret or a salt that nobody can guess."""
    return secrets.token_hex(16)


def is_salt(text: str) -> bool:
    """Whether a text can be a salt: one line that can be shown, neither guessed nor too long."""
    return SHORTEST <= len(text) <= LONGEST and text.isprintable()
