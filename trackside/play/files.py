"""Files of games: read with clear errors, and written atomically."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path

import platformdirs

from trackside.core.errors import SaveFailed, TracksideError


def read_text(path: str | Path) -> str:
    """Return the text of a file; raise TracksideError if it cannot be read."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise TracksideError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise TracksideError(f"{path}: not a text file in UTF-8") from error


def write_text(path: str | Path, text: str) -> None:
    """Replace a file atomically: whatever happens, it holds either the old text or the new one."""
    write_bytes(path, text.encode())


def write_bytes(path: str | Path, data: bytes) -> None:
    """Replace a file with these bytes, as `write_text` does; raise SaveFailed if that is impossible.

    A new file has the permissions that the umask leaves, another keeps its own.
    """
    path = Path(path)
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(6)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("xb") as file:
            if path.exists():
                temporary.chmod(stat.S_IMODE(path.stat().st_mode))
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise SaveFailed(f"{path}: {error.strerror or error}") from error


def data_folder() -> Path:
    """Return the folder of all stored data: TRACKSIDE_DATA, or the user's data folder."""
    return Path(os.environ.get("TRACKSIDE_DATA") or platformdirs.user_data_dir("trackside", appauthor=False))


def saves_folder() -> Path:
    """Return the folder of games in progress."""
    return data_folder() / "saves"


def all_saves() -> list[Path]:
    """Return the saved games, most recently played first."""
    return sorted(saves_folder().glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)


def newest_save() -> Path:
    """Return the most recently played game; raise TracksideError if there is none."""
    saves = all_saves()
    if not saves:
        raise TracksideError(f"there is no saved game in {saves_folder()}")
    return saves[0]


def new_save(game: str) -> Path:
    """Return an unused path for a new game."""
    number = 1
    while (path := saves_folder() / f"{game}-{number}.txt").exists():
        number += 1
    return path
