"""How requests arrive: one that is not sent to its end is not waited for, and one address has only so many connections.

uvicorn waits without end for the rest of a request. The body of one is the guard's to wait for.
"""

from __future__ import annotations

import asyncio
import http
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from trackside.web import limits
from trackside.web.guard import Addresses
from trackside.web.messages import ErrorBody, as_json
from trackside.web.refusal import Refused


class HttpProtocol(HttpToolsProtocol):
    """One connection of a browser, a program or a proxy."""

    addresses = Addresses(None)
    seconds = limits.HEAD_SECONDS

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._address = ""
        self._waiting: asyncio.TimerHandle | None = None
        """Runs while a request has yet to arrive."""
        self._size = 0
        """Bytes that have arrived of it."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Somebody connects."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._wait()
        try:
            self.addresses.add(self._address)
        except Refused as error:
            self._address = ""
            self._refuse(error)

    def data_received(self, data: bytes) -> None:
        """A part of a request arrives, or several at once."""
        before = self.cycle
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self or self.cycle is not before:
            self._stop_waiting()
        elif self.cycle is None or self.cycle.response_complete:
            self._wait()
            self._size += len(data)
            if self._size > (limits.BODY if self._is_answered else limits.HEAD):
                self._refuse(Refused(431, "server.head_too_large", most=limits.HEAD))

    def handle_websocket_upgrade(self) -> None:
        """It becomes a socket, which is no longer a connection for requests."""
        super().handle_websocket_upgrade()
        self._leave()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        super().connection_lost(exc)
        self._leave()

    @property
    def _is_answered(self) -> bool:
        """Whether what arrives may be the rest of a request that has had its answer."""
        return self.cycle is not None and self.cycle.more_body

    def _leave(self) -> None:
        self._stop_waiting()
        if self._address:
            self.addresses.remove(self._address)
            self._address = ""

    def _wait(self) -> None:
        if self._waiting is None:
            self._waiting = self.loop.call_later(self.seconds, self._give_up)

    def _stop_waiting(self) -> None:
        self._size = 0
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        if self._size:
            self._refuse(Refused(408, "server.too_slow"))
        self.transport.close()

    def _refuse(self, error: Refused) -> None:
        """Say why there is no answer, unless there was one, and close the connection."""
        self._stop_waiting()
        if self._is_answered:
            self.transport.close()
            return
        body: ErrorBody = {"error": str(error)}
        content = as_json(body)
        head = (
            f"HTTP/1.1 {error.status} {http.HTTPStatus(error.status).phrase}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(content)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + content)
        self.transport.close()


def http_protocol(most: int | None, seconds: float = limits.HEAD_SECONDS) -> type[HttpProtocol]:
    """A protocol for one server: so many connections for each address, so many seconds until a request is there."""
    return type("ServerProtocol", (HttpProtocol,), {"addresses": Addresses(most), "seconds": seconds})
