"""The examples do what they say, with a small budget."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
VARIABLES = {**os.environ, "PYTHONPATH": str(ROOT), "MPLBACKEND": "agg"}


def run(*arguments: str) -> str:
    """Return the output of an example; it must succeed without warnings."""
    command = [sys.executable, "-W", "error", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=VARIABLES, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_bot_of_twenty_lines_beats_any_move() -> None:
    said = run("examples/bot.py", "--games", "100")
    assert "of 100 games" in said
    assert int(said.split("%")[0].rpartition(" ")[2]) > 60


@pytest.mark.parametrize("game", ["skip-or-trip", "traxx"])
def test_the_bot_that_looks_ahead_beats_any_move(game: str) -> None:
    said = run("examples/lookahead_bot.py", "--game", game, "--games", "4", "--tries", "2")
    assert int(said.split("%")[0].rpartition(" ")[2]) >= 50


def test_the_study_draws_what_it_found(tmp_path: Path) -> None:
    picture = tmp_path / "first.png"
    said = run("examples/study.py", "--games", "200", "-o", str(picture))
    assert said.count("win shares in the order of turns") == 4
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_every_example_is_shown_in_the_documentation() -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md"))
    for path in (ROOT / "examples").iterdir():
        if path.suffix in {".py", ".mjs"}:
            assert f"examples/{path.name}" in pages, path.name
