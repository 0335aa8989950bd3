"""Middleware: host, origin, size and rate checks, the budget of a client, security headers, unexpected errors."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import MutableMapping
from typing import Any

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trackside.web import limits
from trackside.web.api.common import ErrorBody, as_json
from trackside.web.api.table import Answer
from trackside.web.errors import HttpError, in_language
from trackside.web.server.buckets import Addresses
from trackside.web.server.clients import PATIENCE, Clients, work_for
from trackside.web.server.hosts import Hosts
from trackside.web.server.metrics import Metrics

logger = logging.getLogger("trackside.web")

TOO_MUCH = 1008
"""The close code of a socket that is refused."""

FILE_PATIENCE = 30.0
"""Seconds that a request for a page or a static file waits for budget before it is refused."""

MAX_DIGITS = 18
"""The maximum number of digits of a content length that is parsed: anything longer is too large."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'none'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
]
"""The security headers of every response except scripts and stylesheets."""

ALWAYS = [header for header in HEADERS if header[0] in (b"x-content-type-options", b"cross-origin-resource-policy")]
"""The security headers of scripts and stylesheets: the others have no effect there, and a page loads dozens of them."""

HSTS = (b"strict-transport-security", b"max-age=31536000")
"""The header for requests that came over https: browsers must use https from then on."""

NO_STORE = (b"cache-control", b"no-store")
"""The header for responses without cache control of their own: they are for one client at one moment."""


def _patience(scope: Scope) -> float:
    """Return the seconds that a request may wait for budget; more for files, because a page breaks without one."""
    is_file = scope["type"] == "http" and not scope["path"].startswith("/api/")
    return FILE_PATIENCE if is_file else PATIENCE


class Body:
    """The body of a request as it arrives, with limits on its size and time."""

    def __init__(self, receive: Receive, seconds: float) -> None:
        self.receive, self.seconds = receive, seconds
        self.size, self.whole = 0, False
        self.refused: HttpError | None = None
        self._until: float | None = None

    async def __call__(self) -> Message:
        """Receive the next part of the body, or the disconnect after it."""
        if self.whole:
            return await self.receive()
        loop = asyncio.get_running_loop()
        self._until = self._until or loop.time() + self.seconds
        try:
            async with asyncio.timeout_at(self._until):
                message = await self.receive()
            self.size += len(message.get("body", b""))
            self.whole = not message.get("more_body", False)
            if self.size > limits.BODY:
                raise HttpError(413, "server.too_large", most=limits.BODY)
        except TimeoutError:
            self.refused = HttpError(408, "server.too_slow")
            raise self.refused from None
        except HttpError as error:
            self.refused = error
            raise
        return message


class Guard:
    """The ASGI middleware that checks host, origin, size and rate, and adds security headers to every response."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: Hosts,
        metrics: Metrics,
        clients: Clients,
        body_seconds: float = limits.BODY_SECONDS,
    ) -> None:
        self.app, self.hosts, self.metrics, self.clients = app, hosts, metrics, clients
        self.body_seconds = body_seconds
        self.addresses = Addresses(clients.limits.connections)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or a socket on, or answer with the reason for refusing it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        address = scope["client"][0] if scope.get("client") else ""
        try:
            self.addresses.add(address)
        except HttpError as error:
            await self._reject(error, scope, receive, send)
            return
        try:
            client = self.clients.identify(HTTPConnection(scope))
            try:
                await client.admit(_patience(scope))
            except HttpError as error:
                await self._reject(error, scope, receive, send)
                return
            work_for(client)
            if scope["type"] == "http":
                with client.deposit():
                    await client.metered(self._answer(scope, receive, send))
            else:
                await client.metered(self.app(scope, receive, send))
        finally:
            self.addresses.remove(address)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; HEAD gets the headers of GET."""
        connection, body, answer = HTTPConnection(scope), Body(receive, self.body_seconds), Sending(scope, send)

        async def send_guarded(message: Message) -> None:
            if body.refused is None:  # a response to an incomplete request is dropped
                await self._send(message, answer)

        asked = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
        try:
            self._check(connection)
            await self.app(asked, body, send_guarded)
            if body.refused is not None:
                raise body.refused
        except HttpError as error:
            await self._refuse(body.refused or error, scope, receive, answer)
        except Exception as error:
            if body.refused is not None:
                await self._refuse(body.refused, scope, receive, answer)
                return
            if answer.began:  # too late for an error response: the server has to close the connection
                raise
            logger.exception("%s %s failed: %s", scope["method"], scope["path"], type(error).__name__)
            await self._refuse(HttpError(500, "server.failed"), scope, receive, answer)

    def _check(self, connection: HTTPConnection) -> None:
        """Raise HttpError if a request is invalid, before its body arrives."""
        scope = connection.scope
        self.hosts.check(connection)
        if scope["method"] not in ("GET", "HEAD"):
            self.hosts.check_origin(connection)
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            raise HttpError(400, "server.nul")
        length = connection.headers.get("content-length") or "0"
        if len(length) > MAX_DIGITS or not length.isdecimal() or int(length) > limits.BODY:
            raise HttpError(413, "server.too_large", most=limits.BODY)

    async def _reject(self, error: HttpError, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request or a socket that is over a limit; a socket gets an ordinary answer message."""
        if scope["type"] == "http":
            await self._refuse(error, scope, receive, Sending(scope, send))
            return
        said = in_language(error, HTTPConnection(scope).query_params.get("language", "en"))
        answer: Answer = {"type": "answer", "id": None, "ok": False, "error": said}
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": as_json(answer).decode()})
        await send({"type": "websocket.close", "code": TOO_MUCH})

    async def _refuse(self, error: HttpError, scope: Scope, receive: Receive, send: Sending) -> None:
        """Answer with an error and close the connection, since the request may be incomplete."""
        body: ErrorBody = {"error": in_language(error, HTTPConnection(scope).query_params.get("language", "en"))}

        async def send_guarded(message: Message) -> None:
            await self._send(message, send)

        await JSONResponse(body, error.status, error.headers | {"connection": "close"})(scope, receive, send_guarded)

    async def _send(self, message: Message, send: Sending) -> None:
        """Send a message of a response, and count the response."""
        if message["type"] == "http.response.start":
            self.metrics.answered(message["status"])
        await send(message)


class Sending:
    """The response to one request: adds the security headers, and removes the body for HEAD."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope, self.send, self.began = scope, send, False

    async def __call__(self, message: MutableMapping[str, Any]) -> None:
        """Send a message of the response."""
        if message["type"] == "http.response.start":
            self.began = True
            message["headers"] = [*message["headers"], *self._headers(message["headers"])]
        elif self.scope["method"] == "HEAD" and "body" in message:
            message = {**message, "body": b""}
        await self.send(message)

    def _headers(self, given: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        kind = next((value for name, value in given if name == b"content-type"), b"")
        added = [*(ALWAYS if kind.startswith((b"text/javascript", b"text/css")) else HEADERS)]
        if all(name != NO_STORE[0] for name, _ in given):
            added.append(NO_STORE)
        if self.scope["scheme"] == "https":
            added.append(HSTS)
        return added
