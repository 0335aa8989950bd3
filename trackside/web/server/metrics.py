"""Prometheus metrics of a server: counts and times, which identify no player, table or address.

Each server process has its own. If several share a port, the environment variable PROMETHEUS_MULTIPROC_DIR names their
common folder: each keeps its metrics in files there, and the process that is scraped adds them up.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from functools import cache, partial
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from trackside import __version__

SHARED = "PROMETHEUS_MULTIPROC_DIR"

SERVERS = "servers"
"""The file in that folder with the number of server processes that answer."""

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
TOGETHER = (1, 2, 5, 10, 20, 50, 100, 200, 500)

EVERY = 5.0
"""Seconds between two samples of gauges: tables, bot processes, their queue."""

PERSON, BOT = "person", "bot"
"""The values of the label `by` of a move."""


class Metrics:
    """The metrics of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        counter, gauge = partial(Counter, registry=self.registry), partial(Gauge, registry=self.registry)
        histogram = partial(Histogram, registry=self.registry)
        self._build = gauge("trackside_build", "The version.", ["version"], multiprocess_mode="livemax")
        self._servers = gauge("trackside_servers", "Server processes that run.", multiprocess_mode="livesum")
        self._moves = histogram(
            "trackside_move_seconds",
            "Moves that were acknowledged, by the time from receiving to storing and telling.",
            ["game", "by"],
            buckets=SECONDS,
        )
        self._commits = histogram(
            "trackside_store_commit_jobs", "Commits of the store, by the jobs that shared one.", buckets=TOGETHER
        )
        self._failures = counter("trackside_store_failures", "Jobs the store could not do.")
        self._requests = counter("trackside_requests", "Requests over HTTP that were answered.", ["status"])
        self._refusals = counter("trackside_socket_refusals", "Messages over a socket that were refused.")
        self._errors = counter("trackside_errors", "Faults that were logged, by where.", ["logger"])
        self._sockets = gauge("trackside_sockets", "Live connections.", multiprocess_mode="livesum")
        self._tables = gauge("trackside_tables", "Tables in memory.", multiprocess_mode="livesum")
        self._queued = gauge(
            "trackside_bot_jobs", "Jobs that wait for a bot process.", ["kind"], multiprocess_mode="livesum"
        )
        self._workers = gauge("trackside_bot_processes", "Bot processes that run.", multiprocess_mode="livesum")
        self._restarts = counter("trackside_bot_process_restarts", "Bot processes that were started again.")
        self.watch(lambda: 0, lambda: 0, dict)
        self._build.labels(__version__).set(1)
        # Finding a metric by its labels costs more than counting.
        self._moves_of = cache(self._moves.labels)
        self._requests_of = cache(self._requests.labels)

    # Events

    def moved(self, game: str, by: str, seconds: float) -> None:
        """Record an acknowledged move."""
        self._moves_of(game, by).observe(seconds)

    def committed(self, jobs: int) -> None:
        """Record a commit of `jobs` jobs by the store."""
        self._commits.observe(jobs)

    def failed(self, jobs: int) -> None:
        """Record `jobs` failed jobs of the store."""
        self._failures.inc(jobs)

    def answered(self, status: int) -> None:
        """Record an answered HTTP request."""
        self._requests_of(status).inc()

    def refused(self) -> None:
        """Record a refused socket message."""
        self._refusals.inc()

    def restarted(self) -> None:
        """Record a restart of a bot process."""
        self._restarts.inc()

    @contextmanager
    def connected(self) -> Iterator[None]:
        """Count a live connection for the duration of the block."""
        with self._sockets.track_inprogress():
            yield

    # Sampled values

    def watch(
        self, tables: Callable[[], int], workers: Callable[[], int], jobs: Callable[[], Mapping[str, int]]
    ) -> None:
        """Set the functions that count the tables in memory, the bot processes, and the queued jobs by kind."""
        self._tables_now, self._workers_now, self._queued_now = tables, workers, jobs

    def sample(self) -> None:
        """Sample the gauges."""
        self._tables.set(self._tables_now())
        self._workers.set(self._workers_now())
        for kind, waiting in self._queued_now().items():
            self._queued.labels(kind).set(waiting)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Count logged errors and sample the gauges regularly while the server runs."""
        handler = Faults(self._errors)
        loggers = [logging.getLogger(name) for name in ("trackside", "asyncio", "uvicorn.error")]
        for logger in loggers:
            logger.addHandler(handler)
        self._servers.set(1)
        task = asyncio.create_task(self._sample_regularly())
        try:
            yield
        finally:
            task.cancel()
            for logger in loggers:
                logger.removeHandler(handler)

    async def _sample_regularly(self) -> None:
        while True:
            self.sample()
            await asyncio.sleep(EVERY)

    def text(self) -> bytes:
        """Return the metrics in Prometheus text format, of all server processes that share a folder."""
        self.sample()
        folder = os.environ.get(SHARED)
        if folder is None:
            return generate_latest(self.registry)
        drop_dead_gauges(Path(folder))
        registry = CollectorRegistry()
        MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]  # the library has no types here
        return generate_latest(registry)


def note_servers(folder: Path, alive: int, total: int) -> None:
    """Write the number of server processes that answer, and the total, to their common folder."""
    new = folder / f"{SERVERS}.new"
    new.write_text(f"{alive} {total}", encoding="utf-8")
    new.replace(folder / SERVERS)


def servers_missing() -> tuple[int, int] | None:
    """Return the number of server processes that do not answer and the total; None if all answer."""
    try:
        noted = (Path(os.environ[SHARED]) / SERVERS).read_text(encoding="utf-8")
    except (KeyError, OSError):  # it is the only one
        return None
    alive, total = map(int, noted.split())
    return (total - alive, total) if alive < total else None


class Faults(logging.Handler):
    """A log handler that counts errors."""

    def __init__(self, counter: Counter) -> None:
        super().__init__(logging.ERROR)
        self.counter = counter

    def emit(self, record: logging.LogRecord) -> None:
        """Count a record."""
        self.counter.labels(record.name).inc()


def drop_dead_gauges(folder: Path) -> None:
    """Drop the gauges of dead processes; their counters still count."""
    for file in folder.glob("gauge_live*.db"):
        process = int(file.stem.rpartition("_")[2])
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            with contextlib.suppress(FileNotFoundError):  # another process was faster
                mark_process_dead(process, str(folder))  # type: ignore[no-untyped-call]  # the library has no types here
