"""Supervises background tasks: one that fails is logged, reported by the health check and started again."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

logger = logging.getLogger("trackside.web")

FIRST_PAUSE, MAX_PAUSE = 1.0, 60.0
"""Seconds until a failed task is started again, doubled each time."""

STEADY = 120.0
"""Seconds without another failure after which a task counts as healthy again."""


class TaskSupervisor:
    """The background tasks of one server."""

    def __init__(self) -> None:
        self._failed: dict[str, tuple[float, str]] = {}

    def start(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None]:
        """Run `work` until it returns; start it again if it raises."""
        return asyncio.create_task(self._supervise(name, work), name=name)

    @property
    def failing(self) -> dict[str, str]:
        """The tasks that failed recently, each with its last error."""
        since = time.monotonic() - STEADY
        return {name: error for name, (at, error) in self._failed.items() if at > since}

    async def _supervise(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        pause = FIRST_PAUSE
        while True:
            began = time.monotonic()
            try:
                return await work()
            except Exception as error:
                ended = time.monotonic()
                pause = FIRST_PAUSE if ended > began + STEADY else pause
                self._failed[name] = ended, f"{type(error).__name__}: {error}"
                logger.exception("background task %r failed; starting it again in %.0f s", name, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, MAX_PAUSE)
