"""Damaged tables: logs with holes and illegal entries, rows that nothing can be made of, overwritten database pages.

A damaged table can be looked at or is refused in words, never with a fault of the server's own. All other tables go
on, also those where nobody looks: their bots and clocks.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import create_engine, delete, func, select, update
from websockets.asyncio.client import connect

from tests.campaigns.play import Lost, headers
from tests.campaigns.site import Logged, Postgres, Site
from tests.web.serving import sqlite
from trackside.web.store.schema import entries, tables

KINDS = (("whole-nine", ("me", "greedy")), ("traxx", ("me", "greedy", "greedy")), ("skip-or-trip", ("me", "greedy")))
MOVES = 8
"""Decisions made at a table before it is damaged."""

CLOCK = 30
"""Seconds for a turn at the table of somebody who never comes."""

STILL = 120.0
"""Seconds after which that table has to have gone on by itself: its clock, a restart and a busy machine."""

LOOKS = ("", "/record", "/replay", "/dice", "/turns/1", "/hint", "/review")
PAGE = 4096


async def damaged(site: Site, rng: random.Random) -> None:
    """Damage some tables, restart the server and look at them."""
    await asyncio.sleep(rng.uniform(0.5, 2))
    await _see_the_clock_go_on(site)
    if not isinstance(site.database, Postgres) and rng.random() < 0.3:
        await asyncio.to_thread(_damage_pages, site, rng)
        return
    token = (await site.post("/players", name="Victim"))["token"]
    victims = [await _begin(site, kind, token) for kind in KINDS]
    site.server.process.send_signal(rng.choice((signal.SIGKILL, signal.SIGTERM)))
    await site.gone()
    await asyncio.to_thread(_damage, site, rng, victims)
    await site.restart()
    for table in victims:
        await _look(site, table, token)


async def _begin(site: Site, kind: tuple[str, tuple[str, ...]], token: str, **more: Any) -> str:
    """Return a new table at which some moves were made."""
    game, seats = kind
    wanted = [{"kind": one} if one == "me" else {"kind": "bot", "level": one} for one in seats]
    table: str = (await site.post("/tables", token, game=game, seats=wanted, watch="anyone", **more))["table"]
    made = 0
    while made < MOVES and not more:
        answer = await site.http.get(f"/tables/{table}", headers=headers(token))
        offers = answer.json()["view"]["offers"] if answer.is_success else []
        if offers:
            await site.http.post(
                f"/tables/{table}/moves", json={"seat": 0, "move": offers[0]["move"]}, headers=headers(token)
            )
            made += 1
        else:
            await asyncio.sleep(0.05)
    return table


def _damage(site: Site, rng: random.Random, victims: list[str]) -> None:
    """Damage each of these tables in another way."""
    engine = create_engine(site.engine_url)
    with engine.begin() as connection:
        for table in victims:
            count = connection.execute(select(func.count()).where(entries.c.table_id == table)).scalar_one()
            at = (entries.c.table_id == table, entries.c.number == rng.randrange(count - 1))
            kinds: dict[str, Any] = {
                "hole": delete(entries).where(*at),
                "illegal move": update(entries).where(*at).values(move=rng.choice((100_000, -1, 2**31 - 1))),
                "illegal undo": update(entries).where(*at).values(kind="undo", move=100_000),
                "illegal seat": update(entries).where(*at).values(seat=rng.choice((7, -9, 2**31 - 1))),
                "unknown kind": update(entries).where(*at).values(kind="what"),
                "bad options": update(tables).where(tables.c.id == table).values(options=rng.choice(("{", "7", ""))),
                "unknown game": update(tables).where(tables.c.id == table).values(game="no-such-game"),
                "bad position": update(tables).where(tables.c.id == table).values(position="nothing"),
                "wrong seats": update(tables).where(tables.c.id == table).values(seats=rng.choice((0, 1, 99))),
            }
            how = rng.choice(sorted(kinds))
            connection.execute(kinds[how])
            site.figures[how] += 1
    engine.dispose()


async def _look(site: Site, table: str, token: str) -> None:
    """Look at a damaged table in every way: each answer is in words, and nothing can be moved there."""
    for path in LOOKS:
        answer = await _ask(site, "GET", f"/tables/{table}{path}", token)
        if answer.status_code >= 500:
            site.faults.append(f"damaged table: GET {path} was answered with {answer.status_code} {answer.text[:200]}")
        elif path == "" and answer.is_success and not answer.json()["table"]["damaged"]:
            site.faults.append(f"damaged table {table} is shown as if it were sound")
    move = await _ask(site, "POST", f"/tables/{table}/moves", token, {"seat": 0, "move": 0})
    if not move.is_client_error or not move.json().get("error"):
        site.faults.append(f"damaged table: a move was answered with {move.status_code} {move.text[:200]}")
    with contextlib.suppress(*Lost):
        address = f"ws://localhost:{site.port}/api/tables/{table}/socket"
        async with connect(address, additional_headers=headers(token), max_size=None) as socket:
            await asyncio.wait_for(socket.recv(), 30)
        if socket.close_code == 1011:
            site.faults.append(f"damaged table {table}: its socket failed")


async def _ask(site: Site, method: str, path: str, token: str, body: Any = None) -> httpx.Response:
    """Return the answer; a server that has just started or is busy is asked again."""
    for _ in range(20):
        with contextlib.suppress(httpx.HTTPError):
            answer = await site.http.request(method, path, json=body, headers=headers(token))
            if answer.status_code not in (429, 503):
                break
        await asyncio.sleep(0.5)
    return answer


async def _see_the_clock_go_on(site: Site) -> None:
    """Check that a table where nobody looks goes on by its clock and its bot, through all restarts."""
    if site.unattended is None:
        token = (await site.post("/players", name="Absent"))["token"]
        table = await _begin(site, KINDS[0], token, clock=CLOCK)
        site.unattended = (table, 0, time.monotonic())
    table, before, since = site.unattended
    count = await asyncio.to_thread(_count, site, table)
    if count > before or count == -1:
        site.figures["moves of the unattended"] += before > 0
        site.unattended = None if count == -1 else (table, count, time.monotonic())
    elif time.monotonic() > since + STILL:
        site.faults.append(f"{table}: nobody looks, and its clock has stood still for {STILL:.0f} seconds")
        site.unattended = None


def _count(site: Site, table: str) -> int:
    """Return how many entries a table has; -1 if its game is over."""
    engine = create_engine(site.engine_url)
    with engine.connect() as connection:
        if connection.execute(select(tables.c.status).where(tables.c.id == table)).scalar() == "over":
            return -1
        count: int = connection.execute(select(func.count()).where(entries.c.table_id == table)).scalar_one()
    engine.dispose()
    return count


def _damage_pages(site: Site, rng: random.Random) -> None:
    """Overwrite pages of a copy of the database, under a server of its own or before it starts."""
    with tempfile.TemporaryDirectory(dir=site.folder) as name:
        folder = Path(name)
        copy = folder / "tables.db"
        with (
            contextlib.closing(sqlite3.connect(site.database.file, timeout=60)) as one,
            contextlib.closing(sqlite3.connect(copy)) as other,
        ):
            one.backup(other)
        site.figures["pages damaged"] += 3
        if rng.random() < 0.5:
            _overwrite(copy, rng)
            server = _start(site, folder)
        else:
            server = _start(site, folder)
            _overwrite(copy, rng)
        if server is None:
            site.figures["damaged databases refused"] += 1
            return
        try:
            for table in site.tables:
                answer = httpx.get(f"{server.url}/api/tables/{table}", timeout=60)
                site.figures["looks at damaged databases"] += 1
                if answer.status_code == 500 or ("error" not in answer.json() and not answer.is_success):
                    site.faults.append(f"damaged page: {answer.status_code} {answer.text[:200]}")
        finally:
            server.process.send_signal(signal.SIGTERM)
            server.process.wait(60)
            shutil.copy(server.log, site.folder / "damaged.log")


def _start(site: Site, folder: Path) -> Logged | None:
    """Return a server on a database, or None if it refuses that database in words."""
    try:
        return Logged(sqlite(folder), folder / "server.log", environment=site.server.environment)
    except RuntimeError as error:
        if "damaged" not in str(error) or "Traceback" in str(error):
            site.faults.append(f"a damaged database: {error}")
        return None
    except subprocess.SubprocessError as error:
        site.faults.append(f"a damaged database: {error}")
        return None


def _overwrite(file: Path, rng: random.Random) -> None:
    """Fill some pages with noise; the first one has the header."""
    pages = file.stat().st_size // PAGE
    with file.open("r+b") as opened:
        for _ in range(3):
            opened.seek(PAGE * rng.randrange(1, pages))
            opened.write(rng.randbytes(PAGE))
