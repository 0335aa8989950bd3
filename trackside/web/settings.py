"""The settings of a server."""

from __future__ import annotations

import ipaddress
import json
from dataclasses import asdict, dataclass, field

from trackside.core.errors import BadOption
from trackside.play.signature import NotInstalled, load_library
from trackside.web.limits import AWAY, DEFAULTS, Limits
from trackside.web.server.hosts import is_loopback, read_names
from trackside.web.server.log_format import TEXT

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True)
class Settings:
    """The settings of a server, as plain values that can be sent to another process."""

    database: str
    host: str = "127.0.0.1"
    port: int = 0
    pace: float = 0.6
    """The seconds that a bot waits before it moves."""
    bot_processes: int | None = None
    """The number of processes in which bots search; by default, one less than the number of cores."""
    proxies: str | None = None
    """The comma-separated addresses of trusted proxies."""
    metrics_for: str | None = None
    """The comma-separated addresses and networks that may read the metrics, besides this machine."""
    log_format: str = TEXT
    host_names: str | None = None
    """The comma-separated names to which the server answers, besides its addresses."""
    takeover_after: float = AWAY
    """The seconds after which a bot can take over from a player who is away."""
    password: str | None = field(default=None, repr=False)
    """The password of a closed server; None if it is open."""
    sign_records: bool = False
    """True if the records of finished games are signed, with a key from the database."""
    limits: Limits = DEFAULTS
    """The rates and quotas of a client."""

    def check(self) -> None:
        """Raise BadOption for invalid addresses or names, or for signatures without their library."""
        if self.sign_records:
            try:
                load_library()
            except NotInstalled as error:
                raise BadOption(f"--sign-records: {error}") from error
        self.names()
        self.metrics_networks()
        if self.proxies is not None:
            read_networks("--behind-proxy", self.proxies)

    def names(self) -> list[str]:
        """Return the names to which the server answers, besides its addresses."""
        return [] if self.host_names is None else read_names("--host-name", self.host_names)

    def metrics_networks(self) -> list[Network]:
        """Return the networks that may read the metrics."""
        return [] if self.metrics_for is None else read_networks("--metrics-for", self.metrics_for)

    @property
    def local(self) -> bool:
        """True if the server listens on a loopback address only."""
        return is_loopback(self.host)

    @property
    def behind_proxy(self) -> bool:
        """True if requests come through a trusted proxy."""
        return self.proxies is not None

    @property
    def address(self) -> str:
        """The URL for a browser."""
        shown = f"[{self.host}]" if ":" in self.host else self.host
        shown = "localhost" if self.host in ("127.0.0.1", "::1") else shown
        return f"http://{shown}:{self.port}/"

    def to_json(self) -> str:
        """Return the settings for another process."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Settings:
        """Return the settings that another process sent."""
        values = json.loads(text)
        return cls(**values | {"limits": Limits(**values["limits"])})


def read_networks(option: str, text: str) -> list[Network]:
    """Parse comma-separated addresses and networks; raise BadOption if one is invalid."""
    try:
        return [ipaddress.ip_network(part.strip()) for part in text.split(",")]
    except ValueError as error:
        raise BadOption(f"{option} {text}: {error}; use addresses or networks such as 10.0.0.0/8") from error
