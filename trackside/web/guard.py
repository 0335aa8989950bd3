"""What stands before every request: who asks, from where, how often and how much."""

from __future__ import annotations

import ipaddress
import re
import time
from collections import OrderedDict
from collections.abc import Mapping

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trackside.web import limits
from trackside.web.messages import ErrorBody
from trackside.web.metrics import Metrics
from trackside.web.occupants import digest
from trackside.web.refusal import Refused

COOKIE = "trackside"
TOKEN = re.compile(r"[A-Za-z0-9_-]{20,64}")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'none'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
]


def token_of(connection: HTTPConnection) -> str | None:
    """The secret a browser (cookie) or a program (bearer) shows, if it is one."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    token = bearer.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE, "")
    return token if TOKEN.fullmatch(token) else None


def player_of(connection: HTTPConnection) -> str | None:
    """Who asks: the digest of their token."""
    token = token_of(connection)
    return digest(token) if token else None


def check_origin(headers: Mapping[str, str]) -> None:
    """Turn away what another site's page sends; programs send no origin."""
    origin, host = headers.get("origin"), headers.get("host", "")
    if origin is not None and origin.partition("://")[2] != host:
        raise Refused(403, "server.other_site")


def check_host(headers: Mapping[str, str], local: bool) -> None:
    """On a server for this machine only, turn away names that are not this machine's."""
    name = headers.get("host", "").rsplit(":", 1)[0].strip("[]").lower()
    if local and name != "localhost" and not _is_loopback(name):
        raise Refused(403, "server.other_host", name=name[:60])


def _is_loopback(name: str) -> bool:
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


class Bucket:
    """So many at once, so many a second; time that passes fills it again."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self.level, self.when = burst, time.monotonic()

    def take(self, n: float = 1) -> bool:
        """Whether there is enough left."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.when) * self.rate)
        self.when = now
        if self.level < n:
            return False
        self.level -= n
        return True


class Rates:
    """A bucket for everybody who asks, the longest unseen forgotten first."""

    def __init__(self, burst: float, rate: float, known: int = 10_000) -> None:
        self.burst, self.rate, self.known = burst, rate, known
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def check(self, who: str) -> None:
        """Refuse whoever asks too often."""
        bucket = self.buckets.setdefault(who, Bucket(self.burst, self.rate))
        self.buckets.move_to_end(who)
        if len(self.buckets) > self.known:
            self.buckets.popitem(last=False)
        if not bucket.take():
            raise Refused(429, "server.too_often")


class Guard:
    """Checks host, origin and size of every request, and puts the safety headers on every answer."""

    def __init__(self, app: ASGIApp, local: bool, metrics: Metrics) -> None:
        self.app, self.local, self.metrics = app, local, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or say why not."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
                self.metrics.answered(message["status"])
            await send(message)

        size = 0

        async def receive_limited() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > limits.BODY:
                raise Refused(413, "server.too_large", most=limits.BODY)
            return message

        try:
            check_host(connection.headers, self.local)
            if scope["method"] not in ("GET", "HEAD"):
                check_origin(connection.headers)
            if int(connection.headers.get("content-length") or 0) > limits.BODY:
                raise Refused(413, "server.too_large", most=limits.BODY)
            await self.app(scope, receive_limited, send_guarded)
        except (Refused, ValueError) as error:
            status = error.status if isinstance(error, Refused) else 400
            body: ErrorBody = {"error": str(error)}
            await JSONResponse(body, status)(scope, receive, send_guarded)
