"""A store that goes back in time, and logs with gaps: nobody plays a game that is not stored."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, func, select, update

from tests.web.serving import sqlite
from trackside.core.errors import SaveFailed, TracksideError
from trackside.core.protocol import SPECTATOR
from trackside.web.api.commands import MoveCommand, RollCommand
from trackside.web.cluster.peers import Peers
from trackside.web.errors import ApiError, NotFound
from trackside.web.store.schema import entries
from trackside.web.store.schema import tables as stored
from trackside.web.store.store import Store
from trackside.web.tables import creation
from trackside.web.tables.live import LiveTable, StoreRewound
from trackside.web.tables.registry import Tables
from trackside.web.tables.seats import PERSON, Occupant

PEOPLE = [Occupant(seat, PERSON, f"player {seat}") for seat in range(2)]
GAMES = ("whole-nine", "traxx", "skip-or-trip")


def with_tables(database: str, test: Callable[[Tables], Awaitable[None]], servers: int = 1) -> None:
    """Run a test with the tables of a server."""

    async def run() -> None:
        tables = Tables(Store(database), alone=servers == 1)
        try:
            await test(tables)
        finally:
            tables.store.close()

    asyncio.run(asyncio.wait_for(run(), 120))


async def new_table(tables: Tables, game: str = "whole-nine") -> LiveTable:
    return await creation.create(tables, game, PEOPLE, {}, host="player 0")


async def play(tables: Tables, live: LiveTable, decisions: int) -> None:
    """Make some first legal moves."""
    for _ in range(decisions):
        match = live.table.match
        assert match is not None
        if live.table.status == "over":
            return
        seat = live.table.seats_to_move()[0]
        command = RollCommand(seat=seat) if live.table.roller == seat else move_of(live, seat)
        await tables.handle(live, command, f"player {seat}")


def move_of(live: LiveTable, seat: int) -> MoveCommand:
    assert live.table.match is not None
    return MoveCommand(seat=seat, move=live.table.match.moves(seat)[0].code)


def rewind(connection: Connection, table: str, count: int) -> None:
    """Leave only the first entries of a log, as a backup would."""
    connection.execute(delete(entries).where(entries.c.table_id == table, entries.c.number >= count))


def numbers(connection: Connection, table: str) -> Sequence[int]:
    found = select(entries.c.number).where(entries.c.table_id == table).order_by(entries.c.number)
    return connection.execute(found).scalars().all()


def test_the_database_refuses_an_entry_without_its_predecessor(database: str) -> None:
    async def test(tables: Tables) -> None:
        live = await new_table(tables)
        last = live.table.last
        assert last is not None
        with pytest.raises(SaveFailed, match="the entry before this one is not stored"):
            await tables.store.write([last | {"number": last["number"] + 2}])
        await tables.store.write([last | {"number": last["number"] + 1}, last | {"number": last["number"] + 2}])
        found = await tables.store.read(partial(numbers, table=live.table.id))
        assert found == [*range(last["number"] + 3)]

    with_tables(database, test)


@pytest.mark.parametrize("game", GAMES)
def test_a_rewound_store_is_noticed_with_the_next_move(game: str, database: str) -> None:
    async def test(tables: Tables) -> None:
        live = await new_table(tables, game)
        await play(tables, live, 3)
        before = live.table.count
        await play(tables, live, 4)
        reconnected: list[bool] = []
        live.on_rewind.append(lambda: reconnected.append(True))
        lost = live.table.count - before
        await tables.store.do(partial(rewind, table=live.table.id, count=before))
        with pytest.raises(StoreRewound) as caught:
            await play(tables, live, 1)
        assert caught.value.lost == lost
        assert str(lost) in str(caught.value)
        assert reconnected == [True]
        with pytest.raises(StoreRewound):  # what still holds the old table cannot write with it
            await play(tables, live, 1)
        again = await tables.find(live.table.id)
        assert again is not live
        assert again.table.count == before
        shown = again.viewers.snapshot(SPECTATOR, "en", None)["table"]
        assert (shown["rewound"], shown["damaged"]) == (lost, False)
        await play(tables, again, 24)
        found = await tables.store.read(partial(numbers, table=live.table.id))
        assert found == [*range(again.table.count)], "the log has no gap"
        assert again.table.rewound is None, "after a round the notice is gone"

    with_tables(database, test)


def test_a_table_that_the_store_has_lost_altogether_is_gone(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        live = await new_table(tables)

        def forget(connection: Connection) -> None:
            for name in ("entries", "members", "occupants", "tables"):
                connection.exec_driver_sql(f"DELETE FROM {name}")

        await tables.store.do(forget)
        with pytest.raises(SaveFailed):
            await play(tables, live, 1)
        with pytest.raises(NotFound):
            await tables.find(live.table.id)

    with_tables(sqlite(tmp_path), test)


def test_another_server_notices_a_log_that_was_rewound_and_grew_again(postgres: str) -> None:
    async def test(one: Tables) -> None:
        other = Tables(Store(postgres), alone=False)
        heard = Peers(other, "other")
        live = await new_table(one)
        await play(one, live, 2)
        before = live.table.count
        await play(one, live, 3)
        there = await other.find(live.table.id)
        there.viewers.join(SPECTATOR, "en", None, "scene", lambda message: None)
        assert there.table.count == live.table.count
        await one.store.do(partial(rewind, table=live.table.id, count=before))
        with pytest.raises(StoreRewound):
            await play(one, live, 1)
        again = await one.find(live.table.id)
        while again.table.count <= there.table.count:
            await play(one, again, 1)
        rows = await other.store.read(partial(all_rows, table=live.table.id))
        assert not other.take_in(live.table.id, rows[there.table.count - 1 :]), "these entries follow another one"
        await heard._compare()
        while there.rewound is None:
            await asyncio.sleep(0.01)
        assert (await other.find(live.table.id)).table.last == again.table.last
        await heard.close()
        other.store.close()

    with_tables(postgres, test, servers=2)


async def a_stale_table(one: Tables, other: Tables) -> tuple[LiveTable, LiveTable]:
    """Return a table that was rewound and has as many entries again, and another server's memory of what was lost."""
    live = await new_table(one)
    await play(one, live, 2)
    before = live.table.count
    await play(one, live, 1)
    there = await other.find(live.table.id)
    there.viewers.join(SPECTATOR, "en", None, "scene", lambda message: None)
    await one.store.do(partial(rewind, table=live.table.id, count=before))
    with pytest.raises(StoreRewound):
        await play(one, live, 1)
    again = await one.find(live.table.id)
    await asyncio.sleep(0.002)  # the entries in their place are made later
    await play(one, again, 1)
    assert again.table.count == there.table.count
    assert again.table.last != there.table.last
    return again, there


