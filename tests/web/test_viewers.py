"""What each pair of eyes is shown."""

from __future__ import annotations

import random

import pytest

from trackside.core.protocol import SPECTATOR
from trackside.core.words import Words
from trackside.web.commands import MoveCommand
from trackside.web.occupants import PERSON, Occupant
from trackside.web.table import WAITING, Table
from trackside.web.viewers import SCENE, STATE, Viewers, option_says


def new_table(game: str, occupants: list[Occupant]) -> Table:
    """A table that nobody stores, its game begun."""
    row = dict.fromkeys(["position", "host", "clock", "minutes", "origin", "hints"])
    row |= {"id": "t", "game": game, "seats": len(occupants), "options": "{}", "seed": "said", "dice_from": 0}
    table = Table({**row, "watch": "anyone", "status": WAITING, "began": 0}, occupants, [])
    table.accept(table.start())
    return table


@pytest.mark.parametrize("game", ["whole-nine", "traxx", "skip-or-trip"])
def test_whoever_looks_on_from_the_start_sees_what_a_newcomer_sees(game: str) -> None:
    table = new_table(game, [Occupant(seat, PERSON, f"player {seat}", ["Ana", ""][seat]) for seat in range(2)])
    viewers = Viewers(table)
    looking = [
        viewers.viewer(eyes, language, None, form)
        for eyes in (0, 1, SPECTATOR)
        for language, form in (("en", SCENE), ("de", SCENE), ("en", STATE))
    ]
    chooser = random.Random(game)
    for _ in range(120):
        if table.status != "playing":
            break
        assert table.match is not None
        seat = next(seat for seat in (0, 1) if table.match.moves(seat))
        move = MoveCommand(seat=seat, move=chooser.choice(table.match.moves(seat)).code)
        change = table.handle(move, f"player {seat}")
        table.accept(change)
        viewers.update(change)
    for viewer in looking:
        fresh = Viewers(table).viewer(viewer.eyes, viewer.language, None, viewer.form)
        assert sorted(map(str, viewer.log)) == sorted(map(str, fresh.log))
        assert viewer.snapshot()["view"] == fresh.snapshot()["view"]


def test_a_command_changes_nothing_until_it_is_accepted() -> None:
    table = new_table("traxx", [Occupant(0, PERSON, "ana")])
    assert table.match is not None
    before = table.match.view(0)
    change = table.handle(MoveCommand(seat=0, move=before.moves[0].code, id="once"), "ana")
    assert (table.match.view(0), table.count) == (before, len(table.match.log))
    assert [row["number"] for row in change.entries] == [table.count + i for i in range(len(change.entries))]
    table.accept(change)
    assert table.match.view(0) != before
    assert table.handle(MoveCommand(seat=0, move=before.moves[0].code, id="once"), "ana").entries == ()


def test_the_options_of_a_table_are_said_with_their_names() -> None:
    words = Words("en", "trackside.games.skip_or_trip")
    assert option_says(words, "rounds", "0") == "Round limit: none"
    assert option_says(words, "rounds", "12") == "Round limit: 12"
    assert option_says(words, "first", "chance") == "Who begins: left to chance"
    assert option_says(Words("de", "trackside.games.traxx"), "starts", "chance") == "Starts: dem Zufall überlassen"
