"""Processes that are killed: the server, one of its workers, a bot process, PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import time

from tests.campaigns.site import Postgres, Site

RETURN = 90.0
"""Seconds within which a bot process that was killed is there again."""


async def servers(site: Site, rng: random.Random) -> None:
    """The server is killed, or asked to end, or one of its workers is killed; it is there again."""
    await asyncio.sleep(rng.uniform(0.5, 3))
    whom = rng.choice(("server", "worker", "worker") if site.workers > 1 else ("server",))
    how, number = rng.choice((("killed", signal.SIGKILL), ("terminated", signal.SIGTERM)))
    site.figures[f"{whom} {how}"] += 1
    if whom == "worker":
        alive = site.server_workers()  # none, while the last ones are being replaced
        for process in rng.sample(alive, min(1, len(alive))):
            _kill(process, number)
        return
    site.server.process.send_signal(number)
    await site.gone()
    await site.restart()


async def bot_processes(site: Site, rng: random.Random) -> None:
    """A bot process is killed, also while it warms up; then there are as many again, and never more."""
    await asyncio.sleep(rng.uniform(0.2, 4))
    running = site.bot_processes()
    if running:
        site.figures["bot processes killed"] += 1
        _kill(rng.choice(running))
    until = time.monotonic() + RETURN
    while len(running := site.bot_processes()) != site.max_bot_processes:
        if len(running) > site.max_bot_processes or time.monotonic() > until:
            site.faults.append(f"{len(running)} bot processes instead of {site.max_bot_processes}")
            return
        await asyncio.sleep(0.5)


async def database(site: Site, rng: random.Random) -> None:
    """PostgreSQL, or one of the processes that talk with servers, is killed or frozen; it is there again."""
    await asyncio.sleep(rng.uniform(0.5, 3))
    postgres = site.database
    assert isinstance(postgres, Postgres)
    how = rng.choice(("backend ended", "backend killed", "backends frozen", "PostgreSQL killed"))
    site.figures[how] += 1
    if how == "PostgreSQL killed":
        await asyncio.to_thread(postgres.kill)
    elif backends := postgres.backends():
        if how == "backends frozen":
            for process in backends:
                _kill(process, signal.SIGSTOP)
            await asyncio.sleep(rng.uniform(0.5, 8))
            for process in backends:
                _kill(process, signal.SIGCONT)
        else:
            _kill(rng.choice(backends), signal.SIGTERM if how == "backend ended" else signal.SIGKILL)
    await asyncio.to_thread(postgres.ensure)


def _kill(process: int, how: signal.Signals = signal.SIGKILL) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, how)
