"""What must hold for the project as a whole."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import trackside
from trackside.core.rulebook import numbered_rules
from trackside.games import GAMES
from trackside.games.parts import PARTS

PACKAGE = Path(trackside.__file__).parent
TESTS = Path(__file__).parent

LAYERS = ["core", "games", "search", "play", "laws", "arena", "web", "terminal", "cli"]


def imports(path: Path) -> set[str]:
    """The parts of trackside that a module imports, at any depth of its text."""
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
