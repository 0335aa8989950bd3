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


class Watchdog:
    """Cuts connections whose database is frozen or cannot be reached: whoever waits on one gets an error."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self._until: dict[socket.socket, float] = {}
        self._lock, self._closed = threading.Lock(), threading.Event()
        self._thread: threading.Thread | None = None

    @contextlib.contextmanager
    def watching(self, connection: Connection) -> Iterator[None]:
        """Cut this connection if the block takes too long; a file, which has no socket, is left alone."""
        line = connection.info.get(SOCKET)
        if line is None:
            yield
            return
        with self._lock:
            self._until[line] = time.monotonic() + self.patience
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, name="trackside-watchdog", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._until.pop(line, None)

    def close(self) -> None:
        """Watch no more."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join()

    def _watch(self) -> None:
        while not self._closed.wait(self.patience / LOOKS):
            with self._lock:
                late = [line for line, until in self._until.items() if until < time.monotonic()]
                for line in late:
                    del self._until[line]
                    with contextlib.suppress(OSError):
                        line.shutdown(socket.SHUT_RDWR)


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
