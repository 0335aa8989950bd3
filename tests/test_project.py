"""What must hold for the project as a whole."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import trackside
from trackside.core.rulebook import numbered_rules
from trackside.games import GAMES

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
def test_game_folders_have_the_same_files(name: str) -> None:
    folder = PACKAGE / "games" / GAMES[name].package.rpartition(".")[2]
    for file in (
        "game.toml",
        "rules.md",
        "rules.de.md",
        "state.py",
        "rules.py",
        "policy.py",
        "notation.py",
        "scene.py",
    ):
        assert (folder / file).is_file(), file
