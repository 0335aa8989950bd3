"""Completion in shells: the code, and what is offered after a line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from trackside.cli import COMMANDS, main
from trackside.games import GAMES


def offered(line: str, tmp_path: Path) -> list[str]:
    """Return what a shell is offered after a line, in an empty folder."""
    answer, here = tmp_path / "offered", tmp_path / "here"
    here.mkdir(exist_ok=True)
    asked = {
        "COMP_LINE": line,
        "COMP_POINT": str(len(line.encode())),
        "COMP_TYPE": "9",
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
    }
    command = [sys.executable, "-c", "import sys; from trackside.cli import main; sys.exit(main())"]
    done = subprocess.run(command, cwd=here, env=os.environ | asked, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    return [word.strip() for word in answer.read_text(encoding="utf-8").split("\n")]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("trackside ", {*COMMANDS, "--games", "--version"}),
        ("trackside sim", {"simulate"}),
        ("trackside simulate ", {*GAMES, "--agents"}),
        ("trackside simulate whole-nine --seats ", {"2", "3", "4", "5"}),
        ("trackside simulate whole-nine --agents greedy,ran", {"greedy,random"}),
        ("trackside play traxx --option starts=", {"starts=printed", "starts=chance"}),
        ("trackside play --seats you,cl", {"you,club"}),
        ("trackside admin bl", {"block", "blocks"}),
    ],
)
def test_commands_games_players_and_options_are_offered(line: str, words: set[str], tmp_path: Path) -> None:
    found = offered(line, tmp_path)
    assert words <= set(found)
    if not line.endswith(" "):
        assert set(found) == words


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_understands_its_code(shell: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["completion", shell]) == 0
    code = capsys.readouterr().out
    assert "trackside" in code
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    path = tmp_path / "code"
    path.write_text(code, encoding="utf-8")
    assert subprocess.run([shell, "-n", str(path)], capture_output=True, timeout=60).returncode == 0


def test_other_shells_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["completion", "tcsh"])
    assert stop.value.code == 2
    assert "choose from bash, zsh, fish" in capsys.readouterr().err.replace("'", "")
