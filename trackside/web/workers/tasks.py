"""Background tasks: one that fails is logged, reported by the health check and started again; pauses grow."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Coroutine
from typing import Any

logger = logging.getLogger("trackside.web")

FIRST_PAUSE, MAX_PAUSE = 1.0, 60.0
"""Seconds until a failed task is started again, doubled each time."""

STEADY = 120.0
"""Seconds without another failure after which a task counts as healthy again."""


class Backoff:
    """The pauses between attempts in seconds: each twice the one before, from `first` up to `longest`.

    After an attempt that lasted for `steady` seconds, the next pause is the first one again.
    """

    def __init__(self, first: float, longest: float, steady: float = math.inf) -> None:
        self.first, self.longest, self.steady = first, longest, steady
        self._pause = first
        self._began = time.monotonic()

    def next(self) -> float:
        """Return the seconds to wait before the next attempt, which begins after them."""
        now = time.monotonic()
        if now > self._began + self.steady:
            self.reset()
        pause, self._pause = self._pause, min(2 * self._pause, self.longest)
        self._began = now + pause
        return pause

    def reset(self) -> None:
        """Begin with the first pause again, after a success."""
        self._pause = self.first


class TaskSet:
    """Background tasks that are cancelled together; a set with a `parent` reports its failures there."""

    def __init__(self, parent: TaskSet | None = None) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed: dict[str, tuple[float, str]] = {} if parent is None else parent._failed

    def start(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None]:
        """Run `work` until it returns; start it again if it raises."""
        return self._add(name, self._keep_running(name, work))

    def spawn(self, name: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run `work` once."""
        return self._add(name, work)

    @property
    def failing(self) -> dict[str, str]:
        """The tasks that failed recently, each with its last error."""
        since = time.monotonic() - STEADY
        return {name: error for name, (at, error) in self._failed.items() if at > since}

    def cancel(self) -> None:
        """Cancel all tasks."""
        for task in self._tasks:
            task.cancel()

    async def close(self) -> None:
        """Cancel all tasks and wait until they have ended."""
        self.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _add(self, name: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._end)
        return task

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._note(task.get_name(), error)
            logger.error("background task %r failed", task.get_name(), exc_info=error)

    async def _keep_running(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        backoff = Backoff(FIRST_PAUSE, MAX_PAUSE, STEADY)
        while True:
            try:
                return await work()
            except Exception as error:
                pause = backoff.next()
                self._note(name, error)
                logger.exception("background task %r failed; starting it again in %.0f s", name, pause)
            await asyncio.sleep(pause)

    def _note(self, name: str, error: BaseException) -> None:
        self._failed[name] = time.monotonic(), f"{type(error).__name__}: {error}"
