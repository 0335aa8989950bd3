"""The HTTP protocol, with limits on the time and size of a request's head, and on connections per address.

uvicorn has no such limits. The guard limits the body of a request.
"""

from __future__ import annotations

import asyncio
import http
import logging
import time
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from trackside.web import limits
from trackside.web.api.common import ErrorBody, as_json
from trackside.web.errors import HttpError
from trackside.web.server.buckets import Addresses
from trackside.web.server.guard import HEADERS, NO_STORE

QUIET = 60.0
"""Seconds between two log lines about malformed requests."""


class TooLarge(Exception):
    """The head of a request exceeds the limit."""


class HttpProtocol(HttpToolsProtocol):
    """One connection of a browser, a program or a proxy."""

    addresses = Addresses(None)
    seconds = limits.HEAD_SECONDS

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._address = ""
        self._timer: asyncio.TimerHandle | None = None
        """The timer that runs while a request is incomplete."""
        self._size = 0
        """The bytes of the request that have arrived."""
        self._head = 0
        """The bytes of its head that have been parsed."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Count a new connection, or refuse it."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._start_timer()
        try:
            self.addresses.add(self._address)
        except HttpError as error:
            self._address = ""
            self._refuse(error)

    def data_received(self, data: bytes) -> None:
        """Parse data, which may be a part of a request or several requests."""
        before = self.cycle
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self or self.cycle is not before:
            self._stop_timer()
        elif self.cycle is None or self.cycle.response_complete:
            self._start_timer()
            self._size += len(data)
            if self._size > (limits.BODY if self._is_answered else limits.HEAD):
                self._refuse(HttpError(431, "server.head_too_large", most=limits.HEAD))

    def on_message_begin(self) -> None:
        """Reset the size of the head at the start of a request."""
        super().on_message_begin()
        self._head = 0

    def on_url(self, url: bytes) -> None:
        """Count a part of the URL."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header."""
        self._count(len(name) + len(value) + 4)
        super().on_header(name, value)

    def _count(self, size: int) -> None:
        self._head += size
        if self._head > limits.HEAD:
            raise TooLarge  # stops the parser, which calls `send_400_response`

    def send_400_response(self, msg: str) -> None:
        """Refuse a malformed request."""
        if self._head > limits.HEAD:
            self._refuse(HttpError(431, "server.head_too_large", most=limits.HEAD))
        else:
            self._refuse(HttpError(400, "server.malformed"))

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection to the WebSocket protocol, and stop counting it here."""
        super().handle_websocket_upgrade()
        self._release()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting a closed connection."""
        super().connection_lost(exc)
        self._release()

    @property
    def _is_answered(self) -> bool:
        """True if arriving data may be the rest of a request that was already answered."""
        return self.cycle is not None and self.cycle.more_body

    def _release(self) -> None:
        self._stop_timer()
        if self._address:
            self.addresses.remove(self._address)
            self._address = ""

    def _start_timer(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self.seconds, self._on_timeout)

    def _stop_timer(self) -> None:
        self._size = 0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _on_timeout(self) -> None:
        if self._size:
            self._refuse(HttpError(408, "server.too_slow"))
        self.transport.close()

    def _refuse(self, error: HttpError) -> None:
        """Send an error unless there was a response already, and close the connection."""
        self._stop_timer()
        if self._is_answered:
            self.transport.close()
            return
        body: ErrorBody = {"error": str(error)}
        content = as_json(body)
        head = (
            f"HTTP/1.1 {error.status} {http.HTTPStatus(error.status).phrase}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(content)}\r\nconnection: close\r\n"
        )
        more = b"".join(name + b": " + value + b"\r\n" for name, value in (*HEADERS, NO_STORE))
        self.transport.write(head.encode() + more + b"\r\n" + content)
        self.transport.close()


class Throttle(logging.Filter):
    """A filter that passes one log line per minute about malformed requests, with the number of suppressed ones.

    Anyone can send such requests, so a line for each would fill the disk.
    """

    MESSAGES = ("Invalid HTTP request received.", "Unsupported upgrade request.", "Invalid UTF-8 sequence received")

    def __init__(self) -> None:
        super().__init__()
        self._last, self._kept_back = -QUIET, 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a record."""
        if not str(record.msg).startswith(self.MESSAGES):
            return True
        record.exc_info = None  # it is the client's fault
        now = time.monotonic()
        if now < self._last + QUIET:
            self._kept_back += 1
            return False
        if self._kept_back:
            record.msg = f"{record.msg} {self._kept_back} more since the last such line."
        self._last, self._kept_back = now, 0
        return True


def throttle_log() -> None:
    """Limit the log lines about malformed requests in this process."""
    logger = logging.getLogger("uvicorn.error")
    if not any(isinstance(known, Throttle) for known in logger.filters):
        logger.addFilter(Throttle())


def http_protocol(most: int | None, seconds: float = limits.HEAD_SECONDS) -> type[HttpProtocol]:
    """Return a protocol class for one server: `most` connections per address, `seconds` for a request to arrive."""
    return type("ServerProtocol", (HttpProtocol,), {"addresses": Addresses(most), "seconds": seconds})
