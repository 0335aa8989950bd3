"""One game step by step in compiled code, for a referee that needs every position: shared by all games."""

from __future__ import annotations

from trackside.core.protocol import CHANCE, OVER, UNBOUND, AnyState, Array, Numbers, Rules
from trackside.core.sha256 import BLOCK, MASK, ROUNDS, STATE, close_block, compress, key_digest

rules: Rules = UNBOUND

NEEDS = ("trackside.core.sha256",)
ENTRIES = ("step", "set_key", "choices", "hide_from", "write_features", "write_scores", "write_returns")
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


def step(states: AnyState, seat: int, move: int, rolls: int, drawn: Numbers, desk: Numbers) -> None:
    """Make a move in states[0], roll up to `rolls` chance outcomes, and write to `desk` what can happen next.

    `drawn` counts the outcomes of every stream. If chance is still to move afterwards, the caller has to roll.
    """
    s = states[0]
    listed = desk[LISTED:]
    rolled = 0
    n = 0
    desk[STREAM] = 0
    while True:
        rules.apply(s, seat, move)
        seat = rules.to_move(s)
        if seat != CHANCE:
            break
        n = rules.chance_weights(s, listed)
        stream = rules.chance_stream(s)
        desk[STREAM] = stream
        if rolled == rolls or stream < 0 or stream >= len(drawn):
            break
        move = roll(desk, stream, drawn[stream], n)
        if move < 0:
            break
        drawn[stream] += 1
        desk[ROLLS + rolled] = move
        rolled += 1
    if seat == OVER:
        n = 0
    elif seat != CHANCE:
        n = rules.legal_moves(s, seat, listed)
    desk[TO_MOVE] = seat
    desk[TURNS] = s.turns
    desk[COUNT] = n
    desk[ROLLED] = rolled


def set_key(key: Numbers, desk: Numbers) -> None:
    """Compute the HMAC digests of a key of BLOCK words."""
    words = desk[WORDS:COUNT]
    key_digest(key, INNER, words, desk[KEYS : KEYS + STATE])
    key_digest(key, OUTER, words, desk[KEYS + STATE : DIGEST])


def roll(desk: Numbers, stream: int, index: int, n: int) -> int:
    """Draw an outcome as `trackside.play.dice` does, by the n listed weights; -1 if a second attempt may be due."""
    words, digest = desk[WORDS:COUNT], desk[DIGEST:WORDS]
    for i in range(BLOCK):
        words[i] = 0
    size = write_number(words, 0, stream)
    size = write_sign(words, size, COLON)
    size = write_number(words, size, index)
    size = write_sign(words, size, COLON)
    close_block(words, write_number(words, size, 0))
    for i in range(STATE):
        digest[i] = desk[KEYS + i]
    compress(words, digest)
    for i in range(STATE):
        words[i] = digest[i]
        digest[i] = desk[KEYS + STATE + i]
    for i in range(STATE, BLOCK):
        words[i] = 0
    close_block(words, 4 * STATE)
    compress(words, digest)
    return decide(digest, desk[LISTED:], n)


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
        size = write_sign(words, size, ZERO + number // power % 10)
        power //= 10
    return size


def write_sign(words: Numbers, size: int, sign: int) -> int:
    """Append a byte to a message of `size` bytes; return the new size."""
    words[size >> 2] |= sign << (24 - 8 * (size & 3))
    return size + 1


def choices(states: AnyState, seat: int, out: Numbers) -> int:
    """List a seat's legal moves in states[0]; return their number."""
    return rules.legal_moves(states[0], seat, out)


def hide_from(states: AnyState, perspective: int) -> None:
    """Blank in states[0] what may not be known from this perspective."""
    rules.hide(states[0], perspective)


def write_features(states: AnyState, seat: int, out: Numbers) -> None:
    """Write the features of states[0], which is already a seat's view."""
    rules.encode(states[0], seat, out)


def write_scores(states: AnyState, out: Array) -> None:
    """Write the points of every seat in states[0]."""
    rules.scores(states[0], out)


def write_returns(states: AnyState, out: Array) -> None:
    """Write the shares of the win in states[0], which is over."""
    rules.returns(states[0], out)
