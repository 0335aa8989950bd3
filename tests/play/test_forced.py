"""Moves that only complete a decision are made, and taken back, together with it."""

from __future__ import annotations

import random

import pytest

from trackside.games import GAMES, find_game
from trackside.play.forced import complete_decision, decision_of, forced_move, prepare_decision, undo_decision
from trackside.play.match import Match
from trackside.web.api.commands import MoveCommand, UndoCommand
from trackside.web.tables.creation import new_row
from trackside.web.tables.seats import BOT, PERSON, Occupant
from trackside.web.tables.table import Table

TWO_CARDS = """
turn 10: red to act
rules: basic
deck: top 5
red: on 14; hand 4[41] 6[2] 7[5] 8[83]
purple: on 10; hand 3[2] 5[7] 1[3]
"""
"""Red can trip the 10 with 6[2] and 7[5], and in no other way."""

CHOICE = """
turn 10: red to act
rules: basic
deck: top 5
red: on 14; hand 4[2] 6[2] 7[5] 8[83]
purple: on 10; hand 3[2] 5[7] 1[3]
"""
"""Red can trip the 10 with 4[2] or with 6[2], and with 7[5] after either."""


def table_at(position: str, second: str) -> Table:
    """Return a table without a store: red is a person, purple a person or a bot."""
    row = new_row(find_game("skip-or-trip"), 2, {}, None) | {"id": "t", "seed": "said", "position": position}
    purple = Occupant(1, PERSON, "player 1") if second == PERSON else Occupant(1, BOT, level="greedy")
    table = Table(row, [Occupant(0, PERSON, "player 0"), purple], [])
    table.accept(table.start())
    return table


def texts(match: Match) -> list[str]:
    """Return red's moves."""
    return [event.text for event in match.events(0) if event.seat == 0]


def test_naming_a_square_lays_the_only_cards_for_it() -> None:
    match: Match = Match.from_position("skip-or-trip", TWO_CARDS, seed=1)
    one_by_one = match.copy()
    trip = next(move for move in match.moves(0) if move.text == "trip 10:")
    entries = prepare_decision(match, 0, trip)
    assert match.log == [], "nothing has changed"
    one_by_one.play(0, trip.code)
    for _ in range(2):
        (only,) = one_by_one.moves(0)
        one_by_one.play(0, only.code)
    assert entries == one_by_one.log
    assert one_by_one.state.meeple[1][0] == 0, "back by 13, not below 0"


def test_a_choice_of_cards_stays_a_choice() -> None:
    match: Match = Match.from_position("skip-or-trip", CHOICE, seed=1)
    trip = next(move for move in match.moves(0) if move.text == "trip 10:")
    match.extend(prepare_decision(match, 0, trip))
    assert len(match.log) == 1
    assert len(match.moves(0)) == 2
    match.extend(prepare_decision(match, 0, match.moves(0)[0]))
    assert [seat for seat, _ in match.log[:3]] == [0, 0, 0]
    assert decision_of(match, 2) == 1
    assert decision_of(match, 1) == 1


@pytest.mark.parametrize("second", [PERSON, BOT])
def test_a_table_stores_a_trip_at_once_and_takes_it_back_at_once(second: str) -> None:
    table = table_at(TWO_CARDS, second)
    assert table.match is not None
    before, log = table.match.state, list(table.match.log)
    trip = next(move for move in table.match.moves(0) if move.text == "trip 10:")
    change = table.handle(MoveCommand(seat=0, move=trip.code, id="one"), "player 0")
    assert [row["seat"] for row in change.entries][:3] == [0, 0, 0]
    assert [row["message"] for row in change.entries].count("0 one") == 1
    table.accept(change)
    assert len(texts(table.match)) == 3
    if second == PERSON:
        return  # a card was drawn: nothing can be taken back between people
    table.accept(table.handle(UndoCommand(seat=0), "player 0"))
    assert table.match.log == log
    assert table.match.state == before


def test_a_trip_that_still_asks_is_taken_back() -> None:
    position = CHOICE.replace("7[5]", "7[5] 9[2]").replace("purple: on 10", "purple: on 20")
    table = table_at(position, PERSON)
    assert table.match is not None
    log = list(table.match.log)
    trip = next(move for move in table.match.moves(0) if move.text == "trip 20:")
    table.accept(table.handle(MoveCommand(seat=0, move=trip.code), "player 0"))
    assert len(table.match.moves(0)) > 1
    table.accept(table.handle(UndoCommand(seat=0), "player 0"))
    assert table.match.log == log


def test_the_terminal_completes_a_line_and_takes_the_decision_back() -> None:
    match: Match = Match.from_position("skip-or-trip", TWO_CARDS, seed=1)
    before = match.state
    trip = next(move for move in match.moves(0) if move.text == "trip 10:")
    match.play(0, trip)
    complete_decision(match, 0)
    assert len(texts(match)) == 3
    assert undo_decision(match, 0, freely=True) == trip.text
    assert match.log == []
    assert match.state == before


@pytest.mark.parametrize("game", [game for game in GAMES if game != "skip-or-trip"])
def test_elsewhere_the_only_move_is_left_to_the_player(game: str) -> None:
    match: Match = Match(game, 2, seed=3)
    chance = random.Random(3)
    while not match.over:
        seat = next(seat for seat in range(2) if match.moves(seat))
        moves = match.moves(seat)
        assert forced_move(match.game, match.state, seat) is None
        match.play(seat, chance.choice(moves))
