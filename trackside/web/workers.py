"""Processes that search for the bots' moves, so that no table ever waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import os
import sys
from dataclasses import replace
from typing import Any

from trackside.core.errors import TracksideError
from trackside.games import GAMES
from trackside.play.bots import Players, Question, looks_ahead
from trackside.search.choice import Candidate, Choice
from trackside.web.worker import MOVE, WARM_UP

logger = logging.getLogger("trackside.web")

LONGEST_ANSWER = 1 << 20


class Worker:
    """One process and the questions it has been asked; started anew if it dies."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self._numbers = itertools.count()
        self.waiting: dict[int, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self._reader: asyncio.Task[None] | None = None

    async def ask(self, ask: str, game: str, **more: Any) -> dict[str, Any]:
        """The answer to a question; TracksideError if it cannot be answered."""
        number = next(self._numbers)
        question = {"id": number, "ask": ask, "game": game, **more}
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.waiting[number] = question, answer
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "trackside.web.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_ANSWER,
                start_new_session=True,  # signals to the group are meant for the server, which ends this process
            )
            self._reader = asyncio.create_task(self._read(self.process))
            for asked, _ in list(self.waiting.values()):
                self._send(asked)
        else:
            self._send(question)
        said = await answer
        if "error" in said:
            raise TracksideError(said["error"])
        return said

    def _send(self, question: dict[str, Any]) -> None:
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.write(json.dumps(question).encode() + b"\n")

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            said = json.loads(line)
            _, answer = self.waiting.pop(said["id"], (None, None))
            if answer is not None and not answer.done():
                answer.set_result(said)
        self.process = None
        for _, answer in self.waiting.values():
            if not answer.done():
                answer.set_exception(TracksideError("the bots' process has died; it is started anew"))
        self.waiting.clear()

    async def close(self) -> None:
        """End the process, whatever it is thinking about: it holds nothing that is worth keeping."""
        process = self.process
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(process.wait(), 5)
        if self._reader is not None:
            self._reader.cancel()


class Pool:
    """All workers: every bot stays with one of them, which remembers what it thought."""

    def __init__(self, processes: int | None = None) -> None:
        count = max(1, (os.cpu_count() or 2) - 1) if processes is None else processes
        self.workers = [Worker() for _ in range(count)]
        self.ready: set[str] = set()
        """The games whose bots look ahead already."""
        self.is_warm = False
        """Whether all games have been tried."""
        self._tasks: set[asyncio.Task[None]] = set()

    def warm_up(self) -> None:
        """Get the search of all games ready in the background; until then bots play by their game's policy."""
        task = asyncio.create_task(self._warm_up())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _warm_up(self) -> None:
        for name in GAMES if self.workers else ():
            try:
                for worker in self.workers:
                    await worker.ask(WARM_UP, name)
                self.ready.add(name)
            except TracksideError as error:
                logger.error("the bots of %s do not look ahead: %s", name, error)
        self.is_warm = bool(self.workers)

    async def choose(self, question: Question) -> Choice:
        """What a bot would do, given nothing but what its seat may know; at once where it need not look ahead."""
        game, player = question.game, question.player
        if not looks_ahead(game, player):
            return Players().choose(question)
        if game.name not in self.ready:
            return Players().choose(replace(question, player="greedy"))
        worker = self.workers[sum(map(ord, question.key)) % len(self.workers)]
        said = await worker.ask(
            MOVE,
            game.name,
            player=player,
            key=question.key,
            view=question.view.to_bytes().hex(),
            seat=question.seat,
            seed=question.seed,
        )
        candidates = tuple(Candidate(**candidate) for candidate in said["candidates"])
        return Choice(said["move"], candidates, tuple(said["line"]), said["simulations"])

    def count(self) -> int:
        """How many processes run."""
        return sum(worker.process is not None for worker in self.workers)

    def queued(self) -> dict[str, int]:
        """How many questions of each kind wait or are being answered."""
        return {MOVE: sum(len(worker.waiting) for worker in self.workers)}

    async def close(self) -> None:
        """End all processes."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*(worker.close() for worker in self.workers))
