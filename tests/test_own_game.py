"""docs/your-own-game.md does what it says: in a fresh environment, by its own commands."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import sysconfig
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "your-own-game.md").read_text(encoding="utf-8")
GAME = "roll-or-hold"
LONG = 280

STEP = re.compile(
    r"^(?:`(?P<file>[\w/.-]+)`\n\n```python\n(?P<text>.*?)^```$|```sh\n(?P<commands>.*?)^```$)",
    re.MULTILINE | re.DOTALL,
)
"""A file to write, or commands to run."""


class Newcomer:
    """A newcomer with a fresh environment: Trackside, pytest and nothing else."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.work = home / "work"
        self.work.mkdir()
        subprocess.run([sys.executable, "-m", "venv", home / "env"], check=True, timeout=LONG)
        folder = next((home / "env").glob("lib/python*/site-packages"))
        libraries = sysconfig.get_path("purelib")
        (folder / "libraries.pth").write_text(f"import site; site.addsitedir({libraries!r})\n", encoding="utf-8")
        self.variables = {
            **{
                name: value for name, value in os.environ.items() if not name.startswith(("TRACKSIDE_GAMES", "PYTEST_"))
            },
            "PATH": f"{home / 'env' / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "TRACKSIDE_DATA": str(home / "data"),
            "PIP_NO_INDEX": "1",
            "PIP_NO_DEPS": "1",
            "PIP_NO_BUILD_ISOLATION": "0",  # pip reads this one the other way round: nothing is isolated
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PYTHONUNBUFFERED": "1",
        }
        self.run(f"python -m pip install --ignore-installed {shlex.quote(str(ROOT))}")
        script = home / "env" / "bin" / "pytest"
        script.write_text(f"#!{home / 'env' / 'bin' / 'python'}\nimport pytest\nraise SystemExit(pytest.main())\n")
        script.chmod(0o755)

    def run(self, command: str) -> str:
        """Return the output of a command; it must succeed."""
        done = subprocess.run(
            shlex.split(command),
            cwd=self.work,
            env=self.variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=LONG,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}"
        assert "Traceback" not in done.stdout, done.stdout
        return done.stdout

    def serve(self, command: str) -> None:
        """Start a server as the page says, play a whole game there against a bot, and end it."""
        more = ["--no-browser", "--port", "0", "--pace", "0", "--bot-processes", "0"]
        server = subprocess.Popen(
            [*shlex.split(command), *more], cwd=self.work, env=self.variables, stderr=subprocess.PIPE, text=True
        )
        assert server.stderr is not None
        try:
            while not (found := re.search(r"http://\S+(?=/)", line := server.stderr.readline())):
                assert line
            play_over_http(found[0])
        finally:
            server.send_signal(signal.SIGINT)
            said = server.communicate(timeout=60)[1]
        assert "Traceback" not in said


def play_over_http(address: str) -> None:
    """Play to the end against a bot, rolling and holding at random."""

    def ask(path: str, token: str = "", body: Any = None) -> Any:
        headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(address + path, data, headers), timeout=60) as answer:
            return json.load(answer)

    hello = ask("/api/hello")
    assert GAME in [game["name"] for game in hello["games"]]
    assert "ROH-1" in json.dumps(ask(f"/api/rules/{GAME}"))
    token = ask("/api/players", body={"name": "Newcomer"})["token"]
    seats = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}]
    table = "/api/tables/" + ask("/api/tables", token, {"game": GAME, "seats": seats})["table"]
    moves = 0
    view = ask(table, token)
    while view["table"]["status"] != "over":
        offers = view["view"]["offers"] if view["view"] else []
        if offers:
            assert {offer["label"] for offer in offers} == {"Roll again.", "Hold, and bank the points of this turn."}
            assert len(view["view"]["scene"]["seats"]) == 2
            view = ask(f"{table}/moves", token, {"seat": 0, "move": offers[moves % 3 == 2]["move"]})
            moves += 1
        else:
            view = ask(table, token)
    assert moves > 0
    assert re.match(r"You win |Purple wins ", view["result"]["says"])


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory: pytest.TempPathFactory) -> Newcomer:
    return Newcomer(tmp_path_factory.mktemp("newcomer"))


def steps() -> Iterator[tuple[str, str]]:
    """Return the page's instructions in order: `run` a command, or write a file."""
    for found in STEP.finditer(PAGE):
        if found["file"]:
            yield found["file"], found["text"]
        else:
            yield from (("run", line) for line in found["commands"].splitlines())


@pytest.mark.long
def test_the_page_is_done_as_it_says(newcomer: Newcomer) -> None:
    said: dict[str, str] = {}
    for kind, text in steps():
        if kind != "run":
            (newcomer.work / kind).write_text(text, encoding="utf-8")
        elif text.endswith(" serve"):
            newcomer.serve(text)
        else:
            said[text] = newcomer.run(text)
    assert "passed" in said[f"pytest {GAME}"]
    assert "failed" not in said[f"pytest {GAME}"]
    assert f"\n{GAME} " in said["trackside games"]
    assert "needs: 100" in said[f"trackside play {GAME} --seats you,greedy"]
    assert "[  0  ]-[  5  ]-" in said[f"trackside play {GAME} --seats you,greedy --ascii"]
    check_style(newcomer)


def check_style(newcomer: Newcomer) -> None:
    """The game and what the page adds to it are formatted, linted and typed like Trackside itself."""
    config = f"--config {shlex.quote(str(ROOT / 'pyproject.toml'))}"
    newcomer.run(f"python -m ruff check {config} {GAME}")
    newcomer.run(f"python -m ruff format --check {config} {GAME}")
    newcomer.run(f"python -m mypy --strict {GAME}/{GAME.replace('-', '_')} {GAME}/tests")
