"""The password of a closed server, and the limit on guesses."""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable
from hmac import compare_digest

from trackside.core.errors import BadOption
from trackside.play.files import read_text
from trackside.web.errors import HttpError

VARIABLE = "TRACKSIDE_PASSWORD"
"""The environment variable that can hold the password."""

SHORTEST, LONGEST = 8, 200
"""The minimum and maximum length of a password, in characters."""

SALT = b"trackside closed server"

BURST, EVERY = 10, 6.0
"""The number of wrong passwords that a network may send in a row, and the seconds until one is forgiven."""

MAX_KNOWN = 10_000
"""The maximum number of networks whose wrong passwords are counted."""


class Password:
    """A password, an invitation that replaces it, and the cookie of browsers that have sent either.

    Both are derived from the password: servers with the same password agree on them, and a new password revokes them.
    """

    def __init__(self, text: str) -> None:
        password = _normal(text)
        key = hashlib.scrypt(password, salt=SALT, n=1 << 14, r=8, p=1, dklen=32)
        self._key = key
        self._password = self._digest(password)
        self.cookie = self._digest(b"cookie").hex()
        self.invitation = base64.urlsafe_b64encode(self._digest(b"invitation")[:18]).decode()
        self.attempts = Attempts()

    def _digest(self, text: bytes) -> bytes:
        return hmac.digest(self._key, text, "sha256")

    def is_cookie(self, text: str) -> bool:
        """Return whether this is the cookie of a browser that has sent the password."""
        return compare_digest(text.encode(), self.cookie.encode())

    def check(self, text: str, address: str) -> None:
        """Raise HttpError if this is neither the password nor the invitation, or if the network guessed too often."""
        self.attempts.check(address)
        normal = _normal(text)
        right = compare_digest(self._digest(normal), self._password)
        if not right and not compare_digest(normal, self.invitation.encode()):
            self.attempts.failed(address)
            raise HttpError(401, "server.wrong_password")


def _normal(text: str) -> bytes:
    return unicodedata.normalize("NFC", text).encode(errors="replace")


class Attempts:
    """The counts of wrong passwords by network, which decay over time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._counts: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """The count of each network, and the time it was valid."""

    def check(self, address: str) -> None:
        """Raise HttpError if a network has sent too many wrong passwords."""
        if self._count(network_of(address)) > BURST - 1:
            raise HttpError(429, "server.many_passwords")

    def failed(self, address: str) -> None:
        """Count a wrong password."""
        network = network_of(address)
        self._counts[network] = self._count(network) + 1, self._clock()
        self._counts.move_to_end(network)
        if len(self._counts) > MAX_KNOWN:
            self._counts.popitem(last=False)

    def _count(self, network: str) -> float:
        """Return the number of wrong passwords of a network that are not yet forgiven."""
        count, at = self._counts.get(network, (0.0, 0.0))
        return max(0.0, count - (self._clock() - at) / EVERY)


def network_of(address: str) -> str:
    """Return the network that one client may control: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        return str(ipaddress.IPv6Network((found, 64), strict=False))
    return address


def read_password(file: str | None, variable: str | None) -> str | None:
    """Return the password from a file, else from the variable, if any; raise BadOption if it cannot be used."""
    if file is None and not variable:
        return None
    where = VARIABLE if file is None else f"--password-file {file}"
    text = variable or "" if file is None else read_text(file)
    password = text.removesuffix("\n").removesuffix("\r")
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadOption(f"{where}: a password has {SHORTEST} to {LONGEST} characters")
    if not password.isprintable() or password != password.strip():
        raise BadOption(f"{where}: a password is one line, without spaces around it")
    return password
