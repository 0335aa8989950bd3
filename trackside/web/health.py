"""Whether the server is well, for whoever watches it: `/healthz` and `/metrics`."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Sequence

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from sqlalchemy import Connection, select

from trackside import __version__
from trackside.core.errors import BadOption
from trackside.web.metrics import Metrics
from trackside.web.refusal import Refused
from trackside.web.store import Store, tables

MOMENT = 2.0
"""Seconds within which the store has to answer."""

FORWARDED = ("x-forwarded-for", "forwarded", "via", "x-real-ip")
"""Headers of a request that came through a proxy."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Health:
    """Asks the store now and then; however many want to know, it is asked one question at a time."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._asked: asyncio.Future[None] | None = None

    async def check(self) -> bool:
        """Whether the store answers within a moment."""
        if self._asked is None or self._asked.done():
            self._asked = asyncio.ensure_future(self.store.do(_read))
            self._asked.add_done_callback(lambda asked: asked.cancelled() or asked.exception())
        await asyncio.wait([self._asked], timeout=MOMENT)
        return self._asked.done() and not self._asked.cancelled() and self._asked.exception() is None


def _read(connection: Connection) -> None:
    connection.execute(select(tables.c.id).limit(1)).first()


def make_router(store: Store, metrics: Metrics, metrics_for: Sequence[Network], behind_proxy: bool) -> APIRouter:
    """What a proxy and Prometheus ask for; figures are for this machine and the networks named."""
    router, health = APIRouter(include_in_schema=False), Health(store)

    @router.get("/healthz")
    async def healthz() -> Response:
        if not await health.check():
            raise Refused(503, "server.store_silent")
        return JSONResponse({"status": "ok", "version": __version__})

    @router.get("/metrics")
    async def figures(request: Request) -> Response:
        if not _may_see(request, metrics_for, behind_proxy):
            raise Refused(403, "server.not_for_you")
        return Response(metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)

    return router


def _may_see(request: Request, networks: Sequence[Network], behind_proxy: bool) -> bool:
    """Whoever asks through a proxy that is not to be believed may be anybody."""
    try:
        address = ipaddress.ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    forwarded = any(name in request.headers for name in FORWARDED)
    if address.is_loopback:
        return not forwarded
    return any(address in network for network in networks) and (behind_proxy or not forwarded)


def read_networks(option: str, text: str) -> list[Network]:
    """Addresses and networks with commas between them; BadOption says which is none."""
    try:
        return [ipaddress.ip_network(part.strip()) for part in text.split(",")]
    except ValueError as error:
        raise BadOption(f"{option} {text}: {error}; use addresses or networks such as 10.0.0.0/8") from error
