"""Work beside the event loop: it blocks no one, no one can fill its queue, and work that no one awaits ends."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.play.test_match import play_on
from tests.web.serving import PATIENCE, Server
from trackside import Match
from trackside.play.record import read_record
from trackside.web.errors import HttpError
from trackside.web.limits import DEFAULTS, Limits
from trackside.web.server.clients import Client, work_for
from trackside.web.workers.background import BackgroundThread, CancelCheck, Cancelled

EACH = DEFAULTS.jobs or 0

LONG_TEXT = '[Game "whole-nine"]\n' + "{}" * 200_000
"""A record with nothing but comments: no other text of this length takes longer to read."""


class Held:
    """Work that continues until it is released, or no one awaits it."""

    def __init__(self) -> None:
        self.begun, self.go, self.ended = threading.Event(), threading.Event(), threading.Event()
        self.broken_off = False

    def __call__(self, check_cancelled: CancelCheck) -> str:
        self.begun.set()
        try:
            while not self.go.wait(0.01):
                check_cancelled()
            return "done"
        except Cancelled:
            self.broken_off = True
            raise
        finally:
            self.ended.set()


async def do_for(background: BackgroundThread, name: str, work: Callable[[CancelCheck], str]) -> str:
    """Do work for a client, in a task of its own."""
    work_for(Client(name, None))
    return await background.do(work)


def run(test: Coroutine[None, None, None]) -> None:
    asyncio.run(asyncio.wait_for(test, PATIENCE))


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def test_more_of_what_is_quick_may_be_asked_for_at_a_time() -> None:
    async def test() -> None:
        background, held = BackgroundThread(Limits(jobs=2)), Held()
        asked = [asyncio.create_task(background.do(held, each=5)) for _ in range(5)]
        await until(held.begun.is_set)
        for each in (None, 5):
            with pytest.raises(HttpError, match=f"You already have {each or 2} requests"):
                await background.do(held, each)
        held.go.set()
        assert await asyncio.gather(*asked) == ["done"] * 5
        background.close()

    run(test())


def test_nobody_can_fill_the_desk() -> None:
    async def test() -> None:
        background, held = BackgroundThread(Limits(jobs=2), most=3), Held()
        asked = [asyncio.create_task(do_for(background, who, held)) for who in ("ana", "ana", "ben")]
        await until(held.begun.is_set)
        with pytest.raises(HttpError, match="You already have 2 requests") as mine:
            await asyncio.create_task(do_for(background, "ana", held))
        with pytest.raises(HttpError, match="The server has too much to do") as others:
            await asyncio.create_task(do_for(background, "eve", held))
        assert (mine.value.status, others.value.status) == (429, 503)
        held.go.set()
        assert await asyncio.gather(*asked) == ["done"] * 3
        assert not background.waiting, "nobody is remembered"
        assert await background.do(lambda check_cancelled: 7) == 7
        background.close()

    run(test())


def test_whoever_waits_too_long_is_told_and_the_work_ends() -> None:
    async def test() -> None:
        background, held, never = BackgroundThread(patience=0.05), Held(), Held()
        for work in (held, never):
            with pytest.raises(HttpError, match="This took too long") as refused:
                await background.do(work)
            assert refused.value.status == 503
        await until(held.ended.is_set)
        assert held.broken_off
        assert await background.do(lambda check_cancelled: "next") == "next"
        background.close()

    run(test())


def test_work_that_nobody_waits_for_is_broken_off_or_not_begun() -> None:
    async def test() -> None:
        background, held, second = BackgroundThread(), Held(), Held()
        asked = [asyncio.create_task(background.do(work)) for work in (held, second)]
        await until(held.begun.is_set)
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        await until(held.ended.is_set)
        assert await background.do(lambda check_cancelled: 7) == 7
        assert (held.broken_off, second.begun.is_set()) == (True, False)
        background.close()

    run(test())


def test_errors_come_back_and_the_desk_goes_on() -> None:
    async def test() -> None:
        background, before = BackgroundThread(), sys.getswitchinterval()
        with pytest.raises(ZeroDivisionError):
            await background.do(lambda check_cancelled: 1 // 0)
        assert await background.do(lambda check_cancelled: sys.getswitchinterval()) < 0.001
        await background.do(lambda check_cancelled: None)
        assert sys.getswitchinterval() == before
        background.close()

    run(test())


def test_the_loop_goes_round_while_a_long_record_is_read() -> None:
    async def test() -> None:
        background = BackgroundThread(patience=PATIENCE)
        reading = asyncio.create_task(background.do(lambda check_cancelled: read_record(LONG_TEXT, check_cancelled)))
        rounds = 0
        while not reading.done():
            await asyncio.sleep(0.001)
            rounds += 1
        assert len(reading.result().comments) == 200_000
        assert rounds > 20
        background.close()

    run(test())


def test_others_are_answered_while_a_long_record_is_read(server: Server) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    with ThreadPoolExecutor(1) as other:
        reading = other.submit(ana.post, "/records", text=LONG_TEXT)
        answered = 0
        while not reading.done():
            ben.get("/solo")
            answered += 1
    assert ana.get(f"/tables/{reading.result()['table']}")["table"]["origin"] == "imported"
    assert answered > 10


def test_a_megabyte_of_braces_is_refused_at_once(server: Server) -> None:
    ana = server.player("Ana")
    status, said = ana.refused("/records", text='[Game "whole-nine"]\n\n' + "{" * 999_000)
    assert (status, said) == (400, "line 3, column 1: this comment is never closed with }")


@pytest.mark.parametrize("perspective", ["9", "-1", "00", "000000000001", "000000000099", "²", "", "x" * 100])
def test_eyes_that_nobody_has_are_refused_in_words(server: Server, perspective: str) -> None:
    ana = server.player("Ana")
    table = ana.post("/records", text=play_on(Match("traxx", seats=2, seed=1), 1000).record())["table"]
    answer = ana.http.get(f"/api/tables/{table}/replay", params={"perspective": perspective, "language": "de"})
    said = f"Platz {perspective[:10]} gibt es nicht: Die Plätze sind 0 bis 1."
    assert (answer.status_code, answer.json()["error"]) == (400, said)


def test_one_player_can_ask_only_for_so_much_at_a_time(server: Server) -> None:
    ana, ben = server.player("Ana"), server.player("Ben")
    short = play_on(Match("traxx", seats=2, seed=1), 1000).record()

    def ask(text: str) -> httpx.Response:
        with httpx.Client(base_url=server.url, headers=ana.headers, timeout=PATIENCE) as http:
            return http.post("/api/records?language=de", json={"text": text})

    with ThreadPoolExecutor(3 * EACH) as many:
        answers = list(many.map(ask, [LONG_TEXT] * 3 * EACH))
    statuses = {answer.status_code for answer in answers}
    assert statuses <= {201, 429, 503}
    assert 429 in statuses
    said = next(answer for answer in answers if answer.status_code == 429).json()["error"]
    assert said == f"Von dir laufen schon {EACH} Anfragen: Warte, bis sie fertig sind."
    assert ben.post("/records", text=short)["table"]
