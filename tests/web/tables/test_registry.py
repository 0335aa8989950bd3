"""Messages: never anything the store does not have yet, and nothing more after a failed write."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from tests.web.serving import sqlite
from trackside.core.errors import SaveFailed
from trackside.core.protocol import SPECTATOR
from trackside.web.api.commands import MoveCommand, RollCommand, UndoCommand
from trackside.web.errors import ApiError, NotFound
from trackside.web.store.schema import entries
from trackside.web.store.schema import tables as made
from trackside.web.store.store import Store
from trackside.web.tables import access, creation
from trackside.web.tables.bots import Bots
from trackside.web.tables.changes import Sit, TimeUp
from trackside.web.tables.clocks import Clocks
from trackside.web.tables.live import LiveTable
from trackside.web.tables.registry import Tables
from trackside.web.tables.seats import BOT, PERSON, Occupant
from trackside.web.unix_time import now
from trackside.web.views.shared import SCENE
from trackside.web.workers.pool import WorkerPool


class Page:
    """Keeps what it is sent."""

    def __init__(self) -> None:
        self.messages: list[dict[str, Any]] = []

    def __call__(self, message: bytes) -> None:
        self.messages.append(json.loads(message))

    @property
    def moves(self) -> int:
        """The number of the first seat's moves that it was told of."""
        return sum(entry["seat"] == 0 for message in self.messages for entry in message["log"])


PEOPLE = [Occupant(seat, PERSON, f"player {seat}") for seat in range(2)]


def with_a_table(
    folder: Path,
    test: Callable[[Tables, LiveTable], Awaitable[None]],
    occupants: list[Occupant] = PEOPLE,
) -> None:
    """Run a test at a table in a store of its own."""

    async def run() -> None:
        tables, pool = Tables(Store(sqlite(folder))), WorkerPool(0)
        bots, clocks = Bots(tables, pool, 0), Clocks(tables)
        options = {"first": "red"}
        live = await creation.create(tables, "whole-nine", occupants, options, host="player 0", watch="anyone")
        await test(tables, live)
        await bots.close()
        await clocks.close()
        tables.store.close()

    asyncio.run(asyncio.wait_for(run(), 120))


def first_move(live: LiveTable, identifier: str | None = None) -> MoveCommand:
    """The first legal move of the first seat."""
    assert live.table.match is not None
    return MoveCommand(seat=0, move=live.table.match.moves(0)[0].code, id=identifier)


def moves_of(live: LiveTable, seat: int) -> int:
    assert live.table.match is not None
    return sum(actor == seat for actor, _ in live.table.match.log)


def hide_entries(connection: Connection) -> None:
    connection.exec_driver_sql("ALTER TABLE entries RENAME TO away")


def show_entries(connection: Connection) -> None:
    connection.exec_driver_sql("ALTER TABLE away RENAME TO entries")


def test_nobody_is_shown_a_move_before_it_is_stored(tmp_path: Path) -> None:
    async def test(tables: Tables, live: LiveTable) -> None:
        mine, others, newcomer = Page(), Page(), Page()
        live.viewers.join(0, "en", "player 0", SCENE, mine)
        other = live.viewers.join(1, "en", "player 1", SCENE, others)
        hold = threading.Event()
        stuck = asyncio.create_task(tables.store.do(lambda _: hold.wait(60)))
        move = asyncio.create_task(tables.handle(live, first_move(live), "player 0"))
        await asyncio.sleep(0.05)
        live.viewers.join(SPECTATOR, "en", None, SCENE, newcomer)
        live.viewers.leave(other, "player 1", others)
        looked = live.viewers.snapshot(SPECTATOR, "en", None)
        assert not move.done()
        assert (mine.moves, others.moves, newcomer.moves, moves_of(live, 0)) == (0, 0, 0, 0)
        assert all(entry["seat"] != 0 for entry in looked["log"])
        hold.set()
        await asyncio.gather(stuck, move)
        assert (mine.moves, newcomer.moves, moves_of(live, 0)) == (1, 1, 1)
        away = next(message for message in reversed(mine.messages) if "seats" in message)
        assert not away["seats"][1]["online"], "who left meanwhile is known to be away"

    with_a_table(tmp_path, test)


