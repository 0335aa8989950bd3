"""Saved games that are played by one program at a time."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from trackside.core.errors import TracksideError
from trackside.core.filelock import FileLock
from trackside.core.words import Words
from trackside.play.files import all_saves, read_text
from trackside.play.match import Match
from trackside.play.record import read_headers


class SavedGame:
    """A saved game that nobody else plays until it is closed; GameInUse if somebody does."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._lock: FileLock | None = None
        try:
            self._lock = FileLock(self.path.parent / f".{self.path.name}.lock")
        except BlockingIOError as error:
            raise GameInUse(self.path) from error
        except OSError:  # where nothing can be kept, no other can play on with it either
            pass

    def close(self) -> None:
        """Let others play on with it."""
        if self._lock is not None:
            self._lock.close()


class GameInUse(TracksideError):
    """A saved game that is being played by another program."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(Words()("play.in_use", path=path))

    def say(self, words: Words) -> str:
        """Which game it is, and what to do: another one that nobody plays is offered."""
        other = next((save for save in all_saves() if save != self.path.absolute() and is_free(save)), None)
        said = words("play.in_use", path=self.path)
        return f"{said} {words('play.resume_other', path=other)}" if other is not None else said


def is_free(path: Path) -> bool:
    """Whether a saved game goes on and nobody plays it now."""
    with suppress(TracksideError):
        if read_headers(read_text(path)).get("result", ["*"])[-1] == "*":
            SavedGame(path).close()
            return True
    return False


def resume(path: str | Path) -> tuple[Match, SavedGame]:
    """The match that was saved there, held from now on."""
    read_text(path)  # a file that is not there is said to be missing, before there is a lock beside it
    saved = SavedGame(path)
    try:
        return Match.from_record(read_text(path)), saved
    except TracksideError:
        saved.close()
        raise
