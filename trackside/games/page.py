"""The scripts of a game's page, checked for errors of syntax with Node, if it is installed."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from trackside.games.game import Game

TIMEOUT = 20


def can_check() -> bool:
    """Return True if Node is on the PATH."""
    return shutil.which("node") is not None


def script_problem(game: Game) -> str | None:
    """Return the file, the line and the error of the first script that cannot be parsed, or None."""
    node = shutil.which("node")
    for path in sorted((game.path / "page").glob("*.js")) if node is not None else []:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(shutil.copy(path, Path(folder) / f"{path.stem}.mjs"))
            done = subprocess.run([str(node), "--check", copy], capture_output=True, text=True, timeout=TIMEOUT)
        if done.returncode:
            line = re.search(rf"{re.escape(copy.name)}:(\d+)", done.stderr)
            error = re.search(r"^\w*Error: .*", done.stderr, re.MULTILINE)
            where = f"page/{path.name}" + (f", line {line[1]}" if line else "")
            return f"{where}: {error[0] if error else 'cannot be parsed'}"
    return None
