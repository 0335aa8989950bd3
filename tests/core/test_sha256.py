from __future__ import annotations

import hashlib
from struct import unpack

from hypothesis import given
from hypothesis import strategies as st

from trackside.core.sha256 import BLOCK, ROUNDS, START, compress


@given(st.binary(max_size=300))
def test_a_message_taken_in_block_by_block_has_the_digest_of_hashlib(message: bytes) -> None:
    padded = message + b"\x80" + bytes(-(len(message) + 9) % 64) + (8 * len(message)).to_bytes(8, "big")
    digest = list(START)
    for begin in range(0, len(padded), 64):
        words = [*unpack(">16I", padded[begin : begin + 64]), *[0] * (ROUNDS - BLOCK)]
        compress(words, digest)
    assert b"".join(word.to_bytes(4, "big") for word in digest) == hashlib.sha256(message).digest()
