"""Tables where only bots play: one client makes many of them, and an honest player's bot must still answer quickly."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
import uuid
from collections import Counter
from typing import Any

import httpx
from websockets.asyncio.client import connect

from tests.campaigns.floods import FLOODER
from tests.campaigns.honest import IDLE, QUICK, too_slow
from tests.campaigns.play import PATIENCE, Lost, headers
from tests.campaigns.site import Site

BOT_TABLES = 200
BOT = 1
"""The seat of the honest player's bot."""

SHORTEST = 8.0
"""Seconds in which a bot answers often enough to measure it."""


async def bots_only(site: Site, seconds: float, seed: str) -> list[str]:
    """Measure how fast an honest player's bot answers: without others, beside tables of bots, after a restart."""
    window = max(SHORTEST, seconds / 3)
    player = BotPlayer(site, random.Random(seed))
    playing = asyncio.create_task(player.play())
    try:
        await player.wait_until_warm()
        site.measured[IDLE] = await player.answers(window)
        site.figures |= await _make_bot_tables(site)
        site.measured["beside tables of bots"] = await player.answers(window)
        site.server.process.terminate()
        await site.gone()
        await site.restart()
        await player.wait_until_warm()
        site.measured["after a restart"] = await player.answers(window)
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    return too_slow(site.measured, QUICK) + site.complaints()


class BotPlayer:
    """A person who plays against a bot that looks ahead; keeps how long it takes until it is their turn again."""

    def __init__(self, site: Site, rng: random.Random) -> None:
        self.site, self.rng = site, rng
        self.times: list[tuple[float, float]] = []
        """The time at which each move was sent, and the seconds until the bot answered."""
        self.waits: float | None = None
        """The time of the move that the bot has not answered yet."""

    async def wait_until_warm(self) -> None:
        """Wait until the bots look ahead."""
        while not json.loads(await self.site.get("/hello"))["ready"]:
            await asyncio.sleep(0.5)

    async def answers(self, seconds: float) -> list[float]:
        """Return how long the answers within some seconds took; one that is still awaited counts."""
        began = time.monotonic()
        await asyncio.sleep(seconds)
        found = [took for sent, took in self.times if sent >= began]
        return found if self.waits is None else [*found, time.monotonic() - max(self.waits, began)]

    async def play(self) -> None:
        """Play one game after the other until cancelled."""
        while True:
            with contextlib.suppress(*Lost):
                token = (await self.site.post("/players", name="Honest"))["token"]
                seats = [{"kind": "me"}, {"kind": "bot", "level": "club"}]
                table = (await self.site.post("/tables", token, game="whole-nine", seats=seats))["table"]
                await self._play_at(table, token)
            await asyncio.sleep(0.2)

    async def _play_at(self, table: str, token: str) -> None:
        address = f"ws://127.0.0.1:{self.site.port}/api/tables/{table}/socket?form=state&perspective=0"
        shown: dict[str, Any] = {}
        answered = False
        async with connect(address, additional_headers=headers(token), open_timeout=PATIENCE, max_size=None) as socket:
            self.waits = None
            while not shown.get("result"):
                for line in (await socket.recv(decode=True)).splitlines():
                    message = json.loads(line)
                    if message["type"] == "table":
                        shown |= message
                        answered |= any(entry["seat"] == BOT for entry in message["log"])
                if not shown.get("view") or not shown["view"]["moves"]:
                    continue
                if self.waits is not None and answered:  # else this seat has several moves in one turn
                    self.times.append((self.waits, time.monotonic() - self.waits))
                answered = False
                chosen = self.rng.choice(shown["view"]["moves"])
                shown["view"] = None
                self.waits = time.monotonic()
                await socket.send(json.dumps({"type": "move", "id": uuid.uuid4().hex, "seat": 0, "move": chosen}))
            self.waits = None


async def _make_bot_tables(site: Site) -> Counter[str]:
    """Make tables of five grandmasters, from another address, as fast as one client may."""
    transport = httpx.AsyncHTTPTransport(local_address=FLOODER)
    address = f"http://127.0.0.1:{site.port}/api"
    made: Counter[str] = Counter()
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE, transport=transport) as client:
        token = (await client.post("/players", json={"name": "Host"})).raise_for_status().json()["token"]
        seats = [{"kind": "bot", "level": "grandmaster"}] * 5
        form = {"game": "whole-nine", "seats": seats, "watch": "nobody"}
        until = time.monotonic() + PATIENCE
        while made["tables of bots"] < BOT_TABLES and time.monotonic() < until:
            answer = await client.post("/tables", json=form, headers=headers(token))
            if answer.is_success:
                made["tables of bots"] += 1
            else:
                made["tables of bots refused"] += 1
                await asyncio.sleep(0.5)
    return made
