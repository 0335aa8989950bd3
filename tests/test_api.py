"""The names of `trackside` itself: all there, and nothing is imported before it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import trackside
from trackside import GAMES, Arena, BadOption, Bot, IllegalMove, Match, ParseError, find_game
from trackside.search.agents import make_agent


def test_public_names_are_listed_and_importable() -> None:
    assert dir(trackside) == sorted(trackside.__all__)
    for name in trackside.__all__:
        assert getattr(trackside, name) is not None, name
    assert trackside.errors.BadOption is BadOption
    assert trackside.review.review.__name__ == "review"
    assert trackside.arena.Arena is Arena
    with pytest.raises(AttributeError, match="has no attribute 'Mach'"):
        _ = trackside.Mach


def test_importing_trackside_loads_none_of_its_parts() -> None:
    script = "import sys, trackside; dir(trackside); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=True)
    loaded = done.stdout.split()
    assert [name for name in loaded if name.startswith(("trackside.", "numba", "numpy"))] == []


def test_a_game_may_be_given_by_name_or_as_itself() -> None:
    game = find_game("Träxx")
    assert find_game(game) is game is GAMES["traxx"]
    match = Match(game, seats=2, seed=1)
    assert match.position() == Match("traxx", seats=2, seed=1).position()
    assert Match.from_position(game, match.position()).position() == match.position()
    assert Match.from_state(game, match.state).position() == match.position()


def test_two_players_meet_where_no_number_of_seats_is_named() -> None:
    assert [game.card.meeting_seats for game in GAMES.values()] == [2, 2, 2]
    assert Arena("traxx", ["greedy", "random"], games=2).seats == 2


def test_a_number_of_seats_that_is_no_integer_is_named() -> None:
    with pytest.raises(BadOption, match="seats='2': the number of players is an integer"):
        Match("whole-nine", seats="2")  # type: ignore[arg-type]


def test_a_parse_error_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="line 1"):
        raise ParseError("nonsense", 1)
    with pytest.raises(ValueError, match="a position has a line for the turn"):
        Match.from_position("whole-nine", "nonsense")


def test_a_bot_chooses_from_a_view() -> None:
    match = Match("whole-nine", seats=2, options={"first": "red"}, seed=7)
    bot, other = Bot("greedy", "whole-nine", seed=3), make_agent("greedy", match.game, 3)
    while not match.over and match.turn < 6:
        seat = match.to_move
        if seat == 0:
            choice = bot.choose(match.view(0))
            assert choice == other.choose(match.view(0).state, 0)
            match.play(0, choice.move)
        else:
            match.play(seat, match.moves(seat)[0])
    with pytest.raises(IllegalMove, match="seat 1 has no move now"):
        Bot("greedy", match.game).choose(Match("whole-nine", seats=2, options={"first": "red"}, seed=7).view(1))
    with pytest.raises(BadOption, match=r"Bot\('greedy', 'whole-nine'\) was asked about traxx"):
        bot.choose(Match("traxx", seats=2).view(0))
    with pytest.raises(BadOption, match="there is no player 'genius'"):
        Bot("genius", "traxx")
