"""Saved games, each played by one program at a time."""

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
    """A saved game, locked against other programs until it is closed; raises GameInUse if another holds it."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._lock: FileLock | None = None
        try:
            self._lock = FileLock(self.path.parent / f".{self.path.name}.lock")
        except BlockingIOError as error:
            raise GameInUse(self.path) from error
        except OSError:  # where no lock can be written, no other program can continue the game either
            pass

    def close(self) -> None:
        """Release the game, so that others can continue it."""
        if self._lock is not None:
            self._lock.close()


class GameInUse(TracksideError):
    """A saved game that is being played by another program."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(Words()("play.in_use", path=path))

    def say(self, words: Words) -> str:
        """Return a sentence that names the game in use, and another saved game that is free, if there is one."""
        other = next((save for save in all_saves() if save != self.path.absolute() and is_free(save)), None)
        said = words("play.in_use", path=self.path)
        return f"{said} {words('play.resume_other', path=other)}" if other is not None else said


def is_free(path: Path) -> bool:
    """Return True if a saved game is unfinished and no one is playing it."""
    with suppress(TracksideError):
        if read_headers(read_text(path)).get("result", ["*"])[-1] == "*":
            SavedGame(path).close()
            return True
    return False


def resume(path: str | Path) -> tuple[Match, SavedGame]:
    """Return the match saved at a path, locked from now on."""
    read_text(path)  # a missing file is reported before a lock is created beside it
    saved = SavedGame(path)
    try:
        return Match.from_record(read_text(path)), saved
    except TracksideError:
        saved.close()
        raise