def test_a_move_that_cannot_be_stored_changes_nothing_and_can_be_made_later(tmp_path: Path) -> None:
    async def test(tables: Tables, live: LiveTable) -> None:
        mine, newcomer = Page(), Page()
        viewer = live.viewers.join(0, "en", "player 0", SCENE, mine)
        version, move = viewer.version, first_move(live, "a message")
        await tables.store.do(hide_entries)
        for _ in range(2):
            with pytest.raises(SaveFailed, match="the store cannot do this now"):
                await tables.handle(live, move, "player 0", viewer)
        live.viewers.join(1, "en", "player 1", SCENE, newcomer)
        assert (mine.moves, newcomer.moves, viewer.version) == (0, 0, version)
        await tables.store.do(show_entries)
        for _ in range(2):
            await tables.handle(live, move, "player 0", viewer)
        assert (mine.moves, newcomer.moves) == (1, 1), "sent twice, it counts once"
        assert await tables.find(live.table.id) is live

    with_a_table(tmp_path, test)


def test_a_bot_goes_on_by_itself_when_the_store_works_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trackside.web.tables.bots.FIRST_PAUSE", 0.01)

    async def test(tables: Tables, live: LiveTable) -> None:
        page = Page()
        live.viewers.join(SPECTATOR, "en", None, SCENE, page)
        await tables.store.do(hide_entries)
        await asyncio.sleep(0.2)
        before = live.table.count
        await asyncio.sleep(0.1)
        assert live.table.count == before, "nothing is made that is not stored"
        await tables.store.do(show_entries)
        while live.table.status == "playing":
            await asyncio.sleep(0.01)
        assert page.moves == moves_of(live, 0)

    with_a_table(tmp_path, test, [Occupant(seat, BOT, level="random") for seat in range(2)])


def test_a_move_whose_answer_was_lost_is_read_back_and_counts_once(tmp_path: Path) -> None:
    async def test(tables: Tables, live: LiveTable) -> None:
        page, write = Page(), tables.store.write
        viewer = live.viewers.join(0, "en", "player 0", SCENE, page)

        def lost(rows: Any, *jobs: Any, **more: Any) -> Any:
            async def store_and_fail() -> None:
                await write(rows, *jobs, **more)
                raise SaveFailed("the connection was lost")

            tables.store.write = write  # type: ignore[method-assign]  # a store that fails
            return store_and_fail()

        tables.store.write = lost  # type: ignore[method-assign]  # a store that fails
        await tables.handle(live, first_move(live, "once"), "player 0", viewer)
        assert (page.moves, moves_of(live, 0)) == (1, 1)

    with_a_table(tmp_path, test)


def test_two_servers_that_serve_one_table_catch_up_with_each_other(tmp_path: Path) -> None:
    async def test(tables: Tables, live: LiveTable) -> None:
        others, page = Tables(Store(sqlite(tmp_path))), Page()
        other = await others.find(live.table.id)
        viewer = other.viewers.join(0, "en", "player 0", SCENE, page)
        await tables.handle(live, first_move(live, "here"), "player 0")
        stale = first_move(other, "there").model_copy(update={"version": viewer.version})
        with pytest.raises(ApiError, match="The game has moved on"):
            await others.handle(other, stale, "player 0", viewer)
        assert live.table.match is not None
        assert other.table.match is not None
        assert other.table.match.log == live.table.match.log
        assert page.moves == 1
        others.store.close()

    with_a_table(tmp_path, test)