def test_a_server_that_missed_a_rewind_cannot_continue_what_was_lost(postgres: str) -> None:
    async def test(one: Tables) -> None:
        other = Tables(Store(postgres), alone=False)
        again, there = await a_stale_table(one, other)
        with pytest.raises(StoreRewound) as caught:
            await play(other, there, 1)
        assert caught.value.lost > 0
        found = await one.store.read(partial(all_rows, table=again.table.id))
        assert found[-1] == again.table.last, "nothing follows the entries that are stored now"
        fresh = await other.find(again.table.id)
        assert fresh.viewers.snapshot(SPECTATOR, "en", None)["table"]["rewound"] > 0
        await play(other, fresh, 1)
        other.store.close()

    with_tables(postgres, test, servers=2)


def test_a_server_notices_other_entries_of_the_same_number(postgres: str) -> None:
    async def test(one: Tables) -> None:
        other = Tables(Store(postgres), alone=False)
        heard = Peers(other, "other")
        again, there = await a_stale_table(one, other)
        await heard._compare()
        while there.rewound is None:
            await asyncio.sleep(0.01)
        assert (await other.find(again.table.id)).table.last == again.table.last
        await heard.close()
        other.store.close()

    with_tables(postgres, test, servers=2)


def all_rows(connection: Connection, table: str) -> list[dict[str, Any]]:
    found = select(entries).where(entries.c.table_id == table).order_by(entries.c.number)
    return [dict(row) for row in connection.execute(found).mappings()]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("damage", ["hole", "illegal", "undo"])
