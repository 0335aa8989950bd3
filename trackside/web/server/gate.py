"""Middleware before all pages and routes: rejects blocked addresses and asks for the password of a closed server."""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections.abc import Sequence
from contextlib import suppress
from html import escape
from pathlib import Path

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trackside.core.words import LANGUAGES, accepted_language
from trackside.web.api.common import ErrorBody, as_json
from trackside.web.api.table import Answer
from trackside.web.errors import HttpError, in_language
from trackside.web.server.guard import TOO_MUCH
from trackside.web.server.password import Password
from trackside.web.settings import Network
from trackside.web.views import lobby

COOKIE = "trackside-entry"
"""The cookie of browsers that have sent the password."""

HEADER = "trackside-password"
"""The header with which a program sends the password."""

LOGIN = "/api/login"
HEALTH = "/healthz"
OPEN = (LOGIN, HEALTH, "/metrics")
"""The paths that need no password; metrics have their own access rule."""

BRIEF = "trackside.brief"
"""The key in a request's scope that limits the health check to its status."""

YEAR = 366 * 86400
PAGE = Path(__file__).parents[1] / "static" / "login.html"


class Gate:
    """Access control by network and password; it also closes open sockets whose address becomes blocked."""

    def __init__(self, password: Password | None = None) -> None:
        self.password = password
        self._blocked: tuple[str, ...] = ()
        self._networks: list[Network] = []
        self._sockets: dict[asyncio.Future[None], str] = {}
        """The futures that end open sockets, with the addresses of the sockets."""

    def block(self, networks: Sequence[str]) -> None:
        """Set the blocked networks, and close open sockets from them."""
        if tuple(networks) == self._blocked:
            return
        self._blocked, self._networks = tuple(networks), [ipaddress.ip_network(one) for one in networks]
        for end, address in self._sockets.items():
            if self._blocks(address) and not end.done():
                end.set_result(None)

    def check(self, scope: Scope) -> None:
        """Raise HttpError if the address is blocked, or if the server is closed and the password is missing."""
        if self._networks and self._blocks(address_of(scope)):
            raise HttpError(403, "server.blocked")
        if self.password is None or self._has_entered(self.password, HTTPConnection(scope)):
            return
        path = scope["path"]
        if path == HEALTH:
            scope[BRIEF] = True
        elif path not in OPEN and not path.startswith("/static/"):
            raise HttpError(401, "server.closed")

    def _has_entered(self, password: Password, connection: HTTPConnection) -> bool:
        if password.is_cookie(connection.cookies.get(COOKIE, "")):
            return True
        sent = connection.headers.get(HEADER)
        if sent is None:
            return False
        with suppress(UnicodeError):  # headers are read as Latin-1
            sent = sent.encode("latin-1").decode()
        password.check(sent, address_of(connection.scope))
        return True

    def _blocks(self, address: str) -> bool:
        found = parsed(address)
        return found is not None and any(found in network for network in self._networks)

    async def log_in(self, request: Request) -> Response:
        """Return a response that sets the cookie if the request has the password, else the error."""
        assert self.password is not None
        try:
            form = json.loads(await request.body())
            sent = form["password"]
            if not isinstance(sent, str):
                raise TypeError
        except (ValueError, KeyError, TypeError, ClientDisconnect):
            sent = ""
        try:
            self.password.check(sent, address_of(request.scope))
        except HttpError as error:
            return refusal(error, request)
        response = Response(status_code=204)
        secure = request.url.scheme == "https"
        value = self.password.cookie
        # Lax, so that a browser that follows a link from another site need not send the password again
        response.set_cookie(COOKIE, value, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")
        return response

    async def keep(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> bool:
        """Run a socket until it ends or its address is blocked; return True if it was blocked."""
        end = asyncio.get_running_loop().create_future()
        self._sockets[end] = address_of(scope)

        async def receive_until_end() -> Message:
            message = asyncio.ensure_future(receive())
            await asyncio.wait([message, end], return_when=asyncio.FIRST_COMPLETED)
            if message.done():
                return message.result()
            message.cancel()
            return {"type": "websocket.disconnect", "code": TOO_MUCH}

        try:
            await app(scope, receive_until_end, send)
            return end.done()
        finally:
            del self._sockets[end]


class GateMiddleware:
    """The ASGI middleware that applies a gate."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self.app, self.gate = app, gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or a socket on, or answer with the reason for refusing it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        try:
            self.gate.check(scope)
        except HttpError as error:
            if scope["type"] == "http":
                await refusal(error, HTTPConnection(scope))(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.accept"})
                await close_socket(error, scope, send)
            return
        if scope["type"] == "http":
            if self.gate.password is not None and (scope["method"], scope["path"]) == ("POST", LOGIN):
                answer = await self.gate.log_in(Request(scope, receive))
                await answer(scope, receive, send)
            else:
                await self.app(scope, receive, send)
        elif await self.gate.keep(self.app, scope, receive, send):
            with suppress(RuntimeError, OSError):
                await close_socket(HttpError(403, "server.blocked"), scope, send)


def refusal(error: HttpError, connection: HTTPConnection) -> Response:
    """Return the response to a refused request: a page for navigation, JSON for the page's scripts and for programs."""
    language = language_of(connection)
    if is_page(connection) and error.key == "server.closed":
        return login_page(language)
    if is_page(connection):
        return PlainTextResponse(in_language(error, language), error.status)
    body: ErrorBody = {"error": in_language(error, language)}
    return JSONResponse(body, error.status, {"cache-control": "no-store"})


def login_page(language: str) -> HTMLResponse:
    """Return the page that asks for the password."""
    words = lobby.page_words(language)
    other = next(known for known in LANGUAGES if known != language)
    values = {
        "language": language,
        "other": other,
        "other_name": lobby.page_words(other)[f"language.{other}"],
        "title": words["login.title"],
        "lead": words["login.lead"],
        "label": words["login.password"],
        "button": words["login.enter"],
        "offline": words["offline.action"],
    }
    text = PAGE.read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", escape(value))
    return HTMLResponse(text, 401, headers={"cache-control": "no-store", "vary": "accept-language, cookie"})


async def close_socket(error: HttpError, scope: Scope, send: Send) -> None:
    """Send the reason over a socket, and close it."""
    said = in_language(error, language_of(HTTPConnection(scope)))
    answer: Answer = {"type": "answer", "id": None, "ok": False, "error": said}
    await send({"type": "websocket.send", "text": as_json(answer).decode()})
    await send({"type": "websocket.close", "code": TOO_MUCH})


def is_page(connection: HTTPConnection) -> bool:
    """Return whether a browser requests a page."""
    is_api = connection.url.path.startswith("/api/")
    return not is_api and "text/html" in connection.headers.get("accept", "")


def language_of(connection: HTTPConnection) -> str:
    """Return the language of an error message."""
    asked = connection.query_params.get("language", "")
    if asked in LANGUAGES:
        return asked
    return accepted_language(connection.headers.get("accept-language", "") if is_page(connection) else "")


def address_of(scope: Scope) -> str:
    """Return the client's address."""
    return scope["client"][0] if scope.get("client") else ""


def parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Parse an address, with IPv4-mapped IPv6 as IPv4; return None if it is invalid."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found
