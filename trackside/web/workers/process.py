"""Processes that a server starts and keeps: one that dies is restarted, with growing pauses."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from trackside.web.workers.tasks import Backoff

T = TypeVar("T")

LONGEST_ANSWER = 1 << 24
"""The maximum length of a line from a process, in bytes."""

FIRST_PAUSE, MAX_PAUSE = 0.5, 30.0
"""Seconds until a process that has died is restarted, doubled each time."""

LONG_LIFE = 60.0
"""Seconds of life after which the backoff is reset."""


def restart_backoff() -> Backoff:
    """Return the pauses between restarts of a process."""
    return Backoff(FIRST_PAUSE, MAX_PAUSE, LONG_LIFE)


async def spawn(module: str, environment: Mapping[str, str] | None = None) -> asyncio.subprocess.Process:
    """Start a Python module as a process, and talk to it through its standard input and output."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        module,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LONGEST_ANSWER,
        env=environment,
        start_new_session=True,  # signals to the group are meant for this process, which ends the other one
    )


class Died(Exception):
    """A process has ended, or has to be killed because it does not answer properly."""


class Process:
    """A running bot process, which answers one question at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.pid, self._stdin, self._stdout = process.pid, process.stdin, process.stdout
        self._numbers = itertools.count()
        self._line = asyncio.create_task(self._stdout.readline())

    async def ask(self, question: dict[str, Any], patience: float) -> dict[str, Any]:
        """Return the answer to a question; raise Died if there is none."""
        number = next(self._numbers)
        try:
            self._stdin.write(json.dumps({"id": number, **question}).encode() + b"\n")
            async with asyncio.timeout(patience):
                line = await self._line
            self._line = asyncio.create_task(self._stdout.readline())
            said: dict[str, Any] = json.loads(line)
        except TimeoutError:
            raise Died(f"no answer for {patience:.0f} seconds") from None
        except (OSError, RuntimeError, ValueError):  # an empty line means end of file
            raise Died("it crashed or was killed") from None
        if said["id"] != number:
            raise Died("it answered another question")
        return said

    async def idle(self, work: asyncio.Future[T]) -> T:
        """Wait for work; raise Died if the process ends before there is any."""
        await asyncio.wait((self._line, work), return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            return work.result()
        raise Died("it crashed or was killed")

    def close(self) -> None:
        """Stop reading the process's output."""
        self._line.cancel()


@asynccontextmanager
async def started() -> AsyncIterator[Process]:
    """Start a bot process, and kill it afterwards: it holds nothing worth keeping."""
    process = await spawn("trackside.web.workers.main")
    alive = Process(process)
    try:
        yield alive
    finally:
        alive.close()
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
