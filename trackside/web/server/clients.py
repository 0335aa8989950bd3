"""Clients: their addresses, their players, and their budgets of server time.

A client is an address (an IPv4 address, or an IPv6 /64 network) and, if it shows a token that was issued here, a
player. Both have a budget of milliseconds of the event loop per second. A request is charged afterwards, by the CPU
time it took. A client without budget waits, and is then refused.
"""

from __future__ import annotations

import asyncio
import hmac
import math
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, Generic, TypeVar

from starlette.requests import HTTPConnection

from trackside.web.errors import HttpError
from trackside.web.limits import Limits
from trackside.web.server.buckets import Bucket, prefix_of
from trackside.web.tables.seats import digest, new_secret

COOKIE = "trackside"
TOKEN = re.compile(r"[A-Za-z0-9_-]{20,64}")

SIGNATURE = 16
"""Characters of the signature at the end of an issued token."""

BURST = 2.0
"""Seconds of unused budget that a client can accumulate."""

PATIENCE = 2.0
"""Seconds that a request without budget waits before it is refused, which bounds the rate of refusals."""

DEPOSIT = 5.0
"""The estimated cost of a request in milliseconds, until the real cost is known."""

OVERHEAD, SOCKET_OVERHEAD = 0.3, 0.05
"""Milliseconds for work that cannot be measured: receiving and answering a request, receiving some messages."""

KNOWN = 10_000
"""The number of clients whose budgets are remembered."""

T = TypeVar("T")
K = TypeVar("K")


def token_of(connection: HTTPConnection) -> str | None:
    """Return the token of a browser (cookie) or a program (bearer), if it has a valid form."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    token = bearer.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE, "")
    return token if TOKEN.fullmatch(token) else None


def player_of(connection: HTTPConnection) -> str | None:
    """Return the player id of a request: the digest of its token."""
    token = token_of(connection)
    return digest(token) if token else None


class Tokens:
    """Issues tokens and recognises them by a signature, so that nothing is stored about visitors who only watch."""

    def __init__(self, key: str | None = None) -> None:
        self.key = key or secrets.token_urlsafe(32)

    def issue(self) -> str:
        """Return a new token."""
        secret = new_secret()
        return secret + self._signature(secret)

    def is_issued(self, token: str) -> bool:
        """Return whether a token was issued by a server on this database."""
        secret, signature = token[:-SIGNATURE], token[-SIGNATURE:]
        return hmac.compare_digest(signature, self._signature(secret))

    def _signature(self, secret: str) -> str:
        return hmac.digest(self.key.encode(), secret.encode(), "sha256").hex()[:SIGNATURE]


class Account:
    """The budget of an address or of a player."""

    def __init__(self, rate: float) -> None:
        self.bucket = Bucket(BURST * rate, rate)
        self.queue = asyncio.Lock()
        """Held by the first request that waits for budget; the others queue for it."""


class Client:
    """The sender of a request; `accounts` is empty if work is not limited."""

    def __init__(self, address: str, player: str | None, accounts: tuple[Account, ...] = ()) -> None:
        self.address, self.player, self.accounts = address, player, accounts

    @property
    def name(self) -> str:
        """The key of limits per player: the player if their token was issued here, else the address."""
        return self.player or self.address

    def charge(self, milliseconds: float) -> None:
        """Charge the client for work."""
        for account in self.accounts:
            account.bucket.spend(milliseconds)

    def wait(self) -> float:
        """Return the seconds until the client has budget."""
        return max((account.bucket.wait() for account in self.accounts), default=0.0)

    def metered(self, work: Awaitable[T]) -> Awaitable[T]:
        """Wrap work so that its time on the event loop is charged to this client, unless work is not limited."""
        return Metered(work, self) if self.accounts else work

    @contextmanager
    def deposit(self) -> Iterator[None]:
        """Charge the estimated cost of a request while it runs, so that many cannot be admitted simultaneously."""
        self.charge(DEPOSIT + OVERHEAD)
        try:
            yield
        finally:
            self.charge(-DEPOSIT)

    async def admit(self, patience: float | None = PATIENCE) -> None:
        """Wait for budget, in the order of requests; raise HttpError if that takes too long."""
        if not self.accounts:
            return
        queue = self.accounts[-1].queue
        if not queue.locked() and self.wait() == 0:
            return
        try:
            async with asyncio.timeout(patience), queue:
                while seconds := self.wait():
                    await asyncio.sleep(seconds)
        except TimeoutError:
            seconds = max(1, math.ceil(self.wait()))
            raise HttpError(429, "server.over_budget", retry_after=seconds, seconds=seconds) from None


class Clients:
    """All clients of a server, and their budgets."""

    def __init__(self, limits: Limits) -> None:
        self.limits, self.tokens = limits, Tokens()
        self._accounts: OrderedDict[str, Account] = OrderedDict()
        self._last_addresses: OrderedDict[str, str] = OrderedDict()
        """The last address of each player."""

    def identify(self, connection: HTTPConnection) -> Client:
        """Return the client behind a request or a socket."""
        address = prefix_of(connection.client.host if connection.client else "")
        token = token_of(connection)
        player = digest(token) if token is not None and self.tokens.is_issued(token) else None
        work = self.limits.work
        if player is not None:
            _remember(self._last_addresses, player, address)
        if work is None:
            return Client(address, player)
        accounts = [self._account(address, work)]
        if player is not None:
            accounts.append(self._account(player, work / 2))
        return Client(address, player, tuple(accounts))

    def owner(self, player: str | None) -> str | None:
        """Return the owner of a player's jobs: their address if it is known, else the player."""
        return None if player is None else self._last_addresses.get(player, player)

    def _account(self, name: str, rate: float) -> Account:
        account = self._accounts.get(name) or Account(rate)
        _remember(self._accounts, name, account)
        return account


