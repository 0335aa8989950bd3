"""Tests of the project as a whole."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZipFile

import pytest
from hypothesis import HealthCheck, settings

import trackside
from trackside.core.rulebook import numbered_rules
from trackside.games import GAMES
from trackside.games.parts import PARTS

PACKAGE = Path(trackside.__file__).parent
TESTS = Path(__file__).parent
ROOT = TESTS.parent

LAYERS = ["core", "games", "search", "play", "review", "laws", "arena", "train", "adapters", "web", "terminal", "cli"]


def imports(path: Path) -> set[str]:
    """Return the parts of trackside that a module imports, anywhere in its text."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        found |= {name.split(".")[1] for name in names if name.startswith("trackside.")}
    return found


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_only_ever_point_to_lower_layers(layer: str) -> None:
    allowed = set(LAYERS[: LAYERS.index(layer) + 1])
    for path in (PACKAGE / layer).rglob("*.py"):
        assert imports(path) <= allowed, path


def test_every_package_is_in_a_layer() -> None:
    assert {path.parent.name for path in PACKAGE.glob("*/__init__.py")} == set(LAYERS)


@pytest.mark.parametrize("name", GAMES)
def test_every_numbered_rule_has_a_test_named_by_its_number(name: str) -> None:
    folder = TESTS / "games" / GAMES[name].package.rpartition(".")[2]
    tests = " ".join(path.read_text(encoding="utf-8") for path in folder.glob("test_*.py"))
    for number in numbered_rules(GAMES[name].package, "en"):
        short = number.lower().replace("-", "")
        assert re.search(rf"def test_(\w+_)?{short}_", tests), f"no test is named by {number}"


@pytest.mark.parametrize("name", GAMES)
def test_our_games_have_every_part_that_players_see(name: str) -> None:
    for part in PARTS:
        assert GAMES[name].has(part.file) or part.file in ("hidden.py", "state.py"), part.file


def test_the_page_of_games_lists_every_part_with_what_stands_in_for_it() -> None:
    page = (TESTS.parent / "docs" / "games.md").read_text(encoding="utf-8")
    rows = [[cell.strip().replace("`", "") for cell in line.split("|")[1:-1]] for line in page.splitlines()]
    listed = {row[0]: row[1:] for row in rows if len(row) == 4}
    for part in PARTS:
        kind, what, without = listed[part.file]
        assert kind == ("required" if part.is_required else "optional")
        assert what.startswith(part.what)
        assert without.startswith(part.without)


def test_the_template_of_a_new_game_is_small() -> None:
    files = [path for path in (PACKAGE / "template").rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert len(files) <= 7
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= 150


def test_no_test_depends_on_how_fast_the_machine_is() -> None:
    assert settings().deadline is None
    assert HealthCheck.too_slow in settings().suppress_health_check
    elsewhere = [path for path in TESTS.rglob("test_*.py") if re.search(r"settings\(.*deadline=", path.read_text())]
    assert elsewhere == []


def test_a_wheel_has_types_and_data(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(ZipFile(wheel).namelist())
    assert {"trackside/py.typed", "trackside/web/api/examples.json", "trackside/web/static/api.css"} <= names
    assert {f"{game.package.replace('.', '/')}/game.toml" for game in GAMES.values()} <= names


def pages_in(nav: object) -> set[str]:
    """Return the pages that a navigation leads to."""
    if isinstance(nav, str):
        return {nav}
    entries = nav.values() if isinstance(nav, dict) else nav
    assert isinstance(entries, Iterable)
    return set().union(*map(pages_in, entries))


def test_every_page_of_the_documentation_is_in_its_navigation() -> None:
    site = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert pages_in(site["project"]["nav"]) == pages


def pinned(path: Path) -> set[str]:
    """Return the names and versions that a lock file pins."""
    return {line.rstrip(" \\") for line in path.read_text(encoding="utf-8").splitlines() if "==" in line}


def test_locks_pin_hashes_without_addresses_and_agree_with_each_other() -> None:
    running, testing = ROOT / "requirements-play.txt", ROOT / "requirements.txt"
    for lock in (running, testing):
        assert "://" not in lock.read_text(encoding="utf-8")
        assert "--hash=sha256:" in lock.read_text(encoding="utf-8")
    assert pinned(running) < pinned(testing)
    assert not any(line.startswith(("playwright", "mypy", "distributed")) for line in pinned(running))


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_make_play_says_what_it_installs_and_installs_no_tools() -> None:
    command = ["make", "--dry-run", "--always-make", "play"]
    steps = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert re.search(r"Installing dependencies into \.venv \(about \d+ MB", steps)
    assert "-r requirements-play.txt" in steps
    assert "-r requirements.txt" not in steps
