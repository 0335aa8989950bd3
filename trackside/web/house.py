"""The house: all tables, loaded when somebody looks, changed one step at a time, stored before anybody is told."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import orjson

from trackside.core.errors import SaveFailed
from trackside.core.protocol import SPECTATOR
from trackside.web import archive
from trackside.web.audience import Audience
from trackside.web.bots import Bots
from trackside.web.chairs import Chair
from trackside.web.refusal import NotFound, Refusal
from trackside.web.store import Job, Store
from trackside.web.table import LiveTable, Row
from trackside.web.thinking import Thinking

Listener = Callable[[str | None], None]
"""Is told everything as JSON; None means: come again."""

Outcome = TypeVar("Outcome")

MOST_TABLES = 2000
"""Tables kept in memory; those nobody looks at make room."""

QUIET = 2.0
"""Seconds after which a house where nothing happens is quiet."""


def as_json(message: dict[str, Any]) -> str:
    """A message as it goes over the wire."""
    return orjson.dumps(message).decode()


class House:
    """Everything that goes on at the tables of one server."""

    def __init__(self, store: Store, thinking: Thinking, pace: float = 0.6) -> None:
        self.store, self.thinking, self.pace = store, thinking, pace
        self.tables: dict[str, LiveTable] = {}
        self.listeners: dict[Audience, set[Listener]] = {}
        self.present: dict[tuple[str, int], int] = {}
        self.loading: dict[str, asyncio.Lock] = {}
        self.bots = Bots(self)
        self.last_step = 0.0

    # Finding and making tables

    async def find(self, table_id: str) -> LiveTable:
        """A table by its name, from memory or from the store."""
        if table_id in self.tables:
            return self.tables[table_id]
        async with self.loading.setdefault(table_id, asyncio.Lock()):
            if table_id not in self.tables:
                loaded = await self.store.do(partial(archive.load, table=table_id))
                if loaded is None:
                    raise NotFound("house.no_table", table=table_id[:40])
                self._keep(LiveTable(*loaded))
        self.loading.pop(table_id, None)
        return self.tables[table_id]

    def _keep(self, table: LiveTable) -> None:
        if len(self.tables) >= MOST_TABLES:
            for other in list(self.tables.values()):
                if not other.audiences and not other.lock.locked() and not other.bots_to_move():
                    self._drop(other.id)
                    break
        self.tables[table.id] = table
        self.bots.go_on(table)

    def _drop(self, table_id: str) -> None:
        """Forget what is in memory; those who look on are told to come again."""
        table = self.tables.pop(table_id, None)
        self.bots.forget(table_id)
        for audience in list(table.audiences.values()) if table else []:
            for listener in list(self.listeners.get(audience, ())):
                listener(None)

    async def open(self, table: LiveTable, row: Row, log: list[Row]) -> LiveTable:
        """A new table, stored before anybody hears of it."""
        row["status"], row["result"] = table.status, self._summary(table)
        await self.store.do(partial(archive.add_table, row=row, seated=table.chairs, log=log))
        table.stored_status = table.status
        self._keep(table)
        return table

    # How a change happens

    async def alone(self, table: LiveTable, step: Callable[[], Awaitable[Outcome]]) -> Outcome:
        """One step at a time on a table.

        Nobody is called off in the middle of one while the server runs; when it ends, the store finishes what it has.
        """
        self.last_step = time.monotonic()
        async with table.lock:
            if self.tables.get(table.id) is not table:
                raise Refusal("house.moved_on")
            try:
                return await step()
            finally:
                if table.news_waits:
                    table.news_waits = False
                    self.tell(table)

    def is_quiet(self) -> bool:
        """Whether nobody has done anything for a moment."""
        return time.monotonic() > self.last_step + QUIET

    async def commit(
        self,
        table: LiveTable,
        rows: list[Row],
        chair: Chair | None = None,
        undo: Callable[[], None] | None = None,
    ) -> None:
        """Store a change, then tell everybody; if it cannot be stored, the table is as the store knows it.

        What is to be told is made while the store is busy with it.
        """
        jobs: list[Job] = []
        if chair is not None:
            jobs.append(partial(archive.set_chair, table=table.id, chair=chair))
        if table.status != table.stored_status:
            summary = self._summary(table)
            jobs.append(partial(archive.set_status, table=table.id, status=table.status, result=summary))
        kept = self.store.keep(rows, *jobs)
        news = self._news(table)
        try:
            await kept
        except SaveFailed:
            self._drop(table.id)
            if undo is not None:
                undo()
            raise
        table.stored_status = table.status
        self._send(news)
        self.bots.go_on(table)

    def _summary(self, table: LiveTable) -> str | None:
        """What the lists tell of a finished game."""
        if table.match is None or not table.match.over:
            return None
        return json.dumps({"winners": table.match.winners, "scores": table.match.scores})

    def tell(self, table: LiveTable) -> None:
        """Tell everybody who looks on what is new to them."""
        self._send(self._news(table))

    def _news(self, table: LiveTable) -> list[tuple[Audience, str]]:
        """What is new to whom."""
        return [(audience, as_json(audience.news())) for audience in table.audiences.values() if audience.refresh()]

    def _send(self, news: list[tuple[Audience, str]]) -> None:
        for audience, message in news:
            for listener in list(self.listeners.get(audience, ())):
                listener(message)

    # Who looks on

    def eyes_for(self, table: LiveTable, player: str | None, wanted: int | None) -> int:
        """With whose eyes somebody may look: their own seat's, else a spectator's, if the table allows it."""
        mine = [chair.seat for chair in table.chairs_of(player)]
        if wanted is not None and wanted in mine:
            return wanted
        if wanted is not None and wanted != SPECTATOR:
            raise Refusal("house.not_yours")
        if mine:
            return mine[0]
        if table.watch == "nobody" and player != table.host and not any(c.player == player for c in table.chairs):
            raise NotFound("house.private")
        return SPECTATOR

    async def show(self, table: LiveTable, player: str | None, language: str) -> dict[str, Any]:
        """The whole table as somebody may see it now."""
        async with table.lock:
            audience = table.audience(self.eyes_for(table, player, None), language, player)
            message = audience.whole()
            if audience not in self.listeners:
                table.leave(audience)
            return message

    async def join(
        self, table: LiveTable, eyes: int, language: str, player: str | None, form: str, listener: Listener
    ) -> Audience:
        """Somebody looks on; they are sent the whole table, then all news; never what is not stored yet."""
        async with table.lock:
            if self._presence(table, player, 1):
                self.tell(table)
            audience = table.audience(eyes, language, player, form)
            self.listeners.setdefault(audience, set()).add(listener)
            listener(as_json(audience.whole()))
            return audience

    async def tell_again(self, table: LiveTable, audience: Audience, listener: Listener) -> None:
        """Somebody missed something: they are sent the whole table."""
        async with table.lock:
            listener(as_json(audience.whole()))

    def leave(self, table: LiveTable, audience: Audience, listener: Listener, player: str | None) -> None:
        """Somebody goes away; the game stays."""
        known = self.listeners.get(audience, set())
        known.discard(listener)
        if not known:
            self.listeners.pop(audience, None)
            table.leave(audience)
        if self._presence(table, player, -1):
            if table.lock.locked():
                table.news_waits = True
            else:
                self.tell(table)

    def _presence(self, table: LiveTable, player: str | None, change: int) -> bool:
        """Somebody came or went; say whether another seat is online now."""
        for chair in table.chairs:
            if chair.player is not None and chair.player == player:
                key = (table.id, chair.seat)
                self.present[key] = self.present.get(key, 0) + change
                if self.present[key] <= 0:
                    del self.present[key]
        online = {seat for seat in range(table.seats) if (table.id, seat) in self.present}
        before, table.online = table.online, online
        return online != before

    async def close(self) -> None:
        """Stop thinking, store what is under way."""
        await self.bots.close()
        await self.thinking.close()
        self.store.close()
