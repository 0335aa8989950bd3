"""A lock on a file of its own: it ends with whoever holds it, also when that program is killed."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path


class FileLock:
    """Held from now on; BlockingIOError if another has it, OSError if there can be no such file."""

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
                if self._file < 0:  # another has it, or has just removed the file
                    os.close(file)

    def close(self) -> None:
        """Let others have it."""
        if self._file >= 0:
            with suppress(OSError):  # where an open file cannot be removed, it stays
                self.path.unlink()
            os.close(self._file)
            self._file = -1

    __del__ = close

    def _is_current(self, file: int) -> bool:
        """Whether it is still the file that others would find there."""
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
