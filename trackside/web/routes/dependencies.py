"""The dependencies of routes: the services, the player, the table, the rate limits and the language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, params
from starlette.requests import HTTPConnection

from trackside.core.words import Language
from trackside.web.api.common import ErrorBody
from trackside.web.api.openapi import COMPONENTS
from trackside.web.errors import HttpError
from trackside.web.server.buckets import Rates, prefix_of
from trackside.web.server.clients import player_of
from trackside.web.services import Services
from trackside.web.tables.live import LiveTable

REFUSALS = {
    400: "The table or the rules do not allow it",
    401: "Authentication required",
    403: "The request comes from another site's page, or uses an unknown host name",
    404: "Not found, or not visible to you",
    408: "The request did not arrive in time",
    413: "The request is too large",
    422: "The request has the wrong form",
    429: "Too many requests",
    503: "The database is not available, or the server is too busy",
}


def api_router(dependencies: Sequence[params.Depends] = ()) -> APIRouter:
    """Return an empty router for a part of the HTTP interface, with its error responses described."""
    content = {"application/json": {"schema": {"$ref": f"{COMPONENTS}{ErrorBody.__name__}"}}}
    responses: dict[int | str, Any] = {
        status: {"description": refusal, "content": content} for status, refusal in REFUSALS.items()
    }
    return APIRouter(prefix="/api", dependencies=dependencies, responses=responses)


# All dependencies are coroutines, because FastAPI calls functions in a thread.


async def get_services(connection: HTTPConnection) -> Services:
    """Return the services of this server."""
    return services_of(connection)


async def find_player(request: Request) -> str | None:
    """Return the player; None if the client has none."""
    return player_of(request)


async def require_player(request: Request) -> str:
    """Return the player; raise HttpError if the client has none."""
    player = player_of(request)
    if player is None:
        raise HttpError(401, "server.stranger")
    return player


async def limit_requests(request: Request) -> None:
    """Raise HttpError if the address sends requests too often."""
    _check(services_of(request).requests, request)


async def limit_creations(request: Request) -> None:
    """Raise HttpError if the address creates things too often."""
    _check(services_of(request).creations, request)


async def visible_table(request: Request, table_id: str) -> LiveTable:
    """Return a table that the client may see; count a player of the table as present for a while."""
    services = services_of(request)
    _check(services.requests, request)
    live, player = await services.tables.find(table_id), player_of(request)
    live.table.perspective_of(player)
    live.viewers.visit(player, is_secret=request.method != "GET")
    services.tables.look_at(live)
    return live


ServicesDep = Annotated[Services, Depends(get_services)]
MaybePlayer = Annotated[str | None, Depends(find_player)]
Player = Annotated[str, Depends(require_player)]
VisibleTable = Annotated[LiveTable, Depends(visible_table)]
Spoken = Annotated[Language, Query(description="the language of all sentences")]

RATE_LIMITED, CREATION_LIMITED = [Depends(limit_requests)], [Depends(limit_creations)]
"""The rate limits of routes that do not use `VisibleTable`, which has its own."""


def services_of(connection: HTTPConnection) -> Services:
    """Return the services of the server that received a request or a socket."""
    services: Services = connection.app.state.services
    return services


def _check(rates: Rates | None, request: Request) -> None:
    if rates is not None:
        rates.check(prefix_of(request.client.host if request.client else ""))
