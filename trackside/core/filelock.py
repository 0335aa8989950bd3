"""A lock on a dedicated file; it is released when its holder exits, even if killed."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path


class FileLock:
    """A lock held from construction; BlockingIOError if it is taken, OSError if the file cannot be created."""

    def __init__(self, path: Path) -> None:
        self.path, self._file = path, -1
        path.parent.mkdir(parents=True, exist_ok=True)
        while self._file < 0:
            file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
            try:
                _lock(file)
                if self._is_current(file):
                    self._file = file
            finally:
                if self._file < 0:  # another process holds it, or has just removed the file
                    os.close(file)

    def close(self) -> None:
        """Release the lock."""
        if self._file >= 0:
            with suppress(OSError):  # some systems cannot remove an open file: it stays
                self.path.unlink()
            os.close(self._file)
            self._file = -1

    __del__ = close

    def _is_current(self, file: int) -> bool:
        """Return True if this is still the file that others would find at the path."""
        try:
            return os.path.samestat(os.fstat(file), self.path.stat())
        except FileNotFoundError:
            return False


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(*error.args) from error
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
