"""A server process: its socket, and uvicorn."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable
from dataclasses import replace

import uvicorn

from trackside.core.errors import BadOption
from trackside.web.app import make_app
from trackside.web.limits import MESSAGE
from trackside.web.server.http_protocol import http_protocol, throttle_log
from trackside.web.server.websocket import WebSocketProtocol
from trackside.web.settings import Settings

WAITING = 2048
"""The listen backlog."""


class Server(uvicorn.Server):
    """A uvicorn server that calls `started` once it accepts connections."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._on_start = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call `started`."""
        await super().startup(sockets)
        if self.started and self._on_start is not None:
            self._on_start()


def make_server(settings: Settings, started: Callable[[], None] | None = None) -> Server:
    """Return a server that is ready to run and calls `started` once it answers; raise BadOption for bad settings."""
    app = make_app(settings)
    throttle_log()
    config = uvicorn.Config(
        app,
        http=http_protocol(None if settings.behind_proxy else settings.limits.connections),
        log_config=None,  # uvicorn's loggers pass their records on to ours, see `log_format`
        log_level="warning",
        ws=WebSocketProtocol,
        ws_max_size=4 * MESSAGE,
        ws_per_message_deflate=False,
        server_header=False,
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=2,
    )
    return Server(config, started)


def bind(settings: Settings, shared: bool = False) -> tuple[socket.socket, Settings]:
    """Return a bound socket and the settings with its port; raise BadOption if the address cannot be used.

    A `shared` socket lets other processes bind the same port; it does not listen yet.
    """
    host, port = settings.host, settings.port
    if not host:
        raise BadOption("--host is empty: name an address of this machine, or 0.0.0.0 for all of them")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        if shared:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        bound.bind((host, port))
        if not shared:
            bound.listen(WAITING)
    except (OSError, OverflowError, UnicodeError) as error:
        bound.close()
        reason = getattr(error, "strerror", None) or error
        if isinstance(error, UnicodeError | socket.gaierror) or getattr(error, "errno", None) == errno.EADDRNOTAVAIL:
            advice = "--host takes an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them"
        else:
            advice = "try --port 0"
        raise BadOption(f"cannot listen on {host}, port {port}: {reason}; {advice}") from error
    return bound, replace(settings, port=bound.getsockname()[1])
