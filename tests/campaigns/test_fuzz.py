"""Half a million malformed messages, over HTTP and over sockets: none is answered with a fault of the server's own.

TRACKSIDE_FUZZ sets how many there are together; TRACKSIDE_SEED draws others.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.campaigns.messages import anything, anything_over_http
from tests.campaigns.play import PATIENCE, headers
from tests.campaigns.site import Database, Site

MESSAGES = int(os.environ.get("TRACKSIDE_FUZZ", "500000"))
SEED = os.environ.get("TRACKSIDE_SEED", "1")
SOCKETS = 10
AT_ONCE = 50
"""Messages on a socket before its answers are read."""

GOOD = ('{"type":"sync","id":"s"}', '{"type":"perspective","id":"e","seat":0}', '{"type":"undo","id":"u","seat":0}')
FAILED, CUT = 1011, 1006
"""The codes of a socket whose message the server failed to handle, and of one that ended without a word."""

KINDS = (("whole-nine", ("me", "greedy")), ("traxx", ("me", "greedy")), ("skip-or-trip", ("me", "open", "greedy")))

pytestmark = [pytest.mark.long, pytest.mark.timeout(3 * 3600)]


@asynccontextmanager
async def fuzzed(folder: Path) -> AsyncIterator[tuple[Site, str]]:
    """A server with some running tables, and the token of somebody who plays at them; fails if it logs a fault."""
    site = Site(folder, Database(folder), 1, limited=False, environment={})
    try:
        token = (await site.post("/players", name="Fuzz"))["token"]
        for game, seats in KINDS:
            wanted = [{"kind": one} if one in ("me", "open") else {"kind": "bot", "level": one} for one in seats]
            made = await site.post("/tables", token, game=game, seats=wanted, watch="anyone")
            site.tables.append(made["table"])
        yield site, token
        assert (await site.http.get("/tables")).is_success
        assert site.complaints() == []
    finally:
        await site.close()
    assert site.faults == []


def test_sockets_answer_whatever_they_are_sent(tmp_path: Path) -> None:
    async def run() -> None:
        async with fuzzed(tmp_path) as (site, token):
            share = MESSAGES * 8 // 10 // SOCKETS
            await asyncio.gather(
                *(fuzz_socket(site, token, random.Random(f"{SEED} {n}"), share) for n in range(SOCKETS))
            )
            print(f"{share * SOCKETS} messages over sockets")

    asyncio.run(run())


async def fuzz_socket(site: Site, token: str, rng: random.Random, count: int) -> None:
    """Send messages over one socket after the other; each one answers to the end, or is closed in words."""
    while count > 0:
        player, form = rng.choice((token, token, None)), rng.choice(("scene", "state"))
        address = f"ws://localhost:{site.port}/api/tables/{rng.choice(site.tables)}/socket?form={form}"
        async with connect(
            address, additional_headers=headers(player), max_size=None, max_queue=None, open_timeout=PATIENCE
        ) as socket:
            with contextlib.suppress(ConnectionClosed):
                for _ in range(20):
                    count -= AT_ONCE
                    await exchange(socket, rng)
            assert socket.close_code not in (FAILED, CUT), "a message could not be handled"


async def exchange(socket: ClientConnection, rng: random.Random) -> None:
    """Send some messages and read until the last one is answered."""
    for _ in range(AT_ONCE - 1):
        await socket.send(rng.choice(GOOD) if rng.random() < 0.1 else anything(rng))
    last = f"last {rng.random()}"
    await socket.send(json.dumps({"type": "perspective", "id": last, "seat": -3}))
    wanted = f'"id":"{last}"'.encode()
    while wanted not in await asyncio.wait_for(socket.recv(decode=False), PATIENCE):
        pass


def test_requests_for_tables_are_answered_in_words(tmp_path: Path) -> None:
    async def run() -> None:
        async with fuzzed(tmp_path) as (site, token):
            count, rng = MESSAGES // 10, random.Random(f"{SEED} requests")
            for _ in range(count // AT_ONCE):
                requests = [anything_over_http(site, rng, token) for _ in range(AT_ONCE)]
                for request, answer in zip(
                    requests, await asyncio.gather(*(site.http.send(one) for one in requests)), strict=True
                ):
                    assert answer.status_code < 500, f"{request.method} {request.url}: {answer.text[:500]}"
            print(f"{count} requests")

    asyncio.run(run())


def test_what_the_description_allows_and_forbids_is_answered_in_words(tmp_path: Path) -> None:
    async def run() -> None:
        async with fuzzed(tmp_path) as (site, token):
            address = f"http://localhost:{site.port}/api/openapi.json"
            operations = sum(len(path) for path in httpx.get(address, timeout=PATIENCE).json()["paths"].values())
            examples = max(1, MESSAGES // 10 // operations)
            command = [sys.executable, "-m", "schemathesis.cli", "run", address, "--checks", "not_a_server_error"]
            options = ["--phases", "coverage,fuzzing", "--max-examples", str(examples), "--seed", str(int(SEED))]
            given = ["--header", f"Authorization: Bearer {token}", "--suppress-health-check", "all", "--no-color"]
            process = await asyncio.create_subprocess_exec(
                *command, *options, *given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=tmp_path
            )
            said = (await process.communicate())[0].decode()
            assert process.returncode == 0, said[-4000:]
            print(*re.findall(r".*(?:generated|Test cases|passed).*", said), sep="\n")

    asyncio.run(run())
