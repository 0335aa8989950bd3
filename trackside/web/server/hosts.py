"""The host names to which a server answers, and the origins from which a page may call it.

Another site can make its own host name resolve to an address in the visitor's network (DNS rebinding). Its page is then
same-origin with the server there, but the browser still sends the site's name in `Host`. So names that were not
configured are refused. IP addresses are safe: no other site has one of ours as its address.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable

from starlette.requests import HTTPConnection

from trackside.core.errors import BadOption
from trackside.web.errors import HttpError

HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^\[\]:/@\s]+)(?::[0-9]{0,5})?", re.IGNORECASE)
"""A host and an optional port, as in the header `Host`."""

NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*", re.IGNORECASE)

DEFAULT_PORTS = {"http": ":80", "https": ":443"}


class Hosts:
    """Checks the names in `Host` and `Origin`.

    A `local` server answers to this machine's loopback names only. Any other server answers to all IP addresses,
    `localhost`, names in `.local`, this machine's own name and the configured `names`. Behind a proxy the proxy
    chooses the names, unless some are configured.
    """

    def __init__(self, local: bool = True, names: Iterable[str] = (), behind_proxy: bool = False) -> None:
        self.local = local
        self.names = {name.lower() for name in names}
        self.checked = bool(local or self.names or not behind_proxy)
        own = socket.gethostname().lower()
        self._own = {own, own.partition(".")[0]} - {""}

    def check(self, connection: HTTPConnection) -> None:
        """Raise HttpError if a request names another host, or two."""
        given = connection.headers.getlist("host")
        if len(given) > 1:
            raise HttpError(400, "server.two_hosts")
        if not self.checked:
            return
        found = HOST.fullmatch(given[0].strip()) if given else None
        name = found[1].lower().strip("[]").rstrip(".") if found else ""
        if not self._knows(name):
            shown = (name or "".join(given))[:60]
            raise HttpError(403, "server.other_host" if self.local else "server.other_name", name=shown)

    def check_origin(self, connection: HTTPConnection) -> None:
        """Raise HttpError if a request comes from another site's page, or over https from this site's http page.

        Programs send no origin.
        """
        origin = connection.headers.get("origin")
        if origin is None:
            return
        secure = connection.scope["scheme"] in ("https", "wss")
        scheme = "https" if secure else "http"
        port, own = DEFAULT_PORTS[scheme], f"{scheme}://{connection.headers.get('host', '')}"
        if origin.lower().removesuffix(port) != own.lower().removesuffix(port):
            raise HttpError(403, "server.other_site")

    def _knows(self, name: str) -> bool:
        if name == "localhost" or name in self.names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return not self.local and (name.endswith(".local") or name in self._own)
        return address.is_loopback or not self.local


def is_loopback(host: str) -> bool:
    """Return whether a host is an address of this machine that no other machine can reach."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def read_names(option: str, text: str) -> list[str]:
    """Parse comma-separated host names; raise BadOption if one is invalid."""
    names = [part.strip() for part in text.split(",")]
    for name in names:
        if not NAME.fullmatch(name):
            raise BadOption(f"{option} {text}: {name!r} is not a host name; use names such as games.example, no ports")
    return names
