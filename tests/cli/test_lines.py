"""Every command line of the documentation and of `--help` does what it says, as it is written.

Lines run in one process, in a folder with the files that they name. Where a line takes long, a smaller number or a
quicker player stands in for the one that is written; a few such lines are only run by `make test-long`.
"""

from __future__ import annotations

import io
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from tests.play.records import SHARED_TEXT
from tests.web.serving import sqlite
from trackside.cli import COMMANDS, main
from trackside.cli.parser import read_arguments
from trackside.games import find_game
from trackside.web.store.database import connect
from trackside.web.store.schema import players
from trackside.web.store.tables import add_table
from trackside.web.tables.creation import new_row
from trackside.web.tables.seats import PERSON, Occupant

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
TESTED_ELSEWHERE = ("your-own-game.md", "web-api.md")
"""Pages whose commands depend on what they write or on a server; tests of their own run them."""

FENCED = re.compile(r"^( *)```(?:sh)?\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)

PLACEHOLDERS = re.compile(r"\b(COMMAND|NAME)\b")
ONLY_READ = re.compile(r"(serve|join)\b|play( [\w-]+ --watch)?$|play --resume|.*(--cluster|/var/lib|postgresql:)")
"""Lines that start a server or a full screen, or need a server or a database elsewhere: their arguments are read."""

STAND_INS = (
    (r"\bFILE\b", "game.txt"),
    (r"\bDIR\b", "results"),
    (r"\bPLAYER\b", "Ana"),
    (r"^hindsight game\.txt", "hindsight docs/reviewed/traxx-play.txt"),
    (r"--seconds \d+", "--seconds 0.1"),
    (r"^(bench (?!.*--seconds).*)", r"\1 --seconds 0.1"),
    (r"--minutes 10|--generations 100", "--generations 1 --games-each 30 --batches 5"),
    (r"^(train (?!.*--generations).*)", r"\1 --generations 1 --games-each 30 --batches 5"),
    (r"^(review (?!.*--kept).*?)( --effort \w+)?$", r"\1 --effort quick"),
    (r"^(arena .*(?:club|expert).*?)( --games \d+)?( -o .*)?$", r"\1 --games 2\3"),
    (r"^(arena (?!.*(?:club|novice)).*?)( --games \d+)?$", r"\1 --games 8"),
    (r"^arena (.*)\bexpert\b", r"arena \1novice"),
    (r"--games 20 -o", "--games 2 -o"),
    (r"'program:python my_bot\.py'", f"'program:{sys.executable} my_bot.py'"),
    (r"\$\(date \+%F\)", "today"),
)
"""Patterns of lines, and what stands in for them."""

SLOW = re.compile(r"train |arena .*(--even-luck|program:)|arena whole-nine expert|warm-up|games check|play whole-nine")
"""Lines that take more than a few seconds even so."""

STATUS = {
    r"forget Ana$": 2,  # without a terminal it wants --yes
    r"tidy --older 90d$": 0,
    r"verify .*--signed-by": 2,
    r"verify docs/": 1,
    r"arena .* --resume$": 2,  # there is nothing to resume: the line before it was not run
    r"restore ": 0,
}
"""The exit codes of lines that do not succeed here."""

BOT = """import json, sys
for line in sys.stdin:
    print(json.dumps({"move": json.loads(line)["moves"][0]}), flush=True)
"""


def lines_of(page: Path) -> Iterator[str]:
    """Yield the arguments of every line of a page that runs `trackside`."""
    for _, block in FENCED.findall(page.read_text(encoding="utf-8")):
        for line in block.splitlines():
            if found := re.match(r"\s*(?:\$ )?trackside\b(.*)", line):
                yield re.split(r"\s+#|\s{3,}", found[1].strip(), maxsplit=1)[0].strip()


def examples() -> Iterator[str]:
    """Yield the examples of every command's help."""
    for command in COMMANDS:
        yield from import_module(f"trackside.cli.{command.replace('-', '_')}").EXAMPLES


def all_lines() -> list[str]:
    """Return every line once."""
    pages = [line for page in PAGES if page.name not in TESTED_ELSEWHERE for line in lines_of(page)]
    return list(dict.fromkeys(line for line in [*pages, *examples()] if not PLACEHOLDERS.search(line)))


LINES = all_lines()


def test_lines_are_found() -> None:
    assert len(LINES) > 60
    assert "simulate whole-nine --seats 4 --games 10000 --agents greedy,random" in LINES
    assert {line.split(" ")[0] for line in LINES if line} >= set(COMMANDS)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files and the database that lines name."""
    folder = tmp_path_factory.mktemp("lines")
    (folder / "game.txt").write_text(SHARED_TEXT, encoding="utf-8")
    (folder / "my_bot.py").write_text(BOT, encoding="utf-8")
    url = sqlite(folder / "data")
    engine = connect(url)
    game = find_game("whole-nine")
    with engine.begin() as connection:
        connection.execute(players.insert().values(id="a" * 64, name="Ana"))
        for table in ("5361cbd209", "3f9c0a17be"):
            row = new_row(game, 2, {}, "a" * 64) | {"id": table, "began": 1, "changed": 1}
            add_table(connection, row, [Occupant(seat, PERSON, "a" * 64, "Ana") for seat in range(2)], [])
    engine.dispose()
    return folder


@pytest.fixture
def folder(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it for one line."""
    here = tmp_path / "here"
    shutil.copytree(source, here)
    (here / "docs").symlink_to(ROOT / "docs")
    (here / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(here)
    monkeypatch.setenv("TRACKSIDE_DATA", str(here / "data"))
    return here


def prepare(line: str) -> None:
    """Make the files that only the lines before this one would have made."""
    before = {
        "with.txt": ["review", "game.txt", "--effort", "quick", "--record", "with.txt"],
        "mine.toml": ["sheet", "make", "--seed", "7", "-o", "mine.toml"],
        "./my-game": ["new", "my-game"],
    }
    for name, command in before.items():
        if name in line and f"-o {name}" not in line and f"--record {name}" not in line:
            assert main(command) == 0
    if "--from whole-nine.npz" in line:
        shutil.copy(find_game("whole-nine").path / "data" / "judge.npz", "whole-nine.npz")
    if line.startswith("restore"):
        assert main(["backup", "copy.db"]) == 0


@pytest.mark.parametrize(
    "line", [pytest.param(line, marks=pytest.mark.long) if SLOW.match(line) else line for line in LINES]
)
def test_a_line_does_what_it_says(
    line: str, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, _, _ = line.partition(" > ")
    shown, _, _ = shown.partition(" >> ")
    shown, _, given = shown.partition(" < ")
    for pattern, other in STAND_INS:
        shown = re.sub(pattern, other, shown)
    if not shown or ONLY_READ.match(shown):
        assert read_arguments(shlex.split(shown)).command == (shown.split(" ")[0] or "serve")
        return
    prepare(shown)
    capsys.readouterr()
    monkeypatch.setattr(sys, "stdin", io.StringIO((folder / given).read_text(encoding="utf-8") if given else ""))
    status = next((code for pattern, code in STATUS.items() if re.match(pattern, shown)), 0)
    found = main(shlex.split(shown))
    said = capsys.readouterr()
    assert found == status, f"{shown}\n{said.out[-2000:]}\n{said.err}"
    assert "Traceback" not in said.err


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_every_make_target_of_the_documentation_exists() -> None:
    named = {
        found
        for page in PAGES
        for found in re.findall(r"(?:`|^\s*)make ([a-z][a-z-]*)(?=`|\s{2,}#|$)", page.read_text(encoding="utf-8"), re.M)
    }
    assert {"play", "install", "test", "docs"} <= named
    for target in sorted(named):
        done = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_every_extra_of_the_documentation_exists() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    known = {name.replace("_", "-") for name in extras}
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    named = {name for found in re.findall(r"'\.\[([\w,-]+)\]'", text) for name in found.split(",")}
    named |= set(re.findall(r"^\| `([\w-]+)`", text.partition("| extra | for |")[2].partition("\n\n")[0], re.M))
    assert {"train", "plots"} <= named
    assert {name.replace("_", "-") for name in named} <= known
    assert "pip install 'trackside" not in text
    assert "pip install trackside" not in text.replace("so `pip install trackside` does not work", "")
