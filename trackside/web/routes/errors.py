"""The responses to expected exceptions, in JSON; the guard answers all others."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import Match, Route

from trackside.core.errors import SaveFailed, TracksideError
from trackside.web.api.common import ErrorBody
from trackside.web.errors import ApiError, HttpError, in_language
from trackside.web.routes.pages import READING, page_response

Handler = Callable[[Request, Any], Coroutine[Any, Any, Response]]


def refuse(status: int, words: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Return an error response."""
    body: ErrorBody = {"error": words.encode("utf-8", "replace").decode()}  # it may quote invalid Unicode
    return JSONResponse(body, status, headers)


async def explain(request: Request, error: TracksideError) -> Response:
    """Respond to an error of the rules, the tables or the store."""
    status = error.status if isinstance(error, ApiError) else 503 if isinstance(error, SaveFailed) else 400
    headers = error.headers if isinstance(error, HttpError) else None
    return refuse(status, in_language(error, request.query_params.get("language", "en")), headers)


async def explain_form(request: Request, error: RequestValidationError) -> Response:
    """Respond to a request of the wrong form."""
    said = [f"{'.'.join(map(str, fault['loc'][1:] or fault['loc']))}: {fault['msg']}" for fault in error.errors()[:5]]
    return refuse(422, "; ".join(said))


async def explain_other(request: Request, error: HTTPException) -> Response:
    """Respond to a request that no route answers; a browser gets a page."""
    wants_page = request.method in READING and "text/html" in request.headers.get("accept", "")
    if error.status_code == 404 and wants_page and not request.url.path.startswith("/api/"):
        return page_response(request, 404)
    if error.status_code == 405:
        return refuse(405, str(error.detail), {"allow": ", ".join(_allowed(request.app, request))})
    return refuse(error.status_code, str(error.detail), error.headers)


HANDLERS: dict[int | type[Exception], Handler] = {
    TracksideError: explain,
    RequestValidationError: explain_form,
    HTTPException: explain_other,
}


def _allowed(app: FastAPI, request: Request) -> list[str]:
    """Return the methods that any route accepts for the path of a request."""
    found: set[str] = set()
    for route in app.routes:
        if isinstance(route, Route) and route.matches(request.scope)[0] != Match.NONE:
            found |= route.methods or set()
    if not found or "GET" in found:  # static files have no route of their own
        found |= {*READING}
    return sorted(found)
