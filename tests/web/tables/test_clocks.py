"""The clocks of a table: waiting goes by the time that only goes on, what is shown by the time of day."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.web.serving import sqlite
from trackside.core.errors import IllegalMove
from trackside.core.protocol import CHANCE
from trackside.play.record import read_record
from trackside.play.verification import verify_record
from trackside.web.api.commands import MoveCommand, RollCommand, UndoCommand
from trackside.web.store.store import Store
from trackside.web.tables import creation
from trackside.web.tables.clocks import GRACE, Clocks
from trackside.web.tables.live import LiveTable
from trackside.web.tables.registry import Tables
from trackside.web.tables.seats import PERSON, Occupant

CLOCK = 60
HOUR = 3600
PEOPLE = [Occupant(seat, PERSON, f"player {seat}") for seat in range(2)]


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose time goes on when a test says so."""

    passed = 0.0

    def time(self) -> float:
        """Nothing waits for real."""
        return self.passed


class World:
    """A server's clocks, the time that passes and the time of day."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.day = folder, time.time_ns() // 1_000_000
        self.store = Store(sqlite(folder))
        self.start()

    def start(self) -> None:
        """A server that knows no table yet."""
        self.tables = Tables(self.store)
        self.clocks = Clocks(self.tables)

    async def stop(self) -> None:
        await self.clocks.close()

    def now_ns(self) -> int:
        return self.day * 1_000_000

    def step(self, seconds: float) -> None:
        """The time of day becomes another one, and no time passes."""
        self.day += int(1000 * seconds)

    async def wait(self, seconds: float) -> None:
        """Let time pass, with everything that is due."""
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Loop)
        self.step(seconds)
        loop.passed += seconds
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        while self.clocks._tasks._tasks:
            await self.store.do(lambda _: None)

    async def table(self, game: str = "traxx", **more: Any) -> LiveTable:
        options = more.pop("options", {})
        return await creation.create(self.tables, game, PEOPLE, options, host="player 0", **more)


@pytest.fixture
def in_a_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Runs a test in a world of its own."""

    def run(test: Callable[[World], Coroutine[Any, Any, None]]) -> None:
        world = World.__new__(World)

        async def all_of_it() -> None:
            world.__init__(tmp_path)  # type: ignore[misc]  # its clocks belong to this loop
            monkeypatch.setattr("time.time_ns", world.now_ns)
            await test(world)
            await world.stop()
            world.store.close()

        with asyncio.Runner(loop_factory=Loop) as runner:
            runner.run(all_of_it())

    return run


def turn(live: LiveTable) -> int:
    assert live.table.match is not None
    return live.table.match.turn


@pytest.mark.parametrize("step", [-HOUR, -CLOCK, -CLOCK / 2, 0, CLOCK, HOUR])
def test_a_turn_takes_as_long_as_its_clock_whatever_the_time_of_day_does(
    in_a_world: Callable[..., None], step: float
) -> None:
    async def test(world: World) -> None:
        live = await world.table(clock=CLOCK)
        for number in range(1, 6):
            await world.wait(CLOCK - 1)
            assert turn(live) == number
            world.step(step)
            await world.wait(1)
            assert turn(live) == number + 1

    in_a_world(test)


@pytest.mark.parametrize("step", [-HOUR, 0, HOUR])
def test_the_time_of_the_game_is_up_after_its_minutes(in_a_world: Callable[..., None], step: float) -> None:
    async def test(world: World) -> None:
        live = await world.table("skip-or-trip", minutes=30)
        await world.wait(1700)
        world.step(step)
        await world.wait(99)
        assert live.table.deadlines.game is not None
        await world.wait(1)
        assert live.table.deadlines.game is None

    in_a_world(test)


@pytest.mark.parametrize(
    ("away", "left"), [(10, 50), (45, GRACE), (CLOCK, GRACE), (HOUR, GRACE), (-10, CLOCK), (-HOUR, CLOCK)]
)
def test_a_server_that_was_away_gives_whoever_is_to_move_the_rest_of_the_turn_or_a_little_time(
    in_a_world: Callable[..., None], away: float, left: float
) -> None:
    async def test(world: World) -> None:
        made = await world.table(clock=CLOCK)
        await world.stop()
        world.step(away)
        world.start()
        live = await world.tables.find(made.table.id)
        await world.wait(left - 1)
        assert turn(live) == 1
        await world.wait(1)
        assert turn(live) == 2

    in_a_world(test)


def test_every_server_shows_the_same_end_of_a_turn(in_a_world: Callable[..., None]) -> None:
    async def test(world: World) -> None:
        live = await world.table("whole-nine", clock=CLOCK)
        for number in range(30):
            match = live.table.match
            assert match is not None
            seat = match.to_move
            await world.wait(0.5)
            move = MoveCommand(seat=seat, move=match.moves(seat)[-1].code)
            await world.tables.handle(live, move, f"player {seat}")
            other = await Tables(world.store).find(live.table.id)
            assert other.table.deadlines.turn == live.table.deadlines.turn, f"after move {number}"
            assert live.table.deadlines.turn is not None

    in_a_world(test)


