"""The server's end of a WebSocket: uvicorn's, but a table hears its messages at once and writes to it directly.

Every move is a frame for everybody who looks: the queues, tasks and dictionaries of the general way cost more than the
move itself.
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
"""Where a connection finds its wire in its scope."""

TEXT = 0x81
"""The first byte of a whole frame of text."""


AT_ONCE = 2048
"""Bytes that are handled before others have their turn."""


class FastWebSocket(Protocol):
    """What a connection asks of its wire."""

    hear: Callable[[str], None] | None
    """Is given every text that comes in; without it they wait in the queue for whoever receives."""
    drained: Callable[[], None] | None
    """Is called when there is room again for what is written."""
    payer: Client | None
    """Is charged for all that comes in, pings as well; nothing is read while it has no budget."""

    @property
    def has_room(self) -> bool:
        """Whether what is written now will be sent soon."""

    def write(self, text: bytes) -> None:
        """Send a text in a frame of its own, unless the other side has gone."""

    def pause(self) -> None:
        """Let what comes in wait."""

    def resume(self) -> None:
        """Take in what has waited."""

    def cut(self) -> None:
        """End the connection at once, if it is still there."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A wire; until somebody hears, and for everything but texts, it is uvicorn's own protocol."""

    hear: Callable[[str], None] | None = None
    drained: Callable[[], None] | None = None
    payer: Client | None = None
    _paused = _waits = False
    _arrived = b""

    def handle_connect(self, event: Request) -> None:
        """Put the wire into the scope."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast(dict[str, Any], self.scope["extensions"])[EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        """A whole message has come in."""
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
        """Handle what has arrived: a little at a time, so that others have their turn, and charged to the client."""
        self._arrived += data
        if not self._waits:
            self._take_in()

    def _take_in(self) -> None:
        """Handle some of what has arrived if the client has budget; the rest follows when others have had their turn.

        All sockets of a client wait for the same budget: each asks for it again, for another one may have spent it.
        """
        payer = self.payer
        if self.transport.is_closing():
            self._arrived = b""
            return
        if payer is None:
            self._handle_some()
        elif self._arrived and not payer.wait():
            began = time.thread_time()
            self._handle_some()
            payer.charge(1000 * (time.thread_time() - began) + SOCKET_OVERHEAD)
        seconds = 0.0 if payer is None else payer.wait()
        self._waits = bool(self._arrived or seconds)
        if self._waits:
            self.loop.call_later(seconds, self._take_in)
        self._read_if_possible()

    def _handle_some(self) -> None:
        some, self._arrived = self._arrived[:AT_ONCE], self._arrived[AT_ONCE:]
        super().data_received(some)

    def _read_if_possible(self) -> None:
        stops = self._paused or self._waits or self.read_paused
        if self.transport.is_closing() or stops != self.transport.is_reading():
            return
        if stops:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def resume_writing(self) -> None:
        """The other side has read."""
        super().resume_writing()
        if self.drained is not None:
            self.drained()

    @property
    def has_room(self) -> bool:
        """Whether what is written now will be sent soon."""
        return self.writable.is_set()

    def write(self, text: bytes) -> None:
        """Send a text in a frame of its own, unless the other side has gone."""
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(_header(len(text)) + text)

    def pause(self) -> None:
        """Let what comes in wait."""
        self._paused = True
        self._read_if_possible()

    def resume(self) -> None:
        """Take in what has waited."""
        self._paused = False
        self._read_if_possible()

    def cut(self) -> None:
        """End the connection at once, if it is still there."""
        self.transport.abort()


def fast_websocket(scope: Scope) -> FastWebSocket:
    """The wire of a connection."""
    wire: FastWebSocket = scope["extensions"][EXTENSION]
    return wire


def _header(length: int) -> bytes:
    """What stands before a frame of text of this length."""
    if length < 126:
        return bytes((TEXT, length))
    if length < 1 << 16:
        return bytes((TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((TEXT, 127)) + length.to_bytes(8, "big")
