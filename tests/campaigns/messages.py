"""Malformed messages of every kind, over sockets and over HTTP: each is answered in words, and nothing else happens."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from typing import Any

import httpx
from websockets.asyncio.client import connect

from tests.campaigns.play import Lost
from tests.campaigns.site import Site

VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1, 2.5, 1e308, 1 << 31, -(1 << 63), 1 << 70, "", "0", "move", "\0", "\x1f", "\ud800", "é" * 50,
    "x" * 5000, [], [[]], [0] * 300, {}, {"a": {}}, {"seat": 0},
)  # fmt: skip
FIELDS = (
    "type",
    "id",
    "seat",
    "move",
    "version",
    "level",
    "name",
    "game",
    "seats",
    "options",
    "text",
    "at",
    "invite",
    "salt",
)
KINDS = ("move", "undo", "takeover", "commit", "reveal", "perspective", "sync", "hint", "answer", "table", "")
RAW = ("", " ", "null", "[]", "{", '"', "{}" * 50, "[" * 5000, "1e999", "NaN", '{"type":"move"', "\0", "\N{SNOWMAN}")
COMMANDS: tuple[dict[str, Any], ...] = (
    {"type": "move", "id": "m", "seat": 0, "move": 1, "version": 5},
    {"type": "undo", "id": "u", "seat": 0, "version": 5},
    {"type": "takeover", "id": "t", "seat": 1},
    {"type": "perspective", "id": "e", "seat": 0},
    {"type": "sync", "id": "s"},
    {"type": "hint", "id": "h", "seat": 0},
    {"type": "commit", "id": "c", "seat": 0, "commitment": "0" * 64},
    {"type": "reveal", "id": "r", "seat": 0, "salt": "0123456789abcdef"},
)
SEATS = [{"kind": "me", "name": "A"}, {"kind": "bot", "level": "greedy", "name": "B"}, {"kind": "open"}]
FORMS: dict[str, dict[str, Any]] = {
    "/players": {"name": "A"},
    "/name": {"name": "A"},
    "/tables": {
        "game": "whole-nine", "seats": SEATS, "options": {"first": "red"}, "clock": 30, "watch": "link", "seed": None,
    },
    "/tables/{table}/seats/{n}": {"invite": "x", "commitment": "0" * 64},
    "/tables/{table}/moves": COMMANDS[0],
    "/tables/{table}/undo": COMMANDS[1],
    "/tables/{table}/takeover": COMMANDS[2],
    "/tables/{table}/commit": COMMANDS[6],
    "/tables/{table}/reveal": COMMANDS[7],
    "/tables/{table}/rematch": {},
    "/tables/{table}/whatif": {"at": 3, "seat": 0, "level": "club"},
    "/records": {"text": '[Game "whole-nine"]\n[Seats "2"]\n[Player "A"]\n[Seed "1"]\n\n1. {x} *'},
}  # fmt: skip
LOOKS = (
    "/hello", "/tables", "/tables/{table}", "/tables/{table}/hint", "/tables/{table}/record", "/tables/{table}/replay",
    "/rules/{n}", "/solo", "/qr",
)  # fmt: skip


async def malformed(site: Site, rng: random.Random) -> None:
    """Some over a socket, some over HTTP."""
    await asyncio.sleep(0.2)
    with contextlib.suppress(*Lost):
        await (over_socket if rng.random() < 0.5 else over_http)(site, rng)


def anything(rng: random.Random) -> str | bytes:
    """Messages that no client should send."""
    chance = rng.random()
    if chance < 0.15:
        return rng.choice(RAW)
    if chance < 0.25:
        return rng.randbytes(rng.randrange(200))
    return json.dumps(spoilt(rng, rng.choice(COMMANDS)) if chance < 0.7 else form(rng))


def spoilt(rng: random.Random, good: Any) -> Any:
    """Messages with a single fault."""
    if isinstance(good, str) and good and rng.random() < 0.5:
        at = rng.randrange(len(good))
        return good[:at] + rng.choice(("\0", "\ud800", "\x1f", "{", '"', "\n", "é", "")) + good[at + 1 :]
    if isinstance(good, dict) and good and rng.random() < 0.9:
        name = rng.choice(list(good))
        return good | {name: spoilt(rng, good[name])}
    if isinstance(good, list) and good and rng.random() < 0.9:
        at = rng.randrange(len(good))
        return [*good[:at], spoilt(rng, good[at]), *good[at + 1 :]]
    return rng.choice(VALUES)


def form(rng: random.Random) -> dict[str, Any]:
    """An object with some of the fields, most of them wrong."""
    made = {field: rng.choice(VALUES) for field in rng.sample(FIELDS, rng.randrange(5))}
    if rng.random() < 0.8:
        made["type"] = rng.choice(KINDS)
    if rng.random() < 0.5:
        made["seat"] = rng.choice((0, 1, 7, -1))
    return made


async def over_socket(site: Site, rng: random.Random) -> None:
    """Many on one socket, as a spectator; the last one has to be answered still, unless it was closed in words."""
    if not site.tables:
        return
    address = f"ws://localhost:{site.port}/api/tables/{rng.choice(site.tables[-6:])}/socket"
    async with connect(address, max_size=None, open_timeout=60) as line:
        for _ in range(500):
            await line.send(anything(rng))
            site.figures["malformed messages"] += 1
        await line.send(json.dumps({"type": "sync", "id": "last"}))
        while b'"id":"last"' not in (await asyncio.wait_for(line.recv(decode=False), 60)):
            pass


async def over_http(site: Site, rng: random.Random) -> None:
    """Forms and queries; whatever comes back has a status below 500, and 503 only while the store is away."""
    token = (await site.post("/players", name="M"))["token"]
    for _ in range(40):
        request = anything_over_http(site, rng, token)
        site.figures["malformed requests"] += 1
        answer = await site.http.send(request)
        for _ in range(5):
            if answer.status_code == 503:
                await asyncio.sleep(1)
                answer = await site.http.send(request)
        if answer.status_code >= 500:
            site.faults.append(f"{request.url.path} was answered with {answer.status_code}: {answer.text[:200]}")


def anything_over_http(site: Site, rng: random.Random, token: str) -> httpx.Request:
    """A request that no client should send."""
    table = rng.choice((*site.tables[-6:], "none", "%00", "é"))
    n = rng.choice(("0", "-1", "x", "%00", "99999999999"))
    headers = {"authorization": rng.choice((f"Bearer {token}", f"Bearer {token}", "Bearer x", "x", ""))}
    if rng.random() < 0.5:
        path, good = rng.choice(list(FORMS.items()))
        headers["content-type"] = rng.choice(("application/json", "application/json", "text/plain", ""))
        content = anything(rng) if rng.random() < 0.3 else json.dumps(spoilt(rng, good))
        return site.http.build_request("POST", path.format(table=table, n=n), content=content, headers=headers)
    path = rng.choice(LOOKS).format(table=table, n=n)
    names = ("language", "perspective", "seat", "path", "game")
    query = {name: str(rng.choice(VALUES))[:200].encode("utf-8", "replace") for name in names}
    return site.http.build_request("GET", path, params=query, headers=headers)
