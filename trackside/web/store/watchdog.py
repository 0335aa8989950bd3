"""A watchdog for connections: a database that does not answer for too long has its connection cut."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Engine, event

SOCKET = "trackside_socket"
LOOKS = 10
"""How often it looks in the time it is patient."""


class Watch:
    """A connection that is waited on, until when, and whether it was cut."""

    def __init__(self, line: socket.socket | None, patience: float) -> None:
        self.line, self.patience, self.cut = line, patience, False
        self.renew()

    def renew(self) -> None:
        """The database has answered: wait as long again for its next answer."""
        self.until = time.monotonic() + self.patience


class Watchdog:
    """Cuts connections whose database is frozen or cannot be reached: whoever waits on one gets an error."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self._watches: set[Watch] = set()
        self._lock, self._closed = threading.Lock(), threading.Event()
        self._thread: threading.Thread | None = None

    @contextlib.contextmanager
    def watching(self, connection: Connection) -> Iterator[Watch]:
        """Cut this connection if the block takes too long; a file, which has no socket, is left alone."""
        watch = Watch(connection.info.get(SOCKET), self.patience)
        if watch.line is None:
            yield watch
            return
        with self._lock:
            self._watches.add(watch)
            if self._thread is None:
                self._thread = threading.Thread(target=self._look, name="trackside-watchdog", daemon=True)
                self._thread.start()
        try:
            yield watch
        finally:
            with self._lock:
                self._watches.discard(watch)

    def close(self) -> None:
        """Watch no more."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join()

    def _look(self) -> None:
        while not self._closed.wait(self.patience / LOOKS):
            with self._lock:
                for watch in self._watches:
                    if watch.line is not None and watch.until < time.monotonic():
                        watch.cut = True
                        with contextlib.suppress(OSError):
                            watch.line.shutdown(socket.SHUT_RDWR)


def keep_sockets(engine: Engine) -> None:
    """Have every connection of PostgreSQL keep a second handle of its socket, for the watchdog."""
    event.listen(engine, "connect", _keep_socket)
    event.listen(engine, "close", _close_socket)


def _keep_socket(connection: Any, record: Any) -> None:
    # The family is not asked for: to shut a socket down, it does not matter.
    record.info[SOCKET] = socket.fromfd(connection.fileno(), socket.AF_INET, socket.SOCK_STREAM)


def _close_socket(_: Any, record: Any) -> None:
    if (line := record.info.pop(SOCKET, None)) is not None:
        line.close()
