"""SHA-256 (FIPS 180-4) and HMAC (RFC 2104) for short messages, so that compiled code can roll a match's dice.

Plain Python uses `hashlib`; `trackside.play.dice` defines the messages.
"""

from __future__ import annotations

from trackside.core.protocol import Numbers

CALLED = ("compress",)

MASK = 0xFFFFFFFF

BLOCK, STATE = 16, 8
"""The number of 32-bit words in a block, and in a digest."""

ROUNDS = 64

_PRIMES = [n for n in range(2, 312) if all(n % d for d in range(2, n))]
CONSTANTS: tuple[int, ...] = tuple(int(prime ** (1 / 3) % 1 * (1 << 32)) for prime in _PRIMES)
"""The first 32 bits of the fractional parts of the cube roots of the first 64 primes."""

START: tuple[int, ...] = tuple(int(prime**0.5 % 1 * (1 << 32)) for prime in _PRIMES[:STATE])
"""The first 32 bits of the fractional parts of the square roots of the first eight primes."""


def turned(word: int, n: int) -> int:
    """Rotate a word right by n bits."""
    return ((word >> n) | (word << (32 - n))) & MASK


def compress(words: Numbers, digest: Numbers) -> None:
    """Process the first BLOCK of the ROUNDS words; the others are overwritten."""
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
    """Compute one of the two digests that HMAC begins with, from a key of BLOCK words and a 32-bit pad."""
    for i in range(STATE):
        digest[i] = START[i]
    for i in range(BLOCK):
        words[i] = key[i] ^ pad
    compress(words, digest)


def close_block(words: Numbers, size: int) -> None:
    """Pad a message of `size` bytes that fits in this block and follows one block of the key."""
    words[size >> 2] |= 0x80 << (24 - 8 * (size & 3))
    words[BLOCK - 1] = 8 * (4 * BLOCK + size)
