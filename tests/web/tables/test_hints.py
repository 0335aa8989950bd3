"""Hints: who may ask for them, and what they may not depend on."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from starlette.requests import Request
from starlette.types import Message

from tests.processes import PATIENCE
from tests.web.serving import Player, Server
from tests.web.views.test_viewer import new_table
from trackside.play.bots import ADVISER, Players, Question
from trackside.play.record import read_record
from trackside.search.agents import GLANCE
from trackside.search.choice import Choice
from trackside.web.api.commands import MoveCommand
from trackside.web.errors import ApiError
from trackside.web.routes.tables import unless_gone
from trackside.web.tables.hints import hint, hints
from trackside.web.tables.seats import PERSON, Occupant
from trackside.web.tables.table import Table
from trackside.web.workers.pool import WorkerPool
from trackside.web.workers.queue import Unwanted

SHORT = {"deck": "ybgr-ybgk"}

REFUSED = (400, "There are no hints at this table: other people play here, and the host did not allow them.")
COLD = (400, "The bots are still warming up: ask again in a moment.")
"""Hints are allowed, but the bots of this server never look ahead."""


def answer(player: Player, table: str, seat: int = 0, language: str = "en") -> tuple[int, str]:
    """Ask for a hint; return the answer."""
    said = player.http.get(f"/api/tables/{table}/hint", params={"seat": seat, "language": language})
    return said.status_code, said.json()["error"]


def two_at_a_table(server: Server, **more: object) -> tuple[Player, Player, str]:
    """Two people at a table where both have something to decide."""
    ana, ben = server.player("Ana"), server.player("Ben")
    table = ana.table("traxx", "me", "open", "greedy", options=SHORT, watch="anyone", **more)
    ben.post(f"/tables/{table}/seats/1", invite=None)
    return ana, ben, table


def play_to_the_end(table: str, *players: Player) -> None:
    """Everybody makes the first move that is offered until there is none."""
    while (shown := [player.get(f"/tables/{table}") for player in players])[0]["result"] is None:
        for player, snapshot in zip(players, shown, strict=True):
            for offer in snapshot["view"]["offers"][:1]:
                player.post(f"/tables/{table}/moves", seat=snapshot["perspective"], move=offer["move"])


def test_people_who_play_against_each_other_have_hints_only_where_the_host_allowed_them(server: Server) -> None:
    ana, ben, table = two_at_a_table(server)
    for player, seat in ((ana, 0), (ben, 1)):
        assert player.get(f"/tables/{table}")["table"]["hints"] is False
        assert answer(player, table, seat) == REFUSED
        with player.at(table) as line:
            assert line.say("hint", seat=seat)["error"] == REFUSED[1]
    assert answer(ana, table, language="de")[1].startswith("An diesem Tisch gibt es keine Tipps")
    assert answer(ana, table, seat=1) == (400, "This seat is not yours.")

    ana, ben, allowed = two_at_a_table(server, hints=True)
    for player, seat in ((ana, 0), (ben, 1)):
        assert player.get(f"/tables/{allowed}")["table"]["hints"] is True
        assert answer(player, allowed, seat) == COLD


def test_whoever_plays_alone_or_with_bots_or_at_one_screen_always_has_hints(server: Server) -> None:
    ana = server.player("Ana")
    for seats in (["me"], ["me", "greedy"], ["me", "here"]):
        table = ana.table("traxx", *seats)
        assert ana.get(f"/tables/{table}")["table"]["hints"] is True
        assert answer(ana, table) == COLD


def test_there_are_no_hints_while_a_bot_keeps_somebodys_seat(server: Server) -> None:
    ana, ben, table = two_at_a_table(server)
    ben.leave(table)
    assert answer(ana, table) == REFUSED


def test_the_record_says_that_hints_were_allowed_and_so_does_the_next_game(server: Server) -> None:
    ana, ben, table = two_at_a_table(server, hints=True)
    play_to_the_end(table, ana, ben)
    text = ana.http.get(f"/api/tables/{table}/record").text
    assert '\n[Hints "allowed"]\n' in text
    record = read_record(text)
    assert record.match().record(reveal_seed=True) == text
    imported = ana.post("/records", text=text)["table"]
    assert '\n[Hints "allowed"]\n' in ana.http.get(f"/api/tables/{imported}/record").text
    again = ben.post(f"/tables/{table}/rematch")["table"]
    assert answer(ben, again, seat=1) == COLD


@pytest.mark.parametrize(("seats", "hints"), [(["me", "open"], False), (["me", "greedy"], True)])
def test_the_record_says_nothing_where_hints_mean_nothing(server: Server, seats: list[str], hints: bool) -> None:
    ana, ben = server.player(), server.player()
    table = ana.table("traxx", *seats, options=SHORT, watch="anyone", hints=hints)
    if "open" in seats:
        ben.post(f"/tables/{table}/seats/1", invite=None)
    assert "Hints" not in ana.http.get(f"/api/tables/{table}/record").text


def test_a_hint_does_not_depend_on_what_others_do_in_secret() -> None:
    people = [Occupant(seat, PERSON, f"player {seat}") for seat in range(2)]

    def table_called(name: str) -> Table:
        table = new_table("traxx", people)
        table.id, table.hints = name, True
        return table

    async def run() -> None:
        pool = WorkerPool(1)
        pool.start()
        while "traxx" not in pool.ready:
            await asyncio.sleep(0.05)
        found: list[list[tuple[Choice, bool]]] = []
        for secret_moves in range(3):
            table = table_called(f"table {secret_moves}")
            assert table.match is not None
            for _ in range(secret_moves):
                move = table.match.moves(1)[0].code
                table.accept(table.handle(MoveCommand(seat=1, move=move), "player 1"))
            found.append([step async for step in hints(pool, table, 0, "player 0")])
        await pool.close()
        assert found[0] == found[1] == found[2]
        (glance, is_last), (closer, ends) = found[0]
        assert (is_last, ends) == (False, True)
        assert 0 < glance.simulations < closer.simulations
        assert glance.judged_by == closer.judged_by != ""

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


class Quick(WorkerPool):
    """A stub of bot processes that answers immediately, and records its questions and resumed hints."""

    def __init__(self) -> None:
        super().__init__(0)
        self.ready, self.noted = {"whole-nine", "traxx"}, list[tuple[str, bool]]()

    async def choose(self, question: Question, *, goes_on: bool = False, **_: Any) -> Choice:
        self.noted.append((question.player, goes_on))
        return Players().choose(replace(question, player="greedy"))


def test_a_closer_look_goes_on_with_the_same_hint_and_is_dropped_when_the_table_moves_on() -> None:
    async def run() -> None:
        pool, table = Quick(), new_table("traxx", [Occupant(0, PERSON, "ana")])
        assert table.match is not None
        steps = hints(pool, table, 0, "ana")
        assert not (await anext(steps))[1]
        table.accept(table.handle(MoveCommand(seat=0, move=table.match.moves(0)[0].code), "ana"))
        with pytest.raises(Unwanted):
            await anext(steps)
        assert pool.noted == [(GLANCE, False), (ADVISER, True)]
        pool.noted.clear()
        await hint(pool, table, 0, "ana")
        assert pool.noted == [(ADVISER, False)], "over HTTP there is the closer look alone"

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_where_there_is_one_move_a_hint_comes_in_one_step() -> None:
    async def run() -> None:
        pool, table = Quick(), new_table("whole-nine", [Occupant(seat, PERSON, "ana") for seat in range(2)])
        table.hints = True
        assert table.match is not None
        seat = table.match.to_move
        assert len(table.match.moves(seat)) == 1
        assert [last for _, last in [step async for step in hints(pool, table, seat, "ana")]] == [True]
        assert pool.noted == [(ADVISER, False)]

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_a_hint_over_http_is_dropped_when_whoever_asked_has_gone() -> None:
    async def run() -> None:
        gone, ended = asyncio.Event(), asyncio.Event()
        waiting: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Message:
            if waiting:
                return waiting.pop()
            await gone.wait()
            return {"type": "http.disconnect"}

        async def work() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        request = Request({"type": "http"}, receive)
        assert await unless_gone(request, asyncio.sleep(0, "done")) == "done"
        context = asyncio.create_task(unless_gone(request, work()))
        await asyncio.sleep(0)
        gone.set()
        with pytest.raises(ApiError):
            await context
        assert ended.is_set()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))
