"""Several server processes on one port: started together, restarted when one dies, stopped together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from trackside.core.errors import BadOption
from trackside.web.server.metrics import SHARED, note_servers
from trackside.web.server.run import bind
from trackside.web.server.worker import READY
from trackside.web.settings import Settings
from trackside.web.workers.process import restart_backoff, spawn

logger = logging.getLogger("trackside.web")

PATIENCE = 10.0
"""Seconds that a process has to shut down before it is killed."""


def supervise(settings: Settings, workers: int, started: Callable[[Settings], None]) -> None:
    """Serve with `workers` processes until interrupted; call `started` with the address once all of them answer."""
    total = max(1, (os.cpu_count() or 2) - 1) if settings.bot_processes is None else settings.bot_processes
    bound, settings = bind(replace(settings, bot_processes=min(total, max(1, total // workers))), shared=True)
    with bound, tempfile.TemporaryDirectory(prefix="trackside-figures-") as figures:
        asyncio.run(Supervisor(settings, workers, os.environ | {SHARED: figures}).run(started))


class Supervisor:
    """The parent of `workers` server processes, which keeps them alive."""

    def __init__(self, settings: Settings, workers: int, environment: dict[str, str]) -> None:
        self.settings, self.workers, self.environment = settings, workers, environment
        self._stop = asyncio.Event()
        self._ready = [asyncio.Event() for _ in range(workers)]
        self._alive = 0
        """The number of processes that answer."""

    async def run(self, started: Callable[[Settings], None]) -> None:
        """Run until a signal arrives or a process cannot start."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._stop.set)
        keeping = [asyncio.create_task(self._keep_alive(ready)) for ready in self._ready]
        begun, stopped = asyncio.create_task(self._wait_for_all()), asyncio.create_task(self._wait_for_stop())
        try:
            await asyncio.wait([begun, stopped, *keeping], return_when=asyncio.FIRST_COMPLETED)
            if begun.done():
                started(self.settings)
            await asyncio.wait([stopped, *keeping], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._stop.set()
            begun.cancel()
            stopped.cancel()
            await asyncio.gather(*keeping)

    async def _wait_for_all(self) -> None:
        for ready in self._ready:
            await ready.wait()

    async def _wait_for_stop(self) -> None:
        await self._stop.wait()

    async def _keep_alive(self, ready: asyncio.Event) -> None:
        """Run one process after another, with backoff."""
        backoff = restart_backoff()
        while not self._stop.is_set():
            status = await self._run_one(ready)
            if self._stop.is_set():
                return
            if not ready.is_set():
                raise BadOption("a server process could not begin: see above")
            logger.error("a server process exited with status %s; restarting it", status)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(backoff.next()):
                    await self._stop.wait()

    async def _run_one(self, ready: asyncio.Event) -> int:
        """Start a process, wait until it exits and return its status; terminate it if the supervisor stops."""
        process = await spawn("trackside.web.server.worker", self.environment)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(self.settings.to_json().encode() + b"\n")
        ended, stop = asyncio.create_task(self._read(process, ready)), asyncio.create_task(self._stop.wait())
        await asyncio.wait([ended, stop], return_when=asyncio.FIRST_COMPLETED)
        stop.cancel()
        with contextlib.suppress(ProcessLookupError):
            if not ended.done():
                process.terminate()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await asyncio.shield(ended)
            if not ended.done():
                process.kill()
        return await ended

    async def _read(self, process: asyncio.subprocess.Process, ready: asyncio.Event) -> int:
        """Wait until a process exits and return its status; count it while it answers."""
        assert process.stdout is not None
        answers = False
        while line := await process.stdout.readline():
            if line.decode().strip() == READY:
                ready.set()
                answers = True
                self._count(1)
        status = await process.wait()
        if answers:
            self._count(-1)
        return status

    def _count(self, change: int) -> None:
        """Update the number of processes that answer, for the health check."""
        self._alive += change
        note_servers(Path(self.environment[SHARED]), self._alive, self.workers)
