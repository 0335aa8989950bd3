"""A watchdog that closes a connection if the database does not answer for too long."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Engine, event

SOCKET = "trackside_socket"
CHECKS = 10
"""The number of checks within the timeout."""


class Watch:
    """A watched connection, its deadline, and whether it was cut."""

    def __init__(self, line: socket.socket | None, patience: float) -> None:
        self.line, self.patience, self.cut = line, patience, False
        self.renew()

    def renew(self) -> None:
        """Reset the deadline, because the database has answered."""
        self.until = time.monotonic() + self.patience


class Watchdog:
    """A thread that cuts connections whose database hangs or cannot be reached, so that callers get an error."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self._watches: set[Watch] = set()
        self._lock, self._closed = threading.Lock(), threading.Event()
        self._thread: threading.Thread | None = None

    @contextlib.contextmanager
    def watching(self, connection: Connection) -> Iterator[Watch]:
        """Cut this connection if the block takes too long; ignore SQLite, which has no socket."""
        watch = Watch(connection.info.get(SOCKET), self.patience)
        if watch.line is None:
            yield watch
            return
        with self._lock:
            self._watches.add(watch)
            if self._thread is None:
                self._thread = threading.Thread(target=self._check, name="trackside-watchdog", daemon=True)
                self._thread.start()
        try:
            yield watch
        finally:
            with self._lock:
                self._watches.discard(watch)

    def close(self) -> None:
        """Stop the thread."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join()

    def _check(self) -> None:
        while not self._closed.wait(self.patience / CHECKS):
            with self._lock:
                for watch in self._watches:
                    if watch.line is not None and watch.until < time.monotonic():
                        watch.cut = True
                        with contextlib.suppress(OSError):
                            watch.line.shutdown(socket.SHUT_RDWR)


def keep_sockets(engine: Engine) -> None:
    """Keep a second handle of every PostgreSQL connection's socket, for the watchdog."""
    event.listen(engine, "connect", _keep_socket)
    event.listen(engine, "close", _close_socket)


def _keep_socket(connection: Any, record: Any) -> None:
    # The address family does not matter for shutting a socket down.
    record.info[SOCKET] = socket.fromfd(connection.fileno(), socket.AF_INET, socket.SOCK_STREAM)


def _close_socket(_: Any, record: Any) -> None:
    if (line := record.info.pop(SOCKET, None)) is not None:
        line.close()
