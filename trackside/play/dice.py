"""The dice of a match: every outcome follows from a seed that anybody can check afterwards.

Outcome `index` of a stream is drawn from HMAC-SHA256(seed, "stream:index:attempt"), read as a big
integer. Streams are kept per purpose and per seat, so a player's k-th roll is the same whatever the
others do. Numbers that would favour some outcome are thrown away and the next attempt is taken.

Where several people play, the seed is made of a secret and a salt from each of them. All of them, the holder of the
secret included, commit to their part before any salt is revealed: so nobody can fit their part to those of the others.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

RANGE = 1 << 256

BLOCK = 64
"""Bytes that SHA-256 takes in at once."""

SHORTEST, LONGEST = 16, 64
"""Characters of a salt; a seed that has fewer than the least can be guessed, so there is no commitment to it."""


class Dice:
    """Draws the outcomes of one match, from a seed alone or from one that all who play have a part in."""

    def __init__(self, seed: str | int | None = None) -> None:
        self.seed = new_seed() if seed is None else str(seed)
        self.secret: str | None = None
        self.salts: dict[int, str] = {}
        self.commitments: dict[int, str] = {}
        """The commitments to salts, by seat; a seat that has one and no salt did not reveal it."""

    @classmethod
    def shared(cls, secret: str, salts: Mapping[int, str], commitments: Mapping[int, str] | None = None) -> Dice:
        """Return dice whose seed is made of a secret and of salts, by seat; `commitments` are those to salts."""
        dice = cls(shared_seed(secret, salts, commitments))
        dice.secret, dice.salts = secret, dict(sorted(salts.items()))
        dice.commitments = dict(sorted((commitments or {}).items()))
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
        value = self._number(stream, index, attempt)
        while value >= RANGE - total and value >= RANGE - RANGE % total:  # the first is quicker, the second exact
            attempt += 1
            value = self._number(stream, index, attempt)
        rest = value % total
        for outcome, weight in enumerate(weights):
            rest -= weight
            if rest < 0:
                return outcome
        raise AssertionError("weights do not add up to their sum")

    def _number(self, stream: int, index: int, attempt: int) -> int:
        """HMAC-SHA256(seed, "stream:index:attempt") as a number; what the seed alone decides is computed once."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(b"%d:%d:%d" % (stream, index, attempt))
        outer.update(inner.digest())
        return int.from_bytes(outer.digest(), "big")

    @cached_property
    def _inner(self) -> Any:
        return _half_keyed(self.seed, 0x36)

    @cached_property
    def _outer(self) -> Any:
        return _half_keyed(self.seed, 0x5C)

    def __getstate__(self) -> dict[str, Any]:
        """What cannot be copied is computed anew."""
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}


class OwnDice(Dice):
    """No dice: whoever runs the match says what chance brings, and answers for it."""

    def __init__(self) -> None:
        super().__init__("")

    def outcome(self, stream: int, index: int, weights: Sequence[int]) -> int:
        """Never asked: see `Match.play_chance`."""
        raise AssertionError("a match with dice of its own was asked to roll")


def key_block(seed: str) -> bytes:
    """The block of bytes that HMAC makes of a key (RFC 2104)."""
    key = seed.encode()
    return (hashlib.sha256(key).digest() if len(key) > BLOCK else key).ljust(BLOCK, b"\0")


def _half_keyed(seed: str, pad: int) -> Any:
    """One of the two hashes that HMAC is made of, begun with the seed as its key."""
    return hashlib.sha256(bytes(byte ^ pad for byte in key_block(seed)))


def commitment(seed: str) -> str | None:
    """What commits to a seed: its SHA-256 in hexadecimal; None for a short seed, which could be found by trying."""
    return _sha256(seed) if len(seed) >= SHORTEST else None


def is_kept(committed: str, seed: str) -> bool:
    """Whether a seed is the one committed to; earlier versions committed to short seeds too."""
    return _sha256(seed) == committed


def commit_to(salt: str) -> str:
    """Return what commits to a salt: its SHA-256 in hexadecimal."""
    return _sha256(salt)


def is_digest(text: str) -> bool:
    """Return whether a text can be the SHA-256 of something, in hexadecimal."""
    return re.fullmatch(r"[0-9a-f]{64}", text) is not None


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def shared_seed(secret: str, salts: Mapping[int, str], commitments: Mapping[int, str] | None = None) -> str:
    """Return the seed that a secret and salts make: HMAC-SHA256 of `seat:bytes:salt` for every salt, in seat order.

    The count of bytes before each salt says where it ends, so no two sets of salts are the same message. A seat that
    committed to a salt and did not reveal it adds `seat:0:commitment`: nobody can hide that it did not.
    """
    parts = {seat: b"%d:0:%b" % (seat, one.encode()) for seat, one in (commitments or {}).items()}
    parts |= {seat: b"%d:%d:%b" % (seat, len(salt.encode()), salt.encode()) for seat, salt in salts.items()}
    message = b"".join(part for _, part in sorted(parts.items()))
    return hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()


def new_seed() -> str:
    """A seed, a secret or a salt that nobody can guess."""
    return secrets.token_hex(16)


def is_salt(text: str) -> bool:
    """Whether a text can be a salt: one line that can be shown, neither guessed nor too long."""
    return SHORTEST <= len(text) <= LONGEST and text.isprintable()
