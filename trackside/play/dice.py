"""The dice of a match: every outcome follows from a seed that anyone can check afterwards.

Outcome `index` of a stream is drawn from HMAC-SHA256(seed, "stream:index:attempt"), read as a big
integer. Streams are kept per purpose and per seat, so a player's k-th roll does not depend on what the
others do. Numbers that would favour some outcome are discarded, and the next attempt is used.

Where several people play, the seed is made of a secret and a salt from each of them. All of them, the holder of the
secret included, commit to their part before any salt is revealed, so no one can fit their part to those of the others.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from trackside.core.errors import BadOption

RANGE = 1 << 256

BLOCK = 64
"""Bytes in one block of SHA-256."""

SHORTEST, LONGEST = 16, 64
"""Bounds on the characters of a salt. A seed below the minimum can be guessed, so it gets no commitment."""


class Dice:
    """The dice of one match, drawn from a seed alone or from one to which every player contributed."""

    def __init__(self, seed: str | int | None = None) -> None:
        self.seed = new_seed() if seed is None else str(seed)
        self.secret: str | None = None
        self.salts: dict[int, str] = {}
        self.commitments: dict[int, str] = {}
        """The commitments to salts, by seat; a seat that has one and no salt did not reveal it."""

    @classmethod
    def shared(cls, secret: str, salts: Mapping[int, str], commitments: Mapping[int, str] | None = None) -> Dice:
        """Return dice whose seed is made of a secret and of salts by seat; `commitments` are those to the salts."""
        dice = cls(shared_seed(secret, salts, commitments))
        dice.secret, dice.salts = secret, dict(sorted(salts.items()))
        dice.commitments = dict(sorted((commitments or {}).items()))
        return dice

    @property
    def source(self) -> str:
        """The value committed to at the start and revealed at the end: the secret, or the seed if there is none."""
        return self.seed if self.secret is None else self.secret

    @property
    def commitment(self) -> str | None:
        """The commitment published at the start."""
        return commitment(self.source)

    def outcome(self, stream: int, index: int, weights: Sequence[int]) -> int:
        """Return an outcome, drawn with probability proportional to its weight."""
        total = sum(weights)
        attempt = 0
        value = self._number(stream, index, attempt)
        while value >= RANGE - total and value >= RANGE - RANGE % total:  # the first test is faster, the second exact
            attempt += 1
            value = self._number(stream, index, attempt)
        rest = value % total
        for outcome, weight in enumerate(weights):
            rest -= weight
            if rest < 0:
                return outcome
        raise AssertionError("weights do not add up to their sum")

    def _number(self, stream: int, index: int, attempt: int) -> int:
        """Return HMAC-SHA256(seed, "stream:index:attempt") as a number; the seed's part is computed once."""
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
        """Return the state without the cached hashes, which cannot be copied."""
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}


class OwnDice(Dice):
    """No dice: the program that runs the match decides what chance brings, and is responsible for it."""

    def __init__(self) -> None:
        super().__init__("")

    def outcome(self, stream: int, index: int, weights: Sequence[int]) -> int:
        """Raise AssertionError: outcomes come from `Match.play_chance`."""
        raise AssertionError("a match with dice of its own was asked to roll")


def dice_for(dice: str, seed: object) -> Dice:
    """Return the requested dice; raise BadOption if `dice` or `seed` is invalid."""
    if dice not in ("match", "manual"):
        raise BadOption(f'dice={dice!r}: must be "match", which rolls from a seed, or "manual", where you roll')
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, str | int)):
        raise BadOption(f"seed {seed!r}: a seed is a string or an integer")
    if dice == "match":
        return Dice(seed)
    if seed is not None:
        raise BadOption(f'seed {seed!r}: a match with dice="manual" rolls nothing, so it takes no seed')
    return OwnDice()


def key_block(seed: str) -> bytes:
    """Return the block of bytes that HMAC derives from a key (RFC 2104)."""
    key = seed.encode()
    return (hashlib.sha256(key).digest() if len(key) > BLOCK else key).ljust(BLOCK, b"\0")


def _half_keyed(seed: str, pad: int) -> Any:
    """Return one of the two hashes of HMAC, initialised with the seed as its key."""
    return hashlib.sha256(bytes(byte ^ pad for byte in key_block(seed)))


def commitment(seed: str) -> str | None:
    """Return the commitment to a seed, its SHA-256 in hexadecimal; None for a short seed, which could be guessed."""
    return _sha256(seed) if len(seed) >= SHORTEST else None


def commit_to(salt: str) -> str:
    """Return the commitment to a salt: its SHA-256 in hexadecimal."""
    return _sha256(salt)


def is_digest(text: str) -> bool:
    """Return True if a string has the form of a SHA-256 in hexadecimal."""
    return re.fullmatch(r"[0-9a-f]{64}", text) is not None


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def shared_seed(secret: str, salts: Mapping[int, str], commitments: Mapping[int, str] | None = None) -> str:
    """Return the seed made of a secret and salts: HMAC-SHA256 of `seat:bytes:salt` for every salt, in seat order.

    The byte count before each salt marks where it ends, so no two sets of salts give the same message. A seat that
    committed to a salt and did not reveal it adds `seat:0:commitment`, so the omission cannot be hidden.
    """
    parts = {seat: b"%d:0:%b" % (seat, one.encode()) for seat, one in (commitments or {}).items()}
    parts |= {seat: b"%d:%d:%b" % (seat, len(salt.encode()), salt.encode()) for seat, salt in salts.items()}
    message = b"".join(part for _, part in sorted(parts.items()))
    return hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()


def new_seed() -> str:
    """Return a seed, a secret or a salt that no one can guess."""
    return secrets.token_hex(16)


def is_salt(text: str) -> bool:
    """Return True if a string can be a salt: one printable line, neither too short nor too long."""
    return SHORTEST <= len(text) <= LONGEST and text.isprintable()
