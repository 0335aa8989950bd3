"""SHA-256 (FIPS 180-4) and HMAC (RFC 2104) for short messages, so that compiled code can roll the dice of a match.

`hashlib` does the same for Python; `trackside.play.dice` says what is hashed.
"""

from __future__ import annotations

from trackside.core.protocol import Numbers

CALLED = ("compress",)

MASK = 0xFFFFFFFF

BLOCK, STATE = 16, 8
"""Words of 32 bits that are taken in at once, and words of a digest."""

ROUNDS = 64

_PRIMES = [n for n in range(2, 312) if all(n % d for d in range(2, n))]
CONSTANTS: tuple[int, ...] = tuple(int(prime ** (1 / 3) % 1 * (1 << 32)) for prime in _PRIMES)
"""The first 32 bits of the fractions of the cube roots of the first 64 primes."""

START: tuple[int, ...] = tuple(int(prime**0.5 % 1 * (1 << 32)) for prime in _PRIMES[:STATE])
"""The same of the square roots of the first eight."""


def turned(word: int, n: int) -> int:
    """A word turned right by n bits."""
    return ((word >> n) | (word << (32 - n))) & MASK


def compress(words: Numbers, digest: Numbers) -> None:
    """Take in the first BLOCK of the ROUNDS words; the others are overwritten."""
    for i in range(BLOCK, ROUNDS):
        early, late = words[i - 15], words[i - 2]
        spread = turned(early, 7) ^ turned(early, 18) ^ (early >> 3)
        mixed = turned(late, 17) ^ turned(late, 19) ^ (late >> 10)
        words[i] = (words[i - 16] + spread + words[i - 7] + mixed) & MASK
    a, b, c, d = digest[0], digest[1], digest[2], digest[3]
    e, f, g, h = digest[4], digest[5], digest[6], digest[7]
    for i in range(ROUNDS):
        choice = (e & f) ^ (~e & MASK & g)
        first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + CONSTANTS[i] + words[i]) & MASK
        majority = (a & b) ^ (a & c) ^ (b & c)
        second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) & MASK
        h, g, f, e = g, f, e, (d + first) & MASK
        d, c, b, a = c, b, a, (first + second) & MASK
    digest[0] = (digest[0] + a) & MASK
    digest[1] = (digest[1] + b) & MASK
    digest[2] = (digest[2] + c) & MASK
    digest[3] = (digest[3] + d) & MASK
    digest[4] = (digest[4] + e) & MASK
    digest[5] = (digest[5] + f) & MASK
    digest[6] = (digest[6] + g) & MASK
    digest[7] = (digest[7] + h) & MASK


def key_digest(key: Numbers, pad: int, words: Numbers, digest: Numbers) -> None:
    """One of the two digests that HMAC begins with, from a key of BLOCK words and a pad of 32 bits."""
    for i in range(STATE):
        digest[i] = START[i]
    for i in range(BLOCK):
        words[i] = key[i] ^ pad
    compress(words, digest)


def close_block(words: Numbers, size: int) -> None:
    """End a message of so many bytes, all in this block, that comes after one block of the key."""
    words[size >> 2] |= 0x80 << (24 - 8 * (size & 3))
    words[BLOCK - 1] = 8 * (4 * BLOCK + size)