def test_a_turn_that_begins_again_after_an_undo_against_bots_has_its_whole_time(
    in_a_world: Callable[..., None],
) -> None:
    async def test(world: World) -> None:
        live = await creation.create(world.tables, "traxx", PEOPLE[:1], {}, host="player 0", clock=CLOCK)
        match = live.table.match
        assert match is not None
        while match.turn < 3:
            await world.wait(20)
            await world.tables.handle(live, MoveCommand(seat=0, move=match.moves(0)[-1].code), "player 0")
        await world.wait(20)
        await world.tables.handle(live, UndoCommand(seat=0), "player 0")
        assert match.turn == 2
        assert live.table.deadlines.turn == world.day + 1000 * CLOCK
        other = (await Tables(world.store).find(live.table.id)).table
        assert other.match is not None
        assert (other.deadlines.turn, other.undone, other.match.log) == (live.table.deadlines.turn, 1, match.log)
        await world.wait(CLOCK)
        assert match.turn == 3

    in_a_world(test)


def test_all_are_told_when_the_clock_moved_for_somebody(in_a_world: Callable[..., None]) -> None:
    async def test(world: World) -> None:
        live = await world.table("whole-nine", clock=CLOCK, options={"first": "red"})
        heard: list[dict[str, Any]] = []
        live.viewers.join(0, "en", "player 0", "scene", lambda message: heard.append(orjson.loads(message)))
        live.viewers.join(1, "en", "player 1", "scene", lambda message: heard.append(orjson.loads(message)))
        await world.wait(CLOCK)
        said = [line["says"] for message in heard for line in message["story"] if line["timeout"]]
        assert any(one.startswith("Your time ran out: a move was made for you. You ") for one in said)
        assert any(one.startswith("Time was up for Red. Red ") for one in said)
        match = live.table.match
        assert match is not None
        seat = match.to_move
        await world.tables.handle(live, MoveCommand(seat=seat, move=match.moves(seat)[0].code), f"player {seat}")
        other = (await Tables(world.store).find(live.table.id)).viewers
        for seat in range(2):
            player = f"player {seat}"
            story = live.viewers.snapshot(seat, "en", player)["story"]
            assert [line["seat"] for line in story if line["timeout"]] == [0]
            assert other.snapshot(seat, "en", player)["story"] == story

    in_a_world(test)


def test_what_the_clock_did_cannot_be_undone_between_people(in_a_world: Callable[..., None]) -> None:
    async def test(world: World) -> None:
        people = [replace(one, by_hand=True) for one in PEOPLE]
        live = await creation.create(world.tables, "whole-nine", people, {"first": "red"}, host="player 0", clock=CLOCK)
        await world.wait(CLOCK)
        deadline, count = live.table.deadlines.turn, live.table.count
        shown = live.viewers.snapshot(0, "en", "player 0")["view"]
        assert shown is not None
        assert not shown["undo"]
        with pytest.raises(IllegalMove, match="time has run out"):
            await world.tables.handle(live, UndoCommand(seat=0), "player 0")
        assert (live.table.deadlines.turn, live.table.count) == (deadline, count), "the opponent's clock goes on"

    in_a_world(test)


def test_a_die_that_waits_is_rolled_when_the_time_is_up_and_not_when_the_table_is_loaded(
    in_a_world: Callable[..., None],
) -> None:
    async def test(world: World) -> None:
        people = [replace(one, by_hand=True) for one in PEOPLE]
        live = await creation.create(world.tables, "whole-nine", people, {"first": "red"}, host="player 0", clock=CLOCK)
        match = live.table.match
        assert match is not None
        assert (live.table.roller, live.table.seats_to_move(), match.to_move) == (0, [0], CHANCE)
        other = (await Tables(world.store).find(live.table.id)).table
        assert other.match is not None
        assert (other.roller, other.match.log) == (0, match.log)
        assert len(other.copy_match()().log) == len(match.log)
        before = match.turn
        await world.wait(CLOCK)
        assert match.turn == before + 1
        assert live.table.roller == 1
        rolled = match.copy()
        await world.tables.handle(live, RollCommand(seat=1), "player 1")
        rolled.extend(rolled.prepare_roll())
        assert match.log == rolled.log, "the dice were fixed before"
        assert verify_record(read_record(match.record(reveal_seed=True)))

    in_a_world(test)


def test_what_is_taken_back_gives_no_more_time(in_a_world: Callable[..., None]) -> None:
    async def test(world: World) -> None:
        live = await world.table(clock=CLOCK)
        assert live.table.match is not None
        deadline = live.table.deadlines.turn
        await world.wait(10)
        move = MoveCommand(seat=0, move=live.table.match.moves(0)[0].code)
        await world.tables.handle(live, move, "player 0")
        await world.wait(10)
        await world.tables.handle(live, UndoCommand(seat=0), "player 0")
        assert live.table.deadlines.turn == deadline
        assert (await Tables(world.store).find(live.table.id)).table.deadlines.turn == deadline

    in_a_world(test)
