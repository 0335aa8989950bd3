"""Health check and metrics endpoints: `/healthz` and `/metrics`."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from trackside import __version__
from trackside.web.errors import ApiError, HttpError, in_language
from trackside.web.routes.dependencies import ServicesDep
from trackside.web.server.gate import BRIEF
from trackside.web.server.metrics import servers_missing
from trackside.web.services import Services
from trackside.web.workers.pool import WorkerPool

FORWARDED = ("x-forwarded-for", "forwarded", "via", "x-real-ip")
"""The headers of a request that came through a proxy."""

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def healthz(request: Request, services: ServicesDep, language: str = "en") -> Response:
    fault, failing = await services.health.check(), services.tables.tasks.failing
    is_well = fault is None and not failing
    status, code = ("ok", 200) if is_well else ("failing", 503)
    if BRIEF in request.scope:
        return JSONResponse({"status": status}, code)
    body: dict[str, object] = {"status": status, "version": __version__}
    if is_well:
        warnings = [in_language(warning, language) for warning in _missing(services.pool)]
        return JSONResponse(body | ({"warnings": warnings} if warnings else {}))
    if fault is None:
        error = ApiError("server.tasks_fail", tasks=", ".join(failing))
    else:
        error = ApiError("server.store_fails", reason=fault) if fault else ApiError("server.store_silent")
    return JSONResponse(body | {"error": in_language(error, language)}, code)


@router.get("/metrics")
async def figures(request: Request, services: ServicesDep) -> Response:
    if not _may_see(request, services):
        raise HttpError(403, "server.not_for_you")
    return Response(services.metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)


def _missing(pool: WorkerPool) -> Iterator[ApiError]:
    """Yield a warning for each missing part that players can do without for a while."""
    if pool.down:
        yield ApiError("server.bots_down", down=pool.down, total=len(pool.workers))
    servers = servers_missing()
    if servers is not None:
        yield ApiError("server.servers_down", down=servers[0], total=servers[1])


def _may_see(request: Request, services: Services) -> bool:
    """Return True if the client may read the metrics; behind an untrusted proxy, its address proves nothing."""
    try:
        address = ipaddress.ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    forwarded = any(name in request.headers for name in FORWARDED)
    if address.is_loopback:
        return not forwarded
    is_known = any(address in network for network in services.metrics_networks)
    return is_known and (services.settings.behind_proxy or not forwarded)
