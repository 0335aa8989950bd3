"""A lock file beside an SQLite database, released when its process ends: only one server may use the database."""

from __future__ import annotations

from pathlib import Path

from trackside.core.errors import BadOption
from trackside.core.filelock import FileLock
from trackside.web.store.database import read_url


class DatabaseLock:
    """The lock on a database, acquired on creation; BadOption if another server holds it. Only files are locked."""

    def __init__(self, url: str) -> None:
        self._lock: FileLock | None = None
        address = read_url(url)
        name = address.database or ":memory:"
        if address.get_backend_name() != "sqlite" or name == ":memory:" or name.startswith("file:"):
            return
        path = Path(f"{Path(name).resolve()}.lock")
        try:
            self._lock = FileLock(path)
        except BlockingIOError as error:
            raise BadOption(
                f"{name} is in use by another Trackside server: stop that one, give this one another --database, "
                "or let both use a PostgreSQL database"
            ) from error
        except OSError as error:
            raise BadOption(f"the database cannot be opened: {path}: {error.strerror}") from error

    def close(self) -> None:
        """Release the lock."""
        if self._lock is not None:
            self._lock.close()
