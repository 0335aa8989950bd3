"""Scores: reasons for the value of a number, and ties at one number."""

from __future__ import annotations

from tests.games.traxx.table import WORDS, opening, play
from trackside.games.traxx.scoring import numbers_in_order, reason, shared_numbers


def test_full_and_half_have_their_reasons_and_numbers_reached_together_are_found() -> None:
    s = play(opening(3, starts="423"), "ggrkp:", "red A: f6 stop", "purple A: f6 stop", "yellow A: g4 stop")
    assert shared_numbers(s, 1) == {4: [0, 1]}
    s = play(s, "bgrk:", "yellow B: f5 f6 stop", "red pass", "purple pass")
    assert [reason(s, seat, 4, WORDS) for seat in range(3)] == [
        "full value",
        "full value",
        "half, after Red and Purple",
    ]
    assert reason(s, 2, 3, WORDS) == "full value"
    assert shared_numbers(s, 2) == {}


def test_half_is_after_whoever_was_first() -> None:
    s = play(opening(3, starts="423"), "ggrkp:", "red A: f6 stop", "purple pass", "yellow pass")
    s = play(s, "ygrp:", "purple A: f6 stop", "red pass", "yellow pass")
    s = play(s, "bgrk:", "yellow A: f5 f6 stop", "red pass", "purple pass")
    assert reason(s, 2, 4, WORDS) == "half, after Red"


def test_numbers_are_in_the_order_of_the_line() -> None:
    s = play(opening(starts="2"), "bgkp:", "red A: f6 g6 h5 i4")
    assert numbers_in_order(s, 0) == [4, 7]
