"""A fast WebSocket: uvicorn's protocol, but messages are delivered immediately and frames are written directly.

Every move is a frame for every viewer: the queues, tasks and dictionaries of plain ASGI cost more than the move itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol, cast

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from trackside.web.server.clients import SOCKET_OVERHEAD, Client

EXTENSION = "trackside.wire"
"""The name of the ASGI scope extension that holds the `FastWebSocket`."""

TEXT = 0x81
"""The first byte of an unfragmented text frame."""


AT_ONCE = 2048
"""The bytes that are handled before other connections have their turn."""


class FastWebSocket(Protocol):
    """The interface of a WebSocket for a table connection."""

    hear: Callable[[str], None] | None
    """The callback for incoming text; if None, messages are queued for ASGI's receive."""
    drained: Callable[[], None] | None
    """The callback when there is room to write again."""
    payer: Client | None
    """The client that is charged for all incoming data, pings included; nothing is read while it has no budget."""

    @property
    def has_room(self) -> bool:
        """True if what is written now will be sent soon."""

    def write(self, text: bytes) -> None:
        """Send a text as one frame, unless the connection is closed."""

    def pause(self) -> None:
        """Pause reading."""

    def resume(self) -> None:
        """Resume reading."""

    def cut(self) -> None:
        """Abort the connection immediately, if it is still open."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """The implementation of `FastWebSocket`: uvicorn's own protocol without a callback, and for all but text."""

    hear: Callable[[str], None] | None = None
    drained: Callable[[], None] | None = None
    payer: Client | None = None
    _paused = _throttled = False
    _unread = b""

    def handle_connect(self, event: Request) -> None:
        """Put this object into the scope as an extension."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast(dict[str, Any], self.scope["extensions"])[EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        """Deliver a complete message to the callback, or to the app if it cannot take it."""
        if self.hear is None or self.close_sent or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()
            return
        self.frames = []
        self.hear(text)

    def data_received(self, data: bytes) -> None:
        """Handle data in small pieces, so that others have their turn, and charge it to the client."""
        self._unread += data
        if not self._throttled:
            self._process()

    def _process(self) -> None:
        """Handle some of the data if the client has budget, and the rest after others have had their turn.

        All sockets of a client share one budget, so each checks it again: another one may have spent it.
        """
        payer = self.payer
        if self.transport.is_closing():
            self._unread = b""
            return
        if payer is None:
            self._handle_some()
        elif self._unread and not payer.wait():
            began = time.thread_time()
            self._handle_some()
            payer.charge(1000 * (time.thread_time() - began) + SOCKET_OVERHEAD)
        seconds = 0.0 if payer is None else payer.wait()
        self._throttled = bool(self._unread or seconds)
        if self._throttled:
            self.loop.call_later(seconds, self._process)
        self._read_if_possible()

    def _handle_some(self) -> None:
        some, self._unread = self._unread[:AT_ONCE], self._unread[AT_ONCE:]
        super().data_received(some)

    def _read_if_possible(self) -> None:
        stops = self._paused or self._throttled or self.read_paused
        if self.transport.is_closing() or stops != self.transport.is_reading():
            return
        if stops:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def resume_writing(self) -> None:
        """Call `drained` when the write buffer has room again."""
        super().resume_writing()
        if self.drained is not None:
            self.drained()

    @property
    def has_room(self) -> bool:
        """True if what is written now will be sent soon."""
        return self.writable.is_set()

    def write(self, text: bytes) -> None:
        """Send a text as one frame, unless the connection is closed."""
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(_header(len(text)) + text)

    def pause(self) -> None:
        """Pause reading."""
        self._paused = True
        self._read_if_possible()

    def resume(self) -> None:
        """Resume reading."""
        self._paused = False
        self._read_if_possible()

    def cut(self) -> None:
        """Abort the connection immediately, if it is still open."""
        self.transport.abort()


def fast_websocket(scope: Scope) -> FastWebSocket:
    """Return the fast WebSocket of a connection."""
    wire: FastWebSocket = scope["extensions"][EXTENSION]
    return wire


def _header(length: int) -> bytes:
    """Return the header of a text frame of this length."""
    if length < 126:
        return bytes((TEXT, length))
    if length < 1 << 16:
        return bytes((TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((TEXT, 127)) + length.to_bytes(8, "big")
