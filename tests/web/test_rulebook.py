"""The rules as a page gets them: nothing of the text is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from trackside.core.rulebook import numbered_rules, rulebook
from trackside.core.words import LANGUAGES
from trackside.games import GAMES
from trackside.web.messages import RuleBlock, RulesPage, Span
from trackside.web.rulebook import rules_page


def said(spans: list[Span]) -> str:
    return "".join(span["text"] for span in spans)


def texts(block: RuleBlock) -> Iterator[str]:
    """All that a block says, in the order of the text."""
    if "number" in block:
        yield block["number"]
    yield said(block.get("spans", []))
    for cells in [block.get("head", []), *block.get("rows", [])]:
        yield from (said(cell) for cell in cells)
    for inner in block.get("blocks", []):
        yield from texts(inner)


def whole(page: RulesPage) -> str:
    parts = [text for block in page["lead"] for text in texts(block)]
    for section in page["sections"]:
        parts += [section["title"], *(text for block in section["blocks"] for text in texts(block))]
    return " ".join(parts)


def bare(text: str) -> str:
    """The letters and digits of a text alone."""
    return re.sub(r"\W|_", "", text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_the_rules_is_sent(game: str, language: str) -> None:
    _, _, text = rulebook(GAMES[game].package, language).partition("\n")
    assert bare(whole(rules_page(GAMES[game], language))) == bare(text)


@pytest.mark.parametrize("game", GAMES)
def test_rules_keep_their_numbers_and_figures_stand_after_one(game: str) -> None:
    page = rules_page(GAMES[game], "en")
    numbers = [block["number"] for section in page["sections"] for block in section["blocks"] if "number" in block]
    assert numbers == list(numbered_rules(GAMES[game].package, "en"))
    assert {figure["after"] for figure in page["figures"]} <= set(numbers)


def test_st2_lists_the_white_sides_as_a_table() -> None:
    sections = rules_page(GAMES["skip-or-trip"], "de")["sections"]
    rule = next(block for section in sections for block in section["blocks"] if block.get("number") == "ST-2")
    table = next(block for block in rule["blocks"] if block["kind"] == "table")
    assert [said(row[0]) for row in table["rows"]] == [str(n) for n in range(1, 10)]
    assert said(table["rows"][8][1]) == "2 3 5 7 11 13 17 19 31 9 37 97"
