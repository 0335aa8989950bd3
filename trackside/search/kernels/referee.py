"""One game step by step in compiled code, for a referee that needs every position: shared by all games."""

from __future__ import annotations

from trackside.core.protocol import CHANCE, OVER, UNBOUND, AnyState, Numbers, Rules
from trackside.core.sha256 import BLOCK, MASK, ROUNDS, STATE, close_block, compress, key_digest

rules: Rules = UNBOUND

NEEDS = ("trackside.core.sha256",)
ENTRIES = ("step", "set_key")
CALLED = ("roll",)

ROLLS = 0
MAX_ROLLS = 96
"""The buffer of `step` begins with the outcomes rolled,"""

KEYS = ROLLS + MAX_ROLLS
DIGEST = KEYS + 2 * STATE
WORDS = DIGEST + STATE
"""then the two HMAC digests of the dice key, and work space for the next digest,"""

COUNT = WORDS + ROUNDS
TO_MOVE, TURNS, STREAM, ROLLED = range(COUNT + 1, COUNT + 5)
"""then the number of entries listed, the seat to move, the turns begun, the chance stream and the number of rolls,"""

LISTED = ROLLED + 1
"""then the legal moves, or the weights of the outcomes if chance is to move."""

INNER, OUTER = 0x36363636, 0x5C5C5C5C
"""The pads of HMAC."""

COLON, ZERO = ord(":"), ord("0")


def step(states: AnyState, seat: int, move: int, rolls: int, drawn: Numbers, buffer: Numbers) -> None:
    """Make a move in states[0], roll up to `rolls` chance outcomes, and write to `buffer` what can happen next.

    `drawn` counts the outcomes of every stream. If chance is still to move afterwards, the caller has to roll.
    """
    s = states[0]
    listed = buffer[LISTED:]
    rolled = 0
    n = 0
    buffer[STREAM] = 0
    while True:
        rules.apply(s, seat, move)
        seat = rules.to_move(s)
        if seat != CHANCE:
            break
        n = rules.chance_weights(s, listed)
        stream = rules.chance_stream(s)
        buffer[STREAM] = stream
        if rolled == rolls or stream < 0 or stream >= len(drawn):
            break
        move = roll(buffer, stream, drawn[stream], n)
        if move < 0:
            break
        drawn[stream] += 1
        buffer[ROLLS + rolled] = move
        rolled += 1
    if seat == OVER:
        n = 0
    elif seat != CHANCE:
        n = rules.legal_moves(s, seat, listed)
    buffer[TO_MOVE] = seat
    buffer[TURNS] = s.turns
    buffer[COUNT] = n
    buffer[ROLLED] = rolled


def set_key(key: Numbers, buffer: Numbers) -> None:
    """Compute the HMAC digests of a key of BLOCK words."""
    words = buffer[WORDS:COUNT]
    key_digest(key, INNER, words, buffer[KEYS : KEYS + STATE])
    key_digest(key, OUTER, words, buffer[KEYS + STATE : DIGEST])


def roll(buffer: Numbers, stream: int, index: int, n: int) -> int:
    """Draw an outcome as `trackside.play.dice` does, by the n listed weights; -1 if a second attempt may be due."""
    words, digest = buffer[WORDS:COUNT], buffer[DIGEST:WORDS]
    for i in range(BLOCK):
        words[i] = 0
    size = write_number(words, 0, stream)
    size = write_byte(words, size, COLON)
    size = write_number(words, size, index)
    size = write_byte(words, size, COLON)
    close_block(words, write_number(words, size, 0))
    for i in range(STATE):
        digest[i] = buffer[KEYS + i]
    compress(words, digest)
    for i in range(STATE):
        words[i] = digest[i]
        digest[i] = buffer[KEYS + STATE + i]
    for i in range(STATE, BLOCK):
        words[i] = 0
    close_block(words, 4 * STATE)
    compress(words, digest)
    return decide(digest, buffer[LISTED:], n)


def decide(digest: Numbers, weights: Numbers, n: int) -> int:
    """Return the outcome for a digest, or -1 if the digest is so high that it may have to be drawn again."""
    if digest[0] == MASK:
        return -1
    total = 0
    for i in range(n):
        total += weights[i]
    rest = 0
    for i in range(STATE):
        rest = ((rest << 32) | digest[i]) % total
    outcome = 0
    for i in range(n - 1):
        rest -= weights[i]
        outcome += rest >= 0
    return outcome


def write_number(words: Numbers, size: int, number: int) -> int:
    """Append a number in decimal digits to a message of `size` bytes; return the new size."""
    power = 1
    while power * 10 <= number:
        power *= 10
    while power > 0:
        size = write_byte(words, size, ZERO + number // power % 10)
        power //= 10
    return size


def write_byte(words: Numbers, size: int, char: int) -> int:
    """Append a byte to a message of `size` bytes; return the new size."""
    words[size >> 2] |= char << (24 - 8 * (size & 3))
    return size + 1
