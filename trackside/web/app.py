"""The ASGI application: pages, HTTP API and live connections."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from trackside import __version__
from trackside.web.api.openapi import describe
from trackside.web.routes import creation, health, learning, lobby, pages, reviews, socket, tables
from trackside.web.routes.errors import HANDLERS
from trackside.web.routes.operations import complete_operations
from trackside.web.server.gate import GateMiddleware
from trackside.web.server.guard import Guard
from trackside.web.services import Services
from trackside.web.settings import Settings

ROUTES = (lobby, tables, creation, learning, reviews, health, socket, pages)


def make_app(settings: Settings) -> FastAPI:
    """Return the application of a server."""
    services = Services(settings)
    app = FastAPI(
        title="Trackside",
        version=__version__,
        description="A game table: create a player and a table, take a seat, make moves, get the record.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        separate_input_output_schemas=False,
        lifespan=lambda app: services.running(),
        exception_handlers=HANDLERS,
        middleware=[
            Middleware(Guard, hosts=services.hosts, metrics=services.metrics, clients=services.clients),
            Middleware(GateMiddleware, gate=services.gate),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
    )
    app.state.services = services
    for module in ROUTES:
        app.router.routes += module.router.routes  # `include_router` would build every route a second time
    describe(app, complete_operations)
    return app
