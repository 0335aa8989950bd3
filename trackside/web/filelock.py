"""One server for one file: a lock beside an SQLite database, which ends with whoever holds it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO

from trackside.core.errors import BadOption
from trackside.web.database import read_url


class FileLock:
    """Held from now on, or BadOption if another server has the file; a database that is no file needs none."""

    def __init__(self, url: str) -> None:
        self._file: IO[bytes] | None = None
        address = read_url(url)
        name = address.database or ":memory:"
        if address.get_backend_name() != "sqlite" or name == ":memory:" or name.startswith("file:"):
            return
        path = Path(f"{Path(name).resolve()}.lock")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("ab")
            _lock(self._file)
        except BlockingIOError as error:
            self.close()
            raise BadOption(
                f"{name} is in use by another Trackside server: stop that one, give this one another --database, "
                "or let both use a PostgreSQL database"
            ) from error
        except OSError as error:
            self.close()
            raise BadOption(f"the database cannot be opened: {path}: {error.strerror}") from error

    def close(self) -> None:
        """Let others have the file."""
        if self._file is not None:
            self._file.close()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(*error.args) from error
else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
