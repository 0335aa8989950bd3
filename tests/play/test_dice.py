from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trackside.play.dice import Dice, commitment, is_salt, new_seed, shared_seed


def test_an_outcome_is_what_its_description_says() -> None:
    digest = hmac.new(b"seed", b"2:5:0", hashlib.sha256).digest()
    assert Dice("seed").outcome(2, 5, [1] * 6) == int.from_bytes(digest, "big") % 6


@pytest.mark.parametrize("seed", ["", "seed", "x" * 64, "x" * 65, "Würfel " * 30])
def test_seeds_of_any_length_are_keys_as_hmac_takes_them(seed: str) -> None:
    digest = hmac.new(seed.encode(), b"3:17:0", hashlib.sha256).digest()
    assert Dice(seed).outcome(3, 17, [1] * 1000) == int.from_bytes(digest, "big") % 1000


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
    seed = "sixteen letters!"
    assert Dice(seed).commitment == commitment(seed) == hashlib.sha256(seed.encode()).hexdigest()
    assert Dice().seed != Dice().seed
    assert Dice().commitment


@pytest.mark.parametrize("seed", [7, "", "abc", "2026-11-16", "fifteen letters"])
def test_there_is_no_commitment_to_a_seed_that_can_be_guessed(seed: str | int) -> None:
    assert Dice(seed).commitment is None


# Dice that several people have a part in

SALT = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), min_size=16, max_size=64)
SALTS = st.dictionaries(st.integers(0, 5), SALT, min_size=1)


def test_a_shared_seed_is_what_its_description_says() -> None:
    message = "0:16:0123456789abcdef3:18:Salz für Gelb, ja".encode()
    expected = hmac.new(b"the secret of all", message, hashlib.sha256).hexdigest()
    dice = Dice.shared("the secret of all", {3: "Salz für Gelb, ja", 0: "0123456789abcdef"})
    assert dice.seed == expected
    assert dice.commitment == hashlib.sha256(b"the secret of all").hexdigest()
    assert dice.outcome(2, 5, [1] * 6) == Dice(expected).outcome(2, 5, [1] * 6)


@given(SALT, SALTS, st.data())
def test_a_shared_seed_depends_on_the_secret_and_on_every_salt(secret: str, salts: dict[int, str], data: Any) -> None:
    seed = shared_seed(secret, salts)
    assert seed == shared_seed(secret, dict(reversed(salts.items()))), "the order of seats counts, no other"
    assert seed != shared_seed(secret + "x", salts)
    for seat, salt in salts.items():
        place = data.draw(st.integers(0, len(salt) - 1))
        other = salt[:place] + ("x" if salt[place] != "x" else "y") + salt[place + 1 :]
        assert seed != shared_seed(secret, salts | {seat: other})
        assert seed != shared_seed(secret, {one: kept for one, kept in salts.items() if one != seat})


@given(SALT, SALT, SALT, st.integers(1, 15))
def test_where_a_salt_ends_counts(secret: str, first: str, second: str, moved: int) -> None:
    before = shared_seed(secret, {0: first, 1: second})
    assert before != shared_seed(secret, {0: first + second[:moved], 1: second[moved:]})
    assert before != shared_seed(secret, {0: first + second})
    assert before != shared_seed(secret, {0: f"{first}1:{len(second.encode())}:{second}"})
    assert (before == shared_seed(secret, {0: second, 1: first})) is (first == second)


@given(st.lists(SALTS, min_size=2, max_size=2, unique_by=lambda salts: tuple(sorted(salts.items()))))
def test_no_two_sets_of_salts_make_one_seed(two: list[dict[int, str]]) -> None:
    assert shared_seed("the secret of all", two[0]) != shared_seed("the secret of all", two[1])


def test_whoever_chooses_salts_without_the_secret_gets_dice_by_chance() -> None:
    """A host who tries many salts sees no more of one outcome than of another, whatever the secret is."""
    counts = Counter(
        Dice.shared(new_seed(), {0: f"the host tries {i:04}", 1: "the guest's own salt"}).outcome(0, 0, [1] * 6)
        for i in range(3000)
    )
    assert all(abs(counts[outcome] - 500) < 120 for outcome in range(6))


def test_a_salt_is_a_line_that_can_be_shown_of_16_to_64_characters() -> None:
    assert all(map(is_salt, ["x" * 16, "ä" * 64, "with spaces, too", new_seed()]))
    assert not any(map(is_salt, ["", "x" * 15, "x" * 65, "x" * 20 + "\n", "x" * 20 + "\0", "x" * 20 + "\u202e"]))
