"""Token buckets and connection counters, which enforce the limits."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter, OrderedDict
from functools import lru_cache

from trackside.web.errors import HttpError

LONGEST_DEBT = 10.0
"""Seconds after which the largest possible debt is paid."""


@lru_cache(4096)
def prefix_of(address: str) -> str:
    """Return the prefix that counts as one address: an IPv4 address, or the /64 network of an IPv6 address."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return f"{ipaddress.IPv6Address(int(ip) >> 64 << 64)}/64"


class Bucket:
    """A token bucket: `burst` tokens, refilled at `rate` per second."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst, self.rate = burst, rate
        self._level, self._when = burst, time.monotonic()

    @property
    def level(self) -> float:
        """The tokens that are left; negative after overspending."""
        now = time.monotonic()
        self._level = min(self.burst, self._level + (now - self._when) * self.rate)
        self._when = now
        return self._level

    def take(self, n: float = 1) -> bool:
        """Take n tokens if there are enough; return whether there were."""
        if self.level < n:
            return False
        self._level -= n
        return True

    def spend(self, n: float) -> None:
        """Take n tokens even if there are fewer; the rest is a debt."""
        self._level = max(self.level - n, -LONGEST_DEBT * self.rate)

    def wait(self, n: float = 0) -> float:
        """Return the seconds until there are n tokens, or no debt."""
        return max(0.0, n - self.level) / self.rate


class Rates:
    """A token bucket for each client, with eviction of the least recently seen."""

    def __init__(self, burst: float, rate: float, known: int = 10_000) -> None:
        self.burst, self.rate, self.known = burst, rate, known
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, who: str) -> Bucket:
        """Return the bucket of a client."""
        bucket = self.buckets.get(who)
        if bucket is None:
            bucket = self.buckets[who] = Bucket(self.burst, self.rate)
            if len(self.buckets) > self.known:
                self.buckets.popitem(last=False)
        else:
            self.buckets.move_to_end(who)
        return bucket

    def check(self, who: str) -> None:
        """Take a token from a client's bucket; raise HttpError if it is empty."""
        bucket = self.of(who)
        if not bucket.take():
            raise HttpError(429, "server.too_often", retry_after=math.ceil(bucket.wait(1)))


class Addresses:
    """The number of connections of each address, at most `most` at a time unless that is None."""

    def __init__(self, most: int | None) -> None:
        self.most = most
        self.counts: Counter[str] = Counter()

    def add(self, address: str) -> None:
        """Count a connection; raise HttpError if it is one too many."""
        prefix = prefix_of(address)
        if self.most is not None and self.counts[prefix] >= self.most:
            raise HttpError(429, "server.too_many_sockets", most=self.most)
        self.counts[prefix] += 1

    def remove(self, address: str) -> None:
        """Release a connection."""
        prefix = prefix_of(address)
        self.counts[prefix] -= 1
        if not self.counts[prefix]:
            del self.counts[prefix]
