"""A data file that is wrong gets an error that names the file and what is wrong in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import trackside

PACKAGE = Path(trackside.__file__).parent


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("each = 7", "each = [", "whole_nine/data/tiles.toml: Invalid value (at line"),
        ("each = 7", "every = 7", "whole_nine/data/tiles.toml: number.each is missing"),
        ("each = 7", 'each = "7"', "number.each is '7', not an integer from 1 to 100"),
        ("tiles = 7", "tiles = 70", "segment.tiles is 70, not an integer from 1 to 7"),
        ("[0, 0, 4, 3, 2, 2]", "[0, 0, 4, 3]", "pawns.by_seats is [0, 0, 4, 3], not 6 integers from 0 to 4"),
        ("[animal]", "[beast]", "animal.count is missing"),
    ],
)
def test_a_wrong_data_file_is_named_in_one_line(old: str, new: str, reason: str, tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "trackside", ignore=shutil.ignore_patterns("__pycache__"))
    path = tmp_path / "trackside/games/whole_nine/data/tiles.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    command = [sys.executable, "-m", "trackside", "perft", "whole-nine", "--depth", "1"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    result = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert result.returncode == 2
    assert result.stderr.startswith("trackside: ")
    assert reason in result.stderr
    assert result.stderr.count("\n") == 1
