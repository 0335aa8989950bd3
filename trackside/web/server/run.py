"""A server process: its settings, its socket, and uvicorn."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import uvicorn

from trackside.core.errors import BadOption
from trackside.play.signature import NotInstalled, load_library
from trackside.web.app import make_app
from trackside.web.limits import AWAY, MESSAGE, Limits
from trackside.web.routes.health import read_networks
from trackside.web.server.hosts import is_loopback, read_names
from trackside.web.server.http_protocol import http_protocol, throttle_log
from trackside.web.server.log_format import TEXT
from trackside.web.server.password import Password
from trackside.web.server.websocket import WebSocketProtocol

WAITING = 2048
"""The listen backlog."""


@dataclass(frozen=True)
class Settings:
    """The settings of a server, as plain values that can be sent to another process."""

    database: str
    host: str
    port: int
    pace: float
    bot_processes: int | None
    proxies: str | None
    """The comma-separated addresses of trusted proxies."""
    metrics_for: str | None
    """The comma-separated addresses and networks that may read the metrics, besides this machine."""
    log_format: str = TEXT
    host_names: str | None = None
    """The comma-separated names to which the server answers, besides its addresses."""
    takeover_after: float = AWAY
    """The seconds after which a bot can take over from a player who is away."""
    password: str | None = field(default=None, repr=False)
    """The password of a closed server; None if it is open."""
    sign_records: bool = False
    """True if the records of finished games are signed."""
    limits: dict[str, int | None] = field(default_factory=dict)
    """The limits that differ from the defaults, see `Limits`."""

    def check(self) -> None:
        """Raise BadOption for invalid addresses or names, or for signatures without their library."""
        if self.sign_records:
            try:
                load_library()
            except NotInstalled as error:
                raise BadOption(f"--sign-records: {error}") from error
        if self.host_names is not None:
            read_names("--host-name", self.host_names)
        for option, addresses in (("--behind-proxy", self.proxies), ("--metrics-for", self.metrics_for)):
            if addresses is not None:
                read_networks(option, addresses)

    @property
    def local(self) -> bool:
        """True if the server listens on a loopback address only."""
        return is_loopback(self.host)

    @property
    def address(self) -> str:
        """The URL for a browser."""
        shown = f"[{self.host}]" if ":" in self.host else self.host
        shown = "localhost" if self.host in ("127.0.0.1", "::1") else shown
        return f"http://{shown}:{self.port}/"


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
    limits = Limits(**settings.limits)
    app = make_app(
        settings.database,
        password=None if settings.password is None else Password(settings.password),
        local=settings.local and settings.proxies is None,
        pace=settings.pace,
        bot_processes=settings.bot_processes,
        limits=limits,
        behind_proxy=settings.proxies is not None,
        metrics_for=read_networks("--metrics-for", settings.metrics_for) if settings.metrics_for else [],
        host_names=read_names("--host-name", settings.host_names) if settings.host_names else [],
        takeover_after=settings.takeover_after,
        sign_records=settings.sign_records,
    )
    throttle_log()
    config = uvicorn.Config(
        app,
        http=http_protocol(limits.connections if settings.proxies is None else None),
        log_config=None,  # uvicorn's loggers pass their records on to ours, see `log_format`
        log_level="warning",
        ws=WebSocketProtocol,
        ws_max_size=4 * MESSAGE,
        ws_per_message_deflate=False,
        server_header=False,
        proxy_headers=settings.proxies is not None,
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
