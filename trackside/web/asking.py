"""Who asks over HTTP, how often, and for which table."""

from __future__ import annotations

from fastapi import Request

from trackside.web.guard import Rates, player_of
from trackside.web.refusal import Refused
from trackside.web.tables import LiveTable, Tables


class Asking:
    """What every route needs to know of a request; `limited` if nobody may ask too often."""

    def __init__(self, tables: Tables, limited: bool) -> None:
        self.tables, self.limited = tables, limited
        self._requests, self._creations = Rates(burst=1000, rate=100), Rates(burst=500, rate=10)

    def who(self, request: Request) -> str:
        """Who asks; a stranger is turned away."""
        player = player_of(request)
        if player is None:
            raise Refused(401, "server.stranger")
        return player

    def check_rate(self, request: Request, creates: bool = False) -> None:
        """Turn away whoever asks, or makes something, too often."""
        if self.limited:
            rates = self._creations if creates else self._requests
            rates.check(request.client.host if request.client else "")

    def asker(self, request: Request) -> str:
        """Whose work it is: a player's, or that of whoever has this address."""
        return player_of(request) or (request.client.host if request.client else "")

    async def find(self, request: Request, table_id: str) -> LiveTable:
        """Return a table that the client may see; if they play at it, they count as present for a while."""
        self.check_rate(request)
        live, player = await self.tables.find(table_id), player_of(request)
        live.table.eyes_for(player)
        live.viewers.visit(player, is_secret=request.method != "GET")
        return live
