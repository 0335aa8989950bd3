"""The context of HTTP requests: the player, the rate limits and the table."""

from __future__ import annotations

from fastapi import Request

from trackside.web.errors import HttpError
from trackside.web.limits import Limits
from trackside.web.server.buckets import Rates, prefix_of
from trackside.web.server.clients import player_of
from trackside.web.tables.live import LiveTable
from trackside.web.tables.registry import Tables

REQUESTS, CREATIONS = 10, 50
"""Seconds' worth of requests, and of creations, that an address can save."""


class RequestContext:
    """The player, the rate limits and the table of a request: shared by all routes."""

    def __init__(self, tables: Tables, limits: Limits) -> None:
        self.tables = tables
        self._requests, self._creations = _rates(limits.requests, REQUESTS), _rates(limits.creations, CREATIONS)

    def require_player(self, request: Request) -> str:
        """Return the player; raise HttpError if the client has none."""
        player = player_of(request)
        if player is None:
            raise HttpError(401, "server.stranger")
        return player

    def check_rate(self, request: Request, creates: bool = False) -> None:
        """Raise HttpError if the address sends requests, or creates things, too often."""
        rates = self._creations if creates else self._requests
        if rates is not None:
            rates.check(prefix_of(request.client.host if request.client else ""))

    def client_id(self, request: Request) -> str:
        """Return the player id, or the client address for anonymous requests."""
        return player_of(request) or (request.client.host if request.client else "")

    async def visible_table(self, request: Request, table_id: str) -> LiveTable:
        """Return a table that the client may see; count a player of the table as present for a while."""
        self.check_rate(request)
        live, player = await self.tables.find(table_id), player_of(request)
        live.table.perspective_of(player)
        live.viewers.visit(player, is_secret=request.method != "GET")
        self.tables.look_at(live)
        return live


def _rates(rate: int | None, seconds: int) -> Rates | None:
    return None if rate is None else Rates(burst=seconds * rate, rate=rate)