def _remember(known: OrderedDict[str, T], key: str, value: T) -> None:
    """Put a value last, and evict the first if there are too many."""
    known[key] = value
    known.move_to_end(key)
    if len(known) > KNOWN:
        known.popitem(last=False)


class Asked(Generic[K]):
    """The requests of each address that may still be under way, since the store counts by player only."""

    def __init__(self) -> None:
        self._by_address: OrderedDict[str, list[K]] = OrderedDict()

    async def count(self, address: str, most: int, remaining: Callable[[list[K]], Awaitable[list[K]]]) -> int:
        """Return the number of requests under way; `remaining` is called only if there may be `most`."""
        asked = self._by_address.get(address, [])
        if len(asked) >= most:
            asked[:] = await remaining(list(asked))
        return len(asked)

    def add(self, address: str, key: K) -> None:
        """Note a request of an address."""
        asked = self._by_address.get(address, [])
        _remember(self._by_address, address, asked)
        if key not in asked:
            asked.append(key)


_current: ContextVar[Client] = ContextVar("client", default=Client("", None))  # noqa: B039


def current_client() -> Client:
    """Return the client of this task; for the server's own work one without address, which is charged nothing."""
    return _current.get()


def work_for(client: Client) -> None:
    """Set the client of this task and of the tasks that it starts."""
    _current.set(client)


class Metered(Generic[T]):
    """An awaitable that charges a client for every step of a coroutine, but not for its waits.

    CPU time is charged, so that nothing costs more on a busy machine.
    """

    def __init__(self, work: Awaitable[T], client: Client) -> None:
        self.work, self.client = work, client

    def __await__(self) -> Generator[Any, Any, T]:
        steps = self.work.__await__()
        step = partial(steps.send, None)
        while True:
            began = time.thread_time()
            try:
                awaited = step()
            except StopIteration as done:
                result: T = done.value
                return result
            finally:
                self.client.charge(1000 * (time.thread_time() - began))
            try:
                yield awaited
            except BaseException as error:
                step = partial(steps.throw, error)
            else:
                step = partial(steps.send, None)
