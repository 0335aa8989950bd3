"""Tests of a table's options in words."""

from __future__ import annotations

from trackside.core.words import Words
from trackside.web.views.options import option_says


def test_the_options_of_a_table_are_said_with_their_names() -> None:
    words = Words("en", "trackside.games.skip_or_trip")
    assert option_says(words, "rounds", "0") == "Round limit: none"
    assert option_says(words, "rounds", "12") == "Round limit: 12"
    assert option_says(words, "first", "chance") == "Who begins: left to chance"
    assert option_says(Words("de", "trackside.games.traxx"), "starts", "chance") == "Starts: dem Zufall überlassen"
