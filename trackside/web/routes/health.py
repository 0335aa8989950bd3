"""Health check and metrics endpoints: `/healthz` and `/metrics`."""

from __future__ import annotations

import asyncio
import ipaddress
import math
import secrets
import time
from collections.abc import Iterator, Sequence
from functools import partial

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from sqlalchemy import Connection, delete, insert, select, update

from trackside import __version__
from trackside.core.errors import BadOption, SaveFailed
from trackside.web.errors import ApiError, HttpError, in_language
from trackside.web.server.metrics import Metrics, servers_missing
from trackside.web.store.database import reason
from trackside.web.store.schema import health
from trackside.web.store.store import Store
from trackside.web.workers.pool import WorkerPool
from trackside.web.workers.tasks import TaskSet

MOMENT = 2.0
"""Seconds within which the store has to answer."""

KEPT = 1.0
"""Seconds for which the result of a check is reused."""

INTEGRITY = 3600.0
"""Seconds between two checks for damaged database pages."""

OLD = 24 * 60 * 60 * 1000
"""Milliseconds after which the row of a server that is gone is deleted."""

FORWARDED = ("x-forwarded-for", "forwarded", "via", "x-real-ip")
"""The headers of a request that came through a proxy."""

BRIEF = "trackside.brief"
"""The key in a request's scope that limits the health check to its status."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


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


def make_router(
    store_health: Health,
    tasks: TaskSet,
    metrics: Metrics,
    metrics_for: Sequence[Network],
    behind_proxy: bool,
    pool: WorkerPool,
) -> APIRouter:
    """Return the routes for proxies and Prometheus; only this machine and the given networks may read metrics."""
    router = APIRouter(include_in_schema=False)

    @router.get("/healthz")
    async def healthz(request: Request, language: str = "en") -> Response:
        fault, failing = await store_health.check(), tasks.failing
        if BRIEF in request.scope:
            is_well = fault is None and not failing
            return JSONResponse({"status": "ok" if is_well else "failing"}, 200 if is_well else 503)
        if fault is None and not failing:
            warnings = [in_language(warning, language) for warning in _missing(pool)]
            told_too = {"warnings": warnings} if warnings else {}
            return JSONResponse({"status": "ok", "version": __version__} | told_too)
        if fault is None:
            error = in_language(ApiError("server.tasks_fail", tasks=", ".join(failing)), language)
            return JSONResponse({"status": "failing", "version": __version__, "error": error}, 503)
        told = ApiError("server.store_fails", reason=fault) if fault else ApiError("server.store_silent")
        error = in_language(told, language)
        return JSONResponse({"status": "failing", "version": __version__, "error": error}, 503)

    @router.get("/metrics")
    async def figures(request: Request) -> Response:
        if not _may_see(request, metrics_for, behind_proxy):
            raise HttpError(403, "server.not_for_you")
        return Response(metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)

    return router


def _missing(pool: WorkerPool) -> Iterator[ApiError]:
    """Yield a warning for each missing part that players can do without for a while."""
    if pool.down:
        yield ApiError("server.bots_down", down=pool.down, total=len(pool.workers))
    servers = servers_missing()
    if servers is not None:
        yield ApiError("server.servers_down", down=servers[0], total=servers[1])


def _may_see(request: Request, networks: Sequence[Network], behind_proxy: bool) -> bool:
    """Return True if the client may read the metrics; behind an untrusted proxy, its address proves nothing."""
    try:
        address = ipaddress.ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    forwarded = any(name in request.headers for name in FORWARDED)
    if address.is_loopback:
        return not forwarded
    return any(address in network for network in networks) and (behind_proxy or not forwarded)


def read_networks(option: str, text: str) -> list[Network]:
    """Parse comma-separated addresses and networks; raise BadOption if one is invalid."""
    try:
        return [ipaddress.ip_network(part.strip()) for part in text.split(",")]
    except ValueError as error:
        raise BadOption(f"{option} {text}: {error}; use addresses or networks such as 10.0.0.0/8") from error
