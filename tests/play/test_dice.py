from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from trackside.play.dice import Dice, commitment


def test_an_outcome_is_what_its_description_says() -> None:
    digest = hmac.new(b"seed", b"2:5:0", hashlib.sha256).digest()
    assert Dice("seed").outcome(2, 5, [1] * 6) == int.from_bytes(digest, "big") % 6


def test_outcomes_depend_on_seed_stream_and_index_only() -> None:
    assert [Dice(7).outcome(1, i, [1] * 6) for i in range(20)] == [Dice("7").outcome(1, i, [1] * 6) for i in range(20)]
    sequences = {
        tuple(Dice(seed).outcome(stream, i, [1] * 6) for i in range(20)) for seed in range(5) for stream in range(5)
    }
    assert len(sequences) == 25


@pytest.mark.parametrize("weights", [[1] * 6, [0, 3, 0, 1], [5], [0, 0, 7]])
def test_outcomes_are_as_likely_as_their_weights(weights: list[int]) -> None:
    counts = Counter(Dice("fair").outcome(0, i, weights) for i in range(6000))
    for outcome, weight in enumerate(weights):
        expected = 6000 * weight / sum(weights)
        assert abs(counts[outcome] - expected) <= 4 * (expected + 1) ** 0.5


def test_numbers_that_would_favour_an_outcome_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trackside.play.dice.RANGE", 1 << 255)
    above = [i for i in range(200) if hmac.new(b"x", f"0:{i}:0".encode(), hashlib.sha256).digest()[0] >= 128]
    assert above
    for index in above[:10]:
        attempt = 1
        while hmac.new(b"x", f"0:{index}:{attempt}".encode(), hashlib.sha256).digest()[0] >= 128:
            attempt += 1
        digest = hmac.new(b"x", f"0:{index}:{attempt}".encode(), hashlib.sha256).digest()
        assert Dice("x").outcome(0, index, [1] * 4) == int.from_bytes(digest, "big") % 4


def test_the_commitment_is_the_hash_of_the_seed_and_default_seeds_differ() -> None:
    assert Dice("abc").commitment == commitment("abc") == hashlib.sha256(b"abc").hexdigest()
    assert Dice().seed != Dice().seed
