"""A check of the store: a row is written and read back."""

from __future__ import annotations

import asyncio
import math
import secrets
import time
from functools import partial

from sqlalchemy import Connection, delete, insert, select, update

from trackside.core.errors import SaveFailed
from trackside.web.store.database import reason
from trackside.web.store.schema import health
from trackside.web.store.store import Store

MOMENT = 2.0
"""Seconds within which the store has to answer."""

KEPT = 1.0
"""Seconds for which the result of a check is reused."""

INTEGRITY = 3600.0
"""Seconds between two checks for damaged database pages."""

OLD = 24 * 60 * 60 * 1000
"""Milliseconds after which the row of a server that is gone is deleted."""


class Health:
    """A check that writes a row to the store and reads it back; concurrent and frequent checks share a result."""

    def __init__(self, store: Store) -> None:
        self.store, self.server = store, secrets.token_hex(8)
        self._number = 0
        self._check: asyncio.Task[str | None] | None = None
        self._ended = -math.inf

    async def check(self) -> str | None:
        """Return the reason the store fails, an empty string if it does not answer in time, or None if it works."""
        if self._check is None or (self._check.done() and time.monotonic() > self._ended + KEPT):
            self._check = asyncio.create_task(self._try())
        await asyncio.wait([self._check], timeout=MOMENT)
        return self._check.result() if self._check.done() else ""

    async def run(self) -> None:
        """Check for damaged database pages from time to time."""
        while True:
            await asyncio.sleep(INTEGRITY)
            await self.store.check_integrity()

    async def _try(self) -> str | None:
        if self.store.damage is not None:
            return self.store.damage
        self._number += 1
        try:
            await self.store.do(partial(_write, server=self.server, number=self._number))
            found = await self.store.read(partial(_read, server=self.server))
            return None if found == self._number else "a row was written but could not be read back"
        except SaveFailed as error:
            return reason(error.__cause__ or error)
        finally:
            self._ended = time.monotonic()


def _write(connection: Connection, server: str, number: int) -> None:
    at = int(time.time() * 1000)
    if connection.execute(update(health).where(health.c.server == server).values(number=number, at=at)).rowcount == 0:
        connection.execute(insert(health).values(server=server, number=number, at=at))
        connection.execute(delete(health).where(health.c.at < at - OLD))


def _read(connection: Connection, server: str) -> int | None:
    return connection.execute(select(health.c.number).where(health.c.server == server)).scalar()
