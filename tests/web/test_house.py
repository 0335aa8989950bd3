"""What is told, and when: never what the store does not have yet."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import signal
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from tests.web.serving import sqlite
from trackside.core.errors import SaveFailed
from trackside.core.protocol import SPECTATOR
from trackside.core.words import Words
from trackside.web import memory, opening, steps
from trackside.web.audience import SCENE, STATE, Audience, option_says
from trackside.web.chairs import PERSON, Chair
from trackside.web.house import House
from trackside.web.sockets import Line
from trackside.web.store import Store, entries
from trackside.web.table import WAITING, LiveTable, now
from trackside.web.thinking import Mind, Thinking


class Ear:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any] | None] = []

    def __call__(self, message: str | None) -> None:
        self.heard.append(None if message is None else json.loads(message))


def with_a_table(folder: Path, test: Callable[[House, LiveTable], Awaitable[None]]) -> None:
    """Run a test at a table of two people in a house with a store of its own."""

    async def run() -> None:
        house = House(Store(sqlite(folder)), Thinking(0))
        chairs = [Chair(seat, PERSON, f"player {seat}") for seat in range(2)]
        table = await opening.create(house, "whole-nine", chairs, {"first": "red"}, host="player 0", watch="anyone")
        await test(house, table)
        await house.close()

    asyncio.run(asyncio.wait_for(run(), 120))


def new_table(game: str, chairs: list[Chair]) -> LiveTable:
    """A table that nobody stores, its game begun."""
    row = dict.fromkeys(["position", "host", "clock", "minutes", "origin"])
    row |= {"id": "t", "game": game, "seats": len(chairs), "options": "{}", "seed": "said", "dice_from": 0}
    table = LiveTable({**row, "watch": "anyone", "status": WAITING, "began": 0}, chairs, [])
    table.start()
    return table


def moves_told(ear: Ear) -> int:
    return sum(entry["seat"] == 0 for message in ear.heard if message for entry in message["log"])


def test_nobody_is_shown_a_move_before_it_is_stored(tmp_path: Path) -> None:
    async def test(house: House, table: LiveTable) -> None:
        mine, others, newcomer = Ear(), Ear(), Ear()
        await house.join(table, 0, "en", "player 0", SCENE, mine)
        other = await house.join(table, 1, "en", "player 1", SCENE, others)
        hold = threading.Event()
        stuck = asyncio.create_task(house.store.do(lambda _: hold.wait(60)))
        assert table.match is not None
        move = asyncio.create_task(
            steps.move(house, table, 0, "player 0", table.match.moves(0)[0].code, None, "a message")
        )
        await asyncio.sleep(0.05)
        assert len(table.match.log) > len(mine.heard[0]["log"] if mine.heard[0] else [])
        comes = asyncio.create_task(house.join(table, SPECTATOR, "en", None, SCENE, newcomer))
        looks = asyncio.create_task(house.show(table, None, "en"))
        house.leave(table, other, others, "player 1")
        await asyncio.sleep(0.05)
        assert (moves_told(mine), moves_told(others), newcomer.heard) == (0, 0, [])
        assert not looks.done()
        hold.set()
        await asyncio.gather(stuck, move, comes)
        assert (moves_told(mine), moves_told(newcomer)) == (1, 1)
        assert any(entry["seat"] == 0 for entry in (await looks)["log"])
        last = mine.heard[-1]
        assert last is not None
        assert not last["seats"][1]["online"], "who left meanwhile is known to be away"

    with_a_table(tmp_path, test)


def test_a_move_that_cannot_be_stored_is_told_to_nobody_and_the_table_is_as_the_store_knows_it(tmp_path: Path) -> None:
    async def test(house: House, table: LiveTable) -> None:
        ear = Ear()
        await house.join(table, 0, "en", "player 0", SCENE, ear)
        await house.store.do(lambda connection: connection.exec_driver_sql("ALTER TABLE entries RENAME TO away"))
        assert table.match is not None
        move = table.match.moves(0)[0].code
        with pytest.raises(SaveFailed, match="the store cannot do this now"):
            await steps.move(house, table, 0, "player 0", move, None, "a message")
        assert moves_told(ear) == 0
        assert ear.heard[-1] is None, "come again"
        await house.store.do(lambda connection: connection.exec_driver_sql("ALTER TABLE away RENAME TO entries"))
        again = await house.find(table.id)
        assert again is not table
        assert again.match is not None
        assert not any(seat == 0 for seat, _ in again.match.log)
        await steps.move(house, again, 0, "player 0", move, None, "a message")
        assert any(seat == 0 for seat, _ in again.match.log)

    with_a_table(tmp_path, test)


def test_the_time_of_a_game_is_up_also_when_it_ran_out_while_the_server_was_away(tmp_path: Path) -> None:
    async def run() -> None:
        house = House(Store(sqlite(tmp_path)), Thinking(0))
        chairs = [Chair(seat, PERSON, f"player {seat}") for seat in range(2)]
        table = await opening.create(house, "skip-or-trip", chairs, {"first": "red"}, host="player 0", minutes=30)
        shown = await house.show(table, "player 0", "en")
        assert shown["table"]["ends"] - now() > 29 * 60_000
        await house.store.do(lambda connection: connection.execute(update(entries).values(at=entries.c.at - 1_800_000)))
        await house.close()
        house = House(Store(sqlite(tmp_path)), Thinking(0))
        again, ear = await house.find(table.id), Ear()
        await house.join(again, 0, "en", "player 0", SCENE, ear)
        while not (again.match and again.match.time_called):
            await asyncio.sleep(0.01)
        async with again.lock:
            assert again.ends is None
        last = ear.heard[-1]
        assert last is not None
        assert last["log"][-1]["said"] == ["Time is up: Red finishes this turn, then the game is over."]
        await steps.move(house, again, 0, "player 0", "pass", None, "a message")
        assert again.status == "over"
        await house.close()
        house = House(Store(sqlite(tmp_path)), Thinking(0))
        kept = await house.find(table.id)
        assert (kept.status, kept.ends) == ("over", None)
        await house.close()

    asyncio.run(asyncio.wait_for(run(), 120))


def test_news_hold_what_has_changed(tmp_path: Path) -> None:
    async def test(house: House, table: LiveTable) -> None:
        ear = Ear()
        await house.join(table, 1, "en", "player 1", SCENE, ear)
        assert table.match is not None
        await steps.move(house, table, 0, "player 0", table.match.moves(0)[0].code, None, None)
        first, news = ear.heard
        assert first is not None
        assert news is not None
        assert set(first) - set(news) == {"table", "seats", "eyes", "result"}
        assert news["log_from"] == len(first["log"])

    with_a_table(tmp_path, test)


@pytest.mark.parametrize("game", ["whole-nine", "traxx", "skip-or-trip"])
def test_what_is_said_of_a_move_is_the_same_for_those_who_were_offered_it_and_all_others(game: str) -> None:
    chairs = [Chair(seat, PERSON, f"player {seat}", ["Ana", ""][seat]) for seat in range(2)]
    table = new_table(game, chairs)
    looking = [
        table.audience(eyes, language, None, form)
        for eyes in (0, 1, SPECTATOR)
        for language, form in (("en", SCENE), ("de", SCENE), ("en", STATE))
    ]
    chooser = random.Random(game)
    for _ in range(120):
        assert table.match is not None
        if table.match.over:
            break
        seat = next(seat for seat in (0, 1) if table.match.moves(seat))
        table.play(seat, chooser.choice(table.match.moves(seat)).code, None)
        for audience in looking:
            audience.refresh()
    for audience in looking:
        fresh = Audience(table, audience.eyes, audience.language, None, audience.form, 0)
        assert sorted(map(str, audience.log)) == sorted(map(str, fresh.log))
        assert audience.whole()["view"] == fresh.whole()["view"]


def test_memory_is_tidied_when_it_is_quiet_or_has_not_been_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "EVERY", 0.01)
    monkeypatch.setattr(memory, "AT_THE_LATEST", 0.1)

    class Circle:
        """Something that only a search for circles finds."""

        def __init__(self) -> None:
            self.me = self

    def circles() -> int:
        return sum(type(one) is Circle for one in gc.get_objects())

    async def test(quiet: bool) -> None:
        async with memory.tidied(lambda: quiet):
            assert not gc.isenabled()
            Circle()
            while circles():
                await asyncio.sleep(0.01)
        assert gc.isenabled()

    for quiet in (True, False):
        asyncio.run(asyncio.wait_for(test(quiet), 60))


def test_a_line_that_ends_sends_what_waits_and_no_empty_frame(tmp_path: Path) -> None:
    class Wire:
        """Where a line's frames go."""

        def __init__(self) -> None:
            self.frames: list[str] = []

        async def send_text(self, text: str) -> None:
            self.frames.append(text)

        async def close(self, code: int) -> None:
            self.frames.append(f"closed {code}")

    async def test(house: House, table: LiveTable) -> None:
        for messages, frames in (([None], []), (["{}", "[]", None], ["{}\n[]"])):
            wire: Any = Wire()
            line = Line(house, wire, table, "en", None, SCENE, limited=False)
            for message in messages:
                line.tell(message)
            await line.send()
            assert wire.frames == [*frames, "closed 1012"]

    with_a_table(tmp_path, test)


def test_signals_to_the_group_are_for_the_server_and_not_for_the_process_that_thinks() -> None:
    async def test() -> None:
        mind = Mind()
        assert "error" in await mind.ask({"id": 1, "ask": "warm", "game": "no game"})
        process = mind.process
        assert process is not None
        assert os.getpgid(process.pid) not in (os.getpgrp(), 0)
        await mind.close()
        assert process.returncode == -signal.SIGTERM

    asyncio.run(asyncio.wait_for(test(), 120))


def test_the_options_of_a_table_are_said_with_their_names() -> None:
    words = Words("en", "trackside.games.skip_or_trip")
    assert option_says(words, "rounds", "0") == "Round limit: none"
    assert option_says(words, "rounds", "12") == "Round limit: 12"
    assert option_says(words, "first", "chance") == "Who begins: left to chance"
    assert option_says(Words("de", "trackside.games.traxx"), "starts", "chance") == "Starts: dem Zufall überlassen"
