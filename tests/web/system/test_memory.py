"""The memory of a table."""

from __future__ import annotations

import gc
import random
import tracemalloc
from collections.abc import Callable

import pytest

from tests.web.views.test_viewer import new_table, play_random
from trackside.games import find_game
from trackside.web.tables.changes import PLAYING
from trackside.web.tables.seats import PERSON, Occupant
from trackside.web.tables.table import Table
from trackside.web.views.shared import SCENE, STATE
from trackside.web.views.viewers import Viewers

MAX_BYTES, MOVES = 220_000, 40
"""Bytes of a table that is being played, with all its players looking on; and when it is looked at."""

TABLES = 2


def play(game: str, seats: int, form: str, chooser: random.Random, watchers: bool = True) -> tuple[Table, Viewers]:
    """Return a game under way and its viewers, who keep nothing of what they are sent."""
    table = new_table(game, [Occupant(seat, PERSON, f"player {seat}", f"Player {seat}") for seat in range(seats)])
    viewers = Viewers(table)
    for seat in range(seats if watchers else 0):
        viewers.join(seat, "en", f"player {seat}", form, lambda message: None)
    for _ in range(MOVES):
        if table.status == PLAYING:
            play_random(table, chooser)
            viewers.update()
    return table, viewers


def bytes_of(make: Callable[[], object]) -> int:
    """Return the bytes of whatever `make` creates, once they have settled."""
    make()  # what is cached for all tables
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    made = [make() for _ in range(TABLES)]
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) // len(made)


@pytest.mark.parametrize("form", [SCENE, pytest.param(STATE, marks=pytest.mark.long)])
@pytest.mark.parametrize("most_seats", [pytest.param(False, marks=pytest.mark.long), True])
@pytest.mark.parametrize("game", ["whole-nine", "traxx", "skip-or-trip"])
def test_a_table_that_is_played_costs_little(game: str, most_seats: bool, form: str) -> None:
    seats = max(find_game(game).card.seats) if most_seats else 2
    chooser = random.Random(f"memory {game} {seats} {form}")
    assert bytes_of(lambda: play(game, seats, form, chooser)) < MAX_BYTES


def test_those_who_have_looked_leave_nothing_behind() -> None:
    def left(watchers: bool) -> int:
        chooser = random.Random("left")

        def look_and_leave() -> object:
            table, viewers = play("skip-or-trip", 2, SCENE, chooser, watchers)
            while table.status != PLAYING:  # the log of a finished game is kept for the next one who looks
                table, viewers = play("skip-or-trip", 2, SCENE, chooser, watchers)
            for viewer in list(viewers.by_key.values()):
                viewers.leave(viewer, viewer.player, viewer.listeners[0])
            assert table.match is not None
            table.match.events(0)
            table.match.forget_positions()
            return table

        return bytes_of(look_and_leave)

    assert left(watchers=True) < 1.25 * left(watchers=False), "a viewer takes more than the whole table"
