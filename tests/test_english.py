"""Tests of our English: docstrings are not indirect questions, and private words stay out."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
QUESTION = re.compile(r"(What|Whether|How|Who|Where|Which|Whose)\b")
PRIVATE = re.compile(
    r"\bso many\b|\bwhoever\b|\banew\b|\bsays? (how|which|whether)\b|\b(these|some) eyes\b|\bit is none\b",
    re.IGNORECASE,
)
EXEMPT = ("rules.md", "rules.de.md")
"""The rules of the games as players read them."""

SOURCES = [*sorted((ROOT / "trackside").rglob("*.py")), *sorted((ROOT / "bench").rglob("*.py"))]
TEXTS = [
    *[path for folder in ("trackside", "examples") for path in sorted((ROOT / folder).rglob("*.js"))],
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted(ROOT.glob("*.md")),
]


def docstrings(source: str) -> list[str]:
    """Return the docstrings of modules, classes, functions and attributes."""
    found = []
    for node in ast.walk(ast.parse(source)):
        for statement in getattr(node, "body", []) if not isinstance(node, ast.Lambda | ast.IfExp) else []:
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                text = statement.value.value
                if isinstance(text, str):
                    found.append(text)
    return found


def faults_of(path: Path) -> list[str]:
    """Return the docstrings that are questions, and the lines with private words."""
    text = path.read_text(encoding="utf-8")
    asked = docstrings(text) if path.suffix == ".py" else []
    found = [f"a question: {one.splitlines()[0]}" for one in asked if QUESTION.match(one.strip())]
    lines = [line for line in text.splitlines() if "#" in line] if path.suffix == ".py" else text.splitlines()
    lines += [line for one in asked for line in one.splitlines()]
    return found + [f"a private word: {line.strip()}" for line in lines if PRIVATE.search(line)]


@pytest.mark.parametrize("path", [*SOURCES, *TEXTS], ids=lambda path: str(path.relative_to(ROOT)))
def test_sentences_are_plain(path: Path) -> None:
    if "vendor" not in path.parts and path.name not in EXEMPT:
        assert faults_of(path) == []


def test_questions_and_private_words_are_found(tmp_path: Path) -> None:
    source = tmp_path / "one.py"
    source.write_text('"""What it does."""\nx = 1  # so many\n', encoding="utf-8")
    assert len(faults_of(source)) == 2
    source.write_text('"""Return it."""\nwhat = "so many"\n', encoding="utf-8")
    assert faults_of(source) == []
