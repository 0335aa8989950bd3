"""The processes that search for the bots' moves, so that no table ever waits for them: always as many as asked for.

The search of a game is compiled once on every machine, which takes a minute or so. A process of its own does that, so
that the others go on thinking for the games that are ready.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import os
import sys
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, replace
from time import monotonic
from typing import Any, NamedTuple

from trackside.core.errors import TracksideError
from trackside.games import GAMES, find_game
from trackside.play.bots import Players, Question, can_be_stored, is_compiled, looks_ahead
from trackside.review.puzzles import Puzzle
from trackside.review.questions import Question as Decision
from trackside.review.report import Effort, Option
from trackside.search.choice import Candidate, Choice
from trackside.web.errors import ApiError
from trackside.web.limits import DEFAULTS, Limits
from trackside.web.server.clients import Client, current_client
from trackside.web.server.metrics import Metrics
from trackside.web.workers.main import CHOOSE, FIND, READ, WARM_UP, WEIGH, option_from
from trackside.web.workers.queue import HINT, MOVE, MOVES, REVIEW, Job, JobQueue

logger = logging.getLogger("trackside.web")

LONGEST_ANSWER = 1 << 24

PATIENCE, WARM_UP_PATIENCE = 120.0, 900.0
"""Seconds without an answer after which a process is taken for frozen: far more than the best bots need."""

FIRST_PAUSE, MAX_PAUSE = 0.5, 30.0
"""Seconds until a process that has died is started anew: twice as long each time."""

LONG_LIFE = 60.0
"""Seconds after which a process has lived long enough for the pauses to begin anew."""

MAX_DEATHS = 3
"""Processes that may die over one thought, or in a row before they are warm, until that is given up."""


GLANCE = 12
"""Steps of a review after which all has been compiled that the others need."""


class Died(Exception):
    """The process has ended, or has to be ended: it does not answer as it should."""


class Process:
    """One process that is alive: asked one thing at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.pid, self._stdin, self._stdout = process.pid, process.stdin, process.stdout
        self._numbers = itertools.count()
        self._line = asyncio.create_task(self._stdout.readline())

    async def ask(self, question: dict[str, Any], patience: float) -> dict[str, Any]:
        """The answer to a question; Died if there is none."""
        number = next(self._numbers)
        try:
            self._stdin.write(json.dumps({"id": number, **question}).encode() + b"\n")
            async with asyncio.timeout(patience):
                line = await self._line
            self._line = asyncio.create_task(self._stdout.readline())
            said: dict[str, Any] = json.loads(line)
        except TimeoutError:
            raise Died(f"it has not answered for {patience:.0f} seconds") from None
        except (OSError, RuntimeError, ValueError):  # an empty line is its end
            raise Died("it has crashed or was killed") from None
        if said["id"] != number:
            raise Died("it answers what it was not asked")
        return said

    async def idle(self, work: asyncio.Future[Job | None]) -> Job | None:
        """Wait for work; raise Died if it ends before there is any."""
        await asyncio.wait((self._line, work), return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            return work.result()
        raise Died("it has crashed or was killed")

    def close(self) -> None:
        """Listen no longer."""
        self._line.cancel()


@asynccontextmanager
async def started() -> AsyncIterator[Process]:
    """A new process; afterwards it is killed, whatever it does: it holds nothing that is worth keeping."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "trackside.web.workers.main",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LONGEST_ANSWER,
        start_new_session=True,  # signals to the group are meant for the server, which ends this process
    )
    alive = Process(process)
    try:
        yield alive
    finally:
        alive.close()
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


class Worker:
    """A place for one process: whenever it dies, another one is started, after a pause that grows."""

    def __init__(self, pool: WorkerPool) -> None:
        self.pool = pool
        self.process: Process | None = None
        self.job: Job | None = None
        """What it is thinking about."""
        self.restarts = 0
        self.failures = 0
        """How many processes were started since one was warm."""
        self.compiles = False
        """Whether it compiles a game by itself, because nobody has done it and stored the result."""
        self.is_down = False
        """Whether its process has died and no other one is warm yet."""
        self._work: asyncio.Future[Job | None] | None = None

    @property
    def is_idle(self) -> bool:
        """Whether it waits for work."""
        return self._work is not None and not self._work.done()

    def give(self, job: Job | None) -> None:
        """Give it something to think about while it is idle, or None to have it load a game that is compiled now."""
        assert self._work is not None
        self.job = job
        self._work.set_result(job)

    async def run(self) -> None:
        """Keep a process alive until cancelled."""
        pause = FIRST_PAUSE
        while True:
            began = monotonic()
            self.failures += 1
            try:
                async with started() as self.process:
                    await self._serve(self.process)
            except Exception as reason:  # whatever it was, the bots need another one
                logger.error("a thinking process is gone: %s; another one is started soon", reason)
            finally:
                self.process = self._work = None
                self.compiles, self.is_down = False, True
                self._put_back()
            if monotonic() - began > LONG_LIFE:
                pause = FIRST_PAUSE
            self.pool.fail_all()
            await asyncio.sleep(pause)
            pause = min(2 * pause, MAX_PAUSE)
            self.restarts += 1
            self.pool.metrics.restarted()

    async def _serve(self, process: Process) -> None:
        """Think about one thing after another; in between, load the games that have been compiled."""
        missing = [*GAMES]
        while True:
            name = next((name for name in missing if name in self.pool.compiled), None)
            if name is None:
                self._work = asyncio.get_running_loop().create_future()
                self.pool.dispatch()
                job = await process.idle(self._work)
            else:
                await self._load(process, name)
                missing.remove(name)
                if not missing:
                    self.failures = 0
                    self.is_down = False
                    self.pool.is_warm = True
                job = self.job = self.pool.next_job()
            if job is not None:
                await self._think(process, job)

    async def _load(self, process: Process, name: str) -> None:
        """Get the search of a game ready, from the disk if it is there.

        If it has to be compiled here, moves that wait come first, and new ones are made by the quick policy meanwhile.
        """
        self.compiles = True
        self.compiles = not await asyncio.to_thread(_is_on_disk, name)
        while self.compiles and (job := self.pool.queue.take(only_moves=True)) is not None:
            self.job = job
            await self._think(process, job)
        async with self.pool.compiling(name):
            said = await process.ask({"ask": WARM_UP, "game": name}, WARM_UP_PATIENCE)
        self.compiles = False
        if "error" in said:
            logger.error("the bots of %s do not look ahead: %s", name, said["error"])
        else:
            self.pool.ready.add(name)

    async def _think(self, process: Process, job: Job) -> None:
        self.pool.asked[job.kind] += 1
        said = await process.ask(job.question, PATIENCE)
        self.job = None
        if not job.answer.done():
            job.answer.set_result(said)

    def _put_back(self) -> None:
        """What it was thinking about is asked again of another process, unless too many have died over it."""
        job, self.job = self.job, None
        if job is None or job.answer.done():
            return
        job.deaths += 1
        if job.deaths < MAX_DEATHS:
            self.pool.queue.put_back(job)
            self.pool.dispatch()
        else:
            job.refuse(ApiError("server.no_thought"))


class Part(NamedTuple):
    """More of a review: some of its steps as a review of their own, as JSON."""

    text: str
    steps: int
    read: int
    """Entries of the log that have been read, with those before."""
    complete: bool


class WorkerPool:
    """All thinking processes, and what waits for them."""

    def __init__(self, processes: int | None = None, metrics: Metrics | None = None, limits: Limits = DEFAULTS) -> None:
        self.metrics = metrics or Metrics()
        count = max(1, (os.cpu_count() or 2) - 1) if processes is None else processes
        self.queue = JobQueue(limits)
        self.workers = [Worker(self) for _ in range(count)]
        self.ready: set[str] = set()
        """The games whose bots look ahead already."""
        self.is_warm = False
        """Whether all games have been tried."""
        self.compiled: set[str] = set()
        """The games that are compiled, or that the processes have to compile themselves."""
        self.asked: Counter[str] = Counter()
        """How many thoughts of each kind have been given to a process."""
        self._tasks: list[asyncio.Task[None]] = []
        self._prepared: set[str] = set()
        """The kinds of tables whose reviews are compiled."""
        self._compiling: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def start(self) -> None:
        """Start the processes; until a game is ready, its bots play by its quick policy."""
        self._tasks = [asyncio.create_task(worker.run()) for worker in self.workers]
        if self.workers:
            self._tasks.append(asyncio.create_task(self._compile_all()))

    async def close(self) -> None:
        """End all processes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # What is asked

    async def choose(
        self,
        question: Question,
        *,
        kind: str = MOVE,
        asker: str | None = None,
        is_wanted: Callable[[], bool] = lambda: True,
        goes_on: bool = False,
        owner: str | None = None,
    ) -> Choice:
        """What a bot would do, given nothing but what its seat may know; at once where it need not look ahead.

        Owners take turns, and so do the askers of each. What is no longer wanted when its turn comes is refused, not
        thought about; so is what nobody waits for any more. What continues a hint does not count as another one.
        """
        game, player = question.game, question.player
        if not looks_ahead(game, player):
            return Players().choose(question)
        if game.name not in self.ready or all(worker.compiles for worker in self.workers):
            return Players().choose(replace(question, player="greedy"))
        asked = {
            "ask": CHOOSE,
            "game": game.name,
            "player": player,
            "key": question.key,
            "view": question.view.to_bytes().hex(),
            "seat": question.seat,
            "seed": question.seed,
        }
        said = await self._think(
            Job(kind, asker or question.key, asked, _future(), is_wanted, goes_on, owner=owner or "")
        )
        candidates = tuple(Candidate(**candidate) for candidate in said["candidates"])
        return Choice(said["move"], candidates, tuple(said["line"]), said["simulations"], said["judged_by"])

    async def _compile_all(self) -> None:
        """Have one more process compile the games that are not on the disk, so that none that thinks has to."""
        missing = await asyncio.to_thread(lambda: [name for name in GAMES if _is_worth_compiling(name)])
        self._note_compiled({*GAMES} - {*missing})
        try:
            if missing:
                async with started() as process:
                    for name in missing:
                        await process.ask({"ask": WARM_UP, "game": name}, WARM_UP_PATIENCE)
                        self._note_compiled({name})
        except (Died, OSError) as reason:
            logger.error("the process that compiles is gone: %s; the bot processes compile themselves", reason)
            self._note_compiled({*GAMES})

    def _note_compiled(self, games: set[str]) -> None:
        self.compiled |= games
        for worker in self.workers:
            if worker.is_idle:
                worker.give(None)

    async def prepare(self, kind: str, game: str, record: str) -> None:
        """Have all compiled that reviews of such tables need, by a process of its own: the bots' have moves to make."""
        async with self._compiling[f"review {kind}"]:
            if kind in self._prepared:
                return
            asked = {"ask": READ, "game": game, "record": record, "effort": "quick", "known": [], "key": ""}
            try:
                async with started() as process:
                    said = await process.ask(asked | {"most": GLANCE}, WARM_UP_PATIENCE)
            except Died as reason:
                raise ApiError("server.no_thought") from reason
            if "error" in said:
                raise TracksideError(said["error"])
            self._prepared.add(kind)

    async def read(
        self,
        game: str,
        record: str,
        effort: Effort,
        known: list[str],
        most: int,
        *,
        key: str,
        asker: str,
        is_wanted: Callable[[], bool],
    ) -> Part:
        """The next steps of a review, at most so many, after those that are known; whatever else waits comes first."""
        asked = {"ask": READ, "game": game, "record": record, "effort": effort, "known": known, "most": most}
        said = await self._think(Job(REVIEW, asker, asked | {"key": key}, _future(), is_wanted))
        return Part(said["part"], said["steps"], said["read"], said["complete"])

    async def weigh(self, question: Decision, moves: tuple[int, ...], *, asker: str) -> Option:
        """Return what an answer to a question is worth that no review has weighed; it waits as a hint does."""
        client = current_client() or Client("", asker)
        asked = {
            "ask": WEIGH,
            "game": question.game.name,
            "key": client.name,
            "view": question.view.to_bytes().hex(),
            "seat": question.seat,
            "unit": question.unit,
            "best": asdict(question.options[0]),
            "moves": moves,
        }
        said = await self._think(Job(HINT, client.name, asked, _future(), lambda: True, owner=client.address))
        return option_from(said["option"])

    async def find(self, puzzle: Puzzle, level: str, seed: int) -> bool:
        """Whether a bot of a level finds the answer to a puzzle; whatever else waits comes first."""
        asked = {"ask": FIND, "game": puzzle.game, "key": level, "puzzle": asdict(puzzle), "level": level, "seed": seed}
        said = await self._think(Job(REVIEW, FIND, asked, _future(), lambda: True))
        return bool(said["found"])

    async def _think(self, job: Job) -> dict[str, Any]:
        self.queue.add(job)
        self.dispatch()
        try:
            said = await job.answer
        finally:
            self.queue.drop(job)
        if "error" in said:
            raise TracksideError(said["error"])
        return said

    # Who thinks about what

    def dispatch(self) -> None:
        """Give those that are idle something to think about: to the one that remembers it, if it is idle."""
        while idle := [worker for worker in self.workers if worker.is_idle]:
            job = self.next_job()
            if job is None:
                return
            usual = self.workers[sum(map(ord, job.question["key"])) % len(self.workers)]
            (usual if usual in idle else idle[0]).give(job)

    def next_job(self) -> Job | None:
        """The next thought; no long one where that would leave nobody for the moves, if there are several processes."""
        long = sum(worker.job is not None and worker.job.kind not in MOVES for worker in self.workers)
        return self.queue.take(only_moves=long >= max(1, len(self.workers) - 1))

    def compiling(self, game: str) -> contextlib.AbstractAsyncContextManager[object]:
        """What is compiled for the first time, one process compiles; the others fetch it from the disk."""
        return contextlib.nullcontext() if game in self.ready else self._compiling[game]

    def fail_all(self) -> None:
        """Where no process lives long enough to be warm, bots play by their game's policy until one does."""
        if all(worker.failures >= MAX_DEATHS for worker in self.workers):
            self.ready.clear()
            for job in self.queue.take_all():
                job.refuse(ApiError("server.no_thought"))

    # What there is to tell

    def count(self) -> int:
        """How many processes are alive."""
        return sum(worker.process is not None for worker in self.workers)

    @property
    def down(self) -> int:
        """How many processes have died and are not back yet."""
        return sum(worker.is_down for worker in self.workers)

    @property
    def busy(self) -> int:
        """How many processes are thinking about something."""
        return sum(worker.job is not None for worker in self.workers)

    @property
    def restarts(self) -> int:
        """How often a process has been started anew."""
        return sum(worker.restarts for worker in self.workers)

    def queued(self) -> dict[str, int]:
        """How many thoughts of each kind wait for a process."""
        return self.queue.queued()


def _is_on_disk(name: str) -> bool:
    """Return whether the search of a game need not be compiled before it is used."""
    try:
        return is_compiled(find_game(name))
    except TracksideError:
        return False


def _is_worth_compiling(name: str) -> bool:
    """Return whether a process can compile a game for the others: it is not on the disk, and can be stored there."""
    try:
        return not _is_on_disk(name) and can_be_stored(find_game(name))
    except TracksideError:
        return False


def _future() -> asyncio.Future[dict[str, Any]]:
    return asyncio.get_running_loop().create_future()