def test_a_damaged_log_is_kept_up_to_the_hole_and_read_only(game: str, damage: str, tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        live = await new_table(tables, game)
        await play(tables, live, 8)
        table, hole = live.table.id, live.table.count - 3
        here = (entries.c.table_id == table, entries.c.number == hole)
        change: Any = {
            "hole": delete(entries).where(*here),
            "illegal": update(entries).where(*here).values(move=100_000),
            "undo": update(entries).where(*here).values(kind="undo", move=100_000),
        }[damage]
        await tables.store.do(lambda connection: connection.execute(change))
        fresh = Tables(tables.store)
        again = await fresh.find(table)
        assert again.table.damaged
        assert again.table.count == hole
        assert again.table.due is None
        for seat in range(2):
            snapshot = again.viewers.snapshot(seat, "en", f"player {seat}")
            assert snapshot["view"] is not None
            assert (snapshot["table"]["damaged"], snapshot["view"]["offers"]) == (True, [])
            with pytest.raises(ApiError, match="cannot be continued"):
                await fresh.handle(again, MoveCommand(seat=seat, move=0), f"player {seat}")
        stored_now = await tables.store.read(partial(numbers, table=table))
        assert len(stored_now) == live.table.count - (damage == "hole"), "nothing is deleted"

    with_tables(sqlite(tmp_path), test)


def test_a_finished_game_whose_end_is_missing_is_damaged(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        live = await new_table(tables, "traxx")
        await play(tables, live, 1000)
        assert live.table.status == "over"
        await tables.store.do(partial(rewind, table=live.table.id, count=live.table.count - 2))
        assert (await Tables(tables.store).find(live.table.id)).table.damaged

    with_tables(sqlite(tmp_path), test)


def test_a_row_that_nothing_can_be_made_of_is_explained(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        live = await new_table(tables)
        broken = update(stored).where(stored.c.id == live.table.id).values(options="{")
        await tables.store.do(lambda connection: connection.execute(broken))
        with pytest.raises(TracksideError, match="cannot be read"):
            await Tables(tables.store).find(live.table.id)
        count = select(func.count()).select_from(entries)
        assert await tables.store.read(lambda connection: connection.execute(count).scalar()) == live.table.count

    with_tables(sqlite(tmp_path), test)


@pytest.mark.parametrize("decisions", [0, 6, 1000])
def test_a_table_with_other_rules_is_read_only_and_never_folded(
    decisions: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(tables: Tables) -> None:
        live = await new_table(tables, "traxx")
        await play(tables, live, decisions)
        other = update(stored).where(stored.c.id == live.table.id).values(rules="0")
        await tables.store.do(lambda connection: connection.execute(other))
        fresh = Tables(tables.store)
        again = await fresh.find(live.table.id)
        assert again.table.count == 0, "no entry is read"
        assert again.table.due is None
        snapshot = again.viewers.snapshot(0, "en", "player 0")
        assert (snapshot["table"]["other_rules"], snapshot["table"]["damaged"]) == ("0", True)
        for command in (MoveCommand(seat=0, move=0), RollCommand(seat=0)):
            with pytest.raises(ApiError, match="follows version 0 of the rules"):
                await fresh.handle(again, command, "player 0")
        with pytest.raises(ApiError, match="follows version 0 of the rules"):
            again.table.copy_match()
        await fresh.refresh(again)
        assert again.table.count == 0
        assert len(await tables.store.read(partial(numbers, table=live.table.id))) == live.table.count

    with_tables(sqlite(tmp_path), test)
    assert "follows rules 0" in caplog.text


def test_a_table_notes_its_rules(tmp_path: Path) -> None:
    async def test(tables: Tables) -> None:
        live = await new_table(tables, "traxx")
        rules = await tables.store.read(lambda connection: list(connection.execute(select(stored.c.rules)).scalars()))
        assert rules == [live.table.game.card.rules_version]

    with_tables(sqlite(tmp_path), test)


def test_a_change_that_was_checked_before_a_failover_is_not_written_after_it(postgres: str) -> None:
    async def test(tables: Tables) -> None:
        live = await new_table(tables)
        await play(tables, live, 3)
        before = live.table.count
        tables.store._epochs.number += 1  # as if a new connection had found another database
        change = live.table.handle(
            move_of(live, live.table.seats_to_move()[0]), f"player {live.table.seats_to_move()[0]}"
        )
        with pytest.raises(SaveFailed, match="was replaced"):
            await tables.store.write(change.entries, epoch=live.epoch)
        await play(tables, live, 1)
        assert live.table.count > before
        assert live.epoch == tables.store.epoch, "it was compared with the store first"

    with_tables(postgres, test)
