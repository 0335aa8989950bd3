"""The ASGI application: pages, HTTP API and live connections."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Match, Route

from trackside import __version__
from trackside.core.errors import SaveFailed, TracksideError
from trackside.play.signature import Signer
from trackside.web.admin.interventions import Operator
from trackside.web.api.common import ErrorBody
from trackside.web.api.forms import Number
from trackside.web.api.openapi import describe
from trackside.web.cluster.holder import LeaseHolder
from trackside.web.errors import HttpError, NotFound, in_language
from trackside.web.limits import AWAY, DEFAULTS, Limits
from trackside.web.reviews.service import Reviews
from trackside.web.reviews.training import Training, mistakes
from trackside.web.routes.context import RequestContext
from trackside.web.routes.health import Health, Network
from trackside.web.routes.health import make_router as make_health_router
from trackside.web.routes.learning import make_review_router
from trackside.web.routes.pages import READING, add_pages, page_response
from trackside.web.routes.socket import connect
from trackside.web.routes.tables import make_router
from trackside.web.server.clients import Clients, Tokens
from trackside.web.server.gate import Gate, GateMiddleware
from trackside.web.server.gc import collected_when_idle
from trackside.web.server.guard import Guard
from trackside.web.server.hosts import Hosts
from trackside.web.server.metrics import Metrics
from trackside.web.server.password import Password
from trackside.web.store import tables as queries
from trackside.web.store.listing import ListingWriter
from trackside.web.store.lock import DatabaseLock
from trackside.web.store.store import Store
from trackside.web.tables.bots import Bots
from trackside.web.tables.clocks import Clocks
from trackside.web.tables.registry import Tables
from trackside.web.tables.signing import RecordExport
from trackside.web.views import lobby
from trackside.web.views.questions import Questions
from trackside.web.views.viewer import SCENE
from trackside.web.workers.background import BackgroundThread
from trackside.web.workers.pool import WorkerPool

if TYPE_CHECKING:
    from trackside.web.cluster.peers import Peers


def make_app(
    database: str,
    *,
    local: bool = True,
    pace: float = 0.6,
    bot_processes: int | None = None,
    limits: Limits = DEFAULTS,
    behind_proxy: bool = False,
    metrics_for: Sequence[Network] = (),
    host_names: Sequence[str] = (),
    takeover_after: float = AWAY,
    password: Password | None = None,
    sign_records: bool = False,
) -> FastAPI:
    """Return the application for a database.

    `local` is True if only this machine may use it. `pace` is the number of seconds a bot waits before it moves.
    `limits` are the rates and quotas of a client. Networks in `metrics_for` may read the metrics remotely. `host_names`
    are the names it answers to besides its addresses. `takeover_after` is the number of seconds after which a bot can
    take over from a player who is away. If there is a password, every client needs it. With `sign_records`, records of
    finished games are signed with a key from the database.
    """
    hosts = Hosts(local, host_names, behind_proxy)
    lobby.load_games()  # before any thread or request needs one
    lock = DatabaseLock(database)
    metrics = Metrics()
    store = Store(database, metrics)
    alone = store.engine.dialect.name == "sqlite"
    clients, tables = Clients(limits), Tables(store, metrics, alone, takeover_after)
    pool, background = WorkerPool(bot_processes, metrics, limits, tables.tasks), BackgroundThread(limits)
    listing_writer, context, reviews = (
        ListingWriter(tables),
        RequestContext(tables, limits),
        Reviews(tables, pool, background, limits),
    )
    training, gate, health = Training(Questions(reviews, pool, background)), Gate(password), Health(store)
    records = RecordExport()
    reviews.on_complete.append(mistakes)
    metrics.watch(tables.count, pool.count, pool.queued)

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        server = secrets.token_hex(8)
        clients.tokens = Tokens(await _shared_key(store, queries.TOKENS))
        if sign_records:
            records.signer = Signer(await _shared_key(store, queries.RECORDS))
        bots, clocks = Bots(tables, pool, pace, limits.bots, clients.owner), Clocks(tables)
        lease_holder, operator = LeaseHolder(tables, server), Operator(tables, gate)
        peers = None if alone else join_peers(tables, server)
        pool.start()
        warming = asyncio.create_task(asyncio.to_thread(lobby.warm_up))
        checking = tables.tasks.start("integrity", health.run)
        await lease_holder.start()
        await operator.start()
        reviews.start(server)
        training.start()
        async with metrics.running(), collected_when_idle(tables.is_quiet):
            yield
        await warming
        checking.cancel()
        await training.close()
        await reviews.close()
        await clocks.close()
        await bots.close()
        await operator.close()
        await lease_holder.close()
        if peers is not None:
            await peers.close()
        await pool.close()
        background.close()
        await listing_writer.close()
        store.close()
        lock.close()

    app = FastAPI(
        title="Trackside",
        version=__version__,
        description="A game table: create a table, take a seat, get a view, make a move, get the record.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        separate_input_output_schemas=False,
        lifespan=living,
        middleware=[
            Middleware(Guard, hosts=hosts, metrics=metrics, clients=clients),
            Middleware(GateMiddleware, gate=gate),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
    )
    for router in (
        make_router(store, tables, listing_writer, pool, background, context, clients, records),
        make_review_router(reviews, training, background, context),
        make_health_router(health, tables.tasks, metrics, metrics_for, behind_proxy, pool),
    ):
        app.router.routes += router.routes  # `include_router` would build every route a second time
    _add_errors(app)

    @app.websocket("/api/tables/{table_id}/socket")
    async def socket(
        websocket: WebSocket,
        table_id: str,
        language: str | None = None,
        perspective: Number | None = None,
        form: str = SCENE,
    ) -> None:
        with metrics.connected():
            await connect(
                tables,
                pool,
                websocket,
                table_id,
                language=language,
                perspective=perspective,
                form=form,
                hosts=hosts,
                limits=limits,
                background=background,
            )

    add_pages(app)
    describe(app)
    return app


async def _shared_key(store: Store, name: str) -> str:
    """Return a key that all servers on this database share."""
    try:
        return await store.do(partial(queries.shared_key, name=name))
    except SaveFailed:  # another server created it first
        return await store.do(partial(queries.shared_key, name=name))


def join_peers(tables: Tables, server: str) -> Peers:
    """Connect to the other servers on a PostgreSQL database, whose client is an optional dependency."""
    from trackside.web.cluster.peers import Peers

    peers = Peers(tables, server)
    peers.start()
    return peers


def _add_errors(app: FastAPI) -> None:
    """Turn expected exceptions into JSON errors; the guard handles all others."""

    def refuse(status: int, words: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
        body: ErrorBody = {"error": words.encode("utf-8", "replace").decode()}  # it may quote invalid Unicode
        return JSONResponse(body, status, headers)

    @app.exception_handler(TracksideError)
    async def explain(request: Request, error: TracksideError) -> JSONResponse:
        status = 400
        if isinstance(error, HttpError):
            status = error.status
        elif isinstance(error, NotFound):
            status = 404
        elif isinstance(error, SaveFailed):
            status = 503
        headers = error.headers if isinstance(error, HttpError) else None
        return refuse(status, in_language(error, request.query_params.get("language", "en")), headers)

    @app.exception_handler(RequestValidationError)
    async def explain_form(request: Request, error: RequestValidationError) -> JSONResponse:
        said = [f"{'.'.join(str(part) for part in fault['loc'][1:])}: {fault['msg']}" for fault in error.errors()[:5]]
        return refuse(422, "; ".join(said))

    @app.exception_handler(HTTPException)
    async def explain_other(request: Request, error: HTTPException) -> Response:
        wants_page = request.method in READING and "text/html" in request.headers.get("accept", "")
        if error.status_code == 404 and wants_page and not request.url.path.startswith("/api/"):
            return page_response(request, 404)
        if error.status_code == 405:
            return refuse(405, str(error.detail), {"allow": ", ".join(_allowed(app, request))})
        return refuse(error.status_code, str(error.detail), error.headers)


def _allowed(app: FastAPI, request: Request) -> list[str]:
    """Return the methods that any route accepts for the path of a request."""
    found: set[str] = set()
    for route in app.routes:
        if isinstance(route, Route) and route.matches(request.scope)[0] != Match.NONE:
            found |= route.methods or set()
    if not found or "GET" in found:  # static files have no route of their own
        found |= {*READING}
    return sorted(found)
