"""When garbage is collected: what a table holds lives long, and nobody should wait while it is all visited."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

EVERY, AT_THE_LATEST = 60, 600
"""Seconds between two collections while the server is idle, and at most while it never is."""


@asynccontextmanager
async def collected_when_idle(idle: Callable[[], bool]) -> AsyncIterator[None]:
    """Collect garbage when idle. Moves leave none that needs it: only what refers to itself in circles."""

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
