"""Tests of the pages of the documentation: short paragraphs, and links that lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from trackside.games.card import CAPABILITIES, DEFAULT_LEVELS, KEYS

ROOT = Path(__file__).parent.parent
PAGES = [
    *sorted((ROOT / "docs").rglob("*.md")),
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG")),
]
LONGEST = 80
"""Words of a paragraph, or of an item of a list."""

CODE = re.compile(r"^( *)(`{3,}).*?^\1\2$", re.MULTILINE | re.DOTALL)
ITEM = re.compile(r"([-*]|\d+\.) ")
NO_TEXT = ("#", "|", ":::", "![")


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs and list items of a page; code and tables do not count."""
    found = [""]
    for line in CODE.sub("", text).splitlines():
        stripped = line.strip()
        if not stripped or stripped.startswith(NO_TEXT):
            found.append("")
        elif ITEM.match(stripped):
            found.append(stripped)
        else:
            found[-1] += f" {stripped}"
    return [one for one in found if one]


def anchors(path: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    headings = re.findall(r"^#+ (.*)$", CODE.sub("", path.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_paragraphs_are_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [one for one in paragraphs(text) if len(one.split()) > LONGEST] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere_and_have_words(path: Path) -> None:
    for words, target in re.findall(r"\[([^\]]+)\]\(([^)\s]+)\)", CODE.sub("", path.read_text(encoding="utf-8"))):
        if "://" in target:
            continue
        file, _, anchor = target.partition("#")
        page = path.parent / file if file else path
        assert page.exists(), target
        assert not anchor or anchor in anchors(page), target
        assert not words.endswith(".md") or words.isupper(), f"name the page: {words}"


def test_a_long_paragraph_is_found() -> None:
    text = "# Page\n\nOne\ntwo.\n\n- three\n- four\n\n```\nfive\n\nsix\n```\n\n| seven |\n"
    assert paragraphs(text) == [" One two.", "- three", "- four"]


def test_the_page_of_the_card_explains_every_entry() -> None:
    page = (ROOT / "docs" / "reference" / "game-toml.md").read_text(encoding="utf-8")
    for entry in (
        *KEYS,
        *CAPABILITIES,
        *DEFAULT_LEVELS,
        "least",
        "most",
        "default",
        "values",
        "range",
        "texts",
        "needs",
    ):
        assert re.search(rf"`\[?(search|options|levels|seats)?\.?{entry}\b", page), entry
    assert "::: trackside.games.card.SearchStyle" in page


def test_the_page_of_board_props_explains_every_prop_and_export() -> None:
    page = (ROOT / "docs" / "reference" / "board-props.md").read_text(encoding="utf-8")
    types = (ROOT / "trackside" / "web" / "static" / "types.d.ts").read_text(encoding="utf-8")
    for name in ("BoardProps", "BoardModule"):
        body = types.partition(f"export interface {name} {{\n")[2].partition("\n}")[0]
        for entry in re.findall(r"^  (\w+)\??:", body, re.MULTILINE):
            assert re.search(rf"`{entry}[`(]", page), entry
