"""Too many who ask too much, or never listen: slow readers, half-sent requests, floods."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import socket

from websockets.asyncio.client import connect

from tests.campaigns.play import Lost
from tests.campaigns.site import Site

UPGRADE = (
    "GET /api/tables/{table}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
HALF = "POST /api/players HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"


async def crowd(site: Site, rng: random.Random) -> None:
    """One of them comes for a while."""
    await asyncio.sleep(rng.uniform(0.2, 1))
    with contextlib.suppress(*Lost):
        await rng.choice((slow_readers, half_requests, socket_flood, request_flood))(site, rng)


async def slow_readers(site: Site, rng: random.Random) -> None:
    """Spectators who never read what they are sent."""
    site.figures["slow readers"] += 10
    await _hold(site, [UPGRADE.format(table=rng.choice(site.tables[-6:])) for _ in range(10) if site.tables], rng)


async def half_requests(site: Site, rng: random.Random) -> None:
    """Requests that never end."""
    site.figures["half requests"] += 20
    await _hold(site, [rng.choice((HALF, HALF[:40], "GET / HT", "")) for _ in range(20)], rng)


async def _hold(site: Site, beginnings: list[str], rng: random.Random) -> None:
    opened = []
    try:
        for text in beginnings:
            line = socket.create_connection(("localhost", site.port), timeout=10)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            opened.append(line)
            line.sendall(text.encode())
        await asyncio.sleep(rng.uniform(2, 8))
    finally:
        for line in opened:
            line.close()


async def socket_flood(site: Site, rng: random.Random) -> None:
    """One socket that asks for everything, and for hints, as fast as it can."""
    if not site.tables:
        return
    async with connect(
        f"ws://localhost:{site.port}/api/tables/{rng.choice(site.tables[-6:])}/socket", max_size=None
    ) as line:
        for i in range(1000):
            kind = rng.choice(("hint", "sync", "perspective", "move", "undo"))
            await line.send(json.dumps({"type": kind, "id": str(i), **({} if kind == "sync" else {"seat": 0})}))
            site.figures["flood messages"] += 1


async def request_flood(site: Site, rng: random.Random) -> None:
    """Many requests at once for lists, tables that are not there, pages."""
    paths = ("/tables", "/tables/none", "/hello", "/solo", f"/tables/{rng.choice(site.tables or ['x'])}/record")
    asked = [site.http.get(rng.choice(paths)) for _ in range(150)]
    site.figures["flood requests"] += len(asked)
    await asyncio.gather(*asked, return_exceptions=True)
