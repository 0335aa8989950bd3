from __future__ import annotations

from collections import Counter

import pytest

from trackside.arena.schedule import mixes, schedule
from trackside.core.errors import BadOption


def test_two_seats_every_pair_meets_from_both_sides_on_the_same_deal() -> None:
    fixtures = list(schedule(["a", "b", "c"], 2, 4))
    assert mixes(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert len(fixtures) == 12
    for mix in range(3):
        for deal in range(2):
            seatings = [fixture.agents for fixture in fixtures if (fixture.mix, fixture.deal) == (mix, deal)]
            assert len(seatings) == 2
            assert seatings[0] == seatings[1][::-1]


def test_more_seats_than_players_every_mix_with_two_kinds_every_rotation() -> None:
    fixtures = list(schedule(["a", "b"], 4, 4))
    assert {fixture.agents for fixture in fixtures if fixture.mix == 0} == {
        ("a", "a", "a", "b"),
        ("a", "a", "b", "a"),
        ("a", "b", "a", "a"),
        ("b", "a", "a", "a"),
    }
    for seat in range(4):
        assert Counter(fixture.agents[seat] for fixture in fixtures) == {"a": 6, "b": 6}


def test_numbers_count_up_and_odd_numbers_of_games_are_rounded_up_to_whole_deals() -> None:
    fixtures = list(schedule(["a", "b"], 2, 3))
    assert [fixture.number for fixture in fixtures] == [0, 1, 2, 3]


def test_wrong_players_are_refused() -> None:
    with pytest.raises(BadOption, match="at least two players"):
        mixes(["a"], 2)


def test_a_player_against_itself_gets_new_dice_for_every_game() -> None:
    assert mixes(["a"], 2, ["a"]) == [("a", "a")]
    assert mixes(["a", "b", "c"], 2, ["b"])[-1] == ("b", "b")
    fixtures = list(schedule(["a"], 2, 6, ["a"]))
    assert [fixture.agents for fixture in fixtures] == [("a", "a")] * 6
    assert len({fixture.deal for fixture in fixtures}) == 6
