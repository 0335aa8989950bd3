"""Garbage collection while the server is idle: tables hold many long-lived objects, and traversing them takes time."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

EVERY, AT_THE_LATEST = 60, 600
"""Seconds between two collections while the server is idle, and the maximum while it is busy."""


@asynccontextmanager
async def collected_when_idle(idle: Callable[[], bool]) -> AsyncIterator[None]:
    """Disable automatic garbage collection and collect when idle; moves leave no reference cycles, so this can wait."""

    async def collect() -> None:
        waited = 0
        while True:
            await asyncio.sleep(EVERY)
            waited += EVERY
            if idle() or waited >= AT_THE_LATEST:
                gc.collect()
                waited = 0

    gc.disable()
    task = asyncio.create_task(collect())
    try:
        yield
    finally:
        task.cancel()
        gc.enable()
