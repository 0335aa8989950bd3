"""Results without what luck gave."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from trackside.arena.arena import saved_says
from trackside.arena.game import Result, play_fixture
from trackside.arena.schedule import schedule
from trackside.arena.standings import EvenLuck, on_even_luck
from trackside.cli import main
from trackside.play.intervals import Mean

MADE = Result(0, 0, 0, ("a", "b"), (1.0, 0.0), (5, 3), (0.1, 0.1), (4, 4), "", "", (0.3, -0.3))


def test_luck_is_taken_out_deal_by_deal() -> None:
    results = [
        MADE,
        replace(MADE, number=1, agents=("b", "a"), shares=(0.0, 1.0), luck=(-0.1, 0.1)),
        replace(MADE, number=2, deal=1, shares=(0.0, 1.0), luck=(-0.4, 0.4)),
        replace(MADE, number=3, deal=2, luck=()),
    ]
    mine, theirs = on_even_luck(results, ["a", "b"])
    assert (mine.games, mine.result.mean) == (3, 0.5)
    assert mine.luck.mean == pytest.approx(-0.1)
    assert mine.adjusted.mean == pytest.approx(0.6)
    assert theirs.adjusted.mean == pytest.approx(0.4)
    assert mine.worth > 1


def test_alone_it_is_about_points() -> None:
    alone = replace(MADE, agents=("a",), shares=(0.5,), scores=(30,), luck=(4.0,))
    assert on_even_luck([alone, replace(alone, deal=1, scores=(20,), luck=(-4.0,))], ["a"])[0].adjusted.mean == 25


def test_the_luck_of_a_game_is_measured_only_when_asked_for() -> None:
    fixture = next(iter(schedule(["greedy", "random"], 2, 1)))
    plain = play_fixture("traxx", {"deck": "ybg-grk"}, 1, fixture)
    measured = play_fixture("traxx", {"deck": "ybg-grk"}, 1, fixture, even_luck=True)
    assert plain.luck == ()
    assert len(measured.luck) == 2
    assert sum(measured.luck) == pytest.approx(0, abs=1e-9)
    assert Result.from_entry(json.loads(json.dumps(measured.as_entry()))) == replace(measured, record="")


def test_the_command_prints_both(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", "traxx", "greedy", "random", "--option", "deck=ybg-grk", "--games", "2", "--jobs", "1"]
    assert main([*command, "--seats", "2", "--even-luck"]) == 0
    out = capsys.readouterr().out
    assert "| player | games | result | on even luck | mean luck | worth of a game |" in out
    assert "Taking luck out saved" in out


def test_the_games_saved_are_those_that_the_same_interval_would_need_more() -> None:
    mean = Mean(0.5, 0.1)
    worth_two = EvenLuck("a", 100, replace(mean, margin=0.1 * 2**0.5), mean, mean)
    assert saved_says([worth_two]).startswith("Taking luck out saved 100 games: 100 give intervals as narrow as 200")
    assert saved_says([EvenLuck("a", 100, mean, replace(mean, margin=0.11), mean)]) == (
        "Taking luck out saved none of 100 games."
    )


def test_where_luck_cannot_be_measured_well_enough_it_is_not_offered(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["arena", "skip-or-trip", "greedy", "random"], ["simulate", "skip-or-trip"]):
        assert main([*command, "--even-luck"]) == 2
        assert "--even-luck would save no games in Skip or Trip" in capsys.readouterr().err
