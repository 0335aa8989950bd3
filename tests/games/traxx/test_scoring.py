"""Running totals that say what each number was worth to whom, and why."""

from __future__ import annotations

from tests.games.traxx.table import TRAXX, WORDS, opening, play
from trackside.core.words import Words
from trackside.games.traxx.scoring import numbers_in_order, score_lines


def test_full_shared_and_half_are_told_with_their_reasons() -> None:
    s = play(opening(3, starts="423"), "ggrkp:", "red A: f6 stop", "purple A: f6 stop", "yellow A: g4 stop")
    s = play(s, "bgrk:", "yellow B: f5 f6 stop", "red pass", "purple pass")
    assert score_lines(s, WORDS) == [
        "3: Yellow 3 (full)",
        "4: Red 4 (full, in the same round as Purple), Purple 4 (full, in the same round as Red), "
        "Yellow 2 (half, after Red and Purple)",
        "Red: 4 for numbers, 59 fields not reached: -55",
        "Purple: 4 for numbers, 59 fields not reached: -55",
        "Yellow: 5 for numbers, 57 fields not reached: -52",
    ]


def test_half_is_after_whoever_was_first() -> None:
    s = play(opening(3, starts="423"), "ggrkp:", "red A: f6 stop", "purple pass", "yellow pass")
    s = play(s, "ygrp:", "purple A: f6 stop", "red pass", "yellow pass")
    s = play(s, "bgrk:", "yellow A: f5 f6 stop", "red pass", "purple pass")
    assert "Yellow 2 (half, after Red)" in score_lines(s, WORDS)[0]


def test_the_running_total_counts_the_round_as_it_is_drawn() -> None:
    s = play(opening(starts="2"), "bgkp:", "red A: f6 g6 h5 i4")
    assert numbers_in_order(s, 0) == [4, 7]
    german = Words("de", TRAXX.package)
    assert score_lines(s, german)[-1] == "Rot: 11 für Zahlen, 56 Felder nicht erreicht: -45"


def test_nothing_is_told_before_the_starts_are_dealt() -> None:
    assert score_lines(opening(2, starts="chance"), WORDS) == []
