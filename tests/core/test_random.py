from __future__ import annotations

from collections import Counter

from trackside.core.random import WORDS, below, draw, next_word, seed_generator


def generator(seed: int) -> list[int]:
    rng = [0] * WORDS
    seed_generator(rng, seed)
    return rng


def test_the_same_seed_gives_the_same_numbers_and_another_seed_others() -> None:
    assert [next_word(generator(5)) for _ in range(3)] == [next_word(generator(5))] * 3
    assert len({next_word(generator(seed)) for seed in range(1000)}) == 1000
    assert next_word(generator(1)) != next_word(generator(1 << 32))


def test_words_have_32_bits_and_all_of_them_vary() -> None:
    rng = generator(1)
    words = [next_word(rng) for _ in range(1000)]
    assert max(words) < 1 << 32
    for bit in range(32):
        assert 400 < sum(word >> bit & 1 for word in words) < 600


def test_a_draw_is_the_outcome_in_whose_part_of_all_weights_the_number_lies() -> None:
    weights = [0, 2, 0, 3, 1, 0]
    parts = [outcome for outcome, weight in enumerate(weights) for _ in range(weight)]
    for seed in range(200):
        assert draw(generator(seed), weights, 6) == parts[below(generator(seed), 6)]


def test_numbers_below_and_weighted_draws_are_as_likely_as_they_should_be() -> None:
    rng = generator(2)
    counts = Counter(below(rng, 6) for _ in range(6000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert all(880 < count < 1120 for count in counts.values())
    counts = Counter(draw(rng, [0, 1, 0, 3], 4) for _ in range(4000))
    assert sorted(counts) == [1, 3]
    assert 900 < counts[1] < 1100
