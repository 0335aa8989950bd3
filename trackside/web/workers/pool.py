"""A pool of bot processes that search for moves, so that no table waits for a search; a process that dies is replaced.

The search of a game is compiled once per machine, which takes about a minute. A separate process does that, so that the
others keep working for the games that are ready.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from trackside.core.errors import TracksideError
from trackside.games import GAMES, find_game
from trackside.play.bots import Players, Question, can_be_stored, is_compiled, looks_ahead
from trackside.review.puzzles import Puzzle
from trackside.review.questions import Question as Decision
from trackside.review.report import Effort, Option
from trackside.search.choice import Choice
from trackside.web.errors import ApiError
from trackside.web.limits import DEFAULTS, Limits
from trackside.web.server.clients import Client, current_client
from trackside.web.server.metrics import Metrics
from trackside.web.workers.process import Died, Process, restart_backoff, started
from trackside.web.workers.protocol import (
    FIND,
    Part,
    ask_choice,
    ask_find,
    ask_part,
    ask_warm_up,
    ask_weight,
    choice_from,
    option_from,
    part_from,
)
from trackside.web.workers.queue import HINT, MOVE, MOVES, REVIEW, Job, JobQueue
from trackside.web.workers.tasks import TaskSet

logger = logging.getLogger("trackside.web")

PATIENCE, WARM_UP_PATIENCE = 120.0, 900.0
"""Seconds without an answer before a process counts as hung: far more than the best bots need."""

MAX_DEATHS = 3
"""The number of processes that may die over one job, or in a row before they are warm, before giving up."""


PREPARE_STEPS = 12
"""Steps of a review after which everything that reviews need has been compiled."""


class Worker:
    """A slot for one process, which is restarted with backoff whenever it dies."""

    def __init__(self, pool: WorkerPool) -> None:
        self.pool = pool
        self.process: Process | None = None
        self.job: Job | None = None
        """The job that it is working on."""
        self.restarts = 0
        self.failures = 0
        """The number of processes started since one was warm."""
        self.compiles = False
        """True if it is compiling a game itself, because no compiled result is stored."""
        self.is_down = False
        """True if its process has died and no other one is warm yet."""
        self._work: asyncio.Future[Job | None] | None = None

    @property
    def is_idle(self) -> bool:
        """True if it is waiting for work."""
        return self._work is not None and not self._work.done()

    def assign(self, job: Job | None) -> None:
        """Assign a job to the idle worker, or None to have it load a game that has just been compiled."""
        assert self._work is not None
        self.job = job
        self._work.set_result(job)

    async def run(self) -> None:
        """Keep a process alive until cancelled."""
        backoff = restart_backoff()
        while True:
            self.failures += 1
            try:
                async with started() as self.process:
                    await self._serve(self.process)
            except Exception as reason:  # whatever went wrong, the bots need another process
                logger.error("a bot process died (%s); restarting it", reason)
            finally:
                self.process = self._work = None
                self.compiles, self.is_down = False, True
                self._requeue()
            self.pool.fail_all()
            await asyncio.sleep(backoff.next())
            self.restarts += 1
            self.pool.metrics.restarted()

    async def _serve(self, process: Process) -> None:
        """Work on one job after another; in between, load the games that have been compiled."""
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
        """Load the compiled search of a game from disk, or compile it.

        If it has to be compiled here, waiting moves come first, and the quick policy makes new ones meanwhile.
        """
        self.compiles = True
        self.compiles = not await asyncio.to_thread(_is_on_disk, name)
        while self.compiles and (job := self.pool.queue.take(only_moves=True)) is not None:
            self.job = job
            await self._think(process, job)
        async with self.pool.compiling(name):
            said = await process.ask(ask_warm_up(name), WARM_UP_PATIENCE)
        self.compiles = False
        if "error" in said:
            logger.error("could not load the search of %s, so its bots do not look ahead: %s", name, said["error"])
        else:
            self.pool.ready.add(name)

    async def _think(self, process: Process, job: Job) -> None:
        self.pool.asked[job.kind] += 1
        said = await process.ask(job.question, PATIENCE)
        self.job = None
        if not job.answer.done():
            job.answer.set_result(said)

    def _requeue(self) -> None:
        """Return the current job to the queue, unless too many processes have died over it."""
        job, self.job = self.job, None
        if job is None or job.answer.done():
            return
        job.deaths += 1
        if job.deaths < MAX_DEATHS:
            self.pool.queue.put_back(job)
            self.pool.dispatch()
        else:
            job.refuse(ApiError("server.no_thought"))


class WorkerPool:
    """The bot processes, and the queue of jobs for them."""

    def __init__(
        self,
        processes: int | None = None,
        metrics: Metrics | None = None,
        limits: Limits = DEFAULTS,
        tasks: TaskSet | None = None,
    ) -> None:
        self.metrics = metrics or Metrics()
        count = max(1, (os.cpu_count() or 2) - 1) if processes is None else processes
        self.queue = JobQueue(limits)
        self.workers = [Worker(self) for _ in range(count)]
        self.ready: set[str] = set()
        """The games whose search is loaded, so that their bots look ahead."""
        self.is_warm = False
        """True if a worker has tried to load all games."""
        self.compiled: set[str] = set()
        """The games that are compiled, or that the workers have to compile themselves."""
        self.asked: Counter[str] = Counter()
        """The number of jobs given to a process, by kind."""
        self._tasks = TaskSet(tasks)
        self._prepared: set[str] = set()
        """The kinds of tables for whose reviews everything is compiled."""
        self._compiling: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def start(self) -> None:
        """Start the processes; until a game is ready, its bots play by the quick policy."""
        for worker in self.workers:
            self._tasks.start("bot processes", worker.run)
        if self.workers:
            self._tasks.spawn("compiling", self._compile_all())

    async def close(self) -> None:
        """Kill all processes."""
        await self._tasks.close()

    # Questions

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
        """Return the choice of a bot from its seat's view, immediately if it does not need to look ahead.

        Owners take turns, and so do the askers of each owner. A job that is no longer wanted when its turn comes is
        refused with Unwanted; so is a job that no one waits for. With `goes_on`, a hint does not count as another one.
        """
        game, player = question.game, question.player
        if not looks_ahead(game, player):
            return Players().choose(question)
        if game.name not in self.ready or all(worker.compiles for worker in self.workers):
            return Players().choose(replace(question, player="greedy"))
        job = Job(kind, asker or question.key, ask_choice(question), _future(), is_wanted, goes_on, owner=owner or "")
        return choice_from(await self._think(job))

    async def _compile_all(self) -> None:
        """Compile the games that are not on disk in a separate process, so that no worker has to."""
        missing = await asyncio.to_thread(lambda: [name for name in GAMES if _is_worth_compiling(name)])
        self._note_compiled({*GAMES} - {*missing})
        try:
            if missing:
                async with started() as process:
                    for name in missing:
                        await process.ask(ask_warm_up(name), WARM_UP_PATIENCE)
                        self._note_compiled({name})
        except (Died, OSError) as reason:
            logger.error("the compiling process died (%s); the bot processes compile the games themselves", reason)
            self._note_compiled({*GAMES})

    def _note_compiled(self, games: set[str]) -> None:
        self.compiled |= games
        for worker in self.workers:
            if worker.is_idle:
                worker.assign(None)

    async def prepare(self, kind: str, game: str, record: str) -> None:
        """Compile what reviews of this kind of table need, in a separate process: the workers have moves to make."""
        async with self._compiling[f"review {kind}"]:
            if kind in self._prepared:
                return
            asked = ask_part(game, record, "quick", [], PREPARE_STEPS, key="")
            try:
                async with started() as process:
                    said = await process.ask(asked, WARM_UP_PATIENCE)
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
        """Return the next part of a review, at most `most` steps after the known ones; all other jobs come first."""
        asked = ask_part(game, record, effort, known, most, key)
        return part_from(await self._think(Job(REVIEW, asker, asked, _future(), is_wanted)))

    async def weigh(self, question: Decision, moves: tuple[int, ...], *, asker: str) -> Option:
        """Evaluate an answer to a question that no review has evaluated; it is queued like a hint."""
        client = current_client() or Client("", asker)
        asked = ask_weight(question, moves, client.name)
        said = await self._think(Job(HINT, client.name, asked, _future(), lambda: True, owner=client.address))
        return option_from(said["option"])

    async def find(self, puzzle: Puzzle, level: str, seed: int) -> bool:
        """Return whether a bot of a level finds the answer to a puzzle; all other jobs come first."""
        said = await self._think(Job(REVIEW, FIND, ask_find(puzzle, level, seed), _future(), lambda: True))
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

    # Assignment of jobs

    def dispatch(self) -> None:
        """Assign jobs to idle workers, each preferably to the worker that has cached its earlier searches."""
        while idle := [worker for worker in self.workers if worker.is_idle]:
            job = self.next_job()
            if job is None:
                return
            usual = self.workers[sum(map(ord, job.question["key"])) % len(self.workers)]
            (usual if usual in idle else idle[0]).assign(job)

    def next_job(self) -> Job | None:
        """Take the next job; only a move if all but one of several workers are busy with longer jobs."""
        long = sum(worker.job is not None and worker.job.kind not in MOVES for worker in self.workers)
        return self.queue.take(only_moves=long >= max(1, len(self.workers) - 1))

    def compiling(self, game: str) -> contextlib.AbstractAsyncContextManager[object]:
        """Return a lock so that one process compiles a new game and the others load it from disk."""
        return contextlib.nullcontext() if game in self.ready else self._compiling[game]

    def fail_all(self) -> None:
        """Refuse all jobs if no process lives long enough to be warm: bots use the quick policy until one does."""
        if all(worker.failures >= MAX_DEATHS for worker in self.workers):
            self.ready.clear()
            for job in self.queue.take_all():
                job.refuse(ApiError("server.no_thought"))

    # Metrics

    def count(self) -> int:
        """Return the number of processes that are alive."""
        return sum(worker.process is not None for worker in self.workers)

    @property
    def down(self) -> int:
        """The number of processes that have died and are not back yet."""
        return sum(worker.is_down for worker in self.workers)

    @property
    def busy(self) -> int:
        """The number of processes that are working on a job."""
        return sum(worker.job is not None for worker in self.workers)

    @property
    def restarts(self) -> int:
        """The number of restarts of processes."""
        return sum(worker.restarts for worker in self.workers)

    def queued(self) -> dict[str, int]:
        """Return the number of queued jobs by kind."""
        return self.queue.queued()


def _is_on_disk(name: str) -> bool:
    """Return whether the compiled search of a game is on disk."""
    try:
        return is_compiled(find_game(name))
    except TracksideError:
        return False


def _is_worth_compiling(name: str) -> bool:
    """Return whether a process can compile a game for the others: it is not on disk, and can be stored there."""
    try:
        return not _is_on_disk(name) and can_be_stored(find_game(name))
    except TracksideError:
        return False


def _future() -> asyncio.Future[dict[str, Any]]:
    return asyncio.get_running_loop().create_future()
