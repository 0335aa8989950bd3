"""Notifications between servers on one PostgreSQL database, by LISTEN and NOTIFY.

A transaction that notifies holds a lock on the whole database server while it commits. So notifications are published
after the commit, over a separate connection, many words in one message. A notification may be lost while the connection
is down, so listeners also poll now and then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import psycopg

from trackside.web.workers.tasks import Backoff, TaskSet

logger = logging.getLogger("trackside.web")

CHANNEL = "trackside"

LONGEST = 7000
"""The maximum length of a message, in characters; PostgreSQL accepts 8000 bytes."""

MAX_WAITING = 20_000
"""The maximum number of words queued while there is no connection."""

FIRST_PAUSE, MAX_PAUSE = 0.2, 10.0
"""Seconds until a lost connection is tried again, doubled each time."""


class Notifications:
    """The publisher and listener of one server; `on_connect` is called whenever the listener has (re)connected."""

    def __init__(
        self,
        url: str,
        server: str,
        tasks: TaskSet,
        on_message: Callable[[Sequence[str]], None],
        on_connect: Callable[[], None],
    ) -> None:
        self.url, self.server, self.on_message, self.on_connect = url, server, on_message, on_connect
        self._tasks = TaskSet(tasks)
        self._words: dict[str, str] = {}
        """The queue: the latest word for each subject."""
        self._waiting = asyncio.Event()

    def start(self) -> None:
        """Start listening and publishing."""
        self._tasks.start("listening", partial(self._run, self._listen))
        self._tasks.start("publishing", partial(self._run, self._send))

    def publish(self, about: str, word: str) -> None:
        """Queue a word without spaces for all other servers; it replaces an unsent one about the same subject."""
        if len(self._words) < MAX_WAITING:
            self._words[about] = word
        self._waiting.set()

    async def _run(self, part: Callable[[psycopg.AsyncConnection], Awaitable[None]]) -> None:
        """Run the publisher or the listener, reconnecting when the connection is lost."""
        backoff = Backoff(FIRST_PAUSE, MAX_PAUSE)
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self.url, autocommit=True, connect_timeout=5) as line:
                    backoff.reset()
                    await part(line)
            except (psycopg.Error, OSError) as error:
                logger.warning("no connection for notifications: %s", str(error).strip())
            await asyncio.sleep(backoff.next())

    async def _listen(self, line: psycopg.AsyncConnection) -> None:
        await line.execute(f"LISTEN {CHANNEL}")
        self.on_connect()
        async for notice in line.notifies():
            server, *words = notice.payload.split(" ")
            if server != self.server:
                self.on_message(words)

    async def _send(self, line: psycopg.AsyncConnection) -> None:
        while True:
            await self._waiting.wait()
            words = self._next_words()
            try:
                await line.execute("SELECT pg_notify(%s, %s)", (CHANNEL, " ".join([self.server, *words.values()])))
            except psycopg.Error:
                self._words = words | self._words
                raise

    def _next_words(self) -> dict[str, str]:
        """Take as many queued words as fit into one message."""
        taken: dict[str, str] = {}
        length = len(self.server)
        for about, word in self._words.items():
            length += 1 + len(word)
            if length > LONGEST:
                break
            taken[about] = word
        for about in taken:
            del self._words[about]
        if not self._words:
            self._waiting.clear()
        return taken

    async def close(self) -> None:
        """Stop listening and publishing."""
        await self._tasks.close()
