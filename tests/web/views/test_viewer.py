"""Tests of what each perspective is shown."""

from __future__ import annotations

import random

import orjson
import pytest

from trackside.core.protocol import SPECTATOR
from trackside.games import find_game
from trackside.web.api.commands import MoveCommand, UndoCommand
from trackside.web.tables.creation import new_row
from trackside.web.tables.seats import PERSON, Occupant
from trackside.web.tables.table import Table
from trackside.web.views.shared import SCENE, STATE
from trackside.web.views.viewer import Viewer
from trackside.web.views.viewers import Viewers


def new_table(game: str, occupants: list[Occupant]) -> Table:
    """A table without a store, its game begun."""
    row = new_row(find_game(game), len(occupants), {}, None) | {"id": "t", "seed": "said", "watch": "anyone"}
    table = Table(row, occupants, [])
    table.accept(table.start())
    return table


@pytest.mark.parametrize("game", ["whole-nine", "traxx", "skip-or-trip"])
def test_whoever_looks_on_from_the_start_sees_what_a_newcomer_sees(game: str) -> None:
    table = new_table(game, [Occupant(seat, PERSON, f"player {seat}", ["Ana", ""][seat]) for seat in range(2)])
    viewers = Viewers(table)
    looking = [
        viewers.viewer(perspective, language, None, form)
        for perspective in (0, 1, SPECTATOR)
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
        fresh = Viewers(table).viewer(viewer.perspective, viewer.language, None, viewer.form)
        assert sorted(entries(viewer)) == sorted(entries(fresh))
        assert orjson.loads(viewer.snapshot())["view"] == orjson.loads(fresh.snapshot())["view"]


def entries(viewer: Viewer) -> list[bytes]:
    """Return the events in a viewer's message."""
    assert viewer.log is not None
    return list(viewer.log.entries)


def play_random(table: Table, chooser: random.Random) -> int:
    """Make a move for a seat that may; return the seat."""
    assert table.match is not None
    seat = chooser.choice([seat for seat in range(table.seats) if table.match.moves(seat)])
    table.accept(
        table.handle(MoveCommand(seat=seat, move=chooser.choice(table.match.moves(seat)).code), f"player {seat}")
    )
    return seat


@pytest.mark.parametrize("game", ["whole-nine", "traxx", "skip-or-trip"])
def test_a_version_follows_from_what_this_perspective_has_seen(game: str) -> None:
    table = new_table(game, [Occupant(seat, PERSON, f"player {seat}") for seat in range(3)])
    viewers, chooser = Viewers(table), random.Random(f"number {game}")
    looking = [
        viewers.viewer(perspective, "en", None, form) for perspective in (0, 1, 2, SPECTATOR) for form in (SCENE, STATE)
    ]
    known: dict[tuple[int, int], object] = {}
    kept = moved = 0
    for _ in range(15):
        before = [(viewer.version, entries(viewer)) for viewer in looking]
        actor = play_random(table, chooser)
        viewers.update()
        anew = Viewers(table)
        for viewer, (version, log) in zip(looking, before, strict=True):
            assert (viewer.version != version) == (entries(viewer) != log)
            assert viewer.version == anew.viewer(viewer.perspective, "de", None, viewer.form).version, (
                "as on another server"
            )
            shown = orjson.loads(viewer.snapshot())["view"]
            if viewer.form == STATE:
                assert known.setdefault((viewer.perspective, viewer.version), shown) == shown
            kept, moved = kept + (viewer.version == version), moved + (viewer.version != version)
        assert (
            {looking[2 * actor].version}
            == Viewers(table).versions(f"player {actor}")
            == viewers.versions(f"player {actor}")
        )
    assert moved
    assert bool(kept) == (game == "traxx"), "what others do in secret changes nothing"


def test_a_version_comes_back_when_the_move_is_taken_back() -> None:
    table = new_table("traxx", [Occupant(seat, PERSON, f"player {seat}") for seat in range(2)])
    viewers = Viewers(table)
    mine, other = (viewers.viewer(seat, "en", None, SCENE) for seat in (0, 1))
    versions = [(mine.version, other.version)]
    assert table.match is not None
    for command in (MoveCommand(seat=0, move=table.match.moves(0)[0].code), UndoCommand(seat=0)):
        change = table.handle(command, "player 0")
        table.accept(change)
        viewers.update(change)
        versions.append((mine.version, other.version))
    assert versions[0] == versions[2]
    assert versions[0][0] != versions[1][0]
    assert versions[0][1] == versions[1][1]


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
