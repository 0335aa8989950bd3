"""Files of games: read with clear errors, written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

import platformdirs

from trackside.core.errors import SaveFailed, TracksideError


def read_text(path: str | Path) -> str:
    """The text of a file."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise TracksideError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise TracksideError(f"{path}: not a text file in UTF-8") from error


def write_text(path: str | Path, text: str) -> None:
    """Replace a file in one step: whatever happens, it holds the old text or the new one."""
    write_bytes(path, text.encode())


def write_bytes(path: str | Path, data: bytes) -> None:
    """The same for bytes."""
    path = Path(path)
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        raise SaveFailed(f"{path}: {error.strerror or error}") from error


def data_folder() -> Path:
    """Where everything is that is to be kept."""
    return Path(os.environ.get("TRACKSIDE_DATA") or platformdirs.user_data_dir("trackside", appauthor=False))


def saves_folder() -> Path:
    """Where games in progress are kept."""
    return data_folder() / "saves"


def all_saves() -> list[Path]:
    """The games that are kept, the one played last first."""
    return sorted(saves_folder().glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)


def newest_save() -> Path:
    """The game that was played last."""
    saves = all_saves()
    if not saves:
        raise TracksideError(f"there is no saved game in {saves_folder()}")
    return saves[0]


def new_save(game: str) -> Path:
    """A name for a new game that no other has."""
    number = 1
    while (path := saves_folder() / f"{game}-{number}.txt").exists():
        number += 1
    return path
