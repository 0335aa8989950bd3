"""A small fast random generator that gives the same numbers plain and compiled (Doty-Humphrey's sfc32).

Playouts and guesses use it. The dice of a match do not: see `trackside.play.dice`.
"""

from __future__ import annotations

from trackside.core.protocol import Numbers

ENTRIES = ("seed_generator",)

WORDS = 4
"""The number of integers in a generator's state."""

MASK = 0xFFFFFFFF


def seed_generator(rng: Numbers, seed: int) -> None:
    """Start a generator from any non-negative seed."""
    rng[0] = seed & MASK
    rng[1] = (seed >> 32) & MASK
    rng[2] = 0x9E3779B9
    rng[3] = 1
    for _ in range(16):
        next_word(rng)


def next_word(rng: Numbers) -> int:
    """Return the next 32 random bits."""
    a, b, c, counter = rng[0], rng[1], rng[2], rng[3]
    word = (a + b + counter) & MASK
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & MASK
    rng[2] = ((((c << 21) | (c >> 11)) & MASK) + word) & MASK
    rng[3] = (counter + 1) & MASK
    return word


def below(rng: Numbers, n: int) -> int:
    """Return a random number 0..n-1 (n up to a few thousand: the bias is below one in a million)."""
    return (next_word(rng) * n) >> 32


def draw(rng: Numbers, weights: Numbers, n: int) -> int:
    """Draw a random outcome 0..n-1, with probabilities in proportion to the weights."""
    total = 0
    for i in range(n):
        total += weights[i]
    rest = below(rng, total)
    outcome = 0
    for i in range(n - 1):  # no early exit: the processor could not predict where it comes, which costs time
        rest -= weights[i]
        outcome += rest >= 0
    return outcome
