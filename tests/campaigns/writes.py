"""Writes that fail: a locked database, a full disk, a store that refuses some of what it is given."""

from __future__ import annotations

import asyncio
import contextlib
import random
import resource
import sqlite3
import time
from typing import LiteralString

import psycopg

from tests.campaigns.site import Postgres, Site

SQLITE = """
CREATE TRIGGER unlucky BEFORE INSERT ON entries WHEN abs(random()) % 3 = 0
BEGIN SELECT RAISE(ABORT, 'no luck'); END
"""

POSTGRESQL = """
CREATE OR REPLACE FUNCTION unlucky() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN IF random() < 0.3 THEN RAISE EXCEPTION 'no luck'; END IF; RETURN NULL; END $$;
CREATE CONSTRAINT TRIGGER unlucky AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION unlucky()
"""
"""It fails when everything is to be committed."""


async def locked(site: Site, rng: random.Random) -> None:
    """Lock the database from elsewhere, sometimes for longer than anyone waits; one that has just died cannot be."""
    await asyncio.sleep(rng.uniform(0.5, 2))
    site.figures["database locked"] += 1
    await asyncio.to_thread(_lock, site, rng.choice((0.5, 3, 12)))


def _lock(site: Site, seconds: float) -> None:
    if isinstance(site.database, Postgres):
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(site.database.url) as connection:
            connection.execute("LOCK TABLE entries IN ACCESS EXCLUSIVE MODE")
            connection.execute("SELECT pg_sleep(%s)", (seconds,))
        return
    with contextlib.closing(sqlite3.connect(site.database.file, timeout=30, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        time.sleep(seconds)
        connection.execute("ROLLBACK")


async def unlucky(site: Site, rng: random.Random) -> None:
    """One in three writes is refused by the database, in PostgreSQL when it is committed."""
    await asyncio.sleep(rng.uniform(0.2, 1))
    site.figures["unlucky spells"] += 1
    await asyncio.to_thread(_change, site, POSTGRESQL if _is_postgres(site) else SQLITE)
    try:
        await asyncio.sleep(rng.uniform(0.5, 4))
    finally:
        await asyncio.to_thread(_change, site, f"DROP TRIGGER unlucky{' ON entries' if _is_postgres(site) else ''}")


def _is_postgres(site: Site) -> bool:
    return isinstance(site.database, Postgres)


def _change(site: Site, statement: LiteralString) -> None:
    if isinstance(site.database, Postgres):
        with psycopg.connect(site.database.url) as server:
            server.execute(statement)
        return
    with contextlib.closing(sqlite3.connect(site.database.file, timeout=60)) as file, file:
        file.execute(statement)


async def full(site: Site, rng: random.Random) -> None:
    """No file of the server may grow, or be written at all beyond some place: as on a full disk."""
    await asyncio.sleep(rng.uniform(0.5, 2))
    site.figures["disk full"] += 1
    largest = max(file.stat().st_size for file in site.database.file.parent.glob("tables.db*"))
    most = rng.choice((0, largest // 2, largest))
    endless = resource.RLIM_INFINITY
    for process in site.processes():
        resource.prlimit(process, resource.RLIMIT_FSIZE, (most, endless))
    try:
        await asyncio.sleep(rng.uniform(0.5, 8))
    finally:
        for process in site.processes():
            resource.prlimit(process, resource.RLIMIT_FSIZE, (endless, endless))