def test_the_time_of_a_game_is_up_also_when_it_ran_out_while_the_server_was_away(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(sqlite(tmp_path))
        made = await creation.create(
            Tables(store), "skip-or-trip", PEOPLE, {"first": "red"}, host="player 0", minutes=30
        )
        shown = made.viewers.snapshot(0, "en", "player 0")
        assert shown["table"]["ends"] is not None
        assert shown["table"]["ends"] - now() > 29 * 60_000
        await store.do(lambda connection: connection.execute(update(entries).values(at=entries.c.at - 1_800_000)))
        tables = Tables(store)
        clocks = Clocks(tables)
        live, page = await tables.find(made.table.id), Page()
        live.viewers.join(0, "en", "player 0", SCENE, page)
        while live.table.deadlines.game is not None:
            await asyncio.sleep(0.01)
        assert page.messages[-1]["log"][-1]["text"] == "time-up"
        await tables.handle(live, TimeUp())
        await tables.handle(live, MoveCommand(seat=0, move="pass"), "player 0")
        assert live.table.status == "over"
        again = await Tables(store).find(made.table.id)
        assert (again.table.status, again.table.deadlines.game) == ("over", None)
        await clocks.close()
        store.close()

    asyncio.run(asyncio.wait_for(run(), 120))


def test_the_policy_finishes_a_turn_whose_clock_has_run_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trackside.web.limits.CLOCKS", (0,))

    async def run() -> None:
        store = Store(sqlite(tmp_path))
        tables = Tables(store)
        clocks = Clocks(tables)
        live = await creation.create(tables, "traxx", PEOPLE, {"deck": "ybg-grk"}, host="player 0", clock=0)
        while live.table.status != "over":
            await asyncio.sleep(0.01)
        await clocks.close()
        store.close()

    asyncio.run(asyncio.wait_for(run(), 120))


class SlowToAnswer(Store):
    """A store that tells of its commits only when it is let."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.may_answer = asyncio.Event()
        self.committed: list[str] = []

    async def do(self, job: Callable[[Connection], Any]) -> Any:
        """Return the result of a job some time after it is committed."""
        result = await super().do(job)
        self.committed = await self.read(lambda connection: list(connection.execute(select(made.c.id)).scalars()))
        await self.may_answer.wait()
        return result


def test_a_table_is_in_memory_once_even_if_it_is_found_before_its_maker_knows(tmp_path: Path) -> None:
    async def run() -> None:
        store = SlowToAnswer(sqlite(tmp_path))
        tables, pool = Tables(store), WorkerPool(0)
        bots = Bots(tables, pool, 0)
        occupants = [PEOPLE[0], Occupant(1, BOT, level="greedy")]
        options = {"first": "purple"}
        making = asyncio.create_task(creation.create(tables, "whole-nine", occupants, options, host="player 0"))
        while not store.committed:
            await asyncio.sleep(0.01)
        found = await tables.find(store.committed[0])  # as the lease holder does, for a bot has to move there
        store.may_answer.set()
        live = await making
        while live.table.bots_to_move():
            await asyncio.sleep(0.01)
        assert live is found is tables.live[live.table.id]
        await bots.close()
        store.close()

    asyncio.run(asyncio.wait_for(run(), 120))


def test_a_table_that_does_not_exist_is_not_remembered(tmp_path: Path) -> None:
    async def test(tables: Tables, live: LiveTable) -> None:
        for _ in range(2):
            with pytest.raises(NotFound, match="There is no table nowhere"):
                await tables.find("nowhere")
        assert not tables._loading
        assert list(tables.live) == [live.table.id]

    with_a_table(tmp_path, test)


def test_an_update_holds_what_has_changed(tmp_path: Path) -> None:
    async def test(tables: Tables, live: LiveTable) -> None:
        page = Page()
        live.viewers.join(0, "en", "player 0", SCENE, Page())  # nobody is away
        live.viewers.join(1, "en", "player 1", SCENE, page)
        await tables.handle(live, first_move(live), "player 0")
        snapshot, changes = page.messages
        assert set(snapshot) - set(changes) == {"table", "seats", "perspective", "result"}
        assert changes["log_from"] == len(snapshot["log"])

    with_a_table(tmp_path, test)


def test_who_connects_first_and_sits_down_then_is_online(tmp_path: Path) -> None:
    async def test(tables: Tables, live: LiveTable) -> None:
        guest = live.viewers.join(SPECTATOR, "en", "guest", SCENE, Page())
        assert live.viewers.online == set()
        await tables.handle(live, Sit(1, "Guest", None), "guest")
        assert live.viewers.online == {1}
        live.viewers.leave(guest, "guest", guest.listeners[0])
        assert live.viewers.online == set()

    with_a_table(tmp_path, test, [Occupant(0, PERSON, "player 0"), Occupant(1, "open", invite="x")])


def test_a_log_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "MAX_LOG_WITH_UNDO", 60)

    async def test(tables: Tables, live: LiveTable) -> None:
        await tables.handle(live, RollCommand(seat=0), "player 0")
        await tables.handle(live, first_move(live), "player 0")
        while live.table.count < 60:
            await tables.handle(live, UndoCommand(seat=0), "player 0")
            await tables.handle(live, first_move(live), "player 0")
        with pytest.raises(ApiError, match="every move stands"):
            await tables.handle(live, UndoCommand(seat=0), "player 0")
        assert live.table.count <= 62
        shown = live.viewers.snapshot(0, "en", "player 0")["view"]
        assert shown is not None
        assert not shown["undo"]
        assert live.table.roller == 1, "the last move stands, and the game goes on"

    with_a_table(tmp_path, test, [replace(one, by_hand=True) for one in PEOPLE])
