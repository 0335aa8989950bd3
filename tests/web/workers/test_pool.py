"""The processes that think for the bots."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.processes import PATIENCE, living, wait_for
from tests.web.serving import sqlite
from trackside.cli.new import write_game
from trackside.play.bots import Question
from trackside.play.match import Match
from trackside.web.errors import ApiError
from trackside.web.store.store import Store
from trackside.web.tables import creation
from trackside.web.tables.bots import Bots
from trackside.web.tables.changes import Sit
from trackside.web.tables.registry import Tables
from trackside.web.tables.seats import BOT, PERSON, Occupant
from trackside.web.workers import pool as workers
from trackside.web.workers import process
from trackside.web.workers.pool import WorkerPool
from trackside.web.workers.process import Process, started
from trackside.web.workers.protocol import CHOOSE, WARM_UP
from trackside.web.workers.queue import HINT, LATER, MOVE, REVIEW

QUICK, ENDLESS = "novice", "mcts:100000000"


def question(player: str = QUICK, key: str = "key") -> Question:
    """Answer where there are several moves."""
    match = Match("traxx", 2, seed=1)
    return Question(match.game, player, key, match.view_state(0), 0)


def asked(ask: str, player: str = QUICK) -> bytes:
    """The same as a line for a process."""
    match = Match("whole-nine", 2, seed=1)
    while len(match.moves(match.to_move)) < 2:
        match.play(match.to_move, match.moves(match.to_move)[0])
    seat = match.to_move
    view = match.view_state(seat).to_bytes().hex()
    line = {"id": 0, "ask": ask, "game": "whole-nine", "player": player, "key": "", "view": view, "seat": seat}
    return json.dumps(line | {"seed": 0}).encode() + b"\n"


@pytest.fixture(autouse=True)
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes load one game: loading another is the same."""
    monkeypatch.setattr(workers, "GAMES", ["traxx"])


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so."""
    while not condition():
        await asyncio.sleep(0.05)


def with_a_pool(test: Callable[[WorkerPool], Awaitable[None]], processes: int = 1, warm: bool = True) -> None:
    """Run a test with processes that are gone afterwards."""

    async def run() -> None:
        pool = WorkerPool(processes)
        pool.start()
        try:
            if warm:
                await until(lambda: pool.is_warm and all(one.is_idle for one in pool.workers))
            await test(pool)
        finally:
            pids = set(pids_of(pool))
            await pool.close()
        assert not pids & living().keys()

    asyncio.run(asyncio.wait_for(run(), 2 * PATIENCE))


def test_a_cancellation_that_comes_with_the_answer_is_not_lost() -> None:
    async def run() -> None:
        said, unheard = asyncio.StreamReader(), SimpleNamespace(write=lambda line: None)
        process = Process(cast(Any, SimpleNamespace(pid=0, stdin=unheard, stdout=said)))
        context = asyncio.create_task(process.ask({}, PATIENCE))
        await asyncio.sleep(0)
        said.feed_data(b'{"id": 0}\n')
        while not process._line.done():
            await asyncio.sleep(0)
        context.cancel()  # the answer is there, and has not been read yet
        with pytest.raises(asyncio.CancelledError):
            await context
        process.close()

    asyncio.run(run())


def pids_of(pool: WorkerPool) -> list[int]:
    return [one.process.pid for one in pool.workers if one.process is not None]


async def kill(pool: WorkerPool, place: int = 0) -> None:
    """Kill a process, and wait until that was noticed."""
    process = pool.workers[place].process
    assert process is not None
    os.kill(process.pid, signal.SIGKILL)
    await until(lambda: pool.workers[place].process is not process)


# A process by itself


def start() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "trackside.web.workers.main"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


def test_a_process_ends_with_its_input_though_it_is_deep_in_a_search() -> None:
    with start() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(asked(WARM_UP))
        process.stdin.flush()
        assert json.loads(process.stdout.readline()) == {"id": 0}
        process.stdin.write(asked(CHOOSE, ENDLESS))
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
        assert process.stdout.read() == b""


def test_a_process_ends_with_its_input_though_it_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRACKSIDE_CACHE", str(tmp_path))
    with start() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(asked(WARM_UP))
        process.stdin.flush()
        wait_for(lambda: any(tmp_path.rglob("*.nbi")))
        process.stdin.close()
        assert process.wait(PATIENCE) == 0
        assert process.stdout.read() == b"", "it did not wait for the compiler"


# Always as many as asked for


def test_signals_to_the_group_are_for_the_server_and_not_for_its_processes() -> None:
    async def test(pool: WorkerPool) -> None:
        await until(lambda: pids_of(pool))
        assert os.getpgid(pids_of(pool)[0]) not in (os.getpgrp(), 0)

    with_a_pool(test, warm=False)


def test_a_game_that_cannot_be_compiled_is_told_and_leaves_the_others_their_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    write_game("dictionary-game", tmp_path / "package")
    rules = tmp_path / "package" / "dictionary_game" / "rules.py"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("    s.rolling = 0\n", "    s.rolling = {1: 0}[1]\n"), encoding="utf-8")
    monkeypatch.setenv("TRACKSIDE_GAMES", str(rules.parent))
    monkeypatch.setattr(workers, "GAMES", ["dictionary-game", "traxx"])

    async def test(pool: WorkerPool) -> None:
        assert pool.ready == {"traxx"}
        assert pool.restarts == 0

    with_a_pool(test)
    assert "rules.py, line" in caplog.text
    assert "this cannot be compiled" in caplog.text


def test_a_process_that_dies_is_replaced_though_nobody_asks() -> None:
    async def test(pool: WorkerPool) -> None:
        await kill(pool)
        await until(lambda: pool.workers[0].is_idle)
        assert pool.restarts == 1
        assert (await pool.choose(question())).candidates

    with_a_pool(test)


def test_what_a_process_died_over_is_asked_again_and_then_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "deadly.py").write_text("import os\n\ndef die(view):\n    os._exit(1)\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(process, "FIRST_PAUSE", 0.01)

    async def test(pool: WorkerPool) -> None:
        deadly = asyncio.create_task(pool.choose(question("deadly:die", "deadly"), asker="one table"))
        others = [asyncio.create_task(pool.choose(question(key=f"{n}"), asker=f"{n}")) for n in range(30)]
        with pytest.raises(ApiError, match="The bots could not answer"):
            await deadly
        await asyncio.gather(*others)
        assert pool.asked[MOVE] == workers.MAX_DEATHS + len(others)
        await until(lambda: pool.workers[0].is_idle)
        assert pool.restarts == workers.MAX_DEATHS
        assert len(pids_of(pool)) == 1

    with_a_pool(test)


def test_a_frozen_process_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(pool: WorkerPool) -> None:
        os.kill(pids_of(pool)[0], signal.SIGSTOP)
        with monkeypatch.context() as hasty:
            hasty.setattr(workers, "PATIENCE", 0.5)
            choosing = asyncio.create_task(pool.choose(question()))
            await until(lambda: pool.workers[0].process is None)
        assert (await choosing).candidates
        assert pool.restarts == 1

    with_a_pool(test)


def test_where_no_process_can_live_bots_play_by_their_games_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(process, "MAX_PAUSE", 0.01)

    async def test(pool: WorkerPool) -> None:
        with monkeypatch.context() as without:
            without.setattr(sys, "executable", "/no/such/program")
            choosing = asyncio.create_task(pool.choose(question(ENDLESS)))
            await until(lambda: pool.busy)
            await kill(pool)
            with pytest.raises(ApiError, match="The bots could not answer"):
                await choosing
            assert len((await pool.choose(question(ENDLESS))).candidates) == 1
        await until(lambda: "traxx" in pool.ready)
        assert len((await pool.choose(question())).candidates) > 1

    with_a_pool(test)


# Who thinks about what


def test_what_nobody_waits_for_is_never_thought_about() -> None:
    async def test(pool: WorkerPool) -> None:
        first = asyncio.create_task(pool.choose(question(ENDLESS), asker="busy"))
        wanted = True
        left = [asyncio.create_task(pool.choose(question(key=f"{n}"), asker=f"{n}")) for n in range(10)]
        moved_on = asyncio.create_task(pool.choose(question(), asker="moved on", is_wanted=lambda: wanted))
        await until(lambda: pool.queued()[MOVE] == 11)
        assert (pool.busy, pool.asked) == (1, {MOVE: 1})
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        assert pool.queued() == {MOVE: 1, HINT: 0, LATER: 0, REVIEW: 0}
        wanted = False
        first.cancel()
        await kill(pool)
        with pytest.raises(ApiError, match="moved on"):
            await moved_on
        await until(lambda: pool.workers[0].is_idle)
        await pool.choose(question())
        assert pool.asked == {MOVE: 2}

    with_a_pool(test)


def test_hints_leave_a_process_for_the_moves_and_a_table_never_waits_for_its_usual_one() -> None:
    async def test(pool: WorkerPool) -> None:
        hints = [
            asyncio.create_task(pool.choose(question(ENDLESS, f"hint {n}"), kind=HINT, asker=f"{n}")) for n in range(3)
        ]
        await until(lambda: pool.busy)
        for key in ("a", "b"):
            assert (await pool.choose(question(key=key))).candidates
        assert pool.asked == {HINT: 1, MOVE: 2}
        assert pool.queued()[HINT] == 2
        for task in hints:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*hints)

    with_a_pool(test, processes=2)


def test_a_bot_whose_player_has_come_back_is_not_thought_for(tmp_path: Path) -> None:
    occupants = [Occupant(0, PERSON, "player 0"), Occupant(1, BOT, "player 1", level="novice")]

    async def test(pool: WorkerPool) -> None:
        tables = Tables(Store(sqlite(tmp_path)))
        bots = Bots(tables, pool, pace=0)
        busy = asyncio.create_task(pool.choose(question(ENDLESS)))
        await until(lambda: pool.busy)
        live = await creation.create(tables, "traxx", occupants, {}, host="player 0")
        await until(lambda: pool.queued()[LATER] == 1)
        await tables.handle(live, Sit(1, "", None), "player 1")
        busy.cancel()
        await kill(pool)
        await until(lambda: pool.workers[0].is_idle)
        assert (pool.queued()[LATER], pool.asked) == (0, {MOVE: 1})
        await bots.close()
        tables.store.close()

    with_a_pool(test)


# A first start, where games have to be compiled

READY, COMPILED = "whole-nine", "traxx"
"""A game that is on the disk, and one that has to be compiled."""


@asynccontextmanager
async def first_start(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[WorkerPool, list[int]]]:
    """Yield a pool whose second process compiles a game for as long as the test likes, and all processes."""
    pids = list[int]()

    @asynccontextmanager
    async def noted() -> AsyncIterator[Process]:
        async with started() as process:
            if pids:
                os.kill(process.pid, signal.SIGSTOP)
            pids.append(process.pid)
            yield process

    monkeypatch.setattr(workers, "started", noted)
    monkeypatch.setattr(workers, "GAMES", [READY, COMPILED])
    monkeypatch.setattr(workers, "_is_on_disk", lambda name: name == READY)
    monkeypatch.setattr(workers, "_is_worth_compiling", lambda name: name == COMPILED)
    pool = WorkerPool(1)
    pool.start()
    try:
        await until(lambda: READY in pool.ready and len(pids) == 2)
        yield pool, pids
    finally:
        await pool.close()


async def looks_ahead(pool: WorkerPool, game: str) -> bool:
    """Return whether a bot of this game looks ahead, and is not answered for by the quick policy."""
    match = Match(game, 2, seed=1)
    while len(match.moves(match.to_move)) < 2:
        match.play(match.to_move, match.moves(match.to_move)[0])
    asked = Question(match.game, "club", "key", match.view_state(match.to_move), match.to_move)
    return (await pool.choose(asked)).simulations > 0


def test_a_bot_whose_game_is_ready_does_not_wait_while_another_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with first_start(monkeypatch) as (pool, pids):
            assert await looks_ahead(pool, READY)
            assert not await looks_ahead(pool, COMPILED)
            assert not pool.is_warm
            assert pool.count() == 1
            assert pids[1] not in pids_of(pool)

    asyncio.run(asyncio.wait_for(run(), 2 * PATIENCE))


def test_where_the_bots_process_has_to_compile_itself_moves_are_quick_meanwhile(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with first_start(monkeypatch) as (pool, pids):
            await until(lambda: pool.workers[0].is_idle)
            os.kill(pids[0], signal.SIGSTOP)
            os.kill(pids[1], signal.SIGKILL)
            await until(lambda: pool.workers[0].compiles)
            assert not await looks_ahead(pool, READY)

    asyncio.run(asyncio.wait_for(run(), 2 * PATIENCE))
    assert "the compiling process died" in caplog.text
