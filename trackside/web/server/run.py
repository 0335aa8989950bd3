"""A server process: what it is told, and how it runs."""

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
"""Connections that wait to be taken."""


@dataclass(frozen=True)
class Settings:
    """How a server is to run, in plain values that another process can be told."""

    database: str
    host: str
    port: int
    pace: float
    bot_processes: int | None
    proxies: str | None
    """Addresses of proxies, with commas: what they say of a request is believed."""
    metrics_for: str | None
    """Addresses and networks of those who may see the figures, beside this machine."""
    log_format: str = TEXT
    host_names: str | None = None
    """Names under which it answers besides its addresses, with commas."""
    takeover_after: float = AWAY
    """Seconds after which a bot can take over from a player who is away."""
    password: str | None = field(default=None, repr=False)
    """What everyone has to know to come in."""
    sign_records: bool = False
    """Whether the records of finished games are signed."""
    limits: dict[str, int | None] = field(default_factory=dict)
    """The limits that differ from the usual ones, see `Limits`."""

    def check(self) -> None:
        """Refuse invalid addresses and names, and signatures without the library for them."""
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
        """Whether it listens on this machine only."""
        return is_loopback(self.host)

    @property
    def address(self) -> str:
        """Where a browser finds it."""
        shown = f"[{self.host}]" if ":" in self.host else self.host
        shown = "localhost" if self.host in ("127.0.0.1", "::1") else shown
        return f"http://{shown}:{self.port}/"


class Server(uvicorn.Server):
    """Says when it answers."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None] | None) -> None:
        super().__init__(config)
        self._say = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started and self._say is not None:
            self._say()


def make_server(settings: Settings, started: Callable[[], None] | None = None) -> Server:
    """A server that is ready to run, `started` called once it answers; BadOption in words if it cannot be had."""
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
    """A socket on the address, `shared` with other processes, and the settings with its port; BadOption in words."""
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
