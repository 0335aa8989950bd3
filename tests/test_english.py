"""Tests of our English: docstrings are not indirect questions, and private words stay out."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
QUESTION = re.compile(r"(What|Whether|How|Who|Where|Which|Whose|Why|When)\b")
PRIVATE = re.compile(
    r"\bso many\b|\bwhoever\b|\banew\b|\bsays? (how|whether)\b|\bsays which\b|\b(these|some) eyes\b|\bit is none\b",
    re.IGNORECASE,
)
EXEMPT = ("rules.md", "rules.de.md", "lessons.toml", "test_english.py")
"""The rules and lessons of the games as players read them, and the patterns themselves."""

KINDS = ("css", "html", "js", "md", "mjs", "py", "toml", "ts", "yaml", "yml")
WITHOUT_SUFFIX = ("Caddyfile", "Containerfile", "Makefile", "nginx.conf", "trackside.service")
FOLDERS = ("bench", "deploy", "docs", "examples", "tests", "trackside")
ELSEWHERE = ("node_modules", "vendor")
"""Folders with code of others."""


def is_ours(path: Path) -> bool:
    """Return True if the English of a file is checked."""
    known = path.suffix.removeprefix(".") in KINDS or path.name in WITHOUT_SUFFIX
    return known and path.name not in EXEMPT and not set(ELSEWHERE) & set(path.parts)


FILES = [
    *filter(is_ours, sorted(ROOT.iterdir())),
    *(path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if is_ours(path)),
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


@pytest.mark.parametrize("folder", [".", *FOLDERS])
def test_sentences_are_plain(folder: str) -> None:
    top = ROOT / folder
    paths = [path for path in FILES if (path.parent == ROOT if folder == "." else top in path.parents)]
    assert paths
    assert {str(path.relative_to(ROOT)): found for path in paths if (found := faults_of(path))} == {}


def test_questions_and_private_words_are_found(tmp_path: Path) -> None:
    source = tmp_path / "one.py"
    source.write_text('"""What it does."""\nx = 1  # so many\n', encoding="utf-8")
    assert len(faults_of(source)) == 2
    source.write_text('"""Return it."""\nwhat = "so many"\n', encoding="utf-8")
    assert faults_of(source) == []
