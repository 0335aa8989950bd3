"""Where the bots' moves come from: processes that think, so that the table never waits for them."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import sys
from typing import Any

from trackside.core.errors import TracksideError
from trackside.core.protocol import AnyState
from trackside.games import GAMES, Game
from trackside.search.agents import QUICK, make_agent

LONGEST_ANSWER = 1 << 20


class Mind:
    """One thinking process and the questions it has been asked; started anew if it dies."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.waiting: dict[int, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self.reader: asyncio.Task[None] | None = None

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to a question."""
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.waiting[question["id"]] = question, answer
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "trackside.web.thinker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_ANSWER,
                start_new_session=True,  # signals to the group are meant for the server, which ends this process
            )
            self.reader = asyncio.create_task(self._read(self.process))
            for asked, _ in list(self.waiting.values()):
                self._send(asked)
        else:
            self._send(question)
        return await answer

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
        if self.reader is not None:
            self.reader.cancel()


class Thinking:
    """All thinking processes: every bot stays with one of them, which remembers what it thought."""

    def __init__(self, processes: int | None = None) -> None:
        count = max(1, (os.cpu_count() or 2) - 1) if processes is None else processes
        self.minds = [Mind() for _ in range(count)]
        self.ready: set[str] = set()
        self.numbers = itertools.count()
        self.tasks: set[asyncio.Task[None]] = set()

    def warm_up(self) -> None:
        """Get the search of all games ready in the background; until then bots play by their game's policy."""
        task = asyncio.create_task(self._warm_up())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _warm_up(self) -> None:
        for name in GAMES if self.minds else ():
            for mind in self.minds:
                await mind.ask({"id": next(self.numbers), "ask": "warm", "game": name})
            self.ready.add(name)

    async def choose(self, game: Game, agent: str, who: str, view: AnyState, seat: int, seed: int) -> dict[str, Any]:
        """The move of a bot, given nothing but what its seat may know."""
        quick = game.card.levels.get(agent, agent)
        if quick in QUICK or game.name not in self.ready:
            choice = make_agent(quick if quick in QUICK else "greedy", game, seed).choose(view, seat)
            return {"move": choice.move, "candidates": [], "line": []}
        question = {
            "id": next(self.numbers),
            "ask": "move",
            "game": game.name,
            "agent": agent,
            "who": who,
            "view": view.to_bytes().hex(),
            "seat": seat,
            "seed": seed,
        }
        mind = self.minds[sum(map(ord, who)) % len(self.minds)]
        answer = await mind.ask(question)
        if "error" in answer:
            raise TracksideError(answer["error"])
        return answer

    async def close(self) -> None:
        """End all processes."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*(mind.close() for mind in self.minds))
